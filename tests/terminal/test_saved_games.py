"""Saving, loading and continuing games in the terminal."""

from __future__ import annotations

import re
import signal
import subprocess
from pathlib import Path

import pytest

import smokestack
from smokestack.engine.record import load_record
from tests.terminal.terminal_table import PEOPLE, Table, after, options_in


def test_a_saved_game_continues_at_the_same_point(table: Table) -> None:
    saved = table.play(*PEOPLE, lines="move 3; move 7; save my-game.json")
    assert "Saved. Continue later: smokestack play --load my-game.json\n" in saved
    output = table.play("--load", "my-game.json")
    assert "Ben choice> " in output
    assert options_in(output) == ["take stone", "take steel", "take gold", "pass"]


def test_a_file_name_may_have_spaces(table: Table) -> None:
    table.play(*PEOPLE, lines='move 3; save "my game.json"')
    assert load_record(table.folder / "my game.json").answers == ["move 3"]


def test_a_loaded_game_is_saved_to_its_file(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3; save my-game.json")
    table.play("--load", "my-game.json", lines="move 1; move 2")
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1", "move 2"]


def test_a_game_may_be_saved_again_under_its_name(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3; save my-game.json; move 1; save my-game.json")
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1"]


def test_nothing_is_saved_over_another_file(table: Table) -> None:
    path = table.folder / "notes.txt"
    path.write_text("precious", "utf-8")
    output = table.play(*PEOPLE, lines="save notes.txt")
    assert after(output, "Ann move").startswith(
        "notes.txt is not a saved game; choose another name"
    )
    assert path.read_text("utf-8") == "precious"


def test_nothing_is_saved_over_a_folder(table: Table) -> None:
    (table.folder / "games").mkdir()
    output = table.play(*PEOPLE, lines="save games")
    assert after(output, "Ann move").startswith("games is not a saved game; choose another name")
    assert list((table.folder / "games").iterdir()) == []


def test_nothing_is_saved_over_another_game_from_the_same_start(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3; move 1; move 2; save my-game.json")
    old = (table.folder / "my-game.json").read_bytes()
    output = table.play(*PEOPLE, lines="move 4; save my-game.json")
    assert "Saved" not in output
    assert (table.folder / "my-game.json").read_bytes() == old


def test_quit_saves_the_game(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 3; quit; move 1")
    assert output.endswith("The game is saved. Continue: smokestack play glasgow --continue\n")
    assert table.answers() == ["move 3"]


def test_the_end_of_the_input_saves_the_game(table: Table) -> None:
    output = table.play(*PEOPLE, lines="move 3")
    assert output.endswith("The game is saved. Continue: smokestack play glasgow --continue\n")
    assert table.answers() == ["move 3"]


def test_the_last_unfinished_game_can_be_continued(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3; quit")
    output = table.play("--continue", lines="move 1; quit")
    assert output.splitlines()[0] == "Glasgow, seed 3. Type help for help."
    assert "Ben move> " in output
    assert table.answers() == ["move 3", "move 1"]


def test_the_newest_of_several_games_is_continued(table: Table) -> None:
    table.play("--seats", "Ann,Ben", "--seed", "4", lines="move 3")
    table.play(*PEOPLE, lines="move 4")
    assert "Glasgow, seed 3." in table.play("--continue")


def test_a_finished_game_is_not_continued(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3")
    table.play("--seats", "random,random", "--option", "turn_limit=2")
    assert "Glasgow, seed 3." in table.play("--continue")


def test_continue_skips_files_that_are_not_records(table: Table) -> None:
    table.play(*PEOPLE, lines="move 3")
    (table.home / "games" / "glasgow-99999999-broken.json").write_bytes(b"\xff")
    assert "Glasgow, seed 3." in table.play("--continue")


def test_an_interrupted_game_is_saved(table: Table) -> None:
    with subprocess.Popen(
        table.command(*PEOPLE),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=table.folder,
        env={**table.environment(), "PYTHONUNBUFFERED": "1"},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("move 3\n")
        process.stdin.flush()
        for line in process.stdout:
            if line.startswith(" 14  move 15"):
                process.send_signal(signal.SIGINT)
                break
        _, error_line = process.communicate()
    assert (process.returncode, error_line) == (130, "")
    assert table.answers() == ["move 3"]


@pytest.fixture
def finished(table: Table) -> Path:
    """The file of a finished game of Ann and Ben."""
    match = smokestack.new_game("glasgow", seed=3, players=["Ann", "Ben"])
    while not match.over:
        match.play(match.answers[0])
    path = table.folder / "finished.json"
    match.record().save(path)
    return path


def test_a_finished_game_loaded_again_shows_its_result(table: Table, finished: Path) -> None:
    result, old = load_record(finished).result, finished.read_bytes()
    assert result is not None
    output = table.play("--load", "finished.json")
    winner = ["Ann", "Ben"][result.winners[0]]
    assert re.search(rf"^{winner} wins .* \(the city is complete\)\.$", output, re.MULTILINE)
    assert "> " not in output
    assert finished.read_bytes() == old


def test_own_tiles_are_saved_with_the_game(table: Table) -> None:
    shipped = Path(smokestack.__file__).parent / "games" / "glasgow" / "data" / "tiles.toml"
    tiles = table.folder / "mine.toml"
    tiles.write_text(shipped.read_text("utf-8").replace("points = 9", "points = 11"), "utf-8")
    table.play(*PEOPLE, "--tiles", "mine.toml", lines="move 3")
    tiles.unlink()
    output = table.play("--continue")
    assert "L6   landmark              11 pt" in output


@pytest.mark.parametrize("blocked", ["a file", "x" * 300], ids=["a file", "too long"])
def test_a_game_that_can_not_be_saved_can_be_played(table: Table, blocked: str) -> None:
    (table.folder / "a file").touch()
    home = str(table.folder / blocked)
    output = table.play(*PEOPLE, lines="move 3; move 1; save my-game.json", SMOKESTACK_HOME=home)
    assert output.count("The game can't be saved: ") == 1
    assert "The game is kept" not in output
    assert load_record(table.folder / "my-game.json").answers == ["move 3", "move 1"]


def test_games_are_saved_in_the_folder_for_application_data(table: Table) -> None:
    share = table.folder / "share"
    table.play(*PEOPLE, lines="move 3", SMOKESTACK_HOME="", XDG_DATA_HOME=str(share))
    (path,) = (share / "smokestack" / "games").iterdir()
    assert load_record(path).answers == ["move 3"]
