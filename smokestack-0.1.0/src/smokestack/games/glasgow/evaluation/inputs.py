"""The inputs of Glasgow's networks: the position as one seat sees it, as small whole numbers.

Nothing here depends on the order of the pile, the only thing that is hidden. All inputs are listed
in order in `input_groups.py`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.engine.core.network import ActiveInputs
from smokestack.games.glasgow.evaluation.evaluator import free_in_line
from smokestack.games.glasgow.evaluation.input_groups import (
    BOUNDS,
    BUILT,
    DOUBLED,
    LEAD,
    NEXT,
    OFFER,
    OTHERS_BUILDING,
    OTHERS_DISTANCE,
    OTHERS_FACTORIES,
    OTHERS_GOODS,
    OTHERS_KINDS,
    OTHERS_MEANS,
    OTHERS_RING,
    OTHERS_SHOPS,
    OTHERS_STATIONS,
    OTHERS_TENEMENTS,
    OWN_BUILDING,
    OWN_DISTANCE,
    OWN_FACTORIES,
    OWN_GOODS,
    OWN_KINDS,
    OWN_MEANS,
    OWN_RING,
    OWN_SHOPS,
    OWN_STATIONS,
    OWN_TENEMENTS,
)
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.river import farther_behind
from smokestack.games.glasgow.rules.stores import can_pay
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    BIT,
    FACTORY,
    NONE,
    RING_SIZE,
    SHOP,
    SIDE,
    STATION,
    TENEMENT,
)

_MAX_LEAD: Final = 12
_TILES_AHEAD: Final = 8
_RING_KINDS: Final = 15  # 14 contracts and the architect


def write_inputs(table: Table, seat: i64, active: ActiveInputs) -> None:
    """Replace the contents of `active` by the inputs of a seat."""
    active.count = 0
    other: i64 = 1 - seat
    active.add(BUILT + table.built, 1)
    active.add(NEXT if farther_behind(table) == seat else NEXT + 1, 1)
    lead: i64 = table.steps[seat] - table.steps[other]
    lead = min(max(lead, -_MAX_LEAD), _MAX_LEAD)
    active.add(LEAD + lead + _MAX_LEAD, 1)
    width: i64 = table.east - table.west
    height: i64 = table.south - table.north
    active.add(BOUNDS + 5 * width + height, 1)
    if table.doubled & BIT[seat] != 0:
        active.add(DOUBLED, 1)
    if table.doubled & BIT[other] != 0:
        active.add(DOUBLED + 1, 1)
    _write_goods(table, seat, active, OWN_GOODS)
    _write_goods(table, other, active, OTHERS_GOODS)
    _write_buildings(table, seat, active, False)
    _write_buildings(table, other, active, True)
    _write_ring(table, seat, active, OWN_RING)
    _write_ring(table, other, active, OTHERS_RING)
    _write_offers(table, seat, active)


def _write_goods(table: Table, seat: i64, active: ActiveInputs, first: i64) -> None:
    own: i64 = seat * 4
    active.add(first + table.stores[own], 1)
    active.add(first + 6 + table.stores[own + 1], 1)
    active.add(first + 11 + table.stores[own + 2], 1)
    active.add(first + 15 + table.stores[own + 3], 1)


def _write_buildings(table: Table, seat: i64, active: ActiveInputs, other: bool) -> None:
    """The buildings of a seat, and what its factories, stations, tenements and shops may gain."""
    tiles = table.tiles
    counts = active.counts  # 7 kinds, then factories by what they give
    for i in range(13):
        counts[i] = 0
    buildings: i64 = OTHERS_BUILDING if other else OWN_BUILDING
    beside: i64 = 0
    corners: i64 = 0
    left = table.owned(seat)
    building: i64 = 0
    while left != 0:
        if left & 1:
            active.add(buildings + building, 1)
            kind: i64 = tiles.kind[building]
            counts[kind] += 1
            cell: i64 = table.site[building]
            if kind == FACTORY:
                counts[7 + tiles.gives[building]] += free_in_line(table, cell)
            elif kind == TENEMENT:
                beside += free_beside(table, cell)
            elif kind == SHOP and in_bounding_corner(table, cell):
                corners += 1
        left >>= 1
        building += 1
    kinds: i64 = OTHERS_KINDS if other else OWN_KINDS
    for kind in range(7):
        if counts[kind] > 0:
            active.add(kinds + 4 * kind + min(counts[kind], 4) - 1, 1)
    factories: i64 = OTHERS_FACTORIES if other else OWN_FACTORIES
    for gift in range(6):
        if counts[7 + gift] > 0:
            active.add(factories + gift, min(counts[7 + gift], 24))
    if counts[STATION] > 0:
        active.add((OTHERS_STATIONS if other else OWN_STATIONS) + lacking_kinds(table, seat), 1)
    if beside > 0:
        active.add(OTHERS_TENEMENTS if other else OWN_TENEMENTS, beside)
    if corners > 0:
        active.add(OTHERS_SHOPS if other else OWN_SHOPS, corners)


def lacking_kinds(table: Table, seat: i64) -> i64:
    """How many kinds of buildings the set of a seat's stations lacks."""
    owned = table.owned(seat)
    tiles = table.tiles
    lacking: i64 = 0
    if owned & tiles.landmarks == 0:
        lacking += 1
    if owned & tiles.factories == 0:
        lacking += 1
    if owned & tiles.parks == 0:
        lacking += 1
    if owned & tiles.tenements == 0:
        lacking += 1
    return lacking


