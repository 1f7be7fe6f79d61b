"""Positions as JSON-ready data: for traces, for views, and complete, to be loaded again."""

from __future__ import annotations

from typing import Any

import msgspec

from smokestack.engine.snapshot import seeded_stream
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.formats.notation import cell_text
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    CELLS,
    DECISIONS,
    DRAWN,
    GOODS,
    NONE,
    REASONS,
)
from smokestack.games.glasgow.rules.turn import Glasgow, unseen_buildings


class Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A complete state, in a form that people can read and tests can write."""

    tiles: str | dict[str, Any]
    whisky_converts: bool
    turn_limit: int
    stream: tuple[int, int]
    ring: list[str]
    merchants: tuple[int, int]
    rear: int
    doubled: tuple[bool, bool]
    turn: int
    revealed: int
    goods: tuple[dict[str, int], dict[str, int]]
    offers: dict[str, tuple[str | None, str | None]]
    city: dict[str, tuple[str, int]]
    pile: list[str]
    """The next building to draw comes first."""
    discards: list[str]
    drawn: str | None = None
    active: int
    acting: bool = False
    uses: int = 0
    surcharge: int = 0
    chosen: str | None = None
    """Where the chosen building, not yet placed, comes from: `drawn`, or `5.0` for place 0 at
    the architect at 5.
    """
    paid: bool = False
    firing: list[str] = []
    fired: str | None = None
    decision: str | None
    actor: int | None
    reason: str | None = None


def audit(state: Glasgow) -> dict[str, Any]:
    """The state in a trace: everything, hidden parts included."""
    return {**_open_table(state), "pile": _pile(state)}


def show(state: Glasgow) -> dict[str, Any]:
    """What every seat and spectator sees; `unseen` follows from the buildings in the open."""
    unseen = unseen_buildings(state)
    return {
        **_open_table(state),
        "unseen": [_building(state, unseen[i]) for i in range(state.pile_count)],
        "out": [
            contract.id
            for index, contract in enumerate(state.tiles.contracts)
            if index not in state.ring
        ],
        "whisky_converts": state.whisky_converts,
        "turn_limit": int(state.turn_limit),
        "active": int(state.active),
        "surcharge": int(state.surcharge),
        "chosen": _chosen(state),
        "firing": _members(state, state.firing),
        "scores": [int(score(state, seat)) for seat in range(2)],
    }


def dump(state: Glasgow) -> dict[str, Any]:
    """The complete state; `loading.load` reads it."""
    table = _open_table(state)
    shipped = shipped_tiles()
    position = Position(
        tiles=shipped.name if state.tiles is shipped else tiles_to_data(state.tiles),
        whisky_converts=state.whisky_converts,
        turn_limit=state.turn_limit,
        stream=seeded_stream(state),
        ring=table["ring"],
        merchants=table["merchants"],
        rear=state.rear,
        doubled=table["doubled"],
        turn=state.turn,
        revealed=state.revealed,
        goods=table["goods"],
        offers={
            str(index): (
                _building(state, state.offers[2 * architect]),
                _building(state, state.offers[2 * architect + 1]),
            )
            for architect, index in enumerate(ARCHITECT_TILES)
        },
        city=table["city"],
        pile=_pile(state),
        discards=table["discards"],
        drawn=table["drawn"],
        active=state.active,
        acting=state.acting,
        uses=state.uses,
        surcharge=state.surcharge,
        chosen=_chosen(state),
        paid=state.paid,
        firing=_members(state, state.firing),
        fired=_building(state, state.fired),
        decision=None if state.over else DECISIONS[state.decision],
        actor=None if state.over else state.actor,
        reason=REASONS[state.reason],
    )
    data: dict[str, Any] = msgspec.to_builtins(position)
    return data


def _open_table(state: Glasgow) -> dict[str, Any]:
    tiles = state.tiles
    shared = state.steps[0] == state.steps[1]
    return {
        "ring": [
            "architect" if tile == ARCHITECT else tiles.contracts[tile].id for tile in state.ring
        ],
        "merchants": [int(steps) for steps in state.steps],
        "goods": [
            {good: int(state.stores[seat * 4 + number]) for number, good in enumerate(GOODS)}
            for seat in range(2)
        ],
        "offers": {
            str(index): [
                tiles.buildings[state.offers[place]].id
                for place in (2 * architect, 2 * architect + 1)
                if state.offers[place] != NONE
            ]
            for architect, index in enumerate(ARCHITECT_TILES)
        },
        "city": {
            cell_text(cell): [
                tiles.buildings[state.city[cell]].id,
                int(state.owner(state.city[cell])),
            ]
            for cell in range(CELLS)
            if state.city[cell] != NONE
        },
        "discards": [tiles.buildings[state.discards[i]].id for i in range(state.discard_count)],
        "drawn": _building(state, state.drawn),
        "doubled": [bool(state.doubled & 1), bool(state.doubled & 2)],
        "behind": int(state.rear) if shared else None,
        "turn": int(state.turn),
    }


def _pile(state: Glasgow) -> list[str]:
    return [state.tiles.buildings[state.pile[i]].id for i in range(state.pile_count - 1, -1, -1)]


def _building(state: Glasgow, building: int) -> str | None:
    return None if building == NONE else state.tiles.buildings[building].id


def _members(state: Glasgow, buildings: int) -> list[str]:
    return [
        building.id
        for number, building in enumerate(state.tiles.buildings)
        if buildings >> number & 1
    ]


def _chosen(state: Glasgow) -> str | None:
    if state.source == NONE:
        return None
    if state.source == DRAWN:
        return "drawn"
    return f"{ARCHITECT_TILES[state.source // 2]}.{state.source % 2}"
