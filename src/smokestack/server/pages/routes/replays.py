"""Finished games: the replay, with a URL for each answer, and the score in detail."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.analysis.report import Analysis
from smokestack.analysis.words import LineAnswer
from smokestack.bots.registry import levels
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.domain.creation import can_play_on
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.status import tile_set
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of, view_of
from smokestack.server.http.requests import (
    HttpRequest,
    event_logs_of,
    form_fields,
    guest_of,
    origin_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
    wants_fragment,
    whole_number,
)
from smokestack.server.pages.analysis_page import analysed_step_of, better_line
from smokestack.server.pages.board_page import draw_stage
from smokestack.server.pages.openings_page import path_from
from smokestack.server.pages.rendering import page
from smokestack.server.pages.score_page import score_page_of
from smokestack.server.pages.table_page import without_answers


@get("/tables/{table_id:str}/replay")
async def replay_start(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    await _finished(request, table_id)
    return redirect_to(f"/tables/{table_id}/replay/0")


@get("/tables/{table_id:str}/replay/{number:int}")
async def replay(
    request: HttpRequest, table_id: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    """The table after `number` answers, as one seat or a spectator saw it.

    With `line`, the table after so many answers of the better line that an analysis found.
    """
    table = await _finished(request, table_id)
    length = len(table.match.history)
    if not 0 <= number <= length:
        raise TableNotFound(tr("This game has no such move."))
    asked_seat = request.query_params.get("seat", "")
    is_seat = asked_seat in map(str, range(len(table.seats)))
    seat = int(asked_seat) if is_seat else SPECTATOR
    match = Match(table.game, table.setup)
    for answer in table.match.history[:number]:
        match.play(answer)
    analysis = await _analysis_of(request, table)
    asked_line = request.query_params.get("line", "")
    line = _line(table, analysis, number) if asked_line else []
    line_answer = _line_answer(line, asked_line)
    state = line_answer.state if line_answer else match.state
    view = view_of(table, seat, state)
    entries = event_logs_of(request).entries(table, 0)
    entry = entries[number - 1] if number else None
    game = match.game
    ui = ui_of(game)
    things = entry.things if entry else []
    if line_answer:
        before = view_of(table, seat, line_answer.before)
        things = ui.log_entry(before, line_answer.answer, view).things
    shown = without_answers(table, view, state)
    return page(
        request,
        "replay_fragment.html" if wants_fragment(request) else "replay.html",
        table=table,
        game=game,
        number=number,
        length=length,
        seat=seat,
        entry=entry,
        entries=list(enumerate(entries, 1)),
        names=names_of(table),
        facts=[tuple(facts) for facts in ui.facts(view)],
        stage=draw_stage(ui, shown, things),
        sentences=ui.describe(view),
        tile_set=tile_set(table),
        levels=levels(),
        over=match.over,
        can_play_on=can_play_on(table, visitor_of(request).guest),
        line=[answer.text for answer in line],
        line_at=int(asked_line) if line_answer else 0,
        openings=path_from(game, game.start(table.setup), table.match.history[:number]),
        analysed=analysed_step_of(table, analysis, number) if analysis else None,
    )


@post("/tables/{table_id:str}/replay/{number:int}/play-on")
async def play_on(
    request: HttpRequest, table_id: FromPath[str], number: FromPath[int]
) -> Response[Any]:
    form = await form_fields(request)
    guest = guest_of(request)
    table = await service_of(request).creation.play_on(
        table_id,
        number,
        guest,
        whole_number(form.get("seat", "")),
        form.get("bot", ""),
        visitor_of(request).name or tr("Guest"),
        origin_of(request),
    )
    response = redirect_to(f"/tables/{table.id}")
    set_guest_cookie(request, response, guest)
    return response


@get("/tables/{table_id:str}/score")
async def score(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    """How a finished game went, and every point with its source."""
    table = await _finished(request, table_id)
    return page(
        request,
        "score.html",
        table=table,
        game=table.game,
        result=table.match.result,
        names=names_of(table),
        score_page=score_page_of(table, event_logs_of(request).entries(table, 0)),
    )


def _line(table: Table, analysis: Analysis | None, number: int) -> list[LineAnswer]:
    """The better line of the decision after `number` answers; empty without an analysis."""
    if analysis is None or number == len(analysis.steps):
        return []
    step = analysis.steps[number]
    return better_line(table, step) if step.grade is not None else []


def _line_answer(line: list[LineAnswer], number: str) -> LineAnswer | None:
    """An answer of a line, counted from 1; None if no line is asked for, or none is known."""
    if not line:
        return None
    if not 1 <= (index := whole_number(number)) <= len(line):
        raise TableNotFound(tr("This game has no such move."))
    return line[index - 1]


async def _analysis_of(request: HttpRequest, table: Table) -> Analysis | None:
    """The analysis of the game, if there is one that may be seen."""
    try:
        return (await service_of(request).analyses.find_best(table.id)).analysis
    except InvalidAction:
        return None


async def _finished(request: HttpRequest, table_id: str) -> Table:
    table = await service_of(request).find(table_id)
    if not table.finished:
        raise InvalidAction(tr("You can see this when the game is over."))
    return table
