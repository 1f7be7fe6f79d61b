"""Charts of values over the steps of a game or over many games, as SVG."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Final, NamedTuple

WIDTH: Final = 640
MAX_GRID_LINES: Final = 6
GRID_STEPS: Final = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)

Ends = tuple[float, float]
"""The lowest and the highest value."""


class Margins(NamedTuple):
    """The space around the lines; labels of values stand to the left."""

    left: float = 54
    bottom: float = 26
    right: float = 12
    top: float = 12


class LineChart:
    """A drawing made piece by piece; what is added later lies above."""

    def __init__(
        self, steps: int, ends: Ends, height: float, margins: Margins, width: float = WIDTH
    ) -> None:
        """`steps` is the number of the last step; the first is 0."""
        self.steps = max(1, steps)
        self.lowest, self.highest = ends
        self.width = width
        self.height = height
        self.margins = margins
        self._parts: list[str] = []

    @property
    def markup(self) -> str:
        return "".join(self._parts)

    def x(self, step: float) -> float:
        left, right = self.margins.left, self.margins.right
        return left + step / self.steps * (self.width - left - right)

    def y(self, value: float) -> float:
        top, foot = self.margins.top, self.height - self.margins.bottom
        return foot - (value - self.lowest) / (self.highest - self.lowest) * (foot - top)

    def add(self, markup: str) -> None:
        self._parts.append(markup)

    def add_grid(self, values: Iterable[float], label: Callable[[float], str]) -> None:
        """A line and its label for each of these values."""
        left = self.margins.left
        for value in values:
            y = self.y(value)
            self.add(
                f'<path class="grid" d="M{left:g} {y:.1f}H{self.width - self.margins.right:g}"/>'
                f'<text class="axis" x="{left - 6:g}" y="{y + 4:.1f}">{escape(label(value))}</text>'
            )

    def add_round_grid(self) -> None:
        """A grid of not too many round numbers."""
        span = self.highest - self.lowest
        step = next((size for size in GRID_STEPS if span / size <= MAX_GRID_LINES), GRID_STEPS[-1])
        first = math.ceil(self.lowest / step) * step
        self.add_grid(range(first, math.floor(self.highest) + 1, step), str)

    def add_period(self, step: float) -> None:
        """A line where a period begins."""
        foot = self.height - self.margins.bottom
        self.add(f'<path class="period" d="M{self.x(step):.1f} {self.margins.top:g}V{foot:g}"/>')

    def add_period_title(self, step: float, title: str) -> None:
        """Below the lines, at the step with which the period begins."""
        x, y = self.x(step) + 4, self.height - 8
        self.add(f'<text class="period-title" x="{x:.1f}" y="{y:g}">{escape(title)}</text>')

    def add_course(self, seat: int, values: Sequence[float]) -> None:
        """The value at each step, in the colour of a seat."""
        points = " ".join(
            f"{self.x(step):.1f},{self.y(value):.1f}" for step, value in enumerate(values)
        )
        self.add(f'<polyline class="course seat-{seat}" points="{points}"/>')

    def point(self, step: float, value: float, reach: float = 0) -> str:
        """The drawing of a point on a line, to be added; `reach` is the radius for pointers."""
        at = f'cx="{self.x(step):.1f}" cy="{self.y(value):.1f}"'
        hit = f'<circle class="reach" {at} r="{reach:g}"/>' if reach else ""
        return f'{hit}<circle class="turning" {at} r="4.5"/>'

    def svg(self, label: str, role: str = "img") -> str:
        return chart_svg(self.markup, self.width, self.height, label, role)


def chart_svg(markup: str, width: float, height: float, label: str, role: str = "img") -> str:
    """One or several charts as a picture; the role is `group` if it has links."""
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'role="{role}" aria-label="{escape(label)}">{markup}</svg>'
    )
