"""Points of a tournament for the places at a table. Equal places share their points."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

AWARDS: Final = {2: (1, 0), 3: (4, 2, 0), 4: (4, 2, 1, 0)}
"""By the number of players at the table, for the first place and those after it."""

GONE: Final = 0
"""In place of the place of somebody who left, resigned or ran out of time, and gets nothing."""


def points_for_win(table_size: int) -> Fraction:
    """Also for somebody who has no opponent in a round."""
    return Fraction(AWARDS[table_size][0])


def points_of(places: Sequence[int]) -> list[Fraction]:
    """The points of each seat of a finished game."""
    awards = AWARDS[len(places)]
    found = [Fraction(0)] * len(places)
    given = 0
    for place in sorted(set(places) - {GONE}):
        tied = [seat for seat, each in enumerate(places) if each == place]
        share = Fraction(sum(awards[given : given + len(tied)]), len(tied))
        for seat in tied:
            found[seat] = share
        given += len(tied)
    return found


def points_text(points: Fraction) -> str:
    """The points as people write them: 3, 2½, ⅓."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    signs = {
        Fraction(1, 2): "½",
        Fraction(1, 3): "⅓",
        Fraction(2, 3): "⅔",
        Fraction(1, 4): "¼",
        Fraction(3, 4): "¾",
        Fraction(1, 6): "⅙",
        Fraction(5, 6): "⅚",
    }
    if rest not in signs:
        return f"{float(points):.2f}"
    return f"{whole or ''}{signs[rest]}"
