"""What must hold after every answer of every game."""

from __future__ import annotations

from smokestack.games.glasgow.rules.terms import BUILDINGS, CELLS, NONE
from smokestack.games.glasgow.rules.turn import Glasgow

BIT = {building: 1 << building for building in range(BUILDINGS)}
ALL_BUILDINGS = sum(BIT.values())


def check_invariants(state: Glasgow) -> None:
    """Goods within the stores, one barrel, each building in one place, the city within bounds."""
    stores = list(state.stores)
    for stone, steel, gold, whisky in (stores[:4], stores[4:8]):
        assert 0 <= stone <= 5, stores
        assert 0 <= steel <= 4, stores
        assert 0 <= gold <= 3, stores
        assert 0 <= whisky <= 1, stores
    assert stores[3] + stores[7] <= 1, "two barrels"

    places = [b for b in state.offers if b != NONE]
    places += state.pile[: state.pile_count]
    places += state.discards[: state.discard_count]
    if state.drawn != NONE:
        places.append(state.drawn)
    assert len(places) + state.built == BUILDINGS, "buildings lost or doubled"
    somewhere = sum(map(BIT.__getitem__, places)) + state.standing
    assert somewhere == ALL_BUILDINGS, "a building lies in two places"
    assert int(state.standing).bit_count() == state.built <= 20
    assert state.owned_by_second & ~state.standing == 0

    width, height = state.east - state.west + 1, state.south - state.north + 1
    assert (width <= 5 and height <= 4) or (width <= 4 and height <= 5), (width, height)
    assert -15 <= state.steps[0] - state.steps[1] <= 15
    assert state.over or state.count >= 1
    assert state.pile_count + state.discard_count > 0, "nothing left to draw"


def check_city(state: Glasgow) -> None:
    """Cells and sites agree, and every building is within the bounds of the city."""
    standing = {}
    for cell in range(CELLS):
        if state.city[cell] != NONE:
            standing[state.city[cell]] = cell
    assert len(standing) == state.built
    for building in range(BUILDINGS):
        assert state.site[building] == standing.get(building, NONE)
    for cell in standing.values():
        assert state.west <= cell % 9 <= state.east
        assert state.north <= cell // 9 <= state.south
    assert all(state.city[cell] == NONE for cell in range(CELLS, len(state.city)))
