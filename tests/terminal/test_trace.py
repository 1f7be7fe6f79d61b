"""`smokestack trace`: the public format."""

from __future__ import annotations

import json
import subprocess
from itertools import pairwise
from typing import Any

import pytest

from tests.terminal.commands import COMMAND, Run, plain_environment

STATE = [
    *("ring", "merchants", "goods", "offers", "city"),
    *("discards", "drawn", "doubled", "behind", "turn", "pile"),
]


@pytest.fixture(scope="module")
def traced(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The lines of a traced game."""
    home = tmp_path_factory.mktemp("home")
    result = subprocess.run(
        [*COMMAND, "trace", "glasgow", "--seed", "7"],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=plain_environment(home),
    )
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_first_line_of_a_trace_has_the_setup(traced: list[dict[str, Any]]) -> None:
    keys = ["game", "edition", "options", "players", "seed", "rules", "state"]
    assert list(traced[0]) == keys
    assert [traced[0][key] for key in keys[:-1]] == [
        "glasgow",
        "standard",
        {"whisky_converts": True, "turn_limit": 500},
        2,
        7,
        1,
    ]


def test_every_line_between_is_an_answer(traced: list[dict[str, Any]]) -> None:
    for number, line in enumerate(traced[1:-1], 1):
        assert list(line) == ["n", "actor", "decision", "options", "chosen", "state"]
        assert line["n"] == number
        assert line["actor"] in (0, 1)
        assert line["chosen"] in line["options"]


def test_every_state_of_a_trace_has_what_an_auditor_needs(traced: list[dict[str, Any]]) -> None:
    for line in traced[:-1]:
        assert sorted(line["state"]) == sorted(STATE)
        assert list(line["state"]["goods"][0]) == ["stone", "steel", "gold", "whisky"]
        assert list(line["state"]["offers"]) == ["0", "5", "10", "15"]


def test_the_last_line_of_a_trace_is_the_result(traced: list[dict[str, Any]]) -> None:
    assert list(traced[-1]) == ["result"]
    result = traced[-1]["result"]
    assert list(result) == ["scores", "winners", "reason"]
    assert (len(result["scores"]), result["reason"]) == (2, "city")
    assert result["winners"] == [result["scores"].index(max(result["scores"]))]


def test_the_state_of_a_trace_is_the_one_after_the_answer(traced: list[dict[str, Any]]) -> None:
    for before, after in pairwise(traced[:-1]):
        if after["decision"] == "move":
            moved = after["state"]["merchants"][after["actor"]]
            assert moved > before["state"]["merchants"][after["actor"]]
            assert moved % 16 == int(after["chosen"].removeprefix("move "))


def test_the_same_seed_gives_the_same_trace(run: Run) -> None:
    command = ["trace", "glasgow", "--seed", "7", "--bots", "greedy,random"]
    assert run(*command).stdout == run(*command).stdout


def test_the_options_of_a_trace_are_those_given(run: Run) -> None:
    options = ["--option", "turn_limit=3", "--option", "whisky_converts=false"]
    lines = run("trace", "glasgow", *options).stdout.splitlines()
    assert json.loads(lines[0])["options"] == {"whisky_converts": False, "turn_limit": 3}
    assert json.loads(lines[-1])["result"]["reason"] == "turn_limit"
