"""Estimates positions of Glasgow from goods, buildings and steps, in points."""

from __future__ import annotations

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.state import State
from smokestack.games.glasgow.evaluation.weights import (
    CONVERSION_VALUE,
    DOUBLED,
    FACTORY_ACTIVATION,
    FULL_STORE_DISCOUNT,
    GOLD_VALUE,
    REPLACEMENT_VALUE,
    STATION_PART,
    STEEL_VALUE,
    STEP_AHEAD,
    STONE_VALUE,
    VICTORY,
    WHISKY_VALUE,
)
from smokestack.games.glasgow.rules.scoring import has_station_set, score, size, winner
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ASK_MOVE,
    CITY_SIZE,
    GIVES_CONVERSION,
    GOLD,
    NONE,
    SIDE,
    STEEL,
    STONE,
    WHISKY,
)


@final
class GlasgowEvaluator(Evaluator):
    """Adds up what each asset of a seat is worth by the weights."""

    def __init__(self, weights: list[float]) -> None:
        super().__init__(0, 1 << ASK_MOVE)
        self.weights = vec[float](weights)

    def value(self, state: State, seat: i64) -> float:
        """The expected points of `seat` minus those of the other seat."""
        table = cast(Table, state)
        return self._points(table, seat) - self._points(table, 1 - seat)

    def expected_points(self, state: State, seat: i64) -> float:
        return self._points(cast(Table, state), seat)

    def share_left(self, state: State, seat: i64) -> float:
        """The share of the city that is not built yet."""
        table = cast(Table, state)
        return float(CITY_SIZE - table.built) / float(CITY_SIZE)

    def _points(self, table: Table, seat: i64) -> float:
        weights = self.weights
        if table.over:
            won = weights[VICTORY] if winner(table) == seat else 0.0
            return float(score(table, seat)) + won
        left: i64 = CITY_SIZE - table.built
        time = 1.0 if left >= 5 else float(left + 3) / 8.0
        own: i64 = seat * 4
        discount = weights[FULL_STORE_DISCOUNT]
        goods = (
            weights[STONE_VALUE] * useful(table.stores[own + STONE], 5, discount)
            + weights[STEEL_VALUE] * useful(table.stores[own + STEEL], 4, discount)
            + weights[GOLD_VALUE] * useful(table.stores[own + GOLD], 3, discount)
            + weights[WHISKY_VALUE] * float(table.stores[own + WHISKY])
        )
        total = float(score(table, seat)) + time * goods + self._factories(table, seat)
        total -= weights[STEP_AHEAD] * float(table.steps[seat] - table.steps[1 - seat])
        if table.doubled & (1 << seat) != 0:
            total += weights[DOUBLED] * time
        return total + time * self._stations(table, seat)

    def _factories(self, table: Table, seat: i64) -> float:
        """Each building that will stand in a factory's row or column activates it once."""
        activation = self.weights[FACTORY_ACTIVATION]
        total = 0.0
        left: i64 = table.owned(seat) & table.tiles.factories
        factory: i64 = 0
        while left != 0:
            if left & 1:
                gain = self._gain(table.tiles.gives[factory])
                total += activation * gain * float(free_in_line(table, table.site[factory]))
            left >>= 1
            factory += 1
        return total

    def _gain(self, gives: i64) -> float:
        """What one activation of a factory is worth."""
        weights = self.weights
        if gives == STONE:
            return weights[STONE_VALUE]
        if gives == STEEL:
            return weights[STEEL_VALUE]
        if gives == GOLD:
            return weights[GOLD_VALUE]
        if gives == WHISKY:
            return weights[WHISKY_VALUE]
        if gives == GIVES_CONVERSION:
            return weights[CONVERSION_VALUE]
        return weights[REPLACEMENT_VALUE]

    def _stations(self, table: Table, seat: i64) -> float:
        """Stations whose set is incomplete, by the kinds of it that the seat already owns."""
        owned = table.owned(seat)
        tiles = table.tiles
        stations = size(owned & tiles.stations)
        if stations == 0 or has_station_set(table, seat):
            return 0.0
        parts: i64 = 0
        for kind in (tiles.landmarks, tiles.factories, tiles.parks, tiles.tenements):
            if owned & kind != 0:
                parts += 1
        return self.weights[STATION_PART] * float(stations * parts)


def useful(amount: i64, room: i64, discount: float) -> float:
    """The amount of a good, discounted: the fuller the store, the sooner more goods are lost."""
    return float(amount) - discount * float(amount * amount) / float(room)


def free_in_line(table: Table, cell: i64) -> i64:
    """The cells in the row and column of `cell` where the complete city will have a building."""
    column: i64 = cell % SIDE
    row: i64 = cell // SIDE
    # A complete city has a full row and column: four and three cells besides `cell` itself.
    free: i64 = 7
    for x in range(table.west, table.east + 1):
        if x != column and table.city[row * SIDE + x] != NONE:
            free -= 1
    for y in range(table.north, table.south + 1):
        if y != row and table.city[y * SIDE + column] != NONE:
            free -= 1
    return free
