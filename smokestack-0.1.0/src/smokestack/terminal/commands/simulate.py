"""`smokestack simulate`."""

from __future__ import annotations

from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    Bots,
    Edition,
    FirstSeed,
    GameName,
    OptionList,
    Players,
    Tiles,
    Workers,
    examples,
)

EXAMPLES = examples("smokestack simulate glasgow --games 1000 --bots greedy,random --seed 1")


def simulate(
    game: GameName,
    games: Annotated[
        int, typer.Option(metavar="N", help="Number of games.", min=1, max=10_000_000)
    ] = 1000,
    bots: Bots = "random",
    seed: FirstSeed = 0,
    players: Players = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    workers: Workers = 0,
) -> None:
    """Play many games between bots and print statistics.

    The statistics are wins and points of each seat, the length of the games and how they ended.
    """
    from smokestack.terminal.parsing import new_match, parse_bots
    from smokestack.terminal.simulation import Simulation

    first = new_match(game, seed, players, edition, tiles, option)
    names = parse_bots(bots, first.game, len(first.setup.players))
    Simulation(first.setup, names, games, workers).run()
