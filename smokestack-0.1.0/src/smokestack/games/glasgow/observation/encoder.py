"""Observations of Glasgow."""

from __future__ import annotations

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.state import State
from smokestack.games.glasgow.observation import layout
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    BANK,
    BIT,
    BUILDINGS,
    FACTORY,
    NONE,
    RING_SIZE,
)
from smokestack.games.glasgow.rules.tileset import TileSet


@final
class GlasgowEncoder(Encoder):
    """Writes positions of games with one tile set. Only the order of the pile is hidden."""

    def __init__(self, tiles: TileSet) -> None:
        super().__init__(layout.VERSION, layout.fields())
        self.classes = vec[i64]([0] * BUILDINGS)
        # What is written for a tile on offer: its number, from 1, and its values. Row 0: no tile.
        self.tile_values = vec[i16]([0] * ((BUILDINGS + 1) * layout.TILE_SIZE))
        for building in range(BUILDINGS):
            self.classes[building] = class_of(tiles, building)
            self._describe(tiles, building)

    def begin(self, state: State, row: vec[i16], start: i64) -> None:
        table = cast(Table, state)
        self.clear(row, start)
        row[start + layout.WHISKY_CONVERTS] = 1 if table.whisky_converts else 0
        tiles = table.tiles
        at: i64 = start + layout.RING
        for index in range(RING_SIZE):
            contract: i64 = table.ring[index]
            if contract == ARCHITECT:
                row[at + layout.RING_ARCHITECT] = 1
            else:
                row[at + layout.RING_KIND + tiles.contract_kind[contract]] = 1
                for good in range(4):
                    granted: i64 = tiles.grants[contract * 4 + good]
                    row[at + layout.RING_GOODS + good] = i16(granted)
            at += layout.RING_TILE_SIZE

    def write(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        table = cast(Table, state)
        for index in range(start, start + layout.STORES):
            row[index] = 0
        for index in range(start + layout.POSITION, start + layout.WHISKY_CONVERTS):
            row[index] = 0
        self._write_turn(table, seat, row, start)
        self._write_seat(table, seat, row, start, 0)
        self._write_seat(table, 1 - seat, row, start, 1)
        self._write_tiles(table, row, start + layout.TILES)
        self._write_buildings(table, seat, row, start)

    def _write_turn(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        if table.over:
            row[start + layout.OVER] = 1
        else:
            row[start + layout.DECISION + table.decision] = 1
            if table.actor == seat:
                row[start + layout.TO_ANSWER] = 1
            if table.active == seat:
                row[start + layout.OWN_TURN] = 1
        row[start + layout.BUILT] = i16(table.built)
        row[start + layout.TURNS_LEFT] = i16(table.turn_limit - table.turn)
        row[start + layout.PILE] = i16(table.pile_count)
        lead: i64 = table.steps[seat] - table.steps[1 - seat]
        row[start + layout.LEAD] = i16(lead)
        if lead == 0 and table.rear == seat:
            row[start + layout.BEHIND] = 1
        if table.acting:
            row[start + layout.ACTING] = 1
        row[start + layout.USES] = i16(table.uses)
        row[start + layout.SURCHARGE] = i16(table.surcharge)
        if table.paid:
            row[start + layout.PAID] = 1
        if table.source != NONE:
            row[start + layout.SOURCE + table.source] = 1

    def _write_seat(self, table: Table, seat: i64, row: vec[i16], start: i64, side: i64) -> None:
        """What belongs to one seat; `side` is 0 for the observer and 1 for the other seat."""
        for good in range(4):
            store: i64 = table.stores[seat * 4 + good]
            row[start + layout.STORES + side * 4 + good] = i16(store)
        row[start + layout.POINTS + side] = i16(score(table, seat))
        row[start + layout.POSITION + side * RING_SIZE + table.position(seat)] = 1
        if (table.doubled >> seat) & 1 == 1:
            row[start + layout.DOUBLED + side] = 1

    def _write_tiles(self, table: Table, row: vec[i16], at: i64) -> None:
        for place in range(8):
            self._write_tile(table.offers[place], row, at + place * layout.TILE_SIZE)
        self._write_tile(table.drawn, row, at + layout.DRAWN_ROW * layout.TILE_SIZE)
        self._write_tile(table.building, row, at + layout.CHOSEN_ROW * layout.TILE_SIZE)

    def _write_tile(self, building: i64, row: vec[i16], at: i64) -> None:
        # Tiles on offer rarely change: what is there already is not written again.
        number: i64 = building + 1
        if row[at + layout.TILE_NUMBER] == i16(number):
            return
        values = self.tile_values
        first: i64 = number * layout.TILE_SIZE
        for i in range(layout.TILE_SIZE):
            row[at + i] = values[first + i]

    def _write_buildings(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        """What every building is to the observer, and the city; buildings never leave it."""
        unseen: i64 = ~(table.standing | visible_tiles(table))
        standing = table.standing
        own = table.owned(seat)
        city: i64 = start + layout.CITY
        for building in range(BUILDINGS):
            row[start + layout.UNSEEN + building] = i16((unseen >> building) & 1)
            if (standing >> building) & 1 == 1:
                owner: i16 = 1 if (own >> building) & 1 == 1 else -1
                row[start + layout.OWNED + building] = owner
                cell: i64 = city + table.site[building]
                row[cell] = owner
                row[cell + layout.WAITING_PLANE * layout.PLANE] = i16(
                    (table.firing >> building) & 1
                )
                kind: i64 = layout.FIRST_CLASS_PLANE + self.classes[building]
                row[cell + kind * layout.PLANE] = 1
        if table.fired != NONE:
            row[city + layout.WAITING_PLANE * layout.PLANE + table.site[table.fired]] = 2

    def _describe(self, tiles: TileSet, building: i64) -> None:
        values = self.tile_values
        at: i64 = (building + 1) * layout.TILE_SIZE
        values[at + layout.TILE_NUMBER] = i16(building + 1)
        values[at + layout.TILE_CLASS + class_of(tiles, building)] = 1
        for good in range(3):
            cost: i64 = tiles.need[building * 3 + good]
            values[at + layout.TILE_COST + good] = i16(cost)
        values[at + layout.TILE_LEFTMOST + tiles.leftmost[building]] = 1
        points: i64 = tiles.points[building]
        values[at + layout.TILE_POINTS] = i16(points)
        if tiles.kind[building] == BANK:
            values[at + layout.TILE_BANK_COUNTS + tiles.bonus_per[building]] = 1
            bonus: i64 = tiles.bonus_points[building]
            values[at + layout.TILE_BONUS] = i16(bonus)


def class_of(tiles: TileSet, building: i64) -> i64:
    """Factories by what they give, then the other kinds."""
    kind: i64 = tiles.kind[building]
    if kind == FACTORY:
        return tiles.gives[building]
    return layout.FACTORY_CLASSES + kind - 1


def visible_tiles(table: Table) -> i64:
    """The buildings that lie open beside the city: offers, the drawn one and the discards."""
    seen: i64 = 0
    for place in range(8):
        if table.offers[place] != NONE:
            seen |= BIT[table.offers[place]]
    if table.drawn != NONE:
        seen |= BIT[table.drawn]
    for i in range(table.discard_count):
        seen |= BIT[table.discards[i]]
    return seen
