"""Every change of money, income and points with its cause, for log and analysis."""

from __future__ import annotations

from typing import Final

MONEY: Final = 0
INCOME: Final = 1
POINTS: Final = 2
WHAT: Final = ("money", "income", "points")


class Entry:
    """One change: of what, whose, by how much, why, where on the map, and by which tile."""

    def __init__(
        self, answer: int, what: int, seat: int, change: int, cause: str, where: int, tile: int
    ) -> None:
        self.answer = answer
        self.what = what
        self.seat = seat
        self.change = change
        self.cause = cause
        self.where = where  # a slot or line, or -1
        self.tile = tile  # the kind of tile that scored, or -1


class Ledger:
    """The rules write it while a match is recorded; the search plays without it."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.answers = 0

    def copy(self) -> Ledger:
        """A ledger with the same entries, to be continued independently."""
        other = Ledger()
        other.entries = self.entries[:]
        other.answers = self.answers
        return other

    def note(
        self, what: int, seat: int, change: int, cause: str, where: int, tile: int = -1
    ) -> None:
        if change != 0:
            self.entries.append(Entry(self.answers, what, seat, change, cause, where, tile))
