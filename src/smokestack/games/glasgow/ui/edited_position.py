"""What was entered in the form of `position_form`, as a position of Glasgow."""

from __future__ import annotations

from typing import Any

from smokestack.games.glasgow.formats.notation import cell_at, cell_text
from smokestack.games.glasgow.formats.position import dump
from smokestack.games.glasgow.rules.terms import ARCHITECT_TILES, GOODS, RING_SIZE
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.position_form import GRID, NEW_TURN, grid_corner
from smokestack.presentation.position_form import FieldValues


def edited_position(state: Glasgow, values: FieldValues) -> dict[str, Any]:
    data = dump(state)
    behind = int(values.choice("behind"))
    data["whisky_converts"] = values.is_on("whisky_converts")
    data["turn_limit"] = values.number("turn_limit")
    data["turn"] = values.number("turn")
    tiles = [int(values.choice(f"merchant-{seat}")) for seat in range(2)]
    data["merchants"] = _steps(state, behind, tiles)
    if data["merchants"][0] == data["merchants"][1]:
        data["rear"] = behind
    data["doubled"] = [values.is_on(f"doubled-{seat}") for seat in range(2)]
    data["goods"] = [{good: values.number(f"{good}-{seat}") for good in GOODS} for seat in range(2)]
    data["ring"] = [
        "architect" if index in ARCHITECT_TILES else values.choice(f"ring-{index}")
        for index in range(RING_SIZE)
    ]
    data["offers"] = {
        str(index): [values.choice(f"offer-{index}-{place}") or None for place in range(2)]
        for index in ARCHITECT_TILES
    }
    data["city"] = _edited_city(state, values)
    if values.choice("decision") == NEW_TURN:
        data.update(_new_turn(behind))
    _lay_rest(state, data, values)
    return data


def _edited_city(state: Glasgow, values: FieldValues) -> dict[str, list[str | int]]:
    """The city by cells; if nothing stands at 0,0, the nearest building is moved there."""
    left, top = grid_corner(state)
    found = {}
    for y in range(top, top + GRID):
        for x in range(left, left + GRID):
            building, _, owner = values.choice(f"cell-{x}_{y}").partition(" ")
            if building:
                found[x, y] = (building, int(owner))
    if not found:
        return {}
    first_x, first_y = min(found, key=lambda cell: (abs(cell[0]) + abs(cell[1]), cell))
    return {
        cell_text(cell_at(x - first_x, y - first_y)): [building, owner]
        for (x, y), (building, owner) in found.items()
    }


def _steps(state: Glasgow, behind: int, tiles: list[int]) -> list[int]:
    """The steps of both merchants, who stand on these tiles of the ring."""
    steps = [0, 0]
    steps[behind] = int(state.steps[behind]) // RING_SIZE * RING_SIZE + tiles[behind]
    ahead = (tiles[1 - behind] - tiles[behind]) % RING_SIZE
    steps[1 - behind] = steps[behind] + ahead
    return steps


def _new_turn(seat: int) -> dict[str, Any]:
    return {
        "active": seat,
        "acting": False,
        "uses": 0,
        "surcharge": 0,
        "chosen": None,
        "paid": False,
        "firing": [],
        "fired": None,
        "drawn": None,
        "decision": "move",
        "actor": seat,
        "reason": None,
    }


def _lay_rest(state: Glasgow, data: dict[str, Any], values: FieldValues) -> None:
    """The discarded buildings, and the pile of all that are nowhere else, in their old order."""
    ids = [tile.id for tile in state.tiles.buildings]
    discarded = {tile for tile in ids if values.is_on(f"discarded-{tile}")}
    data["discards"] = sorted(discarded, key=[*data["discards"], *ids].index)
    placed = {*discarded, data["drawn"]}
    placed.update(building for pair in data["offers"].values() for building in pair)
    placed.update(building for building, _ in data["city"].values())
    data["pile"] = sorted(set(ids) - placed, key=[*data["pile"], *ids].index)
