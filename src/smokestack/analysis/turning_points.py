"""The turning points that a drawing of a whole game has room for."""

from __future__ import annotations

from typing import Final

from smokestack.analysis.report import Analysis

MIN_DISTANCE: Final = 1 / 32
"""Of two marks, as a share of the game: their triangles do not overlap on a phone."""


def main_turning_points(analysis: Analysis) -> list[int]:
    """The numbers of the largest turning points, so far apart that each has a mark of its own.

    Of several close to each other the largest one is kept.
    """
    distance = MIN_DISTANCE * len(analysis.steps)
    kept: list[int] = []
    turning = [step.number for step in analysis.steps if step.turning]
    for number in sorted(turning, key=lambda number: -_change(analysis, number)):
        if all(abs(number - other) >= distance for other in kept):
            kept.append(number)
    return sorted(kept)


def _change(analysis: Analysis, number: int) -> float:
    """The largest change of a win chance by an answer."""
    steps = analysis.steps
    before = steps[number - 2].values if number > 1 else analysis.dealt
    after = steps[number - 1].values
    return max(abs(new - old) for new, old in zip(after.chances, before.chances, strict=True))
