"""A position of Glasgow as the fields of a form; `edited_position` reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from smokestack.games.glasgow.formats.notation import cell_at, cell_coordinates
from smokestack.games.glasgow.rules.river import farther_behind
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    CELLS,
    GOODS,
    NONE,
    RING_SIZE,
    STORE,
)
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.games.glasgow.ui.words import contract_name, good_name, kind_name, offer_text
from smokestack.presentation.language import tr
from smokestack.presentation.position_form import (
    FieldOption,
    FormField,
    FormRow,
    FormSection,
    choice,
    number,
    player_names,
    player_options,
    single_fields,
    switch,
)

GRID: Final = 5
"""Cells in a row and in a column of the form; no city is larger."""
OUTERMOST: Final = 4
"""The farthest that a cell can be from the first building, in x and in y."""
MAX_TURNS: Final = 10_000
EMPTY: Final = ""
AS_IT_IS: Final = "as it is"
NEW_TURN: Final = "new turn"


def position_form(
    state: Glasgow, pending: str, option_texts: Mapping[str, str]
) -> list[FormSection]:
    """The sections of the form; `pending` is the decision of `state` in words."""
    return [
        FormSection(tr("Turn"), single_fields(*_turn_fields(state, pending, option_texts))),
        _players(state),
        _ring(state),
        _offers(state),
        _city(state),
        _discards(state),
    ]


def _turn_fields(state: Glasgow, pending: str, option_texts: Mapping[str, str]) -> list[FormField]:
    decisions = [FieldOption(NEW_TURN, tr("A new turn begins"))]
    is_pending = state.over or state.acting or state.fired != NONE or state.firing != 0
    if is_pending:
        decisions.insert(0, FieldOption(AS_IT_IS, pending))
    return [
        choice(
            "behind",
            tr("Farther behind, and moves next"),
            str(int(farther_behind(state))),
            player_options(2),
        ),
        choice("decision", tr("What is to be decided"), decisions[0].value, decisions),
        number("turn", tr("Turns so far"), int(state.turn), 0, MAX_TURNS),
        number("turn_limit", tr(option_texts["turn_limit"]), int(state.turn_limit), 1, MAX_TURNS),
        switch("whisky_converts", tr(option_texts["whisky_converts"]), state.whisky_converts),
    ]


def _players(state: Glasgow) -> FormSection:
    names = player_names(2)
    architect = tr("architect")
    tiles = [
        FieldOption(
            str(index), f"{index} ({architect})" if index in ARCHITECT_TILES else str(index)
        )
        for index in range(RING_SIZE)
    ]

    def row(title: str, fields: Iterable[FormField]) -> FormRow:
        return FormRow(title, tuple(fields))

    merchant, doubled = tr("Merchant on tile"), tr("Uses the next tile twice")
    return FormSection(
        tr("Merchants and goods"),
        (
            row(
                merchant,
                (
                    choice(
                        f"merchant-{seat}",
                        f"{name}: {merchant}",
                        str(int(state.position(seat))),
                        tiles,
                    )
                    for seat, name in enumerate(names)
                ),
            ),
            *(
                row(
                    good_name(kind),
                    (
                        number(
                            f"{good}-{seat}",
                            f"{name}: {good_name(kind)}",
                            int(state.stores[seat * 4 + kind]),
                            0,
                            int(STORE[kind]),
                        )
                        for seat, name in enumerate(names)
                    ),
                )
                for kind, good in enumerate(GOODS)
            ),
            row(
                doubled,
                (
                    switch(f"doubled-{seat}", f"{name}: {doubled}", bool(state.doubled >> seat & 1))
                    for seat, name in enumerate(names)
                ),
            ),
        ),
        tuple(names),
    )


def _ring(state: Glasgow) -> FormSection:
    contracts = state.tiles.contracts
    names = [contract_name(contract) for contract in contracts]
    options = [
        FieldOption(contract.id, _told_apart(names, index))
        for index, contract in enumerate(contracts)
    ]
    return FormSection(
        tr("Contracts on the ring"),
        single_fields(
            *(
                choice(f"ring-{index}", tr("Tile {n}", n=index), contracts[tile].id, options)
                for index, tile in enumerate(state.ring)
                if tile != ARCHITECT
            )
        ),
        text=tr("Twelve different contracts; tiles 0, 5, 10 and 15 are architects."),
    )


def _told_apart(names: list[str], index: int) -> str:
    """A name, with a number if others are the same."""
    name = names[index]
    return f"{name} ({names[: index + 1].count(name)})" if names.count(name) > 1 else name


def _offers(state: Glasgow) -> FormSection:
    buildings = state.tiles.buildings
    options = [FieldOption(tile.id, offer_text(tile), kind_name(tile.kind)) for tile in buildings]
    if NONE in state.offers:
        options.insert(0, FieldOption(EMPTY, tr("empty")))

    def offer(index: int, place: int) -> FormField:
        building = state.offers[2 * ARCHITECT_TILES.index(index) + place]
        return choice(
            f"offer-{index}-{place}",
            tr("Architect on tile {n}, place {place}", n=index, place=place + 1),
            EMPTY if building == NONE else buildings[building].id,
            options,
        )

    return FormSection(
        tr("Offers"),
        tuple(
            FormRow(tr("Tile {n}", n=index), (offer(index, 0), offer(index, 1)))
            for index in ARCHITECT_TILES
        ),
        tuple(tr("Place {n}", n=place) for place in (1, 2)),
        corner=tr("Architect"),
    )


def _city(state: Glasgow) -> FormSection:
    names = player_names(2)
    options = [FieldOption(EMPTY, "–")]
    options += [
        FieldOption(
            f"{tile.id} {seat}", f"{tile.id} ({seat + 1}) {kind_name(tile.kind)}", names[seat]
        )
        for seat in range(2)
        for tile in state.tiles.buildings
    ]
    left, top = grid_corner(state)

    def cell(x: int, y: int) -> FormField:
        building = state.city[cell_at(x, y)]
        value = EMPTY
        if building != NONE:
            value = f"{state.tiles.buildings[building].id} {int(state.owner(building))}"
        return choice(f"cell-{x}_{y}", tr("City {x},{y}", x=x, y=y), value, options)

    columns, rows = range(left, left + GRID), range(top, top + GRID)
    return FormSection(
        tr("City"),
        tuple(FormRow(str(y), tuple(cell(x, y) for x in columns)) for y in rows),
        tuple(str(x) for x in columns),
        text=tr(
            "The number after a building is its owner. Buildings are connected edge to edge, in "
            "at most 5 by 4 or 4 by 5 cells."
        ),
        corner="y \\ x",
    )


def _discards(state: Glasgow) -> FormSection:
    discarded = {int(state.discards[n]) for n in range(state.discard_count)}
    return FormSection(
        tr("Discarded buildings"),
        single_fields(
            *(
                switch(
                    f"discarded-{tile.id}", f"{tile.id} {kind_name(tile.kind)}", index in discarded
                )
                for index, tile in enumerate(state.tiles.buildings)
            )
        ),
        text=tr("Buildings that are nowhere else are in the pile."),
    )


def grid_corner(state: Glasgow) -> tuple[int, int]:
    """The upper left cell of the grid in the form, with the city in its middle."""
    cells = [cell_coordinates(cell) for cell in range(CELLS) if state.city[cell] != NONE] or [
        (0, 0)
    ]

    def first(numbers: list[int]) -> int:
        low, high = min(numbers), max(numbers)
        return max(-OUTERMOST, min(low - (GRID - 1 - high + low) // 2, OUTERMOST + 1 - GRID))

    return first([x for x, _ in cells]), first([y for _, y in cells])
