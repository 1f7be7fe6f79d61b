"""Wrong usage and invalid input: one line and an exit code."""

from __future__ import annotations

import re
import resource
import subprocess
from pathlib import Path

import pytest

from tests.terminal.commands import COMMAND, Run, error_line, plain_environment

USAGE = [
    ["castle"],
    ["simulate"],
    ["simulate", "glasgow", "chess"],
    ["simulate", "glasgow", "--games", "0"],
    ["trace", "glasgow", "--moves"],
    ["replay"],
    ["replay", "game.json", "--at", "-1"],
    ["perft", "glasgow", "--depth", "0"],
    ["tiles", "castle"],
    ["play", "--seed", "lucky"],
    ["play", "--continue", "yes", "please"],
]


@pytest.mark.parametrize("arguments", USAGE, ids=" ".join)
def test_wrong_usage_prints_one_line_and_exits_with_two(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert re.search(r" \(see 'smokestack.* --help'\)$", error_line(result))
    assert (result.returncode, result.stdout) == (2, "")


LONG = "x" * 300


INVALID = [
    ["play", "chess"],
    ["play", "chess", "--continue"],
    ["play", "**", "--continue"],
    ["play", "/glasgow", "--continue"],
    ["play", "--continue"],
    ["play", "--load", LONG],
    ["play", "--seats", "Ann,Ann"],
    ["play", "--seats", "Ann,\x1b[31m"],
    ["play", "--option", "turn_limit"],
    ["play", "--option", f"turn_limit={'9' * 5000}"],
    ["simulate", "glasgow", "--bots", "alphago"],
    ["simulate", "glasgow", "--bots", "greedy,random,random"],
    ["simulate", "glasgow", "--seed", str(2**63 - 1), "--games", "2"],
    ["trace", "glasgow", "--seed", str(10**30)],
    ["replay", "missing.json"],
    ["replay", "/dev/zero"],
    ["tiles", "check", "/dev/zero"],
    ["tiles", "copy", LONG],
    ["tiles", "copy", "/dev/null/mine.toml"],
]


@pytest.mark.parametrize(
    "arguments", INVALID, ids=[" ".join(words).replace(LONG, "x…")[:60] for words in INVALID]
)
def test_invalid_input_prints_one_line_and_exits_with_one(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    error_line(result)
    assert (result.returncode, result.stdout) == (1, "")


def test_continuing_an_unknown_game_names_the_known_ones(run: Run) -> None:
    assert (
        error_line(run("play", "chess", "--continue")) == "no game 'chess'; there is brass, glasgow"
    )


def test_an_absurd_number_of_players_is_refused_at_once(tmp_path: Path) -> None:
    def limit_memory() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2**29, 2**29))

    result = subprocess.run(
        [*COMMAND, "simulate", "glasgow", "--players", "1000000000"],
        capture_output=True,
        encoding="utf-8",
        timeout=30,
        env=plain_environment(tmp_path),
        preexec_fn=limit_memory,
    )
    assert error_line(result) == "Glasgow has no number of players 1000000000; possible: 2"
