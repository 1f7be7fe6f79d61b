"""The board as one picture: the city inside the ring, the architects' offers outside."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from smokestack.engine.view import View
from smokestack.games.glasgow.rules.terms import ARCHITECT, ARCHITECT_TILES
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.ui import layout
from smokestack.games.glasgow.ui.city_drawing import draw_city
from smokestack.games.glasgow.ui.icons import icon
from smokestack.games.glasgow.ui.market_drawing import draw_offers, draw_pile, draw_store
from smokestack.games.glasgow.ui.river_drawing import river
from smokestack.games.glasgow.ui.things import open_things, ring_thing, surcharge_of, table_of
from smokestack.games.glasgow.ui.tile_drawing import architect_face, contract_face, merchant
from smokestack.games.glasgow.ui.words import contract_text
from smokestack.presentation.language import tr
from smokestack.presentation.picture import Picture, layer


def draw_picture(view: View, recent: Collection[str] = ()) -> Picture:
    """The board of a view; things that can be chosen now are open."""
    table = table_of(view)
    open_ = open_things(view)
    title = tr("The city of Glasgow in the river Clyde")
    picture = Picture(layout.WIDTH, layout.HEIGHT, title, open_, recent)
    picture.add(river())
    surcharges = tuple(surcharge_of(table, architect) for architect in range(len(ARCHITECT_TILES)))
    _draw_ring(picture, table.tiles, tuple(table.ring), surcharges)
    draw_city(picture, view)
    draw_offers(picture, view)
    for seat in range(2):
        draw_store(picture, view, seat)
    draw_pile(picture, table)
    _draw_merchants(picture, view)
    return picture


@layer
def _draw_ring(
    picture: Picture, tiles: TileSet, ring: tuple[int, ...], surcharges: tuple[int, ...]
) -> None:
    for index, tile in enumerate(ring):
        if tile == ARCHITECT:
            label = tr("Tile {index}: architect", index=index)
            drawn = f'{architect_face()}<text class="index" x="-40" y="-27">{index}</text>'
            drawn += _surcharge(surcharges[index // 5])
        else:
            contract = tiles.contracts[tile]
            label = tr("Tile {index}: {what}", index=index, what=contract_text(contract))
            face = contract_face(contract)
            drawn = f'{face}<text class="index" x="-46" y="-34">{index}</text>'
        picture.thing(ring_thing(index), label, drawn, place=layout.ring_transforms()[index])


def _surcharge(gold: int) -> str:
    """The gold that a further build costs on top, shown at the architect."""
    if gold == 0:
        return ""
    return (
        '<rect class="surcharge" x="2" y="-66" width="68" height="32" rx="16"/>'
        f'<text class="surcharge-text" x="24" y="-42">+{gold}</text>{icon("gold", 51, -50, 27)}'
    )


def _draw_merchants(picture: Picture, view: View) -> None:
    """The merchants; on a shared tile the one behind is drawn upstream."""
    table = table_of(view)
    shared = table.steps[0] == table.steps[1]
    places = []
    for seat in range(2):
        side = (-1 if table.rear == seat else 1) if shared else 0
        x, y = layout.merchant_spot(int(table.position(seat)), side)
        places.append((y, seat, x))
    for y, seat, x in sorted(places):
        is_doubled = bool(table.doubled >> seat & 1)
        picture.add(_merchant(seat, x, y + 44, view.actor == seat, is_doubled))


@cache
def _merchant(seat: int, x: float, y: float, moving: bool, doubled: bool) -> str:
    kind = "merchant moves" + (" moving" if moving else "")
    twice = ""
    if doubled:
        twice = (
            '<g class="twice"><rect x="8" y="-30" width="40" height="28" rx="14"/>'
            '<text x="28" y="-9">×2</text></g>'
        )
    return (
        f'<g id="merchant-{seat}" class="{kind}" '
        f'style="transform:translate({x:.1f}px,{y:.1f}px)">{merchant(seat)}{twice}</g>'
    )
