"""`smokestack trace`."""

from __future__ import annotations

from smokestack.terminal.commands.parameters import (
    Bots,
    Edition,
    GameName,
    OptionList,
    Players,
    Seed,
    Tiles,
    examples,
)

EXAMPLES = examples("smokestack trace glasgow --seed 7 --bots greedy > game.jsonl")


def trace(
    game: GameName,
    seed: Seed = 0,
    players: Players = None,
    edition: Edition = None,
    bots: Bots = "random",
    tiles: Tiles = None,
    option: OptionList = None,
) -> None:
    """Play a game between bots and print it as JSON Lines.

    Each line has a decision, its legal answers, the chosen answer and the state after it, hidden
    parts included.
    """
    from smokestack.bots.registry import make_bot
    from smokestack.engine.trace import trace as trace_lines
    from smokestack.terminal.parsing import new_match, parse_bots
    from smokestack.terminal.printing import say_data

    match = new_match(game, seed, players, edition, tiles, option)
    names = parse_bots(bots, match.game, len(match.setup.players))
    seated = [make_bot(name, match.game, seed, seat) for seat, name in enumerate(names)]
    for line in trace_lines(match, lambda view: seated[view.seat].answer(view)):
        say_data(line)
