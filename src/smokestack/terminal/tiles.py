"""The `tiles` commands."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from rich.console import Console
from rich.text import Text

from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import is_taken, write_text
from smokestack.games.glasgow.tiles import load_tiles, shipped_tiles, tiles_to_data
from smokestack.terminal.printing import new_table, say


def check(file: Path) -> None:
    """Print every problem of a tile file and fail, or say that it can be played."""
    console = Console()
    try:
        tiles = load_tiles(file)
    except InvalidInput as error:
        for problem in error.problems:
            say(f"{file}: {problem}", console)
        if not error.problems:
            raise
        count = len(error.problems)
        raise InvalidInput(
            f"{file}: {count} {'problem' if count == 1 else 'problems'}; nothing was changed"
        ) from None
    say(
        f"{file}: {len(tiles.buildings)} buildings and {len(tiles.contracts)} contracts, "
        f"all playable: smokestack play --tiles {file}",
        console,
    )


def show(file: Path | None) -> None:
    """All tiles of a set; a * follows what is reconstructed."""
    console = Console()
    tiles = tiles_to_data(shipped_tiles() if file is None else load_tiles(file))
    buildings = new_table()
    for title in ("building", "kind", "cost", "points", "gives or bonus"):
        buildings.add_column(title)
    for entry in tiles["building"]:
        bonus = entry.get("bonus")
        extra = entry.get("gives") or (f"{bonus['vp']} per {bonus['per']}" if bonus else "")
        known = entry["known"]
        gift = "gives" if "gives" in entry else "bonus"
        buildings.add_row(
            Text(entry["id"]),
            _mark(entry["kind"], "kind" in known),
            _mark(", ".join(entry["cost"]), "cost" in known),
            _mark(str(entry["points"]), "points" in known),
            _mark(extra, gift in known) if extra else "",
        )
    contracts = new_table()
    for title in ("contract", "kind", "goods"):
        contracts.add_column(title)
    for entry in tiles["contract"]:
        goods = ", ".join(f"{amount} {good}" for good, amount in entry.get("goods", {}).items())
        contracts.add_row(_mark(entry["id"], entry["known"]), entry["kind"], goods)
    say(f"Tile set {tiles['name']}; * marks what is reconstructed.", console)
    console.print(buildings)
    console.print(contracts)


def copy(file: Path) -> None:
    """Write the shipped set where an owner of the box can correct it."""
    if is_taken(file):
        raise InvalidInput(f"{file} exists already; choose another name")
    source = resources.files("smokestack.games.glasgow").joinpath("tiles.toml")
    write_text(file, source.read_text(encoding="utf-8").replace("reconstructed-1", "corrected"))
    print(f"{file} written; correct it, then: smokestack tiles check {file}")


def _mark(text: str, known: bool) -> Text:
    return Text(text if known else f"{text} *")
