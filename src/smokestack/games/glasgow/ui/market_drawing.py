"""Everything outside the ring: buildings on offer, stores, pile and discards."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.terms import ARCHITECT_TILES, DRAWN, GOODS, NONE, STORE, WHISKY
from smokestack.games.glasgow.rules.tileset import Building
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui import layout
from smokestack.games.glasgow.ui.icons import icon
from smokestack.games.glasgow.ui.things import (
    DISCARDS,
    DRAWN_TILE,
    PILE,
    offer_thing,
    store_thing,
    surcharge_of,
    table_of,
)
from smokestack.games.glasgow.ui.tile_drawing import building_card, building_figures, seat_mark
from smokestack.games.glasgow.ui.words import goods_text, offer_text, points_text
from smokestack.presentation.language import tr, trn
from smokestack.presentation.picture import Picture, layer

_TICK = '<g class="tick"><circle cx="9" cy="9" r="12"/><path d="M3 9l5 5 8-10"/></g>'


def draw_offers(picture: Picture, view: View) -> None:
    table = table_of(view)
    for offer in range(2 * len(ARCHITECT_TILES)):
        building = int(table.offers[offer])
        if building == NONE:
            x, y = layout.offer_corner(offer)
            picture.add(
                f'<rect class="vacant" x="{x + 2:g}" y="{y + 2:g}" '
                f'width="{layout.CARD_WIDTH - 4:g}" height="{layout.CARD_HEIGHT - 4:g}" rx="9"/>'
            )
            continue
        surcharge = surcharge_of(table, offer // 2)
        chosen = table.building != NONE and table.source == offer
        _draw_card(
            picture,
            view,
            offer_thing(offer),
            building,
            layout.offer_corner(offer),
            0 if chosen else surcharge,
            chosen,
        )
    if table.drawn != NONE:
        chosen = table.building != NONE and table.source == DRAWN
        _draw_card(picture, view, DRAWN_TILE, int(table.drawn), layout.DRAWN, 0, chosen)


def _draw_card(
    picture: Picture,
    view: View,
    thing: str,
    building: int,
    corner: tuple[float, float],
    surcharge: int,
    chosen: bool,
) -> None:
    table = table_of(view)
    tile = table.tiles.buildings[building]
    seat = view.seat if view.seat >= 0 else int(table.active)
    if seat != table.active:
        surcharge = 0
    settled = table.over or (chosen and table.paid)
    hand = (True,) * len(tile.cost) if settled else at_hand(table, seat, building)
    affordable = not settled and can_pay(table, seat, building, surcharge)
    _draw_building(picture, thing, tile, corner, hand, affordable, chosen)


@layer
def _draw_building(
    picture: Picture,
    thing: str,
    tile: Building,
    corner: tuple[float, float],
    hand: tuple[bool, ...],
    affordable: bool,
    chosen: bool,
) -> None:
    """A building for sale; goods of its cost that the viewer lacks look different."""
    kind = "offer" + (" affordable" if affordable else "") + (" chosen" if chosen else "")
    x, y = corner
    drawn = building_card(tile, hand) + (_TICK if affordable else "")
    place, figures = f"translate({x:g},{y:g})", building_figures(tile)
    picture.thing(thing, offer_text(tile), drawn, kind, place, figures=figures)


def at_hand(table: Glasgow, seat: int, building: int) -> tuple[bool, ...]:
    """For each good of a cost, in its order: whether the seat has it, barrel included."""
    have = [int(table.stores[seat * 4 + good]) for good in range(4)]
    found = []
    for good in table.tiles.buildings[building].cost:
        paid_with = good if have[good] else WHISKY
        found.append(have[paid_with] > 0)
        have[paid_with] -= 1
    return tuple(found)


def draw_store(picture: Picture, view: View, seat: int) -> None:
    """A seat's goods and points, in its colour and with its shape."""
    table = table_of(view)
    amounts = tuple(int(table.stores[seat * 4 + good]) for good in range(4))
    name, points = view.players[seat], int(score(table, seat))
    _draw_goods(picture, seat, name, amounts, points, view.actor == seat)


@layer
def _draw_goods(
    picture: Picture, seat: int, name: str, amounts: tuple[int, ...], points: int, moving: bool
) -> None:
    x, y = layout.STORES[seat]
    label = tr(
        "Store of {name}: {goods}; {points}",
        name=name,
        goods=goods_text(amounts) or tr("nothing"),
        points=points_text(points),
    )
    kind = f"store store-of-{seat}" + (" moving" if moving else "")
    drawn = (
        f'<rect class="card" width="{layout.CARD_WIDTH:g}" height="{layout.CARD_HEIGHT:g}" '
        f'rx="9"/><rect class="owner owner-{seat}" x="3" y="3" '
        f'width="{layout.CARD_WIDTH - 6:g}" height="42" rx="7"/>'
        '<rect class="plaque" x="24" y="7" width="64" height="34" rx="6"/>'
        f"{seat_mark(seat, 39, 24, 17)}"
        f'<text class="score" x="68" y="35">{points}</text>'
    )
    for good, amount in enumerate(amounts):
        gx, gy = 4 + 54 * (good % 2), 68 + 43 * (good // 2)
        full = " full" if amount == STORE[good] else ""
        drawn += (
            f'<g class="{"have" if amount else "lack"}">{icon(GOODS[good], gx + 17, gy, 34)}'
            f'<text class="amount{full}" x="{gx + 43:g}" y="{gy + 11:g}">{amount}</text></g>'
        )
    picture.thing(store_thing(seat), label, drawn, kind, f"translate({x:g},{y:g})")


def draw_pile(picture: Picture, table: Glasgow) -> None:
    turn = int(table.turn) + (0 if table.over else 1)
    _draw_counts(picture, int(table.pile_count), int(table.discard_count), turn)


@layer
def _draw_counts(picture: Picture, pile: int, discards: int, turn: int) -> None:
    x, y = layout.PILE
    picture.thing(
        PILE,
        trn("Draw pile: {n} building", "Draw pile: {n} buildings", pile),
        '<rect class="pile-back pile-2" x="10" y="3" width="42" height="50" rx="6"/>'
        '<rect class="pile-back pile-1" x="6" y="7" width="42" height="50" rx="6"/>'
        '<rect class="pile-back" x="2" y="11" width="42" height="50" rx="6"/>'
        f'<text class="count" x="23" y="46">{pile}</text>',
        place=f"translate({x:g},{y:g})",
    )
    x, y = layout.DISCARDS
    picture.thing(
        DISCARDS,
        trn("Discard pile: {n} building", "Discard pile: {n} buildings", discards),
        '<rect class="discard-back" x="10" y="11" width="42" height="50" rx="6"/>'
        '<path class="discard-sign" d="M14 15l34 42M48 15 14 57"/>'
        f'<text class="count" x="31" y="46">{discards}</text>',
        place=f"translate({x:g},{y:g})",
    )
    picture.add(
        f'<text class="turn" x="{layout.WIDTH - layout.CARD_WIDTH / 2 - 3:g}" y="384">'
        f"{tr('Turn {n}', n=turn)}</text>"
    )
