"""The table as text: the ring of the Clyde around the city, offers, stores and score."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from smokestack.engine.canvas import Canvas
from smokestack.engine.view import View
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.notation import cell_at, cell_coordinates
from smokestack.games.glasgow.phrases import cost_text, table_of
from smokestack.games.glasgow.scoring import score
from smokestack.games.glasgow.stores import can_pay
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_MOVE,
    ASK_PLACE,
    BANK,
    BANK_COUNTS,
    CITY_SIZE,
    FACTORY,
    FACTORY_GIVES,
    GOODS,
    KINDS,
    NONE,
    RING_SIZE,
    STORE,
    WHISKY,
)
from smokestack.games.glasgow.turn import Glasgow

# Owners are told apart by colour and by shape.
MARKS = ("●", "▲")
COLOURS = ("bold cyan", "bold magenta")
GOOD_COLOURS = {"stone": "white", "steel": "blue", "gold": "yellow", "whisky": "red"}

_TILE_WIDTH, _TILE_HEIGHT = 13, 4
_SIDE_HEIGHT = 7
_WIDTH = 6 * _TILE_WIDTH
_INNER_TOP = _TILE_HEIGHT
_INNER_LEFT = _TILE_WIDTH
_CELL_WIDTH = 8
_SHORT = {"tenement": "tenemnt", "landmark": "landmrk"}


def draw(view: View) -> Group:
    table = table_of(view)
    canvas = Canvas(_WIDTH, 2 * _TILE_HEIGHT + 2 * _SIDE_HEIGHT)
    for index in range(RING_SIZE):
        _draw_tile(canvas, table, index)
    _draw_city(canvas, table)
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


def _draw_tile(canvas: Canvas, table: Glasgow, index: int) -> None:
    left, top, height = _corner(index)
    reachable = table.decision == ASK_MOVE and table.offers_answer(answers.MOVE + index)
    tile = table.ring[index]
    style = "green" if reachable and not table.over else "dim"
    canvas.box(left, top, _TILE_WIDTH, height, style)
    name = "architect" if tile == ARCHITECT else table.tiles.contracts[tile].id
    canvas.put(left + 1, top, str(index), style)
    canvas.put(left + 1, top + 1, name[: _TILE_WIDTH - 2], "bold" if tile == ARCHITECT else "")
    here = [seat for seat in range(2) if table.position(seat) == index]
    if len(here) == 2:  # the one behind stands on the left
        here = [int(table.rear), 1 - int(table.rear)]
    for number, seat in enumerate(here):
        twice = "×2" if table.doubled >> seat & 1 else ""
        canvas.put(left + 1 + 5 * number, top + 2, MARKS[seat] + twice, COLOURS[seat])


def _draw_city(canvas: Canvas, table: Glasgow) -> None:
    """The buildings with the free cells around them; a cell where one may build shows +."""
    west, north = cell_coordinates(table.north * 9 + table.west)
    east, south = cell_coordinates(table.south * 9 + table.east)
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
            _draw_cell(canvas, table, left + column * _CELL_WIDTH, line, x, y)


def _draw_cell(canvas: Canvas, table: Glasgow, left: int, top: int, x: int, y: int) -> None:
    if not (-4 <= x <= 4 and -4 <= y <= 4):
        return
    cell = cell_at(x, y)
    building = table.city[cell]
    if building == NONE:
        free = table.decision == ASK_PLACE and table.offers_answer(answers.PLACE + cell)
        canvas.put(left, top, f"{'+' if free else '·':^{_CELL_WIDTH}}", "green" if free else "dim")
        return
    tile = table.tiles.buildings[building]
    colour = COLOURS[table.owner(building)]
    detail = FACTORY_GIVES[tile.gives] if tile.kind == FACTORY else KINDS[tile.kind]
    canvas.put(left, top, f" {MARKS[table.owner(building)]}{tile.id}"[:_CELL_WIDTH], colour)
    detail = _SHORT.get(detail, detail)
    canvas.put(left, top + 1, f" {detail}"[:_CELL_WIDTH], colour.removeprefix("bold "))


def _offers(view: View) -> Text:
    """Two buildings at each architect with points and price; ✓ means the actor can pay."""
    table = table_of(view)
    surcharge = int(table.surcharge)
    text = Text()
    for architect, index in enumerate(ARCHITECT_TILES):
        for place in range(2):
            text.append(f" {index if place == 0 else '':>2} ", "bold")
            text.append(f"[{place}] ", "dim")
            _append_building(text, table, table.offers[2 * architect + place], surcharge)
    if table.drawn != NONE:
        text.append(" drawn  ", "bold")
        _append_building(text, table, table.drawn, 0)
    text.append(f" pile {table.pile_count}   discards {table.discard_count}", "dim")
    text.append(f"   turn {table.turn + (0 if table.over else 1)}", "dim")
    if surcharge and not table.over:
        text.append(f"   next build here: +{surcharge} gold", "yellow")
    return text


def _append_building(text: Text, table: Glasgow, building: int, surcharge: int) -> None:
    if building == NONE:
        text.append("–\n", "dim")
        return
    affordable = can_pay(table, table.actor, building, surcharge)
    tile = table.tiles.buildings[building]
    detail = KINDS[tile.kind]
    if tile.kind == FACTORY:
        detail += f" → {FACTORY_GIVES[tile.gives]}"
    if tile.kind == BANK:
        detail += f" +{tile.bonus_points} per {BANK_COUNTS[tile.bonus_per]}"
    line = f"{tile.id:<4.8} {detail:<21} {tile.points:>2} pt  {cost_text(table, building, 0):<24}"
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
                shown = "whisky" if amount else ""
                text.append(f" {shown:<7}", GOOD_COLOURS[good])
            else:
                text.append(f" {good} ", "dim")
                text.append(f"{amount}", GOOD_COLOURS[good])
                text.append(f"/{STORE[number]} ", "dim")
        text.append(f" points {score(table, seat)}", "bold")
        text.append(f"  step {table.steps[seat]}\n", "dim")
    text.rstrip()
    return text
