"""`smokestack perft`."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    Edition,
    GameName,
    OptionList,
    Players,
    Seed,
    Tiles,
    examples,
)

EXAMPLES = examples("smokestack perft glasgow --seed 1 --depth 4")


def perft(
    game: GameName,
    seed: Seed = 0,
    depth: Annotated[
        int, typer.Option(metavar="N", help="Number of answers to look ahead.", min=1, max=20)
    ] = 3,
    players: Players = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
) -> None:
    """Count the sequences of answers from the start of a game.

    Implementations of the same rules have the same counts.
    """
    from smokestack.engine.core.playout import count_leaves
    from smokestack.terminal.parsing import new_match
    from smokestack.terminal.printing import say

    match = new_match(game, seed, players, edition, tiles, option)
    for level in range(1, depth + 1):
        start = time.perf_counter()
        leaves = count_leaves(match.state, level)
        seconds = time.perf_counter() - start
        say(f"depth {level}: {leaves} ({seconds:.2f} s)")
