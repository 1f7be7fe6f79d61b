"""The inputs of Glasgow's networks: the position as one seat sees it, as small whole numbers.

The seat is the one that moves next, so a network need not learn both cases. Nothing here depends on
the order of the pile, the only thing that is hidden. All inputs are listed in order in
`input_groups.py`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.engine.core.network import ActiveInputs
from smokestack.games.glasgow.evaluation.evaluator import free_in_line
from smokestack.games.glasgow.evaluation.input_groups import (
    BEHIND,
    BOUNDS,
    BUILT,
    CORNERS,
    DOUBLED,
    LEAD,
    OFFER,
    OTHERS_BEST,
    OTHERS_BEST_SHORT,
    OTHERS_BUILDING,
    OTHERS_DISTANCE,
    OTHERS_FACTORIES,
    OTHERS_GOODS,
    OTHERS_KINDS,
    OTHERS_MEANS,
    OTHERS_RING,
    OTHERS_SHOPS,
    OTHERS_SHORT,
    OTHERS_SITE,
    OTHERS_STATIONS,
    OTHERS_TENEMENTS,
    OWN_BEST,
    OWN_BEST_SHORT,
    OWN_BUILDING,
    OWN_DISTANCE,
    OWN_FACTORIES,
    OWN_GOODS,
    OWN_KINDS,
    OWN_MEANS,
    OWN_RING,
    OWN_SHOPS,
    OWN_SHORT,
    OWN_SITE,
    OWN_STATIONS,
    OWN_TENEMENTS,
    UNSEEN,
)
from smokestack.games.glasgow.rules.architects import architect_at
from smokestack.games.glasgow.rules.scoring import (
    SHOP_BONUS,
    STATION_BONUS,
    TENEMENT_BONUS,
    has_station_set,
    is_tenement,
    size,
)
from smokestack.games.glasgow.rules.stores import missing
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    BANK,
    BIT,
    BUILDINGS,
    CITY_SIZE,
    FACTORY,
    NONE,
    PARK,
    PER_FACTORY,
    RING_SIZE,
    SHOP,
    SIDE,
    STATION,
    TENEMENT,
    WHISKY,
)

_MAX_BEHIND: Final = 15
_LEAD_STEPS: Final = 8  # in either direction
_LEAD_STEP: Final = 3
_MAX_BEST: Final = 24
_SITE_STEP: Final = TENEMENT_BONUS
_TILES_AHEAD: Final = 8
_RING_KINDS: Final = 15  # 14 contracts and the architect


def write_inputs(table: Table, seat: i64, points_ahead: i64, active: ActiveInputs) -> None:
    """Replace the contents of `active` by the inputs of a seat, whose lead in points is given."""
    active.clear()
    other: i64 = 1 - seat
    active.set(BUILT + table.built)
    behind: i64 = table.steps[other] - table.steps[seat]
    active.set(BEHIND + min(max(behind, 0), _MAX_BEHIND))
    # Division rounds down, so half a step is added first.
    lead: i64 = (points_ahead + 1) // _LEAD_STEP
    active.set(LEAD + min(max(lead, -_LEAD_STEPS), _LEAD_STEPS) + _LEAD_STEPS)
    width: i64 = table.east - table.west
    height: i64 = table.south - table.north
    active.set(BOUNDS + 5 * width + height)
    if table.doubled & BIT[seat] != 0:
        active.set(DOUBLED)
    if table.doubled & BIT[other] != 0:
        active.set(DOUBLED + 1)
    _write_goods(table, seat, active, OWN_GOODS)
    _write_goods(table, other, active, OTHERS_GOODS)
    _write_buildings(table, seat, active, False)
    _write_buildings(table, other, active, True)
    corners = free_corners(table)
    if corners != NONE:
        active.set(CORNERS + corners)
    own_site = best_tenement_site(table, seat)
    others_site = best_tenement_site(table, other)
    active.set(OWN_SITE + own_site // _SITE_STEP)
    active.set(OTHERS_SITE + others_site // _SITE_STEP)
    _write_ring(table, seat, active, OWN_RING)
    _write_ring(table, other, active, OTHERS_RING)
    unseen = _write_offers(table, seat, active, False, own_site, corners)
    _write_offers(table, other, active, True, others_site, corners)
    _write_unseen(table, unseen, active)


def _write_goods(table: Table, seat: i64, active: ActiveInputs, first: i64) -> None:
    own: i64 = seat * 4
    active.set(first + table.stores[own])
    active.set(first + 6 + table.stores[own + 1])
    active.set(first + 11 + table.stores[own + 2])
    active.set(first + 15 + table.stores[own + 3])


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
            active.set(buildings + building)
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
            active.set(kinds + 4 * kind + min(counts[kind], 4) - 1)
    factories: i64 = OTHERS_FACTORIES if other else OWN_FACTORIES
    for gift in range(6):
        if counts[7 + gift] > 0:
            active.add(factories + gift, min(counts[7 + gift], 24))
    if counts[STATION] > 0:
        active.set((OTHERS_STATIONS if other else OWN_STATIONS) + lacking_kinds(table, seat))
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


def free_corners(table: Table) -> i64:
    """The empty corners of the city, or NONE while its final bounds are open."""
    if (table.east - table.west + 1) * (table.south - table.north + 1) != CITY_SIZE:
        return NONE
    free: i64 = 0
    if table.city[table.north * SIDE + table.west] == NONE:
        free += 1
    if table.city[table.north * SIDE + table.east] == NONE:
        free += 1
    if table.city[table.south * SIDE + table.west] == NONE:
        free += 1
    if table.city[table.south * SIDE + table.east] == NONE:
        free += 1
    return free


def best_tenement_site(table: Table, seat: i64) -> i64:
    """The most points beyond those printed that one more tenement could gain for a seat."""
    best: i64 = 0
    left: i64 = table.standing & table.tiles.tenements
    building: i64 = 0
    while left != 0:
        if left & 1:
            site: i64 = table.site[building]
            best = max(best, _tenement_points(table, seat, site - 1))
            best = max(best, _tenement_points(table, seat, site + 1))
            best = max(best, _tenement_points(table, seat, site - SIDE))
            best = max(best, _tenement_points(table, seat, site + SIDE))
        left >>= 1
        building += 1
    return best


def _tenement_points(table: Table, seat: i64, cell: i64) -> i64:
    """What a tenement on this cell would gain; 0 if nothing can be built there."""
    if table.city[cell] != NONE or not is_inside_largest_city(table, cell):
        return 0
    return TENEMENT_BONUS * (
        _tenement_beside(table, seat, cell - 1)
        + _tenement_beside(table, seat, cell + 1)
        + _tenement_beside(table, seat, cell - SIDE)
        + _tenement_beside(table, seat, cell + SIDE)
    )


def _tenement_beside(table: Table, seat: i64, cell: i64) -> i64:
    """Neighbours count once for each tenement of the seat: two for own pairs."""
    if not is_tenement(table, cell):
        return 0
    return 2 if table.owner(table.city[cell]) == seat else 1


def is_inside_largest_city(table: Table, cell: i64) -> bool:
    """Whether the bounds with this cell fit five by four cells, either way round."""
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    width: i64 = max(table.east, column) - min(table.west, column) + 1
    height: i64 = max(table.south, row) - min(table.north, row) + 1
    return width <= 5 and height <= 5 and (width <= 4 or height <= 4)


def points_of_building(
    table: Table, seat: i64, building: i64, tenement_site: i64, corners: i64
) -> i64:
    """The points that a seat would gain at once by a building on its best cell."""
    tiles = table.tiles
    owned = table.owned(seat)
    kind: i64 = tiles.kind[building]
    points: i64 = tiles.points[building]
    if kind == PARK:
        points += 2 * size(owned & tiles.parks) + 1
    elif kind == TENEMENT:
        points += tenement_site
    elif kind == SHOP:
        if corners > 0:
            points += SHOP_BONUS
    elif kind == STATION:
        if has_station_set(table, seat):
            points += STATION_BONUS
    elif kind == BANK:
        per: i64 = tiles.bonus_per[building]
        if per == PER_FACTORY:
            points += tiles.bonus_points[building] * size(owned & tiles.factories)
        else:
            points += tiles.bonus_points[building] * table.stores[seat * 4 + per]
    if (
        owned & tiles.stations != 0
        and not has_station_set(table, seat)
        and _completes_set(table, owned, BIT[building])
    ):
        points += STATION_BONUS * size(owned & tiles.stations)
    return points


def _completes_set(table: Table, owned: i64, building: i64) -> bool:
    """Whether a building, as a set of one, is the last kind that stations need."""
    tiles = table.tiles
    together: i64 = owned | building
    return (
        together & tiles.landmarks != 0
        and together & tiles.factories != 0
        and together & tiles.parks != 0
        and together & tiles.tenements != 0
    )


def _write_ring(table: Table, seat: i64, active: ActiveInputs, first: i64) -> None:
    here = table.position(seat)
    for ahead in range(_TILES_AHEAD):
        tile: i64 = table.ring[(here + ahead + 1) % RING_SIZE]
        kind: i64 = _RING_KINDS - 1 if tile == ARCHITECT else tile
        active.set(first + ahead * _RING_KINDS + kind)


def _write_offers(
    table: Table, seat: i64, active: ActiveInputs, other: bool, tenement_site: i64, corners: i64
) -> i64:
    """What the architects offer, and what a seat can pay at which distance; returns the offers."""
    here = table.position(seat)
    next_architect: i64 = (architect_at(here) + 1) % 4
    means: i64 = OTHERS_MEANS if other else OWN_MEANS
    short: i64 = OTHERS_SHORT if other else OWN_SHORT
    distances: i64 = OTHERS_DISTANCE if other else OWN_DISTANCE
    best_payable: i64 = OTHERS_BEST if other else OWN_BEST
    best_lacking: i64 = OTHERS_BEST_SHORT if other else OWN_BEST_SHORT
    offered: i64 = 0
    for architect in range(4):
        payable: i64 = 0
        best: i64 = 0
        best_short: i64 = 0
        for place in range(2 * architect, 2 * architect + 2):
            building: i64 = table.offers[place]
            if building == NONE:
                continue
            offered |= BIT[building]
            if not other:
                active.set(OFFER + building)
            lacking: i64 = missing(table, seat, building, 0) - table.stores[seat * 4 + WHISKY]
            if lacking > 1:
                continue
            points = points_of_building(table, seat, building, tenement_site, corners)
            if lacking == 1:
                active.set(short + building)
                best_short = max(best_short, points)
            else:
                active.set(means + building)
                best = max(best, points)
                payable += 1
        distance: i64 = (5 * architect - here) % RING_SIZE
        if payable > 0 and distance > 0:
            active.add(distances + distance - 1, payable)
        order: i64 = (architect - next_architect) % 4
        if best > 0:
            active.add(best_payable + order, min(best, _MAX_BEST))
        if best_short > 0:
            active.add(best_lacking + order, min(best_short, _MAX_BEST))
    return offered


def _write_unseen(table: Table, offered: i64, active: ActiveInputs) -> None:
    """The buildings of each kind that may still be drawn, now or after the pile is shuffled."""
    counts = active.counts
    for kind in range(7):
        counts[kind] = 0
    visible: i64 = table.standing | offered
    for building in range(BUILDINGS):
        if visible & BIT[building] == 0:
            counts[table.tiles.kind[building]] += 1
    for kind in range(7):
        if counts[kind] > 0:
            active.add(UNSEEN + kind, counts[kind])
