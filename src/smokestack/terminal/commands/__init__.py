"""The commands of `smokestack`, one module for each command or group of commands.

These modules declare arguments, options and help. They import what does the work only when their
command runs, so that `smokestack --help` starts fast.
"""

from __future__ import annotations

from typing import Annotated

import typer

import smokestack
from smokestack import pure
from smokestack.terminal.commands import (
    analyse,
    arena,
    backup,
    benchmark,
    dataset,
    games,
    openings,
    people,
    perft,
    play,
    puzzles,
    replay,
    reports,
    serve,
    simulate,
    tiles,
    tournaments,
    trace,
    train,
    tune,
    verify,
    worker,
)
from smokestack.terminal.commands.parameters import examples, print_help

app = typer.Typer(
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Play the board games Glasgow and Brass, host them, and let bots play them.",
    epilog=examples(
        "smokestack play",
        "smokestack play glasgow --seats Ann,Ben",
        "smokestack serve --browse",
        "smokestack simulate glasgow --games 1000 --bots greedy,random",
        "smokestack arena glasgow --players greedy,random --games 200",
        "smokestack COMMAND --help",
    )
    + "\n\nExit codes: 0 success, 1 invalid input, 2 wrong usage, 130 interrupted.",
)


@app.callback(invoke_without_command=True)
def smokestack_command(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Show the version, and whether it is compiled.",
            allow_from_autoenv=False,  # SMOKESTACK_VERSION is a likely name for other purposes
        ),
    ] = False,
) -> None:
    if version:
        mode = "compiled" if pure.is_compiled() else "interpreted"
        typer.echo(f"smokestack {smokestack.__version__} ({mode})")
    else:
        print_help(context)


# The help lists the commands in this order.
app.command(epilog=play.EXAMPLES)(play.play)
app.command(epilog=serve.EXAMPLES)(serve.serve)
app.command(epilog=worker.EXAMPLES)(worker.worker)
app.command(epilog=backup.BACKUP_EXAMPLES)(backup.backup)
app.command(epilog=backup.RESTORE_EXAMPLES)(backup.restore)
app.command(epilog=simulate.EXAMPLES)(simulate.simulate)
app.command(epilog=arena.EXAMPLES)(arena.arena)
app.command(epilog=trace.EXAMPLES)(trace.trace)
app.command(epilog=replay.EXAMPLES)(replay.replay)
app.command(epilog=analyse.EXAMPLES)(analyse.analyse)
app.command(epilog=verify.EXAMPLES)(verify.verify)
app.command(epilog=perft.EXAMPLES)(perft.perft)
app.command(epilog=tune.EXAMPLES)(tune.tune)
app.command(epilog=train.EXAMPLES)(train.train)
app.command(epilog=dataset.EXAMPLES)(dataset.dataset)
app.command(epilog=benchmark.EXAMPLES)(benchmark.benchmark)
app.add_typer(puzzles.app, name="puzzles")
app.add_typer(tiles.app, name="tiles")
app.add_typer(openings.app, name="openings")
app.add_typer(games.app, name="games")
app.add_typer(people.app, name="people")
app.add_typer(tournaments.app, name="tournaments")
app.add_typer(reports.app, name="reports")
