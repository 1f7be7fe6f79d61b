"""`smokestack tiles`, and games with tile sets from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.commands import TILES, Run, error_line


def test_a_copy_of_the_tiles_can_be_checked_and_played(run: Run) -> None:
    copied = run("tiles", "copy", "mine.toml")
    assert (
        copied.stdout == "mine.toml written; correct it, then: smokestack tiles check mine.toml\n"
    )
    assert run("tiles", "check", "mine.toml").stdout == (
        "mine.toml: 37 buildings and 14 contracts, all playable: "
        "smokestack play --tiles mine.toml\n"
    )
    assert run("simulate", "glasgow", "--games", "1", "--tiles", "mine.toml").returncode == 0


def test_copying_the_tiles_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("precious", "utf-8")
    result = run("tiles", "copy", "mine.toml")
    assert result.returncode == 1
    assert error_line(result) == "mine.toml exists already; choose another name"
    assert (tmp_path / "mine.toml").read_text("utf-8") == "precious"


def test_checking_tiles_lists_every_problem(run: Run, tmp_path: Path) -> None:
    text = TILES.read_text("utf-8").replace('kind = "station"', 'kind = "pub"')
    text = text.replace("points = 10", "points = -1")
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    result = run("tiles", "check", "mine.toml")
    kinds = "factory, shop, park, tenement, station, bank, landmark"
    assert result.stdout.splitlines() == [
        f"mine.toml: building R1: kind: must be one of {kinds}",
        f"mine.toml: building R2: kind: must be one of {kinds}",
        f"mine.toml: building R3: kind: must be one of {kinds}",
        "mine.toml: building L7: points: must be a whole number from 0 to 99",
    ]
    assert result.returncode == 1
    assert error_line(result) == "mine.toml: 4 problems; nothing was changed"


def test_showing_the_tiles_lists_all_and_marks_reconstructed_values(run: Run) -> None:
    lines = run("tiles", "show", COLUMNS="100").stdout.splitlines()
    assert lines[0] == "Tile set reconstructed-1; * marks what is reconstructed."
    assert lines[2].split() == ["F1", "factory", "stone,", "stone", "*", "1", "1", "stone", "*"]
    assert len(lines) == 3 + 37 + 14


@pytest.mark.parametrize("name", ["[/x]", "[red]"])
def test_names_of_tiles_are_shown_as_they_are_written(run: Run, tmp_path: Path, name: str) -> None:
    text = TILES.read_text("utf-8").replace('id = "F1"', f'id = "{name}"')
    text = text.replace('name = "reconstructed-1"', f'name = "{name}"')
    (tmp_path / "mine.toml").write_text(text, "utf-8")
    result = run("tiles", "show", "mine.toml", COLUMNS="100")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == f"Tile set {name}; * marks what is reconstructed."
    assert lines[2].split()[0] == name


BROKEN_TILES = {
    "binary garbage": bytes(range(256)),
    "deeply nested": b"name = " + b"[" * 100_000,
    "deep keys": b"stores.stone" + b".a" * 2000 + b" = 1",
    "endless number": b"stores.stone = " + b"9" * 5000,
    "no tiles": b"building = []\ncontract = []",
}


@pytest.mark.parametrize("broken", BROKEN_TILES)
def test_a_broken_tile_file_prints_one_line(run: Run, tmp_path: Path, broken: str) -> None:
    (tmp_path / "mine.toml").write_bytes(BROKEN_TILES[broken])
    result = run("tiles", "check", "mine.toml")
    assert error_line(result).startswith("mine.toml: ")
    assert result.returncode == 1


def test_a_broken_tile_file_is_not_played_with(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(BROKEN_TILES["no tiles"])
    result = run("simulate", "glasgow", "--tiles", "mine.toml")
    assert error_line(result) == (
        "mine.toml: building: 0 of kind factory, expected 8 (and 7 more); "
        "'smokestack tiles check FILE' lists all"
    )
    assert (result.returncode, result.stdout) == (1, "")
