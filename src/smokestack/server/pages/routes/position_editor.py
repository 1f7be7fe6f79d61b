"""Setting up a position by hand: a form of the game, checked by its loader. Nothing is stored."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

from litestar import Response, get, post

from smokestack.engine.errors import InvalidInput
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import ui_of
from smokestack.presentation.language import translate
from smokestack.presentation.position_form import FieldProblem, FieldValues, filled
from smokestack.server.domain.study import Study, study_of_start
from smokestack.server.domain.study_address import position_address, read_address
from smokestack.server.http.errors import WRONG_FIELDS_STATUS, status_of
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    redirect_to,
    service_of,
    whole_number,
)
from smokestack.server.pages.rendering import page
from smokestack.server.pages.study_page import path_of

EDITOR: Final = "/study/edit?"
MAX_SEED: Final = 2**32
MAX_POSITION_FIELDS: Final = 600


@get("/study/edit")
async def edit_position(request: HttpRequest) -> Response[Any]:
    """The form for a study's position, or for a new game, given as `game/edition/players`."""
    start = request.query_params.get("start", "")
    if start:
        game, _, rest = start.partition("/")
        edition, _, players = rest.partition("/")
        seed = secrets.randbelow(MAX_SEED)
        address = study_of_start(game, edition, whole_number(players), seed)
        return redirect_to(EDITOR + address.query())
    return _form_page(request, await _find(request))


@post("/study/edit", status_code=200)
async def save_position(request: HttpRequest) -> Response[Any]:
    """Check what was entered: show it on the board, or go on editing."""
    study = await _find(request)
    entered = await form_fields(request, MAX_POSITION_FIELDS)
    ui = ui_of(study.game)
    values = FieldValues(ui.position_form(study.state), entered)
    if values.problems:
        return _form_page(request, study, entered, values.problems, status=WRONG_FIELDS_STATUS)
    try:
        state = study.game.load(ui.edited_position(study.state, values))
    except InvalidInput as error:
        notice = translate(error)
        return _form_page(request, study, entered, notice=notice, status=status_of(error))
    address = position_address(study.game, state)
    if "check" in entered:
        return redirect_to(EDITOR + address.query())
    return redirect_to(path_of(address))


async def _find(request: HttpRequest) -> Study:
    return await service_of(request).study.find(read_address(request.query_params))


def _form_page(
    request: HttpRequest,
    study: Study,
    entered: Mapping[str, str] | None = None,
    problems: list[FieldProblem] | None = None,
    notice: str = "",
    status: int = 200,
) -> Response[bytes]:
    ui = ui_of(study.game)
    address = position_address(study.game, study.state)
    view = View(study.game, study.state, SPECTATOR, study.names)
    return page(
        request,
        "position_editor.html",
        status,
        game=study.game,
        pictures=ui.parts(view)[0].pictures,
        query=address.query(),
        back=EDITOR + address.query(),
        sections=filled(ui.position_form(study.state), entered or {}),
        problems={problem.field: problem for problem in problems or []},
        notice=notice,
    )
