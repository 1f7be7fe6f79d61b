"""Draws how the rating of a person has changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.presentation.language import tr
from smokestack.presentation.line_chart import LineChart, Margins
from smokestack.server.domain.ratings import RatingPoint, points_of

HEIGHT: Final = 200
MARGIN: Final = 25  # points above and below the curve


def rating_curve(curve: Sequence[RatingPoint]) -> str:
    """The ratings after each game as SVG, from left to right."""
    values = [points_of(point.mu) for point in curve]
    ends = min(values) - MARGIN, max(values) + MARGIN
    chart = LineChart(len(values) - 1, ends, HEIGHT, Margins(bottom=12))
    chart.add_round_grid()
    chart.add_course(0, values)
    chart.add(chart.point(len(values) - 1, values[-1]))
    return chart.svg(
        tr("Rating from {first} to {last}, over the last games", first=values[0], last=values[-1])
    )
