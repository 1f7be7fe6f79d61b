"""Load a position from JSON data. Nothing in it is trusted: every part is checked."""

from __future__ import annotations

from collections import Counter

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.errors import InvalidInput, plain
from smokestack.engine.messages import Message, mark
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_from_data
from smokestack.games.glasgow.formats.notation import cell_at, cell_coordinates, cell_text
from smokestack.games.glasgow.formats.position import Position
from smokestack.games.glasgow.rules.setup import empty_table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECT_TILES,
    BIT,
    CELLS,
    CENTRE,
    CITY_SIZE,
    DECISIONS,
    DRAW,
    DRAWN,
    GOODS,
    NONE,
    REASONS,
    SIDE,
    STORE,
)
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.rules.turn import Glasgow


def load(data: object) -> Glasgow:
    """The state that `position.dump` wrote; `InvalidInput` names what is wrong with it."""
    try:
        position = msgspec.convert(data, Position)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidInput(f"not a position of Glasgow ({error})") from None
    return _Loader(position).load()


class _Loader:
    """Builds the state part by part and checks each part."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.tiles = self._tile_set()
        self.building_ids = {tile.id: i for i, tile in enumerate(self.tiles.buildings)}
        self.contract_ids = {tile.id: i for i, tile in enumerate(self.tiles.contracts)}
        self.state = empty_table(self.tiles)

    def load(self) -> Glasgow:
        self._lay_ring()
        self._fill_stores()
        self._lay_buildings()
        self._place_merchants()
        self._resume_turn()
        return self.state

    def _tile_set(self) -> TileSet:
        tiles = self.position.tiles
        if isinstance(tiles, str):
            shipped = shipped_tiles()
            self._require(tiles == shipped.name, f"tiles: no set {tiles!r:.40} is shipped")
            return shipped
        return tiles_from_data(tiles, "tiles")

    def _lay_ring(self) -> None:
        ring = self.position.ring
        self._require(len(ring) == 16, "ring: must have 16 tiles")
        contracts = [name for index, name in enumerate(ring) if index not in ARCHITECT_TILES]
        self._require(
            all(ring[index] == "architect" for index in ARCHITECT_TILES)
            and len(set(contracts)) == 12
            and all(name in self.contract_ids for name in contracts),
            mark("ring: needs architects at 0, 5, 10, 15 and 12 different contracts elsewhere"),
        )
        codes = [self.contract_ids.get(name, ARCHITECT) for name in ring]
        self.state.ring = vec[i64](codes)

    def _fill_stores(self) -> None:
        for seat, goods in enumerate(self.position.goods):
            self._require(set(goods) <= set(GOODS), f"goods of seat {seat}: unknown good")
            for number, good in enumerate(GOODS):
                amount = goods.get(good, 0)
                self._require(
                    0 <= amount <= STORE[number], f"goods of seat {seat}: {amount} {good}"
                )
                self.state.stores[seat * 4 + number] = amount
        barrels = sum(goods.get("whisky", 0) for goods in self.position.goods)
        self._require(barrels <= 1, mark("goods: there is only one barrel of whisky"))

    def _lay_buildings(self) -> None:
        position, state = self.position, self.state
        self._require(
            list(position.offers) == [str(index) for index in ARCHITECT_TILES],
            "offers: must be those of architects 0, 5, 10 and 15",
        )
        offers = [name for pair in position.offers.values() for name in pair]
        vacant = [place for place, name in enumerate(offers) if name is None]
        self._require(len(vacant) <= 1, mark("offers: only one place can be vacant"))
        if vacant and len(position.city) < CITY_SIZE:
            self._require(
                position.chosen is None, mark("offers: vacant before the building is placed")
            )
            state.vacant = vacant[0]
        maybe = [*offers, *position.pile, *position.discards, position.drawn]
        names = [name for name in maybe if name is not None]
        names += [name for name, _ in position.city.values()]
        wrong = sorted((Counter(names) - Counter(list(self.building_ids))).keys())
        self._require(
            not wrong,
            mark("building {building}: unknown or twice"),
            building=plain(wrong[0] if wrong else ""),
        )
        self._require(len(names) == len(self.building_ids), "buildings: some are missing")
        for place, name in enumerate(offers):
            state.offers[place] = self._number(name)
        for i, name in enumerate(reversed(position.pile)):
            state.pile[i] = self._number(name)
        state.pile_count = len(position.pile)
        for i, name in enumerate(position.discards):
            state.discards[i] = self._number(name)
        state.discard_count = len(position.discards)
        state.drawn = self._number(position.drawn)
        self._lay_city()

    def _lay_city(self) -> None:
        state = self.state
        for cell_name, (name, owner) in self.position.city.items():
            cell = self._cell(cell_name)
            building = self.building_ids[name]
            self._require(owner in (0, 1), f"city {cell_name}: owner must be 0 or 1")
            state.city[cell] = building
            state.site[building] = cell
            state.standing |= BIT[building]
            if owner == 1:
                state.owned_by_second |= BIT[building]
            state.built += 1
        cells = {cell for cell in range(CELLS) if state.city[cell] != NONE}
        if cells:
            self._require(CENTRE in cells, "city: the first building is at 0,0")
            state.west = min(cell % SIDE for cell in cells)
            state.east = max(cell % SIDE for cell in cells)
            state.north = min(cell // SIDE for cell in cells)
            state.south = max(cell // SIDE for cell in cells)
        width, height = state.east - state.west + 1, state.south - state.north + 1
        self._require(
            max(width, height) <= 5 and width * height <= CITY_SIZE,
            mark("city: must fit into 5 by 4 or 4 by 5"),
        )
        self._require(_connected(cells), mark("city: the buildings must be connected edge to edge"))

    def _place_merchants(self) -> None:
        position, state = self.position, self.state
        first, second = position.merchants
        self._require(
            min(first, second) >= 0 and abs(first - second) <= 15 and max(first, second) < 10**6,
            "merchants: steps can't be negative nor more than 15 apart",
        )
        state.steps[0], state.steps[1] = first, second
        self._require(
            first != second or state.ring[first % 16] == ARCHITECT,
            mark("merchants: only an architect can be shared"),
        )
        self._require(position.rear in (0, 1), "rear: must be 0 or 1")
        self._require(
            min(position.turn, position.revealed) >= 0
            and max(position.turn, position.revealed, position.turn_limit) < 10**6,
            "turn, revealed, turn_limit: can't be negative or that high",
        )
        state.rear = position.rear
        state.doubled = position.doubled[0] + 2 * position.doubled[1]
        state.turn = position.turn
        state.revealed = position.revealed

    def _resume_turn(self) -> None:
        position, state = self.position, self.state
        low, high = position.stream
        self._require(
            0 <= low < 2**32 and 0 <= high < 2**32 and low + high > 0,
            "stream: must be two numbers below 2**32, not both 0",
        )
        state.stream.restore(vec[i64]([low, high]))
        self._require(position.turn_limit >= 1, "turn_limit: must be at least 1")
        state.whisky_converts = position.whisky_converts
        state.turn_limit = position.turn_limit
        self._require(position.active in (0, 1), "active: must be 0 or 1")
        self._require(0 <= position.uses <= 2, "uses: must be 0, 1 or 2")
        self._require(0 <= position.surcharge <= CITY_SIZE, "surcharge: out of range")
        state.active = position.active
        state.acting = position.acting
        state.uses = position.uses
        state.surcharge = position.surcharge
        state.paid = position.paid
        state.fired = self._factory(position.fired) if position.fired else NONE
        for name in position.firing:
            state.firing |= BIT[self._factory(name)]
        if position.chosen is not None:
            state.source = self._source(position.chosen)
            state.building = state.drawn if state.source == DRAWN else state.offers[state.source]
            self._require(state.building != NONE, mark("chosen: there is no building"))
            self._require(
                state.source == DRAWN
                or ARCHITECT_TILES[state.source // 2] == state.position(state.active),
                mark("chosen: the merchant is not at this architect"),
            )
        self._require(
            state.surcharge == 0 or state.ring[state.position(state.active)] == ARCHITECT,
            mark("surcharge: only at an architect"),
        )
        if position.reason is not None or position.decision is None:
            self._require(
                position.reason in REASONS[1:] and position.decision is None,
                mark("reason: a finished game has one and no decision"),
            )
            complete = state.built == CITY_SIZE
            self._require(
                complete if position.reason == "city" else position.turn >= position.turn_limit,
                mark("reason: {reason} does not follow from the position"),
                reason=plain(position.reason),
            )
            state.over = True
            state.reason = REASONS.index(position.reason)
            return
        self._require(position.decision in DECISIONS, "decision: unknown")
        self._require(position.turn < position.turn_limit, mark("turn: the limit is reached"))
        self._check_drawn()
        self._require(
            position.paid == (position.decision == "place"), "paid: true exactly for place"
        )
        asked = state.ask_again(DECISIONS.index(position.decision))
        self._require(
            asked
            and DECISIONS[state.decision] == position.decision
            and state.actor == position.actor,
            mark("decision: {decision} of seat {seat} does not follow from the position"),
            decision=f"{position.decision!r:.20}",
            seat=position.actor,
        )

    def _check_drawn(self) -> None:
        """A drawn building needs the active player on the draw contract, and no surcharge."""
        state = self.state
        if state.drawn == NONE:
            return
        tile = state.ring[state.position(state.active)]
        self._require(
            tile != ARCHITECT
            and self.tiles.contract_kind[tile] == DRAW
            and state.surcharge == 0
            and (state.uses > 0 or state.source == DRAWN),
            mark("drawn: nothing can have been drawn here"),
        )

    def _number(self, name: str | None) -> int:
        return NONE if name is None else self.building_ids[name]

    def _factory(self, name: str) -> int:
        building = self.building_ids.get(name, NONE)
        standing = self.state.standing & self.tiles.factories
        self._require(
            building != NONE and standing >> building & 1 == 1,
            mark("factory {factory}: not in the city"),
            factory=f"{name!r:.20}",
        )
        return building

    def _cell(self, text: str) -> int:
        try:
            x, y = (int(number) for number in text.split(","))
        except ValueError:
            raise InvalidInput(f"city: {text!r:.20} is no cell; cells look like 1,-2") from None
        self._require(-4 <= x <= 4 and -4 <= y <= 4, f"city: {text} is out of bounds")
        cell = cell_at(x, y)
        self._require(cell_text(cell) == text, f"city: {text!r:.20} must be {cell_text(cell)}")
        return cell

    def _source(self, text: str) -> int:
        sources = {
            f"{ring}.{place}": 2 * i + place
            for i, ring in enumerate(ARCHITECT_TILES)
            for place in range(2)
        }
        sources["drawn"] = DRAWN
        self._require(text in sources, f"chosen: {text!r:.20} is neither '5.0' nor 'drawn'")
        return sources[text]

    def _require(self, condition: bool, problem: str, /, **values: object) -> None:
        """Refuse the position unless a condition holds.

        What people can get wrong in a form is marked for translation.
        """
        if not condition:
            raise InvalidInput(
                mark("not a position of Glasgow: {problem}"), problem=Message(problem, values)
            )


def _connected(cells: set[int]) -> bool:
    """Whether every cell can be reached from the first building, edge to edge."""
    if not cells:
        return True
    reached = {CENTRE}
    frontier = [CENTRE]
    while frontier:
        x, y = cell_coordinates(frontier.pop())
        for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            cell = cell_at(*near)
            if cell in cells and cell not in reached:
                reached.add(cell)
                frontier.append(cell)
    return reached == cells
