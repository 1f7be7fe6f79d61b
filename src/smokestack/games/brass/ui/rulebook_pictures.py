"""The pictures that the rules name: `tile:cotton-1`, `icon:coal`, `board:coal-market`."""

from __future__ import annotations

from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.notation import line_names
from smokestack.games.brass.rules.markets import price
from smokestack.games.brass.rules.setup import empty_table
from smokestack.games.brass.ui import layout
from smokestack.games.brass.ui.icons import DRAWN, icon_alone
from smokestack.games.brass.ui.map_drawing import empty_slot_drawing, line_drawing, place_drawing
from smokestack.games.brass.ui.market_drawing import (
    HEIGHT,
    WIDTH,
    cotton_ladder,
    price_ladder,
)
from smokestack.games.brass.ui.tile_drawing import TILE_SIZE, tile_picture, whole_tile
from smokestack.games.brass.ui.track_drawing import income_ruler

MANCHESTER_TILES = {0: (0, 1, 3, 1, True, 0), 1: (1, 2, 2, 0, False, 2)}


def rules_picture(name: str) -> str | None:
    """A picture for the rules as SVG, or None if there is no picture with this name."""
    kind, _, what = name.partition(":")
    if kind == "icon" and what in DRAWN:
        return icon_alone(what)
    if kind == "tile":
        industry, _, level = what.partition("-")
        if any(
            (tile["industry"], str(tile["level"])) == (industry, level) for tile in facts().tiles
        ):
            return tile_picture(industry, int(level))
    if kind == "board":
        return _board_picture(what)
    return None


def _board_picture(what: str) -> str | None:
    if what in ("coal-market", "iron-market", "cotton-market"):
        return _market(what.removesuffix("-market"))
    if what == "income-track":
        income = tuple(facts().editions["income"])
        return _crop(income_ruler(income), 0, 0, 360, 58, 660)
    if what == "town":
        return _town()
    if what in ("canal", "rail"):
        return _links(what == "canal")
    return None


def _market(name: str) -> str:
    """A market in the middle of a game."""
    table = empty_table(facts().edition("2007", 4, True))
    if name == "cotton":
        drawn = cotton_ladder(table.course, 2, 9)
    else:
        cubes = 3 if name == "coal" else 6
        drawn = price_ladder(table.course, name, cubes, int(price(table, cubes)))
    return _crop(drawn, -4, -4, WIDTH + 8, HEIGHT + 8, 116)


def _town() -> str:
    """Manchester with a flipped mill, a mine that has cubes left, and free plots."""
    place = facts().ids.index("manchester")
    first = sum(len(entry.get("slots", [])) for entry in facts().places[:place])
    drawn = place_drawing(place)
    for number in range(4):
        x, y = layout.slot_corners()[first + number]
        if number in MANCHESTER_TILES:
            scale = layout.SHEET.slot / TILE_SIZE
            inside = f'<g transform="scale({scale:g})">{whole_tile(*MANCHESTER_TILES[number])}</g>'
        else:
            inside = empty_slot_drawing(first + number)
        drawn += f'<g transform="translate({x:g} {y:g})">{inside}</g>'
    spot = layout.spots()[place]
    return _crop(drawn, spot.x - 66, spot.y - 60, 132, 134, 160)


def _links(canal: bool) -> str:
    """A free line and a link."""
    drawn = ""
    for name, owner in (("blackburn-burnley", 0), ("bolton-bury", -1)):
        drawn += line_drawing(line_names().index(name), canal, owner)
    kind = "canal" if canal else "rail"
    return _crop(f'<g class="{kind}">{drawn}</g>', 600, 220, 180, 200, 130)


def _crop(drawn: str, x: float, y: float, width: float, height: float, shown: int) -> str:
    return (
        f'<svg class="picture" viewBox="{x:g} {y:g} {width:g} {height:g}" width="{shown}" '
        f'height="{shown * height / width:.0f}" xmlns="http://www.w3.org/2000/svg">{drawn}</svg>'
    )
