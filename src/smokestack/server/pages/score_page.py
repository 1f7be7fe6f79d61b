"""The model of the page after a game: ranking, subtotals, points over time, turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from smokestack.games import ui_of
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import tr, trn
from smokestack.presentation.line_chart import LineChart, Margins
from smokestack.presentation.numbers import signed
from smokestack.presentation.table_text import LogEntry, ScoreLine
from smokestack.server.domain.standings import (
    Standing,
    Turn,
    TurningPoint,
    course_of,
    ranking,
    turning_points,
)
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of

HEIGHT: Final = 260
MARGINS: Final = Margins(left=34, bottom=30)


class GroupRow(msgspec.Struct, frozen=True):
    """The points of one kind, for each seat of the ranking."""

    name: str
    points: list[int]


class PeriodTable(msgspec.Struct, frozen=True):
    """The points of one period by kind."""

    name: str
    rows: list[GroupRow]
    sums: list[int]


class SheetGroup(msgspec.Struct, frozen=True):
    """The lines of one kind and period on a seat's sheet."""

    name: str
    total: int
    lines: list[ScoreLine]


class ShownTurningPoint(msgspec.Struct, frozen=True):
    number: int
    text: str
    effect: str


class ScorePage(msgspec.Struct, frozen=True):
    ranking: list[Standing]
    periods: list[PeriodTable]
    totals: list[int]
    chart: Markup
    turning_points: list[ShownTurningPoint]
    sheets: list[list[SheetGroup]]
    """For each seat of the ranking."""


def score_page_of(table: Table, entries: Sequence[LogEntry]) -> ScorePage:
    ui = ui_of(table.game)
    lines = ui.score_sheet(table.match)
    ranked = ranking(table)
    seats = [standing.seat for standing in ranked]
    turns = course_of(table)
    return ScorePage(
        ranking=ranked,
        periods=_periods(ui, lines, seats),
        totals=[sum(line.total for line in lines if line.seat == seat) for seat in seats],
        chart=_chart(turns, ranked),
        turning_points=[_shown(table, point, entries) for point in turning_points(turns)],
        sheets=[_sheet(ui, [line for line in lines if line.seat == seat]) for seat in seats],
    )


def _periods(ui: GameUI, lines: list[ScoreLine], seats: list[int]) -> list[PeriodTable]:
    found = []
    for period, title in ui.score_periods.items():
        rows = []
        for group, name in ui.score_groups.items():
            own = [line for line in lines if (line.period, line.group) == (period, group)]
            if any(line.total for line in own):
                points = [sum(line.total for line in own if line.seat == seat) for seat in seats]
                rows.append(GroupRow(tr(name), points))
        if rows:
            sums = [sum(column) for column in zip(*(row.points for row in rows), strict=True)]
            found.append(PeriodTable(tr(title) if title else "", rows, sums))
    return found


def _sheet(ui: GameUI, lines: list[ScoreLine]) -> list[SheetGroup]:
    found = []
    for period, title in ui.score_periods.items():
        for group, name in ui.score_groups.items():
            own = [line for line in lines if (line.period, line.group) == (period, group)]
            if own:
                heading = f"{tr(name)}, {tr(title)}" if title else tr(name)
                own.sort(key=lambda line: -line.total)
                found.append(SheetGroup(heading, sum(line.total for line in own), own))
    return found


def _shown(table: Table, point: TurningPoint, entries: Sequence[LogEntry]) -> ShownTurningPoint:
    names = names_of(table)
    entry = entries[point.number - 1]
    gains = [
        f"{names[seat]} {trn('{change} point', '{change} points', abs(gain), change=signed(gain))}"
        for seat, gain in enumerate(point.gains)
        if gain
    ]
    if point.new_leader >= 0:
        gains.append(tr("{name} takes the lead", name=names[point.new_leader]))
    text = f"{names[entry.seat]} {entry.sentence}"
    if point.ended:
        text = tr("End of a period: {period}", period=point.ended)
    return ShownTurningPoint(point.number, text, "; ".join(gains))


def _chart(turns: Sequence[Turn], ranked: Sequence[Standing]) -> Markup:
    """The points after each turn as lines, one for each seat, with a grid and the periods."""
    highest = max(1, *(max(turn.points) for turn in turns))
    chart = LineChart(len(turns) - 1, (0, highest), HEIGHT, MARGINS)
    chart.add_round_grid()
    for index, turn in enumerate(turns):
        if turn.period_title and (not index or turn.period_title != turns[index - 1].period_title):
            if index:
                chart.add_period(index)
            chart.add_period_title(index, turn.period_title)
    for standing in reversed(ranked):
        chart.add_course(standing.seat, [turn.points[standing.seat] for turn in turns])
    standings = ", ".join(f"{standing.name} {standing.points}" for standing in ranked)
    return Markup(chart.svg(tr("Points over time: {standings}", standings=standings)))
