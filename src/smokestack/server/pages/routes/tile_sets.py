"""The tile sets of Glasgow: look at them, correct one from the box, download it, play with it."""

from __future__ import annotations

from typing import Any, Final

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from smokestack.games import find_game
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_toml
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.ui.about import reconstructed_fields
from smokestack.games.glasgow.ui.tile_drawing import tile_picture
from smokestack.games.glasgow.ui.tile_form import TileProblem, fields_of, read_fields
from smokestack.games.glasgow.ui.words import (
    bank_count_name,
    building_title,
    contract_kind_name,
    contract_name,
    gift_text,
    good_name,
)
from smokestack.server.domain.tile_sets import StoredTileSet, check
from smokestack.server.http.errors import WRONG_FIELDS_STATUS
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    guest_of,
    redirect_to,
    service_of,
    set_guest_cookie,
    visitor_of,
)
from smokestack.server.pages.rendering import page

SHIPPED: Final = "included"
MAX_TILE_FIELDS: Final = 500


@get("/tiles")
async def overview(request: HttpRequest) -> Response[bytes]:
    """The sets that the visitor may use."""
    guest = visitor_of(request).guest
    return page(
        request,
        "tile_sets.html",
        game=find_game("glasgow"),
        tile_sets=await service_of(request).tile_sets.usable_by(guest),
    )


@get("/tiles/{tile_set_id:str}")
async def show(request: HttpRequest, tile_set_id: FromPath[str]) -> Response[bytes]:
    """All tiles of a set, as a form whose values can be corrected and saved as another set."""
    stored, tiles = await _find(request, tile_set_id)
    form = fields_of(tiles)
    if stored is None:
        form["name"] = ""
    return _form_page(request, tile_set_id, stored, tiles, form, [])


@post("/tiles/{tile_set_id:str}")
async def save(request: HttpRequest, tile_set_id: FromPath[str]) -> Response[Any]:
    """Save the values as a set of the visitor; a set with problems is not saved."""
    stored, tiles = await _find(request, tile_set_id)
    form = await form_fields(request, MAX_TILE_FIELDS)
    data, problems = read_fields(form)
    if problems:
        return _form_page(request, tile_set_id, stored, tiles, form, problems, WRONG_FIELDS_STATUS)
    guest = guest_of(request)
    saved = await service_of(request).tile_sets.save(guest, data)
    response = redirect_to(f"/tiles/{saved.id}")
    set_guest_cookie(request, response, guest)
    return response


@get("/tiles/{tile_set_id:str}/tiles.toml", media_type=MediaType.TEXT)
async def download(request: HttpRequest, tile_set_id: FromPath[str]) -> Response[str]:
    """The set as a tile file."""
    _, tiles = await _find(request, tile_set_id)
    headers = {
        "content-disposition": 'attachment; filename="tiles.toml"',
        "cache-control": "no-store",
    }
    return Response(tiles_to_toml(tiles), media_type="application/toml", headers=headers)


@post("/tiles/{tile_set_id:str}/remove")
async def remove(request: HttpRequest, tile_set_id: FromPath[str]) -> Response[Any]:
    await service_of(request).tile_sets.remove(tile_set_id, visitor_of(request).guest)
    return redirect_to("/tiles")


async def _find(request: HttpRequest, tile_set_id: str) -> tuple[StoredTileSet | None, TileSet]:
    """A stored set, or None for the one that comes with the game; and its tiles."""
    if tile_set_id == SHIPPED:
        return None, shipped_tiles()
    stored = await service_of(request).tile_sets.find(tile_set_id, visitor_of(request).guest)
    return stored, check(stored.tiles)


def _form_page(
    request: HttpRequest,
    tile_set_id: str,
    stored: StoredTileSet | None,
    tiles: TileSet,
    form: dict[str, str],
    problems: list[TileProblem],
    status: int = 200,
) -> Response[bytes]:
    by_tile: dict[str, list[TileProblem]] = {}
    for problem in problems:
        by_tile.setdefault(problem.tile, []).append(problem)
    return page(
        request,
        "tile_set.html",
        status,
        game=find_game("glasgow"),
        tile_set_id=tile_set_id,
        stored=stored,
        tiles=tiles,
        form=form,
        problems=by_tile,
        picture=lambda tile: tile_picture(tiles, tile),
        building_title=building_title,
        contract_name=contract_name,
        reconstructed=reconstructed_fields,
        good_name=good_name,
        gift_text=gift_text,
        bank_count_name=bank_count_name,
        contract_kind_name=contract_kind_name,
        mine=stored is not None and stored.owner == visitor_of(request).guest != "",
    )
