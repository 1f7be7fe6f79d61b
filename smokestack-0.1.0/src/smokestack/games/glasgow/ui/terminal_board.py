"""The board for the terminal: the ring around the city, offers, stores and points."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.formats.notation import cell_at, cell_coordinates
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    BANK,
    CITY_SIZE,
    CONTRACT_KINDS,
    FACTORY,
    FACTORY_GIVES,
    GOLD,
    GOODS,
    GRANT,
    NONE,
    PER_FACTORY,
    RING_SIZE,
    SIDE,
    STORE,
    WHISKY,
)
from smokestack.games.glasgow.rules.tileset import Contract
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.previews import cost_text
from smokestack.games.glasgow.ui.things import table_of
from smokestack.games.glasgow.ui.words import amount_of, good_name, kind_name
from smokestack.presentation.canvas import Canvas
from smokestack.presentation.language import mark, tr

# Seats differ in colour and in shape.
MARKS = ("●", "▲")
COLOURS = ("bold cyan", "bold magenta")
GOOD_COLOURS = {"stone": "white", "steel": "blue", "gold": "yellow", "whisky": "red"}

_TILE_WIDTH, _TILE_HEIGHT = 13, 4
_SIDE_HEIGHT = 7
_WIDTH = 6 * _TILE_WIDTH
_INNER_TOP = _TILE_HEIGHT
_INNER_LEFT = _TILE_WIDTH
_CELL_WIDTH = 8
_ACTIONS = {
    "choice": mark("choice"),
    "convert": mark("convert"),
    "replace": mark("replace"),
    "activate": mark("activate"),
    "draw": mark("draw"),
    "double": mark("double"),
}


def draw(view: View) -> Group:
    table = table_of(view)
    # What the actor may do is shown to everyone, so this is not `view.answers`.
    offered = {decode(answer) for answer in table.answers()}
    canvas = Canvas(_WIDTH, 2 * _TILE_HEIGHT + 2 * _SIDE_HEIGHT)
    for index in range(RING_SIZE):
        reachable = Answer(kind=Kind.MOVE, index=index) in offered
        _draw_tile(canvas, table, index, reachable)
    free_cells = {answer.cell for answer in offered if answer.kind == Kind.PLACE}
    _draw_city(canvas, table, free_cells)
    return Group(canvas.to_text(), _offers(view), _players(view))


def _corner(index: int) -> tuple[int, int, int]:
    """Left, top and height of a ring tile: six along the top, two down each side."""
    if index < 6:
        return index * _TILE_WIDTH, 0, _TILE_HEIGHT
    if index < 8:
        return 5 * _TILE_WIDTH, _TILE_HEIGHT + (index - 6) * _SIDE_HEIGHT, _SIDE_HEIGHT
    if index < 14:
        return (13 - index) * _TILE_WIDTH, _TILE_HEIGHT + 2 * _SIDE_HEIGHT, _TILE_HEIGHT
    return 0, _TILE_HEIGHT + (15 - index) * _SIDE_HEIGHT, _SIDE_HEIGHT


def _draw_tile(canvas: Canvas, table: Glasgow, index: int, reachable: bool) -> None:
    left, top, height = _corner(index)
    tile = table.ring[index]
    style = "green" if reachable else "dim"
    canvas.box(left, top, _TILE_WIDTH, height, style)
    name = tr("architect") if tile == ARCHITECT else _face(table.tiles.contracts[tile])
    canvas.put(left + 1, top, str(index), style)
    canvas.put(left + 1, top + 1, name[: _TILE_WIDTH - 2], "bold" if tile == ARCHITECT else "")
    here = [seat for seat in range(2) if table.position(seat) == index]
    if len(here) == 2:  # the one behind stands on the left
        here = [int(table.rear), 1 - int(table.rear)]
    for number, seat in enumerate(here):
        twice = "×2" if table.doubled >> seat & 1 else ""
        canvas.put(left + 1 + 5 * number, top + 2, MARKS[seat] + twice, COLOURS[seat])


def _face(contract: Contract) -> str:
    """A contract in at most eleven letters: `2 stone`, `stone+steel`, `convert`."""
    if contract.kind != GRANT:
        return tr(_ACTIONS[CONTRACT_KINDS[contract.kind]])
    goods = [good for good, amount in enumerate(contract.goods) if amount]
    if len(goods) == 1 and contract.goods[goods[0]] > 1:
        return amount_of(goods[0], contract.goods[goods[0]])
    return "+".join(good_name(good) for good in goods)


def _gift(gift: int) -> str:
    """What a factory gives, in a word."""
    return good_name(gift) if gift < len(GOODS) else tr(_ACTIONS[FACTORY_GIVES[gift]])


def _draw_city(canvas: Canvas, table: Glasgow, free_cells: set[int]) -> None:
    """The buildings with the empty cells around them; a free cell, to build on, shows +."""
    west, north = cell_coordinates(table.north * SIDE + table.west)
    east, south = cell_coordinates(table.south * SIDE + table.east)
    margin = 0 if table.built == CITY_SIZE else 1
    columns = range(west - margin, east + margin + 1)[:6]
    rows = range(north - margin, south + margin + 1)[:6]
    left, top = _INNER_LEFT + 4, _INNER_TOP
    for column, x in enumerate(columns):
        canvas.put(left + column * _CELL_WIDTH, top, f"{x:^{_CELL_WIDTH}}", "dim")
    for row, y in enumerate(rows):
        line = top + 1 + 2 * row
        canvas.put(_INNER_LEFT, line, f"{y:3}", "dim")
        for column, x in enumerate(columns):
            if -4 <= x <= 4 and -4 <= y <= 4:
                cell = cell_at(x, y)
                free = cell in free_cells
                _draw_cell(canvas, table, left + column * _CELL_WIDTH, line, cell, free)


def _draw_cell(canvas: Canvas, table: Glasgow, left: int, top: int, cell: int, free: bool) -> None:
    building = table.city[cell]
    if building == NONE:
        canvas.put(left, top, f"{'+' if free else '·':^{_CELL_WIDTH}}", "green" if free else "dim")
        return
    tile = table.tiles.buildings[building]
    colour = COLOURS[table.owner(building)]
    detail = _gift(tile.gives) if tile.kind == FACTORY else kind_name(tile.kind)
    canvas.put(left, top, f" {MARKS[table.owner(building)]}{tile.id}"[:_CELL_WIDTH], colour)
    canvas.put(left, top + 1, f" {detail}"[:_CELL_WIDTH], colour.removeprefix("bold "))


def _offers(view: View) -> Text:
    """Two buildings at each architect with points and cost; ✓ means that the actor can pay."""
    table = table_of(view)
    surcharge = int(table.surcharge)
    text = Text()
    for architect, index in enumerate(ARCHITECT_TILES):
        for place in range(2):
            text.append(f" {index if place == 0 else '':>2} ", "bold")
            text.append(f"[{place}] ", "dim")
            _append_building(text, table, table.offers[2 * architect + place], surcharge)
    if table.drawn != NONE:
        text.append(f" {tr('drawn')}  ", "bold")
        _append_building(text, table, table.drawn, 0)
    turn = table.turn + (0 if table.over else 1)
    text.append(f" {tr('pile {n}', n=table.pile_count)}", "dim")
    text.append(f"   {tr('discards {n}', n=table.discard_count)}", "dim")
    text.append(f"   {tr('turn {n}', n=turn)}", "dim")
    if surcharge and not table.over:
        gold = amount_of(GOLD, surcharge, f"+{surcharge}")
        text.append(f"   {tr('next build here: {gold}', gold=gold)}", "yellow")
    return text


def _append_building(text: Text, table: Glasgow, building: int, surcharge: int) -> None:
    if building == NONE:
        text.append("–\n", "dim")
        return
    affordable = can_pay(table, table.actor, building, surcharge)
    tile = table.tiles.buildings[building]
    detail = kind_name(tile.kind)
    if tile.kind == FACTORY:
        detail += f" → {_gift(tile.gives)}"
    if tile.kind == BANK:
        factories = tile.bonus_per == PER_FACTORY
        per = kind_name(FACTORY) if factories else good_name(tile.bonus_per)
        detail += " " + tr("+{n} per {what}", n=tile.bonus_points, what=per)
    points = tr("{n} pt", n=f"{tile.points:>2}")
    line = f"{tile.id:<4.8} {detail:<21} {points}  {cost_text(table, building, 0):<24}"
    text.append(f"{line}{'✓' if affordable else ' '}\n", "" if affordable else "dim")


def _players(view: View) -> Text:
    table = table_of(view)
    text = Text()
    width = max(len(name) for name in view.players)
    for seat, name in enumerate(view.players):
        turn = "→" if view.actor == seat else " "
        text.append(f"{turn}{MARKS[seat]} {name:<{width}} ", COLOURS[seat])
        for number, good in enumerate(GOODS):
            amount = table.stores[seat * 4 + number]
            if number == WHISKY:
                shown = good_name(WHISKY) if amount else ""
                text.append(f" {shown:<7}", GOOD_COLOURS[good])
            else:
                text.append(f" {good_name(number)} ", "dim")
                text.append(f"{amount}", GOOD_COLOURS[good])
                text.append(f"/{STORE[number]} ", "dim")
        text.append(f" {tr('points {n}', n=score(table, seat))}", "bold")
        text.append(f"  {tr('step {n}', n=table.steps[seat])}\n", "dim")
    text.rstrip()
    return text
