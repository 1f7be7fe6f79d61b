"""The study board: any position of a game, in an address that can be shared. Nothing is stored."""

from __future__ import annotations

import secrets
from typing import Any, Final

from litestar import Response, get, post

from smokestack.engine.errors import SmokestackError
from smokestack.games import find_game, game_names, ui_of
from smokestack.presentation.language import tr, translate
from smokestack.server.domain.errors import LimitExceeded, StorageUnavailable, TableNotFound
from smokestack.server.domain.study import (
    MAX_TEXT_LENGTH,
    Study,
    position_text,
    study_of_start,
    study_of_text,
)
from smokestack.server.domain.study_address import read_address
from smokestack.server.http.errors import status_of
from smokestack.server.http.rate_limit import HINT
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    origin_of,
    public_address,
    redirect_to,
    service_of,
    visitor_of,
    wants_fragment,
    whole_number,
)
from smokestack.server.pages.board_page import ANSWER_SEPARATOR, MAX_ANSWERS
from smokestack.server.pages.rendering import page
from smokestack.server.pages.study_page import hint_lines, path_of, study_page_of

MAX_SEED: Final = 2**32


@get("/study")
async def study_start(request: HttpRequest) -> Response[bytes]:
    """How to begin; with the address of a study, its position as text to change."""
    if not request.query_params:
        return _start_page(request)
    study = await _find(request)
    return _start_page(request, study.game.name, position_text(study))


@post("/study", status_code=200)
async def study_text(request: HttpRequest) -> Response[Any]:
    """A position or a record as text; what is wrong with it is said above the text."""
    form = await form_fields(request, max_length=MAX_TEXT_LENGTH)
    text, game, move = form.get("text", ""), form.get("game", ""), form.get("move", "")
    try:
        address = study_of_text(text, game, whole_number(move) if move else None)
        study = await service_of(request).study.find(address)
    except (LimitExceeded, StorageUnavailable):
        raise
    except SmokestackError as error:
        return _start_page(request, game, text, move, translate(error), status_of(error))
    return redirect_to(path_of(study.address))


@get("/study/new")
async def study_new(request: HttpRequest) -> Response[Any]:
    """The start of a game, given as `game/edition/players`."""
    game, _, rest = request.query_params.get("start", "").partition("/")
    edition, _, players = rest.partition("/")
    address = study_of_start(game, edition, whole_number(players), secrets.randbelow(MAX_SEED))
    return redirect_to(path_of(address))


@get("/study/board")
async def study_board(request: HttpRequest) -> Response[bytes]:
    return _board_page(request, await _find(request))


@post("/study/board", status_code=200)
async def study_answer(request: HttpRequest) -> Response[Any]:
    study = await _find(request)
    form = await form_fields(request)
    answers = form.get("answer", "").split(ANSWER_SEPARATOR)[:MAX_ANSWERS]
    service = service_of(request)
    try:
        study = await service.study.find(study.answer(answers))
    except SmokestackError as error:
        return _board_page(request, study, translate(error), status_of(error))
    if wants_fragment(request):
        return _board_page(request, study)
    return redirect_to(path_of(study.address))


@post("/study/board/hint", status_code=200, opt=HINT)
async def study_hint(request: HttpRequest) -> Response[bytes]:
    """What the strongest bot would answer in the position shown, and what it expects then."""
    study = await _find(request)
    guest, origin = visitor_of(request).guest, origin_of(request)
    hints = await service_of(request).study.hints(study.address, guest, origin)
    view = study.view
    choices = {choice.answer: choice for choice in ui_of(study.game).choices(view)}
    return page(
        request,
        "hint.html" if wants_fragment(request) else "study_hint.html",
        game=study.game,
        back=path_of(study.address),
        hints=[hint for hint in hints if hint.answer in choices],
        choices=choices,
        lines=hint_lines(study, hints),
        points_of=lambda hint: ", ".join(
            f"{name} {points:.0f}" for name, points in zip(view.players, hint.points, strict=True)
        ),
    )


@get("/study/about")
async def study_about(request: HttpRequest) -> Response[bytes]:
    study = await _find(request)
    thing = request.query_params.get("thing", "")
    description = ui_of(study.game).about(study.view, thing)
    if description is None:
        raise TableNotFound(tr("There is no such item on this table."))
    return page(request, "about.html", about=description, game=study.game)


async def _find(request: HttpRequest) -> Study:
    return await service_of(request).study.find(read_address(request.query_params))


def _start_page(
    request: HttpRequest,
    game: str = "",
    text: str = "",
    move: str = "",
    notice: str = "",
    status: int = 200,
) -> Response[bytes]:
    games = [find_game(name) for name in game_names()]
    starts = [
        (other.name, edition, players)
        for other in games
        for edition in other.editions
        for players in sorted(other.player_counts(edition))
    ]
    return page(
        request,
        "study_start.html",
        status,
        games=games,
        starts=starts,
        chosen=game,
        text=text,
        move=move,
        notice=notice,
        max_length=MAX_TEXT_LENGTH,
    )


def _board_page(
    request: HttpRequest, study: Study, notice: str = "", status: int = 200
) -> Response[bytes]:
    return page(
        request,
        "study_fragment.html" if wants_fragment(request) else "study.html",
        status,
        game=study.game,
        study_page=study_page_of(study),
        table_id=study.address.table,
        address=public_address(request) + path_of(study.address),
        back=path_of(study.address),
        notice=notice,
    )
