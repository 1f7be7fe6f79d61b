"""`smokestack tiles`: shows, copies and checks tile sets of Glasgow."""

from __future__ import annotations

from contextlib import closing
from importlib import resources
from pathlib import Path

from rich.table import Table
from rich.text import Text

from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import is_taken, write_text
from smokestack.games.glasgow.formats.data import load_tiles, shipped_tiles, tiles_to_data
from smokestack.games.glasgow.rules.terms import NONE
from smokestack.games.glasgow.rules.tileset import Building, TileSet
from smokestack.games.glasgow.ui.words import (
    bank_text,
    contract_text,
    gift_text,
    good_name,
    kind_name,
)
from smokestack.presentation.language import tr, trn
from smokestack.server.settings import Settings
from smokestack.server.storage.game_admin import GameAdmin
from smokestack.terminal.printing import SafeConsole, new_table, say


def check(file: Path) -> None:
    """Print every problem of a tile file and fail, or print that it can be played."""
    console = SafeConsole()
    try:
        tiles = load_tiles(file)
    except InvalidInput as error:
        for problem in error.problems:
            say(f"{file}: {problem}", console)
        if not error.problems:
            raise
        raise InvalidInput(
            trn(
                "{file}: {n} problem; nothing was changed",
                "{file}: {n} problems; nothing was changed",
                len(error.problems),
                file=file,
            )
        ) from None
    message = tr(
        "{file}: {buildings} buildings and {contracts} contracts, all playable: {command}",
        file=file,
        buildings=len(tiles.buildings),
        contracts=len(tiles.contracts),
        command=f"smokestack play --tiles {file}",
    )
    say(message, console)


def show(file: Path | None) -> None:
    """Print all tiles of a set; a * marks reconstructed values."""
    console = SafeConsole()
    tiles = shipped_tiles() if file is None else load_tiles(file)
    say(tr("Tile set {name}; * marks what is reconstructed.", name=tiles.name), console)
    console.print(_buildings(tiles))
    console.print(_contracts(tiles))


def _buildings(tiles: TileSet) -> Table:
    table = new_table()
    for title in (tr("building"), tr("kind"), tr("cost"), tr("points"), tr("gives or bonus")):
        table.add_column(title)
    for tile in tiles.buildings:
        extra = _extra(tile)
        gift = "bonus" if tile.gives == NONE else "gives"
        table.add_row(
            Text(tile.id),
            _mark(kind_name(tile.kind), "kind" in tile.known),
            _mark(", ".join(good_name(good) for good in tile.cost), "cost" in tile.known),
            _mark(str(tile.points), "points" in tile.known),
            _mark(extra, gift in tile.known) if extra else "",
        )
    return table


def _extra(tile: Building) -> str:
    """What a factory gives, or what a bank scores."""
    if tile.gives != NONE:
        return gift_text(tile.gives)
    return "" if tile.bonus_per == NONE else bank_text(tile)


def _contracts(tiles: TileSet) -> Table:
    table = new_table()
    for title in (tr("contract"), tr("what it does")):
        table.add_column(title)
    for contract in tiles.contracts:
        table.add_row(_mark(contract.id, contract.known), Text(contract_text(contract)))
    return table


def copy(file: Path) -> None:
    """Write the shipped set to a file, for an owner of the box to correct."""
    if is_taken(file):
        raise InvalidInput(tr("{path} exists already; choose another name", path=file))
    source = resources.files("smokestack.games.glasgow").joinpath("data", "tiles.toml")
    write_text(file, source.read_text(encoding="utf-8").replace("reconstructed-1", "corrected"))
    command = f"smokestack tiles check {file}"
    say(tr("{file} written; correct it, then: {command}", file=file, command=command))


def install(settings: Settings, file: Path) -> None:
    """Store a tile set for everybody on a server; one of the same name is replaced."""
    tiles = load_tiles(file)
    if tiles.name == shipped_tiles().name:
        raise InvalidInput(
            tr("{file}: the set needs a name of its own; change {name}", file=file, name=tiles.name)
        )
    with closing(GameAdmin(settings)) as admin:
        admin.install_tile_set(tiles_to_data(tiles))
    say(tr("{name} is installed: the form for a new game offers it.", name=tiles.name))


def _mark(text: str, known: bool) -> Text:
    return Text(text if known else f"{text} *")
