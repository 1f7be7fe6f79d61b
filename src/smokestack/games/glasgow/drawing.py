"""The board: the ring of the Clyde around the growing city, architects' offers outside it."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from math import atan2, degrees

from smokestack.engine.language import tr, trn
from smokestack.engine.picture import Picture
from smokestack.engine.view import View
from smokestack.games.glasgow import layout
from smokestack.games.glasgow.city_drawing import draw_city
from smokestack.games.glasgow.icons import icon
from smokestack.games.glasgow.scoring import score
from smokestack.games.glasgow.stores import can_pay
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    DRAWN,
    GOODS,
    NONE,
    RING_SIZE,
    STORE,
    WHISKY,
)
from smokestack.games.glasgow.things import (
    DISCARDS,
    DRAWN_TILE,
    PILE,
    offer_thing,
    open_things,
    ring_thing,
    store_thing,
    surcharge_of,
    table_of,
)
from smokestack.games.glasgow.tile_drawing import (
    architect_face,
    building_card,
    contract_face,
    merchant,
    seat_mark,
)
from smokestack.games.glasgow.turn import Glasgow
from smokestack.games.glasgow.words import (
    building_detail,
    contract_text,
    goods_text,
    points_text,
)

_TICK = '<g class="tick"><circle cx="9" cy="9" r="12"/><path d="M3 9l5 5 8-10"/></g>'


def draw_picture(view: View, recent: Collection[str] = ()) -> Picture:
    """The board as `view` shows it; what can be chosen is open."""
    table = table_of(view)
    open_ = open_things(view)
    picture = Picture(layout.WIDTH, layout.HEIGHT, tr("The city of Glasgow in the river Clyde"))
    picture.add(_ground())
    for index in range(RING_SIZE):
        _draw_ring_tile(picture, table, index, open_, recent)
    draw_city(picture, view, open_, recent)
    _draw_offers(picture, view, open_, recent)
    for seat in range(2):
        _draw_store(picture, view, seat, recent)
    _draw_pile(picture, table, recent)
    _draw_merchants(picture, view)
    return picture


@cache
def _ground() -> str:
    """Land, water and the piers that join the architects to their offers."""
    parts = [_bank("land", layout.RIVER)]
    parts.append(_bank("water", layout.RIVER))
    # Lines along the banks, as engravers draw water.
    for line, inset in enumerate((7, 16, 28)):
        for edge in (-1, 1):
            parts.append(_shore(edge * (layout.RIVER / 2 - inset), f"ripple ripple-{line}"))
    for edge in (-1, 1):
        parts.append(_shore(edge * layout.RIVER / 2, "shore"))
    for index in ARCHITECT_TILES:
        spot = layout.ring_spot(index)
        outside = layout.offer_corner(index // 5 * 2)[0]
        end = outside + layout.CARD_WIDTH if outside < layout.LEFT else outside
        left, width = min(end, spot.x), abs(end - spot.x)
        planks = "".join(
            f"M{left + step:g} {spot.y - 15:g}v30" for step in range(6, int(width), 11)
        )
        parts.append(
            f'<rect class="pier" x="{left:g}" y="{spot.y - 15:g}" width="{width:g}" height="30"/>'
            f'<path class="planks" d="{planks}"/>'
        )
    for index in range(RING_SIZE):
        if index % 8 in (2, 6):
            continue  # the tiles in a bend leave no room between them
        spot = layout.river_spot(index / RING_SIZE)
        angle = degrees(atan2(spot.dy, spot.dx))
        parts.append(
            f'<path class="stream" transform="translate({spot.x:.1f},{spot.y:.1f}) '
            f'rotate({angle:.1f})" d="M-5-9 5 0-5 9"/>'
        )
    return "".join(parts)


def _bank(kind: str, width: float) -> str:
    """The river's bed, or with `land` the ground that it encloses."""
    x, y = layout.LEFT, layout.TOP
    box = (
        f'x="{x:g}" y="{y:g}" width="{layout.RIGHT - x:g}" height="{layout.BOTTOM - y:g}" '
        f'rx="{layout.BEND:g}"'
    )
    if kind == "land":
        return f'<rect class="land" {box}/>'
    return f'<rect class="water" {box} stroke-width="{width:g}"/>'