def free_beside(table: Table, cell: i64) -> i64:
    """The cells beside a cell that are empty and inside the largest city that is possible."""
    free: i64 = 0
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    if table.city[cell - 1] == NONE and table.east - column + 1 < 5:
        free += 1
    if table.city[cell + 1] == NONE and column + 1 - table.west < 5:
        free += 1
    if table.city[cell - SIDE] == NONE and table.south - row + 1 < 5:
        free += 1
    if table.city[cell + SIDE] == NONE and row + 1 - table.north < 5:
        free += 1
    return free


def in_bounding_corner(table: Table, cell: i64) -> bool:
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    return (column == table.west or column == table.east) and (
        row == table.north or row == table.south
    )


def _write_ring(table: Table, seat: i64, active: ActiveInputs, first: i64) -> None:
    here = table.position(seat)
    for ahead in range(_TILES_AHEAD):
        tile: i64 = table.ring[(here + ahead + 1) % RING_SIZE]
        kind: i64 = _RING_KINDS - 1 if tile == ARCHITECT else tile
        active.add(first + ahead * _RING_KINDS + kind, 1)


def _write_offers(table: Table, seat: i64, active: ActiveInputs) -> None:
    """What the architects offer, and who can pay it at which distance."""
    other: i64 = 1 - seat
    own_here = table.position(seat)
    others_here = table.position(other)
    counts = active.counts
    for i in range(32):
        counts[i] = 0
    for ring_index in range(0, RING_SIZE, 5):
        first: i64 = architect_at(ring_index) * 2
        own_distance: i64 = (ring_index - own_here) % RING_SIZE
        others_distance: i64 = (ring_index - others_here) % RING_SIZE
        for place in range(first, first + 2):
            building: i64 = table.offers[place]
            if building == NONE:
                continue
            active.add(OFFER + building, 1)
            if can_pay(table, seat, building, 0):
                active.add(OWN_MEANS + building, 1)
                counts[own_distance] += 1
            if can_pay(table, other, building, 0):
                active.add(OTHERS_MEANS + building, 1)
                counts[16 + others_distance] += 1
    for distance in range(1, RING_SIZE):
        if counts[distance] > 0:
            active.add(OWN_DISTANCE + distance - 1, counts[distance])
        if counts[16 + distance] > 0:
            active.add(OTHERS_DISTANCE + distance - 1, counts[16 + distance])
