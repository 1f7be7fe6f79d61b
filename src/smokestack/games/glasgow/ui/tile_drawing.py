"""Drawings of tiles and pieces: contracts, buildings, architects, merchants."""

from __future__ import annotations

from functools import cache
from html import escape

from smokestack.games.glasgow.rules.terms import (
    BANK,
    BANK_COUNTS,
    CHOICE,
    CONTRACT_KINDS,
    FACTORY,
    FACTORY_GIVES,
    GOODS,
    GRANT,
    KINDS,
    NONE,
    PARK,
    SHOP,
    STATION,
    TENEMENT,
)
from smokestack.games.glasgow.rules.tileset import Building, Contract, TileSet
from smokestack.games.glasgow.ui.icons import icon
from smokestack.games.glasgow.ui.layout import CARD_HEIGHT, CARD_WIDTH, TILE

_HALF = TILE / 2


def tile_picture(tiles: TileSet, tile_id: str) -> str:
    """A building for sale or a contract as an SVG of its own; empty if there is no such tile."""
    for building in tiles.buildings:
        if building.id == tile_id:
            card = building_card(building, (True,) * len(building.cost))
            face = card + building_figures(building)
            return _svg(CARD_WIDTH, CARD_HEIGHT, face)
    for contract in tiles.contracts:
        if contract.id == tile_id:
            face = f'<g transform="translate({_HALF:g},{_HALF:g})">{contract_face(contract)}</g>'
            return _svg(TILE, TILE, face)
    return ""


def _svg(width: float, height: float, face: str) -> str:
    return (
        f'<svg class="picture tile-picture" viewBox="-2 -2 {width + 4:g} {height + 4:g}" '
        f'xmlns="http://www.w3.org/2000/svg" aria-hidden="true">{face}</svg>'
    )


def contract_face(contract: Contract) -> str:
    """A contract; its middle is at 0, 0."""
    return _contract_face(contract.kind, tuple(contract.goods))


@cache
def _contract_face(kind: int, goods: tuple[int, ...]) -> str:
    back = _tile_back("contract")
    if kind == GRANT:
        shown = [GOODS[good] for good, amount in enumerate(goods) for _ in range(amount)]
        return back + _spread(shown)
    if kind == CHOICE:
        return back + (
            icon("stone", -25, -2, 40)
            + icon("steel", 25, -2, 40)
            + icon("gold", 0, -30, 38)
            + '<path class="or" d="M0 18V-4L-38-28M0-4 38-28"/>'
        )
    return back + icon(CONTRACT_KINDS[kind], 0, -13, 58)


def _spread(names: list[str]) -> str:
    if len(names) == 1:
        return icon(names[0], 0, -14, 60)
    size = min(46.0, 96 / len(names))
    first = -size * (len(names) - 1) / 2
    return "".join(icon(name, first + size * n, -13, size) for n, name in enumerate(names))


@cache
def architect_face() -> str:
    frame = '<rect class="drafting" x="-46" y="-46" width="92" height="92" rx="9"/>'
    return _tile_back("architect") + frame + icon("architect", 0, -14, 56)


def _tile_back(kind: str) -> str:
    return (
        f'<rect class="tile {kind}" x="{-_HALF:g}" y="{-_HALF:g}" width="{TILE:g}" '
        f'height="{TILE:g}" rx="14"/>'
    )


@cache
def merchant(seat: int) -> str:
    """A merchant, standing on 0, 0; round or pointed, so that seats differ not only in colour."""
    head = (
        '<circle cy="-35" r="12"/>',
        '<path d="M0-54 14-26H-14z"/>',
    )[seat]
    return (
        '<ellipse class="foot-shadow" cx="2" cy="0" rx="22" ry="6"/>'
        f'<g class="piece piece-{seat}"><path d="M-20 0c2-16 7-24 13-28H7c6 4 11 12 13 28z"/>'
        f"{head}</g>"
    )


def seat_mark(seat: int, x: float, y: float, size: float) -> str:
    """The shape of a seat: a disc or a triangle."""
    if seat == 0:
        return f'<circle class="mark-0" cx="{x:g}" cy="{y:g}" r="{size / 2:g}"/>'
    half = size / 2
    return (
        f'<path class="mark-1" d="M{x:g} {y - half:g}l{half * 1.1:g} {size:g}h{-size * 1.1:g}z"/>'
    )


