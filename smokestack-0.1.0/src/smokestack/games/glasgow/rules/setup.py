"""Setting up the game (rulebook: Setup)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.games.glasgow.rules.answers import MAX_LEGAL_ANSWERS
from smokestack.games.glasgow.rules.pile import draw
from smokestack.games.glasgow.rules.river import ask_move
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT,
    ARCHITECTS,
    BUILDINGS,
    CONTRACTS,
    NONE,
    PADDED_CELLS,
    RING_SIZE,
)
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.rules.turn import Glasgow


@final
class GlasgowStarter(Starter):
    """Starts games with one tile set and the same options."""

    def __init__(self, tiles: TileSet, whisky_converts: bool, turn_limit: i64) -> None:
        super().__init__(2)
        self.tiles = tiles
        self.whisky_converts = whisky_converts
        self.turn_limit: i64 = turn_limit

    def start(self, stream: Shuffler) -> State:
        return set_up(self.tiles, stream, self.whisky_converts, self.turn_limit)


def set_up(
    tiles: TileSet, stream: Shuffler, whisky_converts: bool = True, turn_limit: i64 = 500
) -> Glasgow:
    """A new game: contracts first, then buildings."""
    game = empty_table(tiles)
    game.stream = stream
    game.whisky_converts = whisky_converts
    game.turn_limit = turn_limit
    lay_ring(game)
    for building in range(BUILDINGS):
        game.pile[building] = building
    game.pile_count = BUILDINGS
    game.stream.shuffle(game.pile, BUILDINGS, "buildings")
    for place in range(2 * ARCHITECTS):
        game.offers[place] = draw(game)
    ask_move(game)
    return game


def empty_table(tiles: TileSet) -> Glasgow:
    """Each merchant at the start with a stone and a steel, and nothing laid out yet."""
    return Glasgow(
        tiles,
        vec[i64]([ARCHITECT] * RING_SIZE),
        vec[i64]([1, 1, 0, 0, 1, 1, 0, 0]),
        vec[i64]([0, 0]),
        vec[i64]([NONE] * (2 * ARCHITECTS)),
        vec[i64]([NONE] * PADDED_CELLS),
        vec[i64]([NONE] * BUILDINGS),
        vec[i64]([NONE] * BUILDINGS),
        vec[i64]([NONE] * BUILDINGS),
        vec[i64]([NONE] * MAX_LEGAL_ANSWERS),
        Stream(0),
    )


def lay_ring(game: Glasgow) -> None:
    """Twelve of the fourteen contracts, four between one architect and the next."""
    contracts = vec[i64](range(CONTRACTS))
    game.stream.shuffle(contracts, CONTRACTS, "contracts")
    laid: i64 = 0
    for index in range(RING_SIZE):
        if index % 5 != 0:
            game.ring[index] = contracts[laid]
            laid += 1
