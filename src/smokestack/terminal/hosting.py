"""The commands of whoever runs a server: workers, games, backups."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from smokestack.terminal.options import examples
from smokestack.terminal.saves import data_folder

if TYPE_CHECKING:
    from smokestack.server.settings import Settings

Folder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder for the database and the server's key."),
]
DatabaseUrl = Annotated[
    str, typer.Option("--database", help="URL of the database; SQLite in the folder if left out.")
]
BotProcesses = Annotated[
    int, typer.Option(help="Processes in which bots think; 0 is all cores but one.", min=0)
]


GameId = Annotated[str, typer.Argument(metavar="ID", help="As 'games list' shows it.")]

games_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="List, show, export, import or prune the games of a server.",
)


def register(app: typer.Typer) -> None:
    app.command(
        epilog=examples(
            "smokestack worker --bots 4",
            "smokestack worker --database postgresql://smokestack@localhost/smokestack",
        )
    )(worker)
    app.add_typer(games_app, name="games")
    app.command(epilog=examples("smokestack backup tables-monday.sqlite"))(backup)
    app.command(epilog=examples("smokestack restore tables-monday.sqlite --force"))(restore)


def bot_processes(chosen: int) -> int:
    return chosen or max(1, (os.cpu_count() or 2) - 1)


def worker(
    database: DatabaseUrl = "",
    folder: Folder = None,
    bots: BotProcesses = 0,
    bot_pause: Annotated[
        float, typer.Option(help="A bot answers no sooner than after these seconds.", min=0, max=60)
    ] = 1.0,
) -> None:
    """Let bots think for the servers on the same database, which needs the same key as they."""
    from smokestack.server.settings import Settings
    from smokestack.server.worker import work

    work(
        Settings(
            folder=folder or data_folder(),
            database=database,
            bots=bot_processes(bots),
            bot_pause=bot_pause,
        )
    )


@games_app.command(
    "list", epilog=examples("smokestack games list", "smokestack games list --status running")
)
def list_games(
    status: Annotated[
        str, typer.Option(help="Only these: waiting, running, over or resigned.")
    ] = "",
    most: Annotated[int, typer.Option(help="How many, the latest first.", min=1)] = 50,
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """List games: id, game, status, players, answers and the last change."""
    from smokestack.terminal import games

    games.print_list(_settings(folder, database), status, most)


@games_app.command(
    "show",
    epilog=examples("smokestack games show Xw3kQ0dPZ2a8LrTn"),
    context_settings={"ignore_unknown_options": True},  # an id may begin with a dash
)
def show_game(game_id: GameId, folder: Folder = None, database: DatabaseUrl = "") -> None:
    """Tell in words how a game stands, as somebody who watches sees it."""
    from smokestack.terminal import games

    games.print_game(_settings(folder, database), game_id)


@games_app.command(
    "export",
    epilog=examples(
        "smokestack games export records",
        "smokestack games export game.json --game Xw3kQ0dPZ2a8LrTn",
    ),
)
def export_games(
    to: Annotated[Path, typer.Argument(metavar="TO", help="A folder, or a file for one game.")],
    game_id: Annotated[
        str, typer.Option("--game", help="Only this one, which may still be running.")
    ] = "",
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """Write the records of all finished games, or of one game; files that are there stay."""
    from smokestack.terminal import games

    games.export(_settings(folder, database), to, game_id)


@games_app.command("import", epilog=examples("smokestack games import game.json"))
def import_games(
    files: Annotated[list[Path], typer.Argument(metavar="FILES", help="Records of games.")],
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """Lay records on tables: finished games to look at, others to play on by their seats' links."""
    from smokestack.terminal import games

    games.take_in(_settings(folder, database), files)


@games_app.command(
    "prune",
    epilog=examples(
        "smokestack games prune --days 90 --dry-run",
        "smokestack games prune --days 365 --only finished",
    ),
)
def prune_games(
    days: Annotated[
        int, typer.Option(help="Games in which nothing has happened for so long.", min=1)
    ],
    only: Annotated[str, typer.Option(help="finished or abandoned; both if left out.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """Remove finished or abandoned games for good."""
    from smokestack.terminal import games

    games.prune(_settings(folder, database), days, only, dry_run)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """Copy the SQLite database, also while its server runs; for PostgreSQL there is pg_dump."""
    from smokestack.server import backup as backups

    settings = _settings(folder, database)
    backups.backup(settings, file, force)
    typer.echo(f"{file} written; keep a copy of {settings.folder / 'secret.key'} beside it")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    force: Annotated[
        bool, typer.Option("--force", help="In the place of a database that is there.")
    ] = False,
    folder: Folder = None,
    database: DatabaseUrl = "",
) -> None:
    """Put a backup in the place of the SQLite database; the server must be closed."""
    from smokestack.server import backup as backups

    settings = _settings(folder, database)
    backups.restore(settings, file, force)
    typer.echo(f"{settings.database_url().database} restored from {file}")


def _settings(folder: Path | None, database: str) -> Settings:
    from smokestack.server.settings import Settings

    return Settings(folder=folder or data_folder(), database=database)
