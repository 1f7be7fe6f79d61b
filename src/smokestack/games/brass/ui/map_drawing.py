"""The map of Lancashire: land and water, lines and links, towns with their plots and tiles.

What the pending action builds is on the map at once, while its card is still to be chosen.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.notation import line_names, slot_names
from smokestack.games.brass.rules.edition import Edition, Tile
from smokestack.games.brass.rules.terms import BIT, CANAL, NONE, SLOTS, TOWNS
from smokestack.games.brass.ui import layout, words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.pending_drawing import Pending, draw_transit, pending_of
from smokestack.games.brass.ui.things import line_thing, place_thing, slot_thing, table_of
from smokestack.games.brass.ui.tile_drawing import TILE_SIZE, board_tile, shape, tile_points
from smokestack.presentation.language import cached_per_language, language, tr
from smokestack.presentation.picture import Picture, layer

S = layout.SHEET.slot
SOFT = ' class="soft"'
_TILE_SCALE = f'transform="scale({S / TILE_SIZE:g})"'
BEYOND = 700  # how far land and sea go on outside the sheet, for windows of another shape
CUBE_MARK = re.compile(' data-marker="[a-z]+"')
REACH = 24  # the radius in which a click means an open line


def draw_map(picture: Picture, view: View) -> None:
    table = table_of(view)
    edition, canal = table.edition, table.period == CANAL
    players = (*view.players, "")  # an unowned line has owner NONE, -1
    pending = pending_of(table)
    picture.add(_ground(language()))
    owners = list(table.line_owner)
    if pending.line != NONE:
        owners[pending.line] = pending.seat
    _draw_lines(picture, edition, canal, tuple(owners), players, pending.line)
    _draw_places(picture, edition, canal)
    plots = tuple(zip(table.tile, table.owner, table.cubes, strict=True))
    _draw_slots(picture, edition, canal, plots, int(table.flipped), players, pending)
    draw_transit(picture, table)


@layer
def _draw_lines(
    picture: Picture,
    edition: Edition,
    canal: bool,
    owners: tuple[int, ...],
    players: tuple[str, ...],
    pending: int,
) -> None:
    lines = edition.canal_lines if canal else edition.rail_lines
    for line, owner in enumerate(owners):
        if lines & BIT[line]:
            label = words.link(edition, line, canal)
            if players[owner]:
                label += f" ({players[owner]})"
            if line == pending:
                label += f", {tr('being built')}"
            drawn = line_drawing(line, canal, owner)
            kind = "canal" if canal else "rail"
            picture.thing(
                line_thing(line), label, drawn, f"{kind} pending" if line == pending else kind
            )


@layer
def _draw_places(picture: Picture, edition: Edition, canal: bool) -> None:
    for place, spot in enumerate(edition.places):
        if spot.present:
            later = spot.rail_only and canal
            kind = "town later" if later else "town" if place < TOWNS else "outer"
            picture.thing(place_thing(place), spot.name, place_drawing(place), kind)


@layer
def _draw_slots(
    picture: Picture,
    edition: Edition,
    canal: bool,
    plots: tuple[tuple[int, int, int], ...],
    flipped: int,
    players: tuple[str, ...],
    pending: Pending,
) -> None:
    """Plots with the kind of their tile, its owner and the cubes on it."""
    picture.redraw(_free_slots(edition, canal))
    for slot, (kind, owner, cubes) in enumerate(plots):
        if kind == NONE and slot != pending.slot:
            continue
        corner = layout.slot_transforms()[slot]
        if slot == pending.slot:
            tile, plot = edition.tiles[pending.tile], words.plot(edition, slot)
            label = _tile_label(tile, plot, players[pending.seat], False, 0)
            drawn = _tile_drawing(slot, tile, pending.seat, False, tile.cubes)
            drawn = CUBE_MARK.sub("", drawn)  # its cubes do not lie there yet
            label = f"{label}, {tr('being built')}"
            picture.thing(slot_thing(slot), label, drawn, "slot pending", corner)
            continue
        tile, turned = edition.tiles[kind], bool(flipped >> slot & 1)
        label = _tile_label(tile, words.plot(edition, slot), players[owner], turned, cubes)
        drawn = _tile_drawing(slot, tile, owner, turned, cubes)
        marks = _slot_kind(edition, canal, slot)
        figures = f"<g {_TILE_SCALE}>{tile_points(tile.points)}</g>" if turned else ""
        picture.thing(slot_thing(slot), label, drawn, marks, corner, figures=figures)


@cached_per_language
def _free_slots(edition: Edition, canal: bool) -> Picture:
    """All plots without their tiles."""
    picture = Picture(0, 0, "")
    for slot in range(SLOTS):
        if edition.playable_slots & BIT[slot]:
            corner, kind = layout.slot_transforms()[slot], _slot_kind(edition, canal, slot)
            label, drawn = _free_label(slot), empty_slot_drawing(slot)
            picture.thing(slot_thing(slot), label, drawn, kind, corner)
    return picture


def _slot_kind(edition: Edition, canal: bool, slot: int) -> str:
    later = canal and edition.rail_only & BIT[edition.slot_place[slot]]
    return "slot later" if later else "slot"


@cache
def _ground(_: str) -> str:
    """Land, sea and rivers, the same in every game."""
    water = layout.water_paths()
    sheet = layout.SHEET
    rivers = "".join(
        f'<path d="{course}" class="river"/>' for name, course in water.items() if name != "sea"
    )
    size = f'width="{sheet.width + 2 * BEYOND}" height="{sheet.height + 2 * BEYOND}"'
    return (
        f'<rect x="{sheet.left - BEYOND}" y="{sheet.top - BEYOND}" {size} class="land"/>'
        f'{_hills()}{rivers}<path d="{water["sea"]}" class="sea"/>'
        f"{_compass()}"
        f'<text x="120" y="262" class="water-name">{escape(tr("Irish Sea"))}</text>'
        '<text transform="translate(640 202) rotate(-30)" class="water-name fine">Ribble</text>'
        '<text transform="translate(690 610) rotate(-4)" class="water-name fine">Mersey</text>'
    )


def _compass() -> str:
    """North is up."""
    return (
        '<g transform="translate(70 330)" class="compass"><circle r="24"/><circle r="19"/>'
        '<path d="M0-34 5-5 34 0 5 5 0 34-5 5-34 0-5-5z"/><path d="M0-34V34L5 5zM34 0H-34L-5-5z" '
        'class="dark"/></g>'
    )


def _hills() -> str:
    """The moors between Lancashire and Yorkshire, as small strokes."""
    tops = (
        (660, 150), (700, 178), (640, 196), (560, 130), (600, 100), (690, 320), (720, 300),
        (846, 300), (860, 330), (838, 356), (700, 236), (960, 130), (976, 200), (970, 440),
        (980, 540), (968, 620), (510, 150), (540, 190), (820, 100), (980, 660),
    )  # fmt: skip
    drawn = "".join(f"M{x} {y}q7-13 14 0q5-8 10 0" for x, y in tops)
    return f'<path d="{drawn}" class="hill"/>'


@cache
def line_drawing(line: int, canal: bool, owner: int) -> str:
    """Free lines are faint; a link is its owner's colour with the owner's marker on it."""
    course = layout.line_paths()[line]
    x, y = layout.line_middles()[line]
    if owner == NONE:
        drawn = f'<path d="{course}" class="hit"/>'
        return (
            f'{drawn}<path d="{course}" class="bed"/><path d="{course}" class="way"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="{REACH}" class="reach"/>'
            f'<circle cx="{x:g}" cy="{y:g}" r="10" class="stop"/>'
        )
    return (
        f'<path d="{course}" class="edge"/><path d="{course}" class="built own-{owner}"/>'
        f'<path d="{course}" class="way"/>'
        f'<g transform="translate({x:g} {y:g})">'
        f'<g id="link-{line_names()[line]}" data-piece="">{shape(owner)}</g></g>'
    )


@cache
def place_drawing(place: int) -> str:
    entry = facts().places[place]
    spot = layout.spots()[place]
    half_x, half_y = layout.half_size(place)
    name = escape(entry["name"])
    at = {
        "above": (spot.x, spot.y - half_y - 8, "middle"),
        "below": (spot.x, spot.y + half_y + 18, "middle"),
        "left": (spot.x - half_x - 8, spot.y + 5, "end"),
        "right": (spot.x + half_x + 8, spot.y + 5, "start"),
    }[spot.label]
    plate = (
        f'<rect x="{spot.x - half_x - 4:g}" y="{spot.y - half_y - 4:g}" '
        f'width="{2 * half_x + 8:g}" height="{2 * half_y + 8:g}" rx="{7 if place < TOWNS else 20}" '
        f'class="plate{" anchor" if entry.get("anchor") else ""}"/>'
    )
    coins = "".join(
        f'<circle cx="{spot.x - 9 + 18 * n:g}" cy="{spot.y:g}" r="8" class="coin"/>'
        for n in range(entry.get("coins", 0))
    )
    return f'{plate}{coins}<text x="{at[0]:g}" y="{at[1]:g}" class="name {at[2]}">{name}</text>'


@cache
def _tile_drawing(slot: int, tile: Tile, owner: int, flipped: bool, cubes: int) -> str:
    drawn = board_tile(tile.industry, tile.level, owner, flipped, cubes)
    return f'<g id="tile-{slot_names()[slot]}" class="tile" data-piece="" {_TILE_SCALE}>{drawn}</g>'


@cached_per_language
def _tile_label(tile: Tile, plot: str, player: str, flipped: bool, cubes: int) -> str:
    label = f"{plot}: {words.tile_name(tile)} ({player})"
    if flipped:
        return tr("{tile}, flipped, {points}", tile=label, points=words.points(tile.points))
    return f"{label}, {words.cubes(cubes)}" if cubes else label


@cached_per_language
def _free_label(slot: int) -> str:
    table = facts().edition("2007", 4, True)
    place = int(table.slot_place[slot])
    number = slot - int(table.first_slot[place])
    kinds = [words.industry(kind) for kind in table.places[place].slots[number]]
    town = table.places[place].name
    if len(kinds) == 1:
        return tr(
            "{town}, plot {n}, free for {industry}", town=town, n=number + 1, industry=kinds[0]
        )
    return tr(
        "{town}, plot {n}, free for {industry} or {other}",
        town=town,
        n=number + 1,
        industry=kinds[0],
        other=kinds[1],
    )


@cache
def empty_slot_drawing(slot: int) -> str:
    """A free plot with what it may hold."""
    kinds = facts().slots[slot]
    drawn = f'<rect width="{S}" height="{S}" rx="4" class="plot"/>'
    if len(kinds) == 1:
        return drawn + icon(kinds[0], 9, 9, 28, SOFT)
    return (
        f'{drawn}<path d="M7 39 39 7" class="split"/>'
        f"{icon(kinds[0], 3, 3, 22, SOFT)}{icon(kinds[1], 21, 21, 22, SOFT)}"
    )
