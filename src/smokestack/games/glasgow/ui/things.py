"""The things on the board that can be pointed at, and which of them an answer concerns."""

from __future__ import annotations

from typing import NamedTuple

from smokestack.engine.view import View
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.formats.notation import cell_at, cell_coordinates
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.city import factories_in_line
from smokestack.games.glasgow.rules.scoring import bonus
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_BUILD,
    BUILDINGS,
    CITY_SIZE,
    DRAWN,
    NONE,
)
from smokestack.games.glasgow.rules.turn import Glasgow

CITY = "city"
PILE = "pile"
DISCARDS = "discards"
DRAWN_TILE = "drawn"


def table_of(view: View) -> Glasgow:
    state = view.state
    assert isinstance(state, Glasgow)
    return state


def ring_thing(index: int) -> str:
    return f"ring-{index}"


def offer_thing(offer: int) -> str:
    """An offer, counted through all architects, by ring index and place."""
    return f"offer-{ARCHITECT_TILES[offer // 2]}-{offer % 2}"


def cell_thing(cell: int) -> str:
    x, y = cell_coordinates(cell)
    return f"cell-{x}_{y}"


def store_thing(seat: int) -> str:
    return f"store-{seat}"


def cell_of(thing: str) -> int | None:
    """The cell that a thing stands for, or None if it is no cell."""
    x, _, y = thing.removeprefix("cell-").partition("_")
    if not thing.startswith("cell-") or not (_small(x) and _small(y)):
        return None
    return cell_at(int(x), int(y))


def _small(text: str) -> bool:
    return len(text) <= 2 and text.removeprefix("-") in tuple("01234")


def thing_of(table: Glasgow, answer: Answer) -> str:
    """The thing that an answer points at, or nothing if it is only a button."""
    match answer.kind:
        case Kind.MOVE:
            return ring_thing(answer.index)
        case Kind.REPLACE:
            return ring_thing(ARCHITECT_TILES[answer.architect])
        case Kind.BUILD if answer.place != NONE:
            return offer_thing(offer_of(table, answer.place))
        case Kind.ACTIVATE | Kind.PLACE | Kind.RESOLVE:
            return cell_thing(answer.cell)
        case _:
            return ""


def factories_triggered(table: Glasgow, cell: int) -> int:
    """The factories that a building placed here would set off; the last one replaces nothing."""
    fired = int(factories_in_line(table, cell))
    if table.built == CITY_SIZE - 1:
        fired &= ~int(table.tiles.replace_factories)
    return fired


def highlights_of(table: Glasgow, answer: Answer) -> list[str]:
    """Other things that an answer concerns: offers at its tile, factories that would work."""
    match answer.kind:
        case Kind.MOVE if table.ring[answer.index] == ARCHITECT:
            return offers_at(table, architect_at(answer.index))
        case Kind.REPLACE:
            return offers_at(table, answer.architect)
        case Kind.ACTIVATE:
            return factory_things(table, factories_in_line(table, answer.cell))
        case Kind.PLACE:
            return factory_things(table, factories_triggered(table, answer.cell))
        case Kind.DRAW:
            return [PILE]
        case Kind.DISCARD:
            return [DRAWN_TILE]
        case Kind.BUILD if answer.place == NONE:
            return [DRAWN_TILE]
        case Kind.PAY:
            return [source_thing(table)]
        case _:
            return []


def open_things(view: View) -> set[str]:
    """The things that can be chosen now."""
    table = table_of(view)
    return {thing_of(table, decode(number)) for number in view.answers} - {""}


def offer_of(table: Glasgow, place: int) -> int:
    """A place at the architect where the active player is, counted through all architects."""
    return 2 * int(architect_at(table.position(table.active))) + place


def offers_at(table: Glasgow, architect: int) -> list[str]:
    places = (2 * architect, 2 * architect + 1)
    return [offer_thing(place) for place in places if table.offers[place] != NONE]


def source_thing(table: Glasgow) -> str:
    """Where the building that is being paid or placed comes from."""
    return DRAWN_TILE if table.source == DRAWN else offer_thing(int(table.source))


def factory_things(table: Glasgow, factories: int) -> list[str]:
    return [cell_thing(int(table.site[number])) for number in members(factories)]


def members(buildings: int) -> list[int]:
    """The buildings of a set."""
    return [number for number in range(BUILDINGS) if buildings >> number & 1]


class PlacedBuilding(NamedTuple):
    """A building in the city with its owner."""

    cell: int
    building: int
    seat: int
    worth: int
    """In points, as the city is now."""


def placed_buildings(table: Glasgow) -> tuple[PlacedBuilding, ...]:
    """The buildings in the city, sorted by cell from the upper left."""
    tiles = table.tiles
    return tuple(
        sorted(
            PlacedBuilding(
                int(table.site[number]),
                number,
                int(table.owner(number)),
                int(tiles.points[number] + bonus(table, number)),
            )
            for number in members(int(table.standing))
        )
    )


def surcharge_of(table: Glasgow, architect: int) -> int:
    """The gold that a build costs on top at an architect, for the active player."""
    here = table.position(table.active) == ARCHITECT_TILES[architect]
    return int(table.surcharge) if here and table.decision == ASK_BUILD else 0