def _shore(outwards: float, kind: str) -> str:
    x, y = layout.LEFT - outwards, layout.TOP - outwards
    width = layout.RIGHT - layout.LEFT + 2 * outwards
    height = layout.BOTTOM - layout.TOP + 2 * outwards
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{layout.BEND + outwards:g}"/>'
    )


def _draw_ring_tile(
    picture: Picture, table: Glasgow, index: int, open_: Collection[str], recent: Collection[str]
) -> None:
    spot = layout.ring_spot(index)
    tile = int(table.ring[index])
    label = ring_label(table, index)
    with picture.thing(
        ring_thing(index),
        label,
        open_=open_,
        recent=recent,
        transform=f"translate({spot.x:.1f},{spot.y:.1f})",
    ):
        if tile == ARCHITECT:
            picture.add(f'{architect_face()}<text class="index" x="-40" y="-27">{index}</text>')
            picture.add(_surcharge(surcharge_of(table, index // 5)))
        else:
            face = contract_face(table.tiles.contracts[tile])
            picture.add(f'{face}<text class="index" x="-46" y="-34">{index}</text>')


def _surcharge(gold: int) -> str:
    """What a further build costs on top, at its architect."""
    if gold == 0:
        return ""
    return (
        '<rect class="surcharge" x="2" y="-66" width="68" height="32" rx="16"/>'
        f'<text class="surcharge-text" x="24" y="-42">+{gold}</text>{icon("gold", 51, -50, 27)}'
    )


def ring_label(table: Glasgow, index: int) -> str:
    tile = int(table.ring[index])
    if tile == ARCHITECT:
        return tr("Tile {index}: architect", index=index)
    text = contract_text(table.tiles.contracts[tile])
    return tr("Tile {index}: {what}", index=index, what=text)


def _draw_offers(
    picture: Picture, view: View, open_: Collection[str], recent: Collection[str]
) -> None:
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
            picture, view, offer_thing(offer), building, layout.offer_corner(offer),
            0 if chosen else surcharge, chosen, open_, recent,
        )  # fmt: skip
    if table.drawn != NONE:
        chosen = table.building != NONE and table.source == DRAWN
        _draw_card(
            picture, view, DRAWN_TILE, int(table.drawn), layout.DRAWN, 0, chosen, open_, recent
        )  # fmt: skip


def _draw_card(
    picture: Picture,
    view: View,
    thing: str,
    building: int,
    corner: tuple[float, float],
    surcharge: int,
    chosen: bool,
    open_: Collection[str],
    recent: Collection[str],
) -> None:
    """A building for sale; what the reader has for it and lacks is told apart."""
    table = table_of(view)
    tile = table.tiles.buildings[building]
    seat = view.seat if view.seat >= 0 else int(table.active)
    if seat != table.active:
        surcharge = 0
    settled = table.over or (chosen and table.paid)
    hand = (True,) * len(tile.cost) if settled else at_hand(table, seat, building)
    affordable = not settled and can_pay(table, seat, building, surcharge)
    label = tr(
        "{building}, {points}, costs {goods}",
        building=building_detail(tile),
        points=points_text(tile.points),
        goods=goods_text([tile.cost.count(good) for good in range(3)]),
    )
    kind = "offer" + (" affordable" if affordable else "") + (" chosen" if chosen else "")
    x, y = corner
    with picture.thing(
        thing,
        label,
        open_=open_,
        recent=recent,
        class_=kind,
        transform=f"translate({x:g},{y:g})",
    ):
        picture.add(building_card(tile, hand))
        if affordable:
            picture.add(_TICK)


def at_hand(table: Glasgow, seat: int, building: int) -> tuple[bool, ...]:
    """For each good of a cost in its order: whether the seat has it, the barrel included."""
    have = [int(table.stores[seat * 4 + good]) for good in range(4)]
    found = []
    for good in table.tiles.buildings[building].cost:
        paid_with = good if have[good] else WHISKY
        found.append(have[paid_with] > 0)
        have[paid_with] -= 1
    return tuple(found)


def _draw_store(picture: Picture, view: View, seat: int, recent: Collection[str]) -> None:
    """A seat's goods and points, in its colour and with its shape."""
    table = table_of(view)
    x, y = layout.STORES[seat]
    amounts = [int(table.stores[seat * 4 + good]) for good in range(4)]
    points = int(score(table, seat))
    label = tr(
        "Store of {name}: {goods}; {points}",
        name=view.players[seat],
        goods=goods_text(amounts) or tr("nothing"),
        points=points_text(points),
    )
    kind = f"store store-of-{seat}" + (" moving" if view.actor == seat else "")
    with picture.thing(
        store_thing(seat),
        label,
        recent=recent,
        class_=kind,
        transform=f"translate({x:g},{y:g})",
    ):
        picture.add(
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
            picture.add(
                f'<g class="{"have" if amount else "lack"}">{icon(GOODS[good], gx + 17, gy, 34)}'
                f'<text class="amount{full}" x="{gx + 43:g}" y="{gy + 11:g}">{amount}</text></g>'
            )


def _draw_pile(picture: Picture, table: Glasgow, recent: Collection[str]) -> None:
    x, y = layout.PILE
    pile, discards = int(table.pile_count), int(table.discard_count)
    with picture.thing(
        PILE,
        trn("Draw pile: {n} building", "Draw pile: {n} buildings", pile),
        recent=recent,
        transform=f"translate({x:g},{y:g})",
    ):
        picture.add(
            '<rect class="pile-back pile-2" x="10" y="3" width="42" height="50" rx="6"/>'
            '<rect class="pile-back pile-1" x="6" y="7" width="42" height="50" rx="6"/>'
            '<rect class="pile-back" x="2" y="11" width="42" height="50" rx="6"/>'
            f'<text class="count" x="23" y="46">{pile}</text>'
        )
    x, y = layout.DISCARDS
    with picture.thing(
        DISCARDS,
        trn("Discard pile: {n} building", "Discard pile: {n} buildings", discards),
        recent=recent,
        transform=f"translate({x:g},{y:g})",
    ):
        picture.add(
            '<rect class="discard-back" x="10" y="11" width="42" height="50" rx="6"/>'
            '<path class="discard-sign" d="M14 15l34 42M48 15 14 57"/>'
            f'<text class="count" x="31" y="46">{discards}</text>'
        )
    turn = int(table.turn) + (0 if table.over else 1)
    picture.add(
        f'<text class="turn" x="{layout.WIDTH - layout.CARD_WIDTH / 2 - 3:g}" y="384">'
        f"{tr('Turn {n}', n=turn)}</text>"
    )


def _draw_merchants(picture: Picture, view: View) -> None:
    """The pieces; on a shared tile the one behind stands behind in the stream's direction."""
    table = table_of(view)
    shared = table.steps[0] == table.steps[1]
    places = []
    for seat in range(2):
        side = (-1 if table.rear == seat else 1) if shared else 0
        x, y = layout.merchant_spot(int(table.position(seat)), side)
        places.append((y, seat, x))
    for y, seat, x in sorted(places):
        kind = "merchant moves" + (" moving" if view.actor == seat else "")
        twice = ""
        if table.doubled >> seat & 1:
            twice = (
                '<g class="twice"><rect x="8" y="-30" width="40" height="28" rx="14"/>'
                '<text x="28" y="-9">×2</text></g>'
            )
        picture.add(
            f'<g id="merchant-{seat}" class="{kind}" '
            f'style="transform:translate({x:.1f}px,{y + 44:.1f}px)">{merchant(seat)}{twice}</g>'
        )
