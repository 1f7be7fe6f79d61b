"""Values as whole millionths, in which sums and differences are exact."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.analysis.report import Values

UNITS: Final = 1_000_000

Units = tuple[int, ...]
"""The chance to win of each seat, then the points of each seat."""


def to_units(chances: Sequence[float], points: Sequence[float]) -> Units:
    return tuple(round(number * UNITS) for number in (*chances, *points))


def to_values(units: Units) -> Values:
    numbers = [unit / UNITS for unit in units]
    seats = len(numbers) // 2
    return Values(numbers[:seats], numbers[seats:])


def difference(after: Units, before: Units) -> Units:
    return tuple(new - old for new, old in zip(after, before, strict=True))


def sum_of(numbers: Sequence[Units]) -> Units:
    return tuple(map(sum, zip(*numbers, strict=True)))


def mean_of(numbers: Sequence[Units]) -> Units:
    return tuple(round(unit / len(numbers)) for unit in sum_of(numbers))


def share_of(units: Units, share: float) -> Units:
    return tuple(round(share * unit) for unit in units)


def nothing(seats: int) -> Units:
    return (0,) * (2 * seats)
