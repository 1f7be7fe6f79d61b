"""A tile set, once as people read it and once as flat tables for the rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.games.glasgow.rules.terms import (
    BIT,
    BUILDINGS,
    CONTRACTS,
    FACTORY,
    GIVES_CONVERSION,
    GIVES_REPLACEMENT,
    LANDMARK,
    NONE,
    PARK,
    STATION,
    TENEMENT,
    WHISKY,
)


class Building:
    """One building tile; `known` names the fields that are certain, not reconstructed."""

    def __init__(
        self,
        id: str,
        kind: int,
        cost: list[int],
        points: int,
        gives: int,
        bonus_per: int,
        bonus_points: int,
        known: list[str],
    ) -> None:
        self.id = id
        self.kind = kind
        self.cost = cost
        self.points = points
        self.gives = gives
        self.bonus_per = bonus_per
        self.bonus_points = bonus_points
        self.known = known


class Contract:
    """One contract tile; `goods` holds how many of each good a goods contract grants."""

    def __init__(self, id: str, kind: int, goods: list[int], known: bool) -> None:
        self.id = id
        self.kind = kind
        self.goods = goods
        self.known = known


class TileSet:
    """37 buildings and 14 contracts; the rules identify a tile by its index in these lists."""

    def __init__(self, name: str, buildings: list[Building], contracts: list[Contract]) -> None:
        self.name = name
        self.buildings = buildings
        self.contracts = contracts
        self.kind = vec[i64]([0] * BUILDINGS)
        self.points = vec[i64]([0] * BUILDINGS)
        self.leftmost = vec[i64]([0] * BUILDINGS)
        self.gives = vec[i64]([NONE] * BUILDINGS)
        self.bonus_per = vec[i64]([NONE] * BUILDINGS)
        self.bonus_points = vec[i64]([0] * BUILDINGS)
        self.need = vec[i64]([0] * (BUILDINGS * 3))
        for b in range(BUILDINGS):
            building = buildings[b]
            self.kind[b] = building.kind
            self.points[b] = building.points
            self.leftmost[b] = building.cost[0]
            self.gives[b] = building.gives
            self.bonus_per[b] = building.bonus_per
            self.bonus_points[b] = building.bonus_points
            for good in building.cost:
                self.need[b * 3 + good] += 1
        self.contract_kind = vec[i64]([0] * CONTRACTS)
        self.grants = vec[i64]([0] * (CONTRACTS * 4))
        for c in range(CONTRACTS):
            self.contract_kind[c] = contracts[c].kind
            for good in range(4):
                self.grants[c * 4 + good] = contracts[c].goods[good]
        # Sets of buildings, one bit each.
        self.factories = self._of_kind(FACTORY)
        self.parks = self._of_kind(PARK)
        self.tenements = self._of_kind(TENEMENT)
        self.stations = self._of_kind(STATION)
        self.landmarks = self._of_kind(LANDMARK)
        self.whisky_factories = self._giving(WHISKY)
        self.convert_factories = self._giving(GIVES_CONVERSION)
        self.replace_factories = self._giving(GIVES_REPLACEMENT)

    def _of_kind(self, kind: int) -> i64:
        tiles: i64 = 0
        for b in range(BUILDINGS):
            if self.kind[b] == kind:
                tiles |= BIT[b]
        return tiles

    def _giving(self, gift: int) -> i64:
        tiles: i64 = 0
        for b in range(BUILDINGS):
            if self.gives[b] == gift:
                tiles |= BIT[b]
        return tiles
