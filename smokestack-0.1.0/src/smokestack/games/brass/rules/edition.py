"""An edition as flat tables for the rules."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.games.brass.rules.answers import MILL_SLOTS, PORT_SLOTS, SITES
from smokestack.games.brass.rules.terms import (
    BIT,
    COTTON,
    EDITIONS,
    LINES,
    MAX_STACK,
    NONE,
    PLACES,
    PORT,
    SLOTS,
    TILE_KINDS,
)


class Place:
    """A town, or a place without slots."""

    def __init__(
        self,
        id: str,
        name: str,
        slots: list[list[int]],
        rail_only: bool,
        anchor: bool,
        coins: int,
        present: bool,
    ) -> None:
        self.id = id
        self.name = name
        self.slots = slots
        self.rail_only = rail_only
        self.anchor = anchor
        self.coins = coins
        self.present = present


class Line:
    """Where a canal or railway can be built; not on the map if in neither period."""

    def __init__(self, id: str, a: int, b: int, canal: bool, rail: bool) -> None:
        self.id = id
        self.a = a
        self.b = b
        self.canal = canal
        self.rail = rail


class Tile:
    """A level of an industry."""

    def __init__(
        self,
        industry: int,
        level: int,
        count: int,
        cost: int,
        coal: int,
        iron: int,
        cubes: int,
        points: int,
        steps: int,
        canal: bool,
        rail: bool,
    ) -> None:
        self.industry = industry
        self.level = level
        self.count = count
        self.cost = cost
        self.coal = coal
        self.iron = iron
        self.cubes = cubes
        self.points = points
        self.steps = steps
        self.canal = canal
        self.rail = rail


class Course:
    """What depends on edition and number of players."""

    def __init__(
        self,
        players: int,
        rounds: int,
        aside_canal: int,
        aside_rail: int,
        money: int,
        deck: list[int],
        distant: list[int],
        track: list[int],
        cotton_demand: list[int],
        income: list[int],
        start_space: int,
        hand: int,
        link_markers: int,
        price_when_empty: int,
        income_at_start: bool,
        shared_victory: bool,
    ) -> None:
        self.players: i64 = players
        self.rounds: i64 = rounds
        self.aside_canal: i64 = aside_canal
        self.aside_rail: i64 = aside_rail
        self.money: i64 = money
        self.deck = vec[i64](deck)
        self.distant = vec[i64](distant)
        self.track = vec[i64](track)
        self.track_size: i64 = len(track)
        self.cotton_demand = vec[i64](cotton_demand)
        self.last_demand: i64 = len(cotton_demand)
        self.income = vec[i64](income)
        self.start_space: i64 = start_space
        self.hand: i64 = hand
        self.link_markers: i64 = link_markers
        self.price_when_empty: i64 = price_when_empty
        self.income_at_start = income_at_start
        self.shared_victory = shared_victory
        # The space to which a loan of 10 moves the marker, or NONE.
        self.lower_space = vec[i64]([NONE] * len(income))
        for space in range(len(income)):
            lower = space
            while lower >= 0 and income[lower] == income[space]:
                lower -= 1
            self.lower_space[space] = lower


class Edition:
    """Map, tiles and course; places, lines and tiles are known by their place in these lists."""

    def __init__(
        self, name: str, places: list[Place], lines: list[Line], tiles: list[Tile], course: Course
    ) -> None:
        self.name = name
        self.number: i64 = EDITIONS.index(name)
        self.places = places
        self.lines = lines
        self.tiles = tiles
        self.course = course
        self.coins = vec[i64]([0] * PLACES)
        self.anchors: i64 = 0
        self.rail_only: i64 = 0
        self.slot_place = vec[i64]([0] * SLOTS)
        self.slot_industries = vec[i64]([0] * SLOTS)  # a bit for each
        self.first_slot = vec[i64]([0] * (PLACES + 1))
        self.site_slot = vec[i64]([0] * SITES)
        self.site_industry = vec[i64]([0] * SITES)
        # The slots of the same town that show only this industry, for sites that show two.
        self.site_before = vec[i64]([0] * SITES)
        self.mill_slot = vec[i64]([0] * MILL_SLOTS)
        self.port_slot = vec[i64]([0] * PORT_SLOTS)
        self.playable_slots: i64 = 0
        self.industry_sites = vec[i64]([0] * 5)  # sites of each industry, one bit each
        self.canal_sites: i64 = 0  # where something can be built in the canal period
        self.rail_sites: i64 = 0
        self.line_a = vec[i64]([0] * LINES)
        self.line_b = vec[i64]([0] * LINES)
        self.canal_lines: i64 = 0
        self.rail_lines: i64 = 0
        self.industry = vec[i64]([0] * TILE_KINDS)
        self.level = vec[i64]([0] * TILE_KINDS)
        self.cost = vec[i64]([0] * TILE_KINDS)
        self.coal = vec[i64]([0] * TILE_KINDS)
        self.iron = vec[i64]([0] * TILE_KINDS)
        self.cubes = vec[i64]([0] * TILE_KINDS)
        self.points = vec[i64]([0] * TILE_KINDS)
        self.steps = vec[i64]([0] * TILE_KINDS)
        self.canal_tiles: i64 = 0
        self.rail_tiles: i64 = 0
        # industry * 13 + place in the stack: kind of tile, NONE below the last.
        self.stack = vec[i64]([NONE] * (5 * (MAX_STACK + 1)))
        self.stack_size = vec[i64]([0] * 5)
        self.liverpool: i64 = NONE
        self.birkenhead: i64 = NONE
        self._map_places()
        self._map_sites()
        self._map_lines()
        self._map_tiles()

    def _map_places(self) -> None:
        slot = site = mills = ports = 0
        for number, place in enumerate(self.places):
            self.coins[number] = place.coins
            if place.id == "liverpool":
                self.liverpool = number
            elif place.id == "birkenhead":
                self.birkenhead = number
            self.first_slot[number] = slot
            if place.anchor and place.present:
                self.anchors |= BIT[number]
            if place.rail_only:
                self.rail_only |= BIT[number]
            for industries in place.slots:
                self.slot_place[slot] = number
                if place.present:
                    self.playable_slots |= BIT[slot]
                for industry in industries:
                    self.slot_industries[slot] |= BIT[industry]
                    self.site_slot[site] = slot
                    self.site_industry[site] = industry
                    if len(industries) > 1:
                        for other, alone in enumerate(place.slots):
                            if alone == [industry]:
                                self.site_before[site] |= BIT[self.first_slot[number] + other]
                    site += 1
                    if industry == COTTON:
                        self.mill_slot[mills] = slot
                        mills += 1
                    elif industry == PORT:
                        self.port_slot[ports] = slot
                        ports += 1
                slot += 1
        for number in range(len(self.places), PLACES + 1):
            self.first_slot[number] = slot

    def _map_sites(self) -> None:
        for site in range(SITES):
            self.industry_sites[self.site_industry[site]] |= BIT[site]
            slot: i64 = self.site_slot[site]
            if self.playable_slots & BIT[slot] != 0:
                self.rail_sites |= BIT[site]
                if self.rail_only & BIT[self.slot_place[slot]] == 0:
                    self.canal_sites |= BIT[site]

    def _map_lines(self) -> None:
        for number, line in enumerate(self.lines):
            self.line_a[number] = line.a
            self.line_b[number] = line.b
            if line.canal:
                self.canal_lines |= BIT[number]
            if line.rail:
                self.rail_lines |= BIT[number]

    def _map_tiles(self) -> None:
        for kind, tile in enumerate(self.tiles):
            self.industry[kind] = tile.industry
            self.level[kind] = tile.level
            self.cost[kind] = tile.cost
            self.coal[kind] = tile.coal
            self.iron[kind] = tile.iron
            self.cubes[kind] = tile.cubes
            self.points[kind] = tile.points
            self.steps[kind] = tile.steps
            if tile.canal:
                self.canal_tiles |= BIT[kind]
            if tile.rail:
                self.rail_tiles |= BIT[kind]
            for _ in range(tile.count):
                place = tile.industry * (MAX_STACK + 1) + self.stack_size[tile.industry]
                self.stack[place] = kind
                self.stack_size[tile.industry] += 1
