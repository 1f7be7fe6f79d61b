"""Brass on the command line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import smokestack
from tests.terminal.commands import plain_environment, run_here


def run(home: Path, *arguments: str, lines: str = "") -> str:
    """The output of a command that must succeed."""
    result = run_here(*arguments, folder=home, environment=plain_environment(home), lines=lines)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


@pytest.mark.parametrize(
    ("arguments", "players"),
    [
        ([], 4),
        (["--players", "3"], 3),
        (["--edition", "2009-duel"], 2),
        (["--edition", "2018", "--players", "2"], 2),
    ],
)
def test_a_table_has_the_seats_of_its_edition(
    tmp_path: Path, arguments: list[str], players: int
) -> None:
    output = run(tmp_path, "play", "brass", "--seed", "1", *arguments, lines="quit\n")
    assert "Canal period, round 1 of " in output
    assert output.count("as it stands") == players


def test_the_table_shows_map_markets_players_and_hand(tmp_path: Path) -> None:
    output = run(tmp_path, "play", "brass", "--seats", "Ann,Ben,Cat", "--seed", "1", lines="quit\n")
    for shown in (
        "manchester [C/M] [C/M] [C/M] [I]",
        "bolton-bury",
        "Coal ■■■■■■■■ £1",
        "stacks C1",
    ):
        assert shown in output
    hand = next(line for line in output.splitlines() if line.startswith("Hand"))
    assert len(hand.split()) > 5


def test_a_game_is_played_saved_and_continued(tmp_path: Path) -> None:
    first = run(
        tmp_path, "play", "brass", "--seats", "Ann,Ben,Cat", "--seed", "1", lines="pass\n1\n"
    )
    assert "pass" in first
    again = run(tmp_path, "play", "brass", "--continue", lines="score\nundo\nquit\n")
    assert "The game is not over." in again
    assert " card> " in again


def test_bots_play_a_whole_game_and_the_replay_explains_every_point(tmp_path: Path) -> None:
    run(tmp_path, "play", "brass", "--seats", "greedy,greedy,greedy", "--seed", "2")
    (path,) = (tmp_path / "games").glob("brass-*.json")
    match = smokestack.load_game(path)
    assert match.result is not None
    output = run(tmp_path, "replay", str(path), "--ledger")
    for points in match.result.scores:
        assert str(points) in output
    for cause in ("canals: ", "tiles of the canal period: ", "railways: ", "tiles of the rail"):
        assert f"points, {cause}" in output
    assert re.search(r"£\d+, income\n", output)
    german = run(tmp_path, "replay", str(path), "--ledger", "--lang", "de")
    assert re.search(r"£\d+, Einkommen\n", german)
    moves = run(tmp_path, "replay", str(path), "--moves")
    assert "the canal period is over" in moves
    assert "Rail period" in run(tmp_path, "replay", str(path), "--at", str(len(match.history)))


def test_a_trace_has_the_documented_format(tmp_path: Path) -> None:
    output = run(tmp_path, "trace", "brass", "--edition", "2018", "--players", "3", "--seed", "7")
    first, *middle, last = [json.loads(line) for line in output.splitlines()]
    assert list(first) == ["game", "edition", "options", "players", "seed", "rules", "state"]
    assert (first["game"], first["edition"], first["players"]) == ("brass", "2018", 3)
    assert all(isinstance(value, bool) for value in first["options"].values())
    shown = " ".join(first["state"])
    assert shown == (
        "period round order money spent income vp discards stacks board links coal iron cotton "
        "turned hands deck aside distant"
    )
    assert [line["n"] for line in middle] == list(range(1, len(middle) + 1))
    assert set(last["result"]) == {"scores", "winners", "reason"}


def test_simulate_and_perft_take_editions(tmp_path: Path) -> None:
    output = run(tmp_path, "simulate", "brass", "--edition", "2009-duel", "--games", "20")
    assert "80 turns" not in output
    assert "40.0 turns" in output
    counted = run(tmp_path, "perft", "brass", "--players", "3", "--depth", "3")
    assert len(counted.splitlines()) == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "brass", "--players", "2"],
        ["play", "brass", "--seats", "Ann,Ben"],
        ["play", "brass", "--seats", "Ann,Ben,Cat", "--players", "3"],
        ["play", "brass", "--edition", "2007", "--players", "5"],
        ["trace", "brass", "--edition", "1999"],
        ["simulate", "brass", "--edition", "2009-duel", "--players", "3"],
        ["trace", "brass", "--option", "turn_limit=3"],
        ["trace", "brass", "--tiles", "tiles.toml"],
    ],
)
def test_invalid_choices_for_brass_print_one_line(tmp_path: Path, arguments: list[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "smokestack", *arguments],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "SMOKESTACK_HOME": str(tmp_path)},
    )
    assert result.returncode == 1
    assert result.stderr.startswith("smokestack: ")
    assert len(result.stderr.splitlines()) == 1
