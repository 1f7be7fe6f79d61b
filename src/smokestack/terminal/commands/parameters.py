"""What several commands share: arguments, options, examples, groups of commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import smokestack
from smokestack.bots.registry import bot_names
from smokestack.terminal.data_folder import data_folder

if TYPE_CHECKING:
    from smokestack.server.settings import Settings

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help=f"One of: {', '.join(smokestack.game_names())}.")
]
OptionalSeed = Annotated[
    int | None, typer.Option(metavar="N", help="Seed of the game (default: a random one).", min=0)
]
Seed = Annotated[int, typer.Option(metavar="N", help="The same seed gives the same output.", min=0)]
FirstSeed = Annotated[
    int,
    typer.Option(metavar="N", help="Seed of the first game; the seeds count up from it.", min=0),
]
Edition = Annotated[
    str | None, typer.Option(metavar="EDITION", help="Edition of the game (default: the main one).")
]
Players = Annotated[
    int | None,
    typer.Option(metavar="N", help="Number of players (default: depends on the edition)."),
]
Tiles = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Play with the tile set in this file.")
]
OptionList = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Set a rule option; can be repeated."),
]
Bots = Annotated[
    str,
    typer.Option(
        metavar="BOTS", help=f"One bot for all seats, or one for each: {', '.join(bot_names())}."
    ),
]
Workers = Annotated[
    int, typer.Option(metavar="N", help="Number of processes; 0 uses all cores.", min=0, max=256)
]
RayAddress = Annotated[
    str | None,
    typer.Option(
        metavar="[ADDRESS]",
        help="Use the Ray cluster at this address; 'auto' finds a running one, "
        "no address starts one on this machine.",
    ),
]

DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="FOLDER", help="Folder with the database and the server's secret key."
    ),
]
DatabaseUrl = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="URL",
        help="URL of the database (default: SQLite in the data folder).",
    ),
]
BotProcesses = Annotated[
    int,
    typer.Option(
        metavar="N", help="Number of processes for bots; 0 uses all cores but one.", min=0
    ),
]
BotPause = Annotated[
    float,
    typer.Option(
        metavar="SECONDS",
        help="Seconds a bot waits after a person's answer.",
        min=0,
        max=60,
    ),
]


def count(text: str, *, minimum: int, maximum: int) -> Any:
    """An option that takes a whole number."""
    return typer.Option(metavar="N", help=text, min=minimum, max=maximum)


def generation_count(*, maximum: int) -> Any:
    """The option for the length of a run that can be continued."""
    text = "Number of generations, those of an earlier run included."
    return count(text, minimum=1, maximum=maximum)


def run_folder(usual: str) -> Any:
    """The option for the folder of a run that can be continued."""
    return typer.Option(
        metavar="FOLDER",
        help=f"Folder of the run; a run in it continues (default: {usual}).",
    )


def results_folder(content: str) -> Any:
    """The option for a folder of results."""
    return typer.Option(
        metavar="FOLDER", help=f"Folder for {content} (default: in the data folder)."
    )


def examples(*commands: str) -> str:
    """The examples below a command's help, one on each line; \\b keeps the line breaks."""
    return "\b\nExamples:\n" + "\n".join(f"  {command}" for command in commands)


def command_group(text: str) -> typer.Typer:
    """A command that only has subcommands; without one it prints its help."""
    group = typer.Typer(rich_markup_mode=None, help=text)
    group.callback(invoke_without_command=True)(print_help)
    return group


def print_help(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def server_settings(folder: Path | None, database: str) -> Settings:
    """The settings of a server's storage, for `DataFolder` and `DatabaseUrl`."""
    from smokestack.server.settings import Settings

    return Settings(data_folder=folder or data_folder(), database=database)
