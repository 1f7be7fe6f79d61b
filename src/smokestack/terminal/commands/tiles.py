"""`smokestack tiles`: the tile sets of Glasgow."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from smokestack.terminal.commands.parameters import (
    DatabaseUrl,
    DataFolder,
    command_group,
    examples,
    server_settings,
)
from smokestack.terminal.languages import Lang

app = command_group("Show, copy, check or install tile sets of Glasgow.")


@app.command("check", epilog=examples("smokestack tiles check my-tiles.toml"))
def check_tiles(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tile file to check.")],
    lang: Lang = None,
) -> None:
    """Print every problem of a tile file, by entry and field."""
    from smokestack.terminal.tiles import check

    check(file)


@app.command("show", epilog=examples("smokestack tiles show"))
def show_tiles(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="FILE", help="Tile file to show (default: the shipped set)."),
    ] = None,
    lang: Lang = None,
) -> None:
    """Print a tile set, with reconstructed values marked."""
    from smokestack.terminal.tiles import show

    show(file)


@app.command("copy", epilog=examples("smokestack tiles copy my-tiles.toml"))
def copy_tiles(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="New file to write.")],
    lang: Lang = None,
) -> None:
    """Copy the shipped tile set to a file that you can correct."""
    from smokestack.terminal.tiles import copy

    copy(file)


@app.command("install", epilog=examples("smokestack tiles install my-tiles.toml"))
def install_tiles(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Tile file to install.")],
    folder: DataFolder = None,
    database: DatabaseUrl = "",
    lang: Lang = None,
) -> None:
    """Offer a tile set to everybody who plays on this server."""
    from smokestack.terminal.tiles import install

    install(server_settings(folder, database), file)
