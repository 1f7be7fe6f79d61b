"""Interactive first games. A step has its own URL; nothing is stored."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.engine.game import Game
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.presentation.lesson import LEARNER
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.lessons import answer_lesson, find_place
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    redirect_to,
    wants_fragment,
)
from smokestack.server.pages.board_page import ANSWER_SEPARATOR, MAX_ANSWERS
from smokestack.server.pages.chosen_game import chosen_game
from smokestack.server.pages.lesson_page import lesson_page_of
from smokestack.server.pages.rendering import page


@get("/learn/{name:str}")
async def lesson_start(request: HttpRequest, name: FromPath[str]) -> Response[Any]:
    return redirect_to(f"/learn/{chosen_game(name).name}/0")


@get("/learn/{name:str}/{number:int}")
async def lesson(
    request: HttpRequest, name: FromPath[str], number: FromPath[int]
) -> Response[bytes]:
    return _show(request, chosen_game(name), number)


@post("/learn/{name:str}/{number:int}", status_code=200)
async def answer(request: HttpRequest, name: FromPath[str], number: FromPath[int]) -> Response[Any]:
    game = chosen_game(name)
    form = await form_fields(request)
    answers = form.get("answer", "").split(ANSWER_SEPARATOR)[:MAX_ANSWERS]
    reply = answer_lesson(game, ui_of(game).lesson(), number, answers)
    if reply.notice or wants_fragment(request):
        return _show(request, game, reply.number, reply.notice)
    return redirect_to(f"/learn/{name}/{reply.number}")


@get("/learn/{name:str}/{number:int}/about/{thing:str}")
async def about(
    request: HttpRequest, name: FromPath[str], number: FromPath[int], thing: FromPath[str]
) -> Response[bytes]:
    game = chosen_game(name)
    ui = ui_of(game)
    view = find_place(game, ui.lesson(), number).match.view(LEARNER)
    description = ui.about(view, thing)
    if description is None:
        raise TableNotFound(tr("There is no such item on this table."))
    return page(request, "about.html", about=description, game=game)


def _show(request: HttpRequest, game: Game, number: int, notice: str = "") -> Response[bytes]:
    return page(
        request,
        "lesson_fragment.html" if wants_fragment(request) else "lesson.html",
        game=game,
        lesson_page=lesson_page_of(game, number),
        notice=notice,
    )