def building_card(tile: Building, at_hand: tuple[bool, ...]) -> str:
    """A building for sale without its figures; goods that are not at hand are only outlined."""
    return _building_card(tile.id, tile.kind, tuple(tile.cost), at_hand, bool(_extra_of(tile)))


def building_figures(tile: Building) -> str:
    """The points of a building for sale and what it brings in addition."""
    extra = _extra_of(tile)
    drawn = f'<text class="points" x="86" y="45">{tile.points}</text>'
    return drawn + (f'<g transform="translate(56,76)">{extra}</g>' if extra else "")


@cache
def _building_card(
    name: str, kind: int, cost: tuple[int, ...], at_hand: tuple[bool, ...], has_extra: bool
) -> str:
    return (
        f'<rect class="card" width="{CARD_WIDTH:g}" height="{CARD_HEIGHT:g}" rx="9"/>'
        f'<rect class="card-head of-{KINDS[kind]}-head" x="3" y="3" '
        f'width="{CARD_WIDTH - 6:g}" height="56" rx="7"/>'
        + icon(KINDS[kind], 37, 32, 48)
        + f'<text class="tile-id" x="108" y="17">{escape(name[:6])}</text>'
        + _cost(cost, at_hand, has_extra)
    )


def _cost(cost: tuple[int, ...], at_hand: tuple[bool, ...], one_row: bool) -> str:
    """The goods of a cost in their order, in one row if something is drawn above them."""
    rows = [cost] if one_row or len(cost) <= 3 else [cost[:3], cost[3:]]
    drawn = []
    place = 0
    for number, row in enumerate(rows):
        size = min(34.0, (CARD_WIDTH - 6) / len(row))
        y = 114 if len(rows) == 1 and one_row else (97 if len(rows) == 1 else 79 + 36 * number)
        first = CARD_WIDTH / 2 - size * (len(row) - 1) / 2
        for step, good in enumerate(row):
            drawn.append(
                f'<g class="{"have" if at_hand[place] else "lack"}">'
                f"{icon(GOODS[good], first + size * step, y, size - 1)}</g>"
            )
            place += 1
    return "".join(drawn)


def _extra_of(tile: Building) -> str:
    return _extra(tile.kind, tile.gives, tile.bonus_per, tile.bonus_points)


@cache
def _extra(kind: int, gives: int, bonus_per: int, bonus_points: int) -> str:
    """What a building brings in addition to its points; the middle is at 0, 0."""
    if kind == FACTORY and gives != NONE:
        arrow = '<path class="yields" d="M-30 0h20m-7-7 7 7-7 7"/>'
        return arrow + icon(FACTORY_GIVES[gives], 16, 0, 36)
    if kind == BANK:
        return _bonus(f"+{bonus_points}", icon(BANK_COUNTS[bonus_per], 26, 0, 30))
    if kind == SHOP:
        return _bonus("+5", '<path class="corner-sign" d="M16 10V-10H38"/>')
    if kind == TENEMENT:
        return _bonus("+3", icon("tenement", 20, 0, 26) + icon("tenement", 39, 0, 26))
    if kind == PARK:
        return _bonus("n²", icon("park", 26, 0, 28))
    if kind == STATION:
        return _bonus("+10", "")
    return ""


def _bonus(text: str, sign: str) -> str:
    x, anchor = (-2, "end") if sign else (0, "middle")
    return f'<text class="bonus" x="{x}" y="9" text-anchor="{anchor}">{text}</text>{sign}'


def city_building(tile: Building, seat: int, worth: int) -> str:
    """A building in the city, 100 units wide, with the points that it is worth now."""
    return _city_building(tile.kind, tile.gives, seat, worth, worth > tile.points)


@cache
def _city_building(kind: int, gives: int, seat: int, worth: int, grown: bool) -> str:
    text = f'<text class="worth{" grown" if grown else ""}" '
    ground = (
        f'<rect class="owner owner-{seat}" x="3" y="3" width="94" height="94" rx="9"/>'
        f'<rect class="plot plot-{seat}" x="12" y="12" width="76" height="76" rx="5"/>'
    )
    if kind == FACTORY and gives != NONE:
        face = icon("factory", 35, 36, 42) + icon(FACTORY_GIVES[gives], 68, 38, 34)
    else:
        face = icon(KINDS[kind], 50, 37, 48)
    return f'{ground}{face}{text}x="83" y="83">{worth}</text>{seat_mark(seat, 26, 74, 16)}'
