"""Draws how the rating of a person has changed."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.ratings import RatingPoint, points_of

WIDTH: Final = 640
HEIGHT: Final = 200
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 16, 16
GRID_STEPS: Final = (50, 100, 200, 500, 1000)
MAX_GRID_LINES: Final = 5
MARGIN: Final = 25  # points above and below the curve


def rating_curve(curve: Sequence[RatingPoint]) -> str:
    """The ratings after each game as SVG, from left to right."""
    values = [points_of(point.mu) for point in curve]
    lowest, highest = min(values) - MARGIN, max(values) + MARGIN
    step = next(
        (size for size in GRID_STEPS if (highest - lowest) / size <= MAX_GRID_LINES), GRID_STEPS[-1]
    )

    def x(number: int) -> float:
        return LEFT + number / max(1, len(values) - 1) * (WIDTH - LEFT - RIGHT)

    def y(value: int) -> float:
        return HEIGHT - BOTTOM - (value - lowest) / (highest - lowest) * (HEIGHT - TOP - BOTTOM)

    lines = "".join(
        f'<path class="grid" d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}"/>'
        f'<text class="axis" x="{LEFT - 6}" y="{y(value) + 4:.1f}">{value}</text>'
        for value in range(-(-lowest // step) * step, highest + 1, step)
    )
    points = " ".join(f"{x(number):.1f},{y(value):.1f}" for number, value in enumerate(values))
    label = escape(
        tr("Rating from {first} to {last}, over the last games", first=values[0], last=values[-1])
    )
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f'{lines}<polyline class="course seat-0" points="{points}"/>'
        f'<circle class="turning" cx="{x(len(values) - 1):.1f}" cy="{y(values[-1]):.1f}" r="4.5"/>'
        "</svg>"
    )
