"""The pictures in the rules, and the list of reconstructed values."""

from __future__ import annotations

import re

from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.view import SPECTATOR, View
from smokestack.games.glasgow.formats.data import shipped_tiles
from smokestack.games.glasgow.formats.notation import cell_at
from smokestack.games.glasgow.rules.city import factories_in_line, place
from smokestack.games.glasgow.rules.setup import set_up
from smokestack.games.glasgow.rules.terms import DRAWN
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui import layout
from smokestack.games.glasgow.ui.about import FIELD_NAMES, reconstructed_fields
from smokestack.games.glasgow.ui.city_drawing import draw_city, gifts
from smokestack.games.glasgow.ui.drawing import draw_picture
from smokestack.games.glasgow.ui.icons import names
from smokestack.games.glasgow.ui.things import members, table_of
from smokestack.games.glasgow.ui.tile_drawing import tile_picture
from smokestack.games.glasgow.ui.words import building_title, contract_name
from smokestack.presentation.language import tr
from smokestack.presentation.picture import Picture

_EXAMPLE_SEED = 3
# The tile, owner, column and row of each building in a small city.
_EXAMPLE_CITY = (
    ("F1", 0, 0, 0),
    ("T3", 0, 1, 0),
    ("T5", 1, 2, 0),
    ("P4", 1, 0, 1),
    ("F5", 1, 0, 2),
    ("F3", 0, 2, 1),
)
_EXAMPLE_CELL = (2, 2)
_NAMES = re.compile(r' (?:id|data-thing|role|aria-label)="[^"]*"')


def rules_picture(game: Game, name: str) -> str | None:
    """`tile:F1`, `icon:stone`, `board:setup` or `board:lines` as SVG."""
    kind, _, what = name.partition(":")
    if kind == "tile":
        return tile_picture(shipped_tiles(), what) or None
    if kind == "icon" and what in names():
        return (
            '<svg class="picture icon-picture" viewBox="0 0 24 24" '
            'xmlns="http://www.w3.org/2000/svg" aria-hidden="true">'
            f'<use href="#icon-{what}" class="of-{what}"/></svg>'
        )
    if name == "board:setup":
        return _setup(game)
    if name == "board:lines":
        return _lines(game)
    return None


def reconstructed() -> list[tuple[str, str]]:
    """Every tile with a reconstructed value, and the names of those values."""
    tiles = shipped_tiles()
    found = []
    for building in tiles.buildings:
        fields = [tr(FIELD_NAMES[field]) for field in reconstructed_fields(building)]
        if fields:
            found.append((building_title(building), ", ".join(fields)))
    found += [
        (tr("Contract: {what}", what=contract_name(contract)), tr(FIELD_NAMES["goods"]))
        for contract in tiles.contracts
        if not contract.known
    ]
    return found


def _setup(game: Game) -> str:
    return _inert(draw_picture(_view(game, set_up(shipped_tiles(), Stream(_EXAMPLE_SEED)))))


def _lines(game: Game) -> str:
    """A free cell, and the factories in its row and column."""
    table = set_up(shipped_tiles(), Stream(_EXAMPLE_SEED))
    ids = [tile.id for tile in table.tiles.buildings]
    for tile_id, owner, x, y in _EXAMPLE_CITY:
        table.building = ids.index(tile_id)
        table.source = DRAWN
        table.active = owner
        place(table, cell_at(x, y))
    table.firing = 0
    view = _view(game, table)
    cell = cell_at(*_EXAMPLE_CELL)
    plan = layout.city_plan(table)
    picture = Picture(layout.WIDTH, layout.HEIGHT, "")
    draw_city(picture, view)
    left, top = plan.corner(cell)
    inner = plan.size - 10
    fired = members(int(factories_in_line(table_of(view), cell)))
    picture.add(
        f'<g transform="translate({left:.1f},{top:.1f})"><rect class="free" x="5" y="5" '
        f'width="{inner:.1f}" height="{inner:.1f}" rx="8"/>{gifts(table, fired, plan.size)}</g>'
    )
    box = (plan.left, plan.top, plan.columns * plan.size, plan.rows * plan.size)
    return _inert(picture).replace(
        f'viewBox="0 0 {layout.WIDTH:g} {layout.HEIGHT:g}"',
        f'viewBox="{" ".join(f"{number:.0f}" for number in box)}"',
        1,
    )


def _view(game: Game, table: Glasgow) -> View:
    return View(game, table, SPECTATOR, [tr("First player"), tr("Second player")])


def _inert(picture: Picture) -> str:
    """A picture without things: nothing in it can be pointed at."""
    return _NAMES.sub("", picture.markup()).replace("<svg", '<svg aria-hidden="true"', 1)
