"""Round robin for two at a table: everybody meets everybody once (circle method)."""

from __future__ import annotations

from collections.abc import Sequence

SITS_OUT = -1
"""In place of an opponent, with an odd number of entrants."""


def rounds_of(entrants: int) -> int:
    return entrants - 1 if entrants % 2 == 0 else entrants


def pairs(entrants: Sequence[int], number: int) -> list[tuple[int, int]]:
    """The pairs of a round, numbered from 1; the first of each pair starts.

    Everybody starts half of their games, or one more or less. With an odd number of entrants,
    everybody is paired with `SITS_OUT` once.
    """
    seated = list(entrants) if len(entrants) % 2 == 0 else [*entrants, SITS_OUT]
    # All but the last stand in a circle; those who meet in a round have the same sum of positions.
    size = len(seated) - 1
    found = []
    for one in range(size):
        other = (number - 1 - one) % size
        if one < other:
            first = one if (one + other) % 2 else other
            found.append((first, one + other - first))
        elif one == other:
            found.append((one, size) if one < (size + 1) // 2 else (size, one))
    return [(seated[first], seated[second]) for first, second in found]
