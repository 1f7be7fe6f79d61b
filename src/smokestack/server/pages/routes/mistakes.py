"""Learning from mistakes: the decisions that a seat got wrong, to be answered again."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.engine.errors import IllegalAnswer
from smokestack.games import ui_of
from smokestack.presentation.language import tr, translate
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.mistakes import Exercise, Judgement
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import HINT
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    origin_of,
    redirect_to,
    service_of,
    wants_fragment,
)
from smokestack.server.pages.board_page import ANSWER_SEPARATOR
from smokestack.server.pages.mistake_page import mistake_page_of
from smokestack.server.pages.rendering import page


@get("/tables/{table_id:str}/mistakes/{seat:int}")
async def mistakes_start(
    request: HttpRequest, table_id: FromPath[str], seat: FromPath[int]
) -> Response[Any]:
    return redirect_to(f"/tables/{table_id}/mistakes/{seat}/1")


@get("/tables/{table_id:str}/mistakes/{seat:int}/{number:int}")
async def mistake(
    request: HttpRequest, table_id: FromPath[str], seat: FromPath[int], number: FromPath[int]
) -> Response[bytes]:
    """A decision to answer again; with `solution`, the answer that the analysis found."""
    exercise = await service_of(request).mistakes.exercise(table_id, seat, number)
    return _show(request, exercise, show_solution="solution" in request.query_params)


@post("/tables/{table_id:str}/mistakes/{seat:int}/{number:int}", status_code=200, opt=HINT)
async def mistake_answer(
    request: HttpRequest, table_id: FromPath[str], seat: FromPath[int], number: FromPath[int]
) -> Response[bytes]:
    """Only the first answer counts; others are prepared for decisions that do not come."""
    service = service_of(request).mistakes
    exercise = await service.exercise(table_id, seat, number)
    form = await form_fields(request)
    answer = form.get("answer", "").split(ANSWER_SEPARATOR)[0]
    try:
        judgement = await service.judge(exercise, answer, origin_of(request))
    except IllegalAnswer as error:
        return _show(request, exercise, notice=translate(error), status=status_of(error))
    return _show(request, exercise, judgement)


@get("/tables/{table_id:str}/mistakes/{seat:int}/{number:int}/about/{thing:str}")
async def mistake_about(
    request: HttpRequest,
    table_id: FromPath[str],
    seat: FromPath[int],
    number: FromPath[int],
    thing: FromPath[str],
) -> Response[bytes]:
    exercise = await service_of(request).mistakes.exercise(table_id, seat, number)
    description = ui_of(exercise.table.game).about(exercise.view, thing)
    if description is None:
        raise TableNotFound(tr("There is no such item on this table."))
    return page(request, "about.html", about=description, game=exercise.table.game)


def _show(
    request: HttpRequest,
    exercise: Exercise,
    judgement: Judgement | None = None,
    show_solution: bool = False,
    notice: str = "",
    status: int = 200,
) -> Response[bytes]:
    return page(
        request,
        "mistake_fragment.html" if wants_fragment(request) else "mistake.html",
        status,
        game=exercise.table.game,
        mistake_page=mistake_page_of(exercise, judgement, show_solution),
        notice=notice,
    )
