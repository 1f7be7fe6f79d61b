"""`smokestack play`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import smokestack
from smokestack.engine.errors import InvalidInput
from smokestack.games import DEFAULT_GAME
from smokestack.presentation.language import tr
from smokestack.terminal.commands.parameters import (
    Edition,
    GameName,
    OptionalSeed,
    OptionList,
    Players,
    Tiles,
    examples,
)
from smokestack.terminal.languages import Lang

EXAMPLES = examples(
    "smokestack play",
    "smokestack play glasgow --seats Ann,Ben",
    "smokestack play brass --seats me,merchant,master",
    "smokestack play brass --edition 2009-duel --seed 7",
    "smokestack play --seats me,program:./mybot.py",
    "smokestack play --lang nl",
    "smokestack play --continue",
    "smokestack play --load my-game.json",
)


def play(
    game: GameName = DEFAULT_GAME,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help="Who plays: names of people and bots (default: you against clerks).",
        ),
    ] = None,
    players: Players = None,
    seed: OptionalSeed = None,
    edition: Edition = None,
    tiles: Tiles = None,
    option: OptionList = None,
    load: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Continue the game saved in this file.")
    ] = None,
    go_on: Annotated[
        bool, typer.Option("--continue", help="Continue the last unfinished game.")
    ] = False,
    lang: Lang = None,
) -> None:
    """Play a game in the terminal.

    Play against bots, or with several people at one keyboard. The game is saved after every answer.
    """
    from smokestack.terminal.game import TerminalTable
    from smokestack.terminal.parsing import (
        default_seats,
        parse_options,
        parse_seats,
        recorded_seats,
        seat_names,
    )
    from smokestack.terminal.saved_games import last_unfinished

    if go_on and load is not None:
        raise InvalidInput(tr("--load and --continue can't be used together"))
    if seats and players is not None:
        raise InvalidInput(tr("--seats sets the number of players; remove --players"))
    if go_on:
        load = last_unfinished(smokestack.find_game(game).name)
    if load is not None:
        match = smokestack.load_game(load)
        chosen = parse_seats(seats) if seats else recorded_seats(match.setup.players)
        TerminalTable(match, chosen, load).run()
        return
    chosen = parse_seats(seats) if seats else default_seats(game, edition, players)
    match = smokestack.new_game(
        game,
        seed=seed,
        players=seat_names(chosen),
        edition=edition,
        options=parse_options(option),
        tiles=tiles,
    )
    TerminalTable(match, chosen).run()
