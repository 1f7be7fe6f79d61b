"""The model of the page with the analysis of a game."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from markupsafe import Markup

from smokestack.analysis.chart import chance_chart, picture, points_chart, slider_chart
from smokestack.analysis.report import Analysis, Score, Step
from smokestack.analysis.turning_points import main_turning_points
from smokestack.analysis.words import (
    PERIODS,
    VERDICTS,
    LineAnswer,
    error_sentence,
    line_of,
    moment_sentence,
    percent,
    signed_percent,
    verdict_sentences,
    with_names,
)
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.presentation.numbers import decimal
from smokestack.server.domain.mistakes import mistakes_of
from smokestack.server.domain.status import status_line
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of


class ShownMoment(msgspec.Struct, frozen=True):
    number: int
    seat: int
    text: str


class ShownError(msgspec.Struct, frozen=True):
    number: int
    seat: int
    verdict: str
    """For a style."""
    name: str
    text: str
    line: list[str]
    """The better line, one answer after another."""


class ShownScore(msgspec.Struct, frozen=True):
    """A row of the tables about a seat."""

    name: str
    decisions: int
    accuracy: str


class ShownSeat(msgspec.Struct, frozen=True):
    seat: int
    name: str
    accuracy: str
    inaccuracies: int
    mistakes: int
    blunders: int
    errors: str
    luck: str
    luck_points: str
    adjusted: str
    adjusted_points: str
    scores: list[ShownScore]
    """By period, then by kind of decision."""
    to_learn: int
    """The mistakes and blunders to answer again."""


class ShownValue(msgspec.Struct, frozen=True):
    """What a position is worth for a seat."""

    name: str
    chance: str
    points: str


class AnalysedStep(msgspec.Struct, frozen=True):
    """What an analysis says about one step of a replay."""

    chart: Markup
    """Win chances and expected points over the slider."""
    values: list[ShownValue]
    error: str
    """What would have been better than the last answer; empty if it was no error."""
    is_turning: bool
    turning: list[int]
    """Those that the chart marks."""
    previous: int | None
    next: int | None
    """The nearest turning points."""


class AnalysisPage(msgspec.Struct, frozen=True):
    sentences: list[str]
    moments: list[ShownMoment]
    chances: Markup
    points: Markup
    seats: list[ShownSeat]
    errors: list[ShownError]


def analysis_page_of(table: Table, analysis: Analysis) -> AnalysisPage:
    names = names_of(table)
    match = with_names(table.match, names)

    def link(number: int) -> str:
        return f"/tables/{table.id}/replay/{number}"

    errors = []
    for step in analysis.steps:
        if step.grade is not None and step.grade.verdict:
            verdict = step.grade.verdict
            errors.append(
                ShownError(
                    step.number,
                    step.seat,
                    verdict,
                    tr(VERDICTS[verdict]),
                    error_sentence(match, step),
                    [answer.text for answer in line_of(match, step)],
                )
            )
    return AnalysisPage(
        sentences=verdict_sentences(match, analysis),
        moments=[
            ShownMoment(moment.number, moment.seat, moment_sentence(match, analysis, moment))
            for moment in analysis.moments
        ],
        chances=Markup(chance_chart(analysis, names, link)),
        points=Markup(points_chart(analysis, names)),
        seats=[_seat(table, analysis, seat, name) for seat, name in enumerate(names)],
        errors=errors,
    )


def analysed_step_of(table: Table, analysis: Analysis, number: int) -> AnalysedStep:
    """What a replay shows of the analysis after `number` answers."""
    names = names_of(table)
    step = analysis.steps[number - 1] if number else None
    values = step.values if step else analysis.dealt
    turning = main_turning_points(analysis)
    return AnalysedStep(
        chart=Markup(slider_chart(analysis, names, number)),
        values=[
            ShownValue(name, percent(chance), decimal(points, 0))
            for name, chance, points in zip(names, values.chances, values.points, strict=True)
        ],
        error=(
            error_sentence(with_names(table.match, names), step)
            if step is not None and step.grade is not None and step.grade.verdict
            else ""
        ),
        is_turning=number in turning,
        turning=turning,
        previous=max((other for other in turning if other < number), default=None),
        next=min((other for other in turning if other > number), default=None),
    )


def analysis_picture(table: Table, analysis: Analysis) -> str:
    """The charts as an SVG file to share."""
    names = names_of(table)
    return picture(analysis, f"{table.game.title}: {status_line(table, None)}", names)


def better_line(table: Table, step: Step) -> list[LineAnswer]:
    """The better line of a graded step, with the names that are shown to people."""
    return line_of(with_names(table.match, names_of(table)), step)


def _seat(table: Table, analysis: Analysis, seat: int, name: str) -> ShownSeat:
    ui = ui_of(table.game)
    report = analysis.seats[seat]
    total = report.total
    periods = {**PERIODS, **ui.score_periods}
    return ShownSeat(
        seat=seat,
        name=name,
        accuracy=_whole_percent(total.accuracy),
        inaccuracies=total.inaccuracies,
        mistakes=total.mistakes,
        blunders=total.blunders,
        errors=f"{total.errors_per_100:.0f}",
        luck=signed_percent(report.luck_chance),
        luck_points=points_text(report.luck_points, "+"),
        adjusted=percent(report.adjusted_chance),
        adjusted_points=points_text(report.adjusted_points),
        to_learn=len(mistakes_of(analysis, seat)),
        scores=[*_rows(report.periods, periods), *_rows(report.kinds, ui.decision_texts)],
    )


def _rows(scores: Mapping[str, Score], texts: Mapping[str, str]) -> list[ShownScore]:
    return [
        ShownScore(
            tr(texts[name]),
            score.decisions,
            _whole_percent(score.accuracy),
        )
        for name, score in scores.items()
    ]


def _whole_percent(share: float) -> str:
    return f"{share:.0f} %"


def points_text(points: float, plus: str = "") -> str:
    """Points with one decimal and a true minus sign."""
    return f"{plus if points >= 0 else ''}{decimal(points)}"
