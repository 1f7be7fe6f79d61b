"""Puzzles: today's, by theme, and rated ones near the visitor's rating."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.engine.errors import IllegalAnswer
from smokestack.games import find_game, game_names, ui_of
from smokestack.presentation.language import tr, translate
from smokestack.puzzles.puzzle import view_of
from smokestack.puzzles.words import names_of
from smokestack.server.domain.errors import PuzzleNotFound
from smokestack.server.domain.puzzles import TryResult, find_puzzle
from smokestack.server.http.errors import status_of
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
    wants_fragment,
    whole_number,
)
from smokestack.server.pages.board_page import ANSWER_SEPARATOR
from smokestack.server.pages.puzzle_page import Place, overview_of, puzzle_page_of, puzzle_path
from smokestack.server.pages.rendering import page


@get("/puzzles")
async def puzzles(request: HttpRequest) -> Response[bytes]:
    """Today's puzzles, the visitor's ratings, and all themes."""
    service = service_of(request).puzzles
    standings = await service.standings(visitor_of(request).guest)
    return page(
        request,
        "puzzles.html",
        overviews=[
            overview_of(find_game(name), standings[name], service.daily(name))
            for name in sorted(game_names(), reverse=True)
        ],
    )


@get("/puzzles/next")
async def next_puzzle(request: HttpRequest) -> Response[Any]:
    """A puzzle that the visitor has not tried yet."""
    query = request.query_params
    service = service_of(request).puzzles
    guest = visitor_of(request).guest
    theme = query.get("theme", "")
    found = await service.next(guest, query.get("game", ""), theme)
    return redirect_to(puzzle_path(found, theme))


@get("/puzzles/{puzzle_id:str}")
async def puzzle(request: HttpRequest, puzzle_id: FromPath[str]) -> Response[bytes]:
    query = request.query_params
    place = None
    if "line" in query:
        place = Place(whole_number(query["line"]), whole_number(query.get("at", "")))
    return await _show(request, puzzle_id, visitor_of(request).guest, place=place)


@post("/puzzles/{puzzle_id:str}", status_code=200)
async def puzzle_answer(request: HttpRequest, puzzle_id: FromPath[str]) -> Response[bytes]:
    """Try an answer, or give up and see the solution. Only the first answer of several counts."""
    find_puzzle(puzzle_id)
    service = service_of(request).puzzles
    form = await form_fields(request)
    guest = guest_of(request)
    if form.get("give_up"):
        result = await service.give_up(puzzle_id, guest)
        response = await _show(request, puzzle_id, guest, result=result, show_solution=True)
    else:
        given = form.get("answer", "").split(ANSWER_SEPARATOR)[0]
        try:
            answer, result = await service.attempt(puzzle_id, guest, given)
        except IllegalAnswer as error:
            return await _show(
                request, puzzle_id, guest, notice=translate(error), status=status_of(error)
            )
        response = await _show(request, puzzle_id, guest, answer, result)
    set_guest_cookie(request, response, guest)
    return response


@get("/puzzles/{puzzle_id:str}/about/{thing:str}")
async def puzzle_about(
    request: HttpRequest, puzzle_id: FromPath[str], thing: FromPath[str]
) -> Response[bytes]:
    found = find_puzzle(puzzle_id)
    view = view_of(found, names_of(found.state()))
    description = ui_of(view.game).about(view, thing)
    if description is None:
        raise PuzzleNotFound(tr("There is no such item on this table."))
    return page(request, "about.html", about=description, game=view.game)


async def _show(
    request: HttpRequest,
    puzzle_id: str,
    guest: str,
    answer: str = "",
    result: TryResult | None = None,
    show_solution: bool = False,
    notice: str = "",
    status: int = 200,
    place: Place | None = None,
) -> Response[bytes]:
    """The page of a puzzle; `place` is shown to people who have tried it."""
    progress = await service_of(request).puzzles.progress(puzzle_id, guest)
    theme = request.query_params.get("theme", "")
    if not progress.tried:
        place = None
    show_solution |= place is not None
    return page(
        request,
        "puzzle_fragment.html" if wants_fragment(request) else "puzzle.html",
        status,
        game=find_game(progress.puzzle.game),
        puzzle_page=puzzle_page_of(progress, answer, result, show_solution, theme, place),
        back=puzzle_path(progress.puzzle, theme, place),
        notice=notice,
    )
