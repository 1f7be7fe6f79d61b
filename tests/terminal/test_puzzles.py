"""`smokestack puzzles` in the terminal."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from subprocess import CompletedProcess

import msgspec
import pytest

from smokestack.engine.files import write_text
from smokestack.games import find_game
from smokestack.puzzles.daily import daily_puzzle
from smokestack.puzzles.puzzle import Puzzle, format_puzzles, parse_puzzles, puzzles_of
from tests.terminal.commands import plain_environment, run_here

PUZZLE = puzzles_of("glasgow")[0]


def run(folder: Path, *arguments: str, lines: str = "") -> CompletedProcess[str]:
    environment = plain_environment(folder / "home")
    return run_here("puzzles", *arguments, folder=folder, environment=environment, lines=lines)


def test_a_puzzle_is_failed_solved_and_explained(tmp_path: Path) -> None:
    lines = f"help\n99\n{PUZZLE.tries[0].answer}\n{PUZZLE.best.answer}\nquit\n"
    done = run(tmp_path, "play", "glasgow", "--id", PUZZLE.id, lines=lines)
    assert done.returncode == 0, done.stderr
    for text in (
        "there is no option 99",
        "looks best at the end of this turn",
        "is the best move",
        "Any other move lowers the win chance",
        "Solved: 0 of 1",
    ):
        assert text in done.stdout
    given_up = run(tmp_path, "play", "glasgow", "--id", PUZZLE.id, lines="solution\nquit\n")
    assert "Any other move lowers the win chance" in given_up.stdout


def test_puzzles_are_listed_with_solutions_only_as_json(tmp_path: Path) -> None:
    listed = run(tmp_path, "list", "glasgow")
    assert f"{len(puzzles_of('glasgow'))} puzzles" in listed.stdout
    assert PUZZLE.best.answer not in listed.stdout
    found = run(tmp_path, "list", "brass", "--theme", "loan", "--json").stdout.splitlines()
    assert all("loan" in json.loads(line)["themes"] for line in found)
    wrong = run(tmp_path, "list", "glasgow", "--theme", "chess")
    assert wrong.returncode == 1
    assert "has no theme 'chess'" in wrong.stderr


def test_mining_writes_puzzles_and_continues(tmp_path: Path) -> None:
    command = ("mine", "glasgow", "--count", "1", "--simulations", "20", "--workers", "1")
    first = run(tmp_path, *command, "--out", "mined")
    assert first.returncode == 0, first.stderr
    assert "puzzles.jsonl" in first.stdout.replace("\n", "")
    again = run(tmp_path, *command, "--out", "mined")
    assert "already found" in again.stdout


def test_the_puzzle_of_the_day_is_that_of_the_server(tmp_path: Path) -> None:
    days = [datetime.now(UTC).date()]
    done = run(tmp_path, "play", "brass", "--daily", lines="quit\n")
    days.append(datetime.now(UTC).date())  # midnight may have passed
    daily = [puzzle.id for day in days if (puzzle := daily_puzzle("brass", day))]
    assert any(f"{puzzle_id}>" in done.stdout for puzzle_id in daily)
    wrong = run(tmp_path, "play", "brass", "--daily", "--id", daily[0])
    assert wrong.returncode == 1
    assert "--daily can't be used together with --theme or --id" in wrong.stderr


def test_verifying_again_writes_what_is_still_a_puzzle_and_continues(tmp_path: Path) -> None:
    quick = [with_simulations(puzzle, 60) for puzzle in puzzles_of("glasgow")[:3]]
    write_text(tmp_path / "mined.jsonl", format_puzzles(quick))
    command = ("verify", "glasgow", "mined.jsonl", "--workers", "1", "--out", "verified")
    first = run(tmp_path, *command)
    assert first.returncode == 0, first.stderr
    assert "of 3 puzzles remain" in first.stdout
    journal = (tmp_path / "verified" / "verified.jsonl").read_bytes()
    assert run(tmp_path, *command).stdout == first.stdout
    assert (tmp_path / "verified" / "verified.jsonl").read_bytes() == journal
    text = (tmp_path / "verified" / "puzzles.jsonl").read_text("utf-8")
    found = parse_puzzles(find_game("glasgow"), text, "verified")
    assert {puzzle.id for puzzle in found} <= {puzzle.id for puzzle in quick}
    other = run(tmp_path, *command, "--seed", "1")
    assert other.returncode == 1
    assert "another command" in other.stderr


def with_simulations(puzzle: Puzzle, simulations: int) -> Puzzle:
    origin = msgspec.structs.replace(puzzle.origin, simulations=simulations)
    return msgspec.structs.replace(puzzle, origin=origin)


@pytest.mark.slow
def test_mining_on_ray_finds_the_same_puzzles(tmp_path: Path) -> None:
    command = ("mine", "glasgow", "--count", "1", "--simulations", "20", "--workers", "1")
    assert run(tmp_path, *command, "--out", "here").returncode == 0
    done = subprocess.run(
        [sys.executable, "-m", "smokestack", "puzzles", *command, "--out", "there", "--ray"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        cwd=tmp_path,
        env=plain_environment(tmp_path / "home"),
    )
    assert done.returncode == 0, done.stderr
    here, there = (
        (tmp_path / folder / "puzzles.jsonl").read_text("utf-8").splitlines()
        for folder in ("here", "there")
    )
    assert here
    assert here == there
