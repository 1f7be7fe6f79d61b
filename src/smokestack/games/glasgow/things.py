"""The things on the board that can be pointed at, and those that an answer concerns."""

from __future__ import annotations

from typing import NamedTuple

from smokestack.engine.view import View
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.city import factories_in_line
from smokestack.games.glasgow.notation import cell_at, cell_coordinates
from smokestack.games.glasgow.scoring import bonus
from smokestack.games.glasgow.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    ASK_BUILD,
    BUILDINGS,
    DRAWN,
    NONE,
)
from smokestack.games.glasgow.turn import Glasgow

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
    """The cell that a thing names, if it is one."""
    x, _, y = thing.removeprefix("cell-").partition("_")
    if not thing.startswith("cell-") or not (_small(x) and _small(y)):
        return None
    return cell_at(int(x), int(y))


def _small(text: str) -> bool:
    return len(text) <= 2 and text.removeprefix("-") in tuple("01234")


def thing_of(table: Glasgow, answer: int) -> str:
    """What an answer points at, or nothing for one that is only a button."""
    if answer < answers.TAKE:
        return ring_thing(answer - answers.MOVE)
    if answers.REPLACE <= answer < answers.ACTIVATE:
        return ring_thing(ARCHITECT_TILES[answer - answers.REPLACE])
    if answers.ACTIVATE <= answer < answers.DRAW:
        return cell_thing(answer - answers.ACTIVATE)
    if answers.BUILD <= answer < answers.PAY:
        return offer_thing(int(table.position(table.active)) // 5 * 2 + answer - answers.BUILD)
    if answers.PLACE <= answer < answers.RESOLVE:
        return cell_thing(answer - answers.PLACE)
    if answers.RESOLVE <= answer < answers.PASS:
        return cell_thing(answer - answers.RESOLVE)
    return ""


def lights_of(table: Glasgow, answer: int) -> list[str]:
    """Other things that an answer concerns: offers within reach, factories that would work."""
    if answer < answers.TAKE:
        index = answer - answers.MOVE
        return offers_at(table, index // 5) if table.ring[index] == ARCHITECT else []
    if answers.REPLACE <= answer < answers.ACTIVATE:
        return offers_at(table, answer - answers.REPLACE)
    if answers.ACTIVATE <= answer < answers.DRAW:
        return factory_things(table, factories_in_line(table, answer - answers.ACTIVATE))
    if answer in (answers.BUILD_DRAWN, answers.DISCARD):
        return [DRAWN_TILE]
    if answer == answers.DRAW:
        return [PILE]
    if answers.PAY <= answer < answers.PLACE:
        return [source_thing(table)]
    if answers.PLACE <= answer < answers.RESOLVE:
        return factory_things(table, factories_in_line(table, answer - answers.PLACE))
    return []


def open_things(view: View) -> set[str]:
    """The things that can be chosen now."""
    table = table_of(view)
    return {thing_of(table, answer) for answer in view.answers} - {""}


def offers_at(table: Glasgow, architect: int) -> list[str]:
    places = (2 * architect, 2 * architect + 1)
    return [offer_thing(place) for place in places if table.offers[place] != NONE]


def source_thing(table: Glasgow) -> str:
    """Where the building lies that is being paid or placed."""
    return DRAWN_TILE if table.source == DRAWN else offer_thing(int(table.source))


def factory_things(table: Glasgow, factories: int) -> list[str]:
    return [cell_thing(int(table.site[number])) for number in members(factories)]


def members(buildings: int) -> list[int]:
    """The buildings of a set."""
    return [number for number in range(BUILDINGS) if buildings >> number & 1]


class Standing(NamedTuple):
    """A building in the city."""

    cell: int
    building: int
    seat: int
    """Whose it is."""
    worth: int
    """In points, as the city is now."""


def standing_buildings(table: Glasgow) -> tuple[Standing, ...]:
    """By their cells, from the upper left."""
    tiles = table.tiles
    return tuple(
        sorted(
            Standing(
                int(table.site[number]),
                number,
                int(table.owner(number)),
                int(tiles.points[number] + bonus(table, number)),
            )
            for number in members(int(table.standing))
        )
    )


def surcharge_of(table: Glasgow, architect: int) -> int:
    """The gold that a build costs on top at an architect, for the seat whose turn it is."""
    here = table.position(table.active) == ARCHITECT_TILES[architect]
    return int(table.surcharge) if here and table.decision == ASK_BUILD else 0
