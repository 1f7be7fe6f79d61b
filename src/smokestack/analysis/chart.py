"""Draws the course of a game: the win chance and the expected points of each seat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from textwrap import wrap
from typing import Final

from smokestack.analysis.report import Analysis
from smokestack.analysis.turning_points import main_turning_points
from smokestack.analysis.words import PERIODS
from smokestack.games import find_game, ui_of
from smokestack.presentation.language import tr
from smokestack.presentation.line_chart import WIDTH, Ends, LineChart, Margins, chart_svg

HEIGHT: Final = 240
MARGINS: Final = Margins()
# Of the drawing above the slider of a replay: the win chances, and below them the points.
BAND_HEIGHTS: Final = (48, 40)
BAND_WIDTH: Final = 600
BAND_MARGINS: Final = Margins(left=0, bottom=2, right=0, top=2)
BAND_TITLE: Final = 17
BAND_TOPS: Final = (0, BAND_TITLE + BAND_HEIGHTS[0], 2 * BAND_TITLE + sum(BAND_HEIGHTS))
MARK_HEIGHT: Final = 11
REACH: Final = 16  # of the links at turning points
HEADER: Final = 64  # of the picture to share
TITLE_LENGTH: Final = 46  # letters of the large font
LONG_TITLE_LENGTH: Final = 62  # in each line of a smaller one
TITLE_LINE: Final = 20
CHART_TITLE: Final = 22  # over each of its charts
COLOURS: Final = ("#9c2f2a", "#1d5a86", "#3d6b2e", "#6c3f86")
DASHES: Final = ("none", "10 4", "3 4", "12 4 3 4")
# The colours of the pages by day; programs that draw SVG often know no variables. resvg takes
# `sans-serif` for Arial, so the font of the container is named.
STYLE: Final = (
    "text{font:13px Arial,Helvetica,DejaVu Sans,sans-serif;fill:#5d5145}"
    ".title{font-size:20px;font-weight:700;fill:#2a2420}.long{font-size:15px}"
    ".axis{text-anchor:end}.grid{stroke:#cfc0a4;fill:none}.period{stroke:#8a7a64;fill:none}"
    ".course{fill:none;stroke-width:3;stroke-linejoin:round}.turning{fill:#2a2420}"
    + "".join(
        f".course.seat-{seat}{{stroke:{colour};stroke-dasharray:{dash}}}"
        for seat, (colour, dash) in enumerate(zip(COLOURS, DASHES, strict=True))
    )
)
Link = Callable[[int], str]
"""The address of a step."""


def chance_chart(analysis: Analysis, names: Sequence[str], link: Link | None = None) -> str:
    """The win chances as SVG, turning points marked and linked."""
    label = tr("Win chances over the game: {names}", names=", ".join(names))
    return _chances(analysis, link).svg(label, "group")


def slider_chart(analysis: Analysis, names: Sequence[str], number: int) -> str:
    """Win chances and expected points, as wide as the slider below them.

    A thick line shows the current step, thin ones with a triangle the turning points. The drawing
    is stretched to the width of the slider, but its texts and triangles are not.
    """
    steps = max(1, len(analysis.steps))
    points = _courses(analysis, "points")
    lowest = min(min(course) for course in points)
    highest = max(lowest + 1, *(max(course) for course in points))
    scale = tr("Expected points, {min} to {max}", min=round(lowest), max=round(highest))
    turning = main_turning_points(analysis)
    triangle = f'<path class="turning" d="M0 {BAND_TOPS[2]}l5 9h-10z"/>'
    parts = [_step_line("turning-line", step / steps, triangle) for step in turning]
    parts.append(_band(0, tr("Win chances"), _courses(analysis, "chances"), (0.0, 1.0)))
    parts.append(_band(1, scale, points, (lowest, highest)))
    parts.append(_step_line("current-step", number / steps))
    label = tr("Win chances and expected points over the game: {names}", names=", ".join(names))
    if turning:
        moves = ", ".join(map(str, turning))
        label += ". " + tr("Turning points: moves {moves}", moves=moves)
    return (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" '
        f'height="{BAND_TOPS[2] + MARK_HEIGHT}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}</svg>"
    )


def points_chart(analysis: Analysis, names: Sequence[str]) -> str:
    """The expected points as SVG."""
    label = tr("Expected points over the game: {names}", names=", ".join(names))
    return _points(analysis).svg(label)


def picture(analysis: Analysis, title: str, names: Sequence[str]) -> str:
    """Both charts with a title and the names, as a picture that needs no other file."""
    lines = [title] if len(title) <= TITLE_LENGTH else wrap(title, LONG_TITLE_LENGTH)
    kind = "title" if len(lines) == 1 else "title long"
    header = HEADER + TITLE_LINE * (len(lines) - 1)
    height = header + 2 * (CHART_TITLE + HEIGHT)
    parts = [f'<rect width="{WIDTH}" height="{height}" fill="#f4ecdb"/>']
    parts += [
        f'<text class="{kind}" x="16" y="{28 + TITLE_LINE * number}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    space = (WIDTH - 32) / len(names)
    for seat, name in enumerate(names):
        x, shown = 16 + seat * space, escape(_short(name, int(space / 9)))
        parts.append(
            f'<path class="course seat-{seat}" d="M{x:.0f} {header - 16}h28"/>'
            f'<text x="{x + 34:.0f}" y="{header - 12}">{shown}</text>'
        )
    top = header
    for heading, chart in (
        (tr("Win chances"), _chances(analysis, None)),
        (tr("Expected points"), _points(analysis)),
    ):
        parts.append(f'<text x="16" y="{top + CHART_TITLE - 6}">{escape(heading)}</text>')
        parts.append(f'<g transform="translate(0 {top + CHART_TITLE})">{chart.markup}</g>')
        top += CHART_TITLE + HEIGHT
    label = tr("Win chances over the game: {names}", names=", ".join(names))
    return chart_svg(f"<style>{STYLE}</style>{''.join(parts)}", WIDTH, height, label)


def _chances(analysis: Analysis, link: Link | None) -> LineChart:
    chart = LineChart(len(analysis.steps), (0, 1), HEIGHT, MARGINS)
    chart.add_grid((0, 0.25, 0.5, 0.75, 1), lambda share: f"{round(100 * share)} %")
    _add_periods(chart, analysis)
    _add_courses(chart, _courses(analysis, "chances"))
    for number in main_turning_points(analysis):
        chance = max(analysis.steps[number - 1].values.chances)
        point = chart.point(number, chance, REACH if link is not None else 0)
        if link is not None:
            name = escape(tr("Move {number}", number=number))
            point = f'<a href="{link(number)}" aria-label="{name}">{point}</a>'
        chart.add(point)
    return chart


def _points(analysis: Analysis) -> LineChart:
    courses = _courses(analysis, "points")
    lowest = min(min(course) for course in courses)
    highest = max(lowest + 1.0, *(max(course) for course in courses))
    chart = LineChart(len(analysis.steps), (lowest, highest), HEIGHT, MARGINS)
    chart.add_round_grid()
    _add_periods(chart, analysis)
    _add_courses(chart, courses)
    return chart


def _add_periods(chart: LineChart, analysis: Analysis) -> None:
    titles = {**PERIODS, **ui_of(find_game(analysis.game)).score_periods}
    period = ""
    for step in analysis.steps:
        if step.period == period:
            continue
        if period:
            chart.add_period(step.number - 1)
        period = step.period
        chart.add_period_title(step.number - 1, tr(titles[period]))


def _add_courses(chart: LineChart, courses: Sequence[Sequence[float]]) -> None:
    for seat, course in enumerate(courses):
        chart.add_course(seat, course)


def _band(number: int, title: str, courses: Sequence[Sequence[float]], ends: Ends) -> str:
    """One of the drawings above the slider, with its title over it."""
    height, top = BAND_HEIGHTS[number], BAND_TOPS[number]
    chart = LineChart(len(courses[0]) - 1, ends, height, BAND_MARGINS, BAND_WIDTH)
    chart.add(f'<path class="grid" d="M0 {height / 2:.0f}H{BAND_WIDTH}"/>')
    _add_courses(chart, courses)
    return (
        f'<text y="{top + BAND_TITLE - 4}">{escape(title)}</text>'
        f'<svg y="{top + BAND_TITLE}" width="100%" height="{height}" '
        f'viewBox="0 0 {BAND_WIDTH} {height}" preserveAspectRatio="none">{chart.markup}</svg>'
    )


def _step_line(name: str, share: float, mark: str = "") -> str:
    """A line through both drawings above the slider, after this share of the game."""
    lines = "".join(
        f"M0 {top + BAND_TITLE}v{height}"
        for top, height in zip(BAND_TOPS, BAND_HEIGHTS, strict=False)
    )
    return (
        f'<svg x="{100 * share:.2f}%" overflow="visible">'
        f'<path class="{name}" d="{lines}"/>{mark}</svg>'
    )


def _courses(analysis: Analysis, kind: str) -> list[list[float]]:
    """The values of each seat after the deal and after every answer."""
    values = [analysis.dealt, *(step.values for step in analysis.steps)]
    rows = [value.chances if kind == "chances" else value.points for value in values]
    return [list(course) for course in zip(*rows, strict=True)]


def _short(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"
