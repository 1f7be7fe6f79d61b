"""The `tune` command writes weights, compares them and can be interrupted."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import smokestack
from smokestack.arena.intervals import Estimate
from smokestack.bots.registry import make_bot
from smokestack.bots.weights import load_weights
from smokestack.terminal.tuning import print_comparison
from smokestack.training.self_play import Comparison
from smokestack.training.tuning import make_plan
from tests.terminal.commands import plain_environment, run_here

GLASGOW = smokestack.find_game("glasgow")
SETUP = smokestack.new_game("glasgow", seed=5, options={"turn_limit": 40}).setup
TINY = make_plan(SETUP, "greedy:samples=1", games=2, population=4)
COMMAND = [sys.executable, "-m", "smokestack", "tune"]
SMALL = ["--bot", "greedy:samples=1", "--games", "4", "--population", "4"]


@pytest.mark.slow
def test_the_command_writes_weights_that_a_bot_can_use(
    tmp_path: Path,
) -> None:
    result = run_process(
        tmp_path, "glasgow", *SMALL, "--generations", "2", "--validation", "4", "--out", "one"
    )
    assert (result.returncode, result.stderr) == (0, "")
    head, *lines = result.stdout.splitlines()
    assert head.split() == ["weight", "old", "new", "steps"]
    assert lines[12].startswith("After generation 2; best candidate ")
    assert lines[13].startswith("new against old, 4 games on new seeds: wins ")
    assert lines[14].startswith("Too few games to compare")
    assert "--bots greedy:samples=1:weights=one/weights.toml" in lines[15]

    written = load_weights(tmp_path / "one" / "weights.toml")
    assert [f"{w.value:.4g}" for w in written.evaluation.values()] == [
        line.split()[2] for line in lines[:12]
    ]
    assert written != load_weights(GLASGOW.weight_file)
    bot = make_bot(f"greedy:weights={tmp_path / 'one' / 'weights.toml'}", GLASGOW, 1, 0)
    match = smokestack.new_game("glasgow", seed=1)
    assert bot.answer(match.view(0)) in match.view(0).answers

    more = ["glasgow", *SMALL, "--generations", "3", "--validation", "0"]
    longer = run_process(tmp_path, *more, "--out", "one")
    at_once = run(tmp_path, *more, "--out", "two", "--workers", "1")
    assert longer.returncode == at_once.returncode == 0
    one, two = (tmp_path / folder / "tuning.jsonl" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("wins", "verdict"),
    [
        (Estimate(0.58, 0.51, 0.65), "The new weights are better."),
        (Estimate(0.56, 0.49, 0.63), "No difference is shown"),
        (Estimate(0.42, 0.35, 0.49), "The new weights are worse"),
    ],
)
def test_the_verdict_depends_on_the_interval(
    wins: Estimate, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    print_comparison(TINY, Comparison(200, wins, Estimate(50.0, 49.0, 51.0)))
    assert f"\n{verdict}" in capsys.readouterr().out


def test_an_interrupted_run_keeps_its_generations_and_says_how_to_continue(tmp_path: Path) -> None:
    running = subprocess.Popen(
        [*COMMAND, "glasgow", *SMALL, "--generations", "9999", "--workers", "2", "--out", "run"],
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=tmp_path,
        start_new_session=True,
    )
    log = tmp_path / "run" / "tuning.jsonl"
    for _ in range(200):
        if log.exists():
            break
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=30)
    assert running.returncode == 130
    kept = len(log.read_text().splitlines()) - 1
    assert kept >= 1
    assert told.strip() == (
        f"interrupted; {kept} generations are kept in run; repeat the command to continue"
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["glasgow", "--players", "3"],
        ["glasgow", "--bot", "random"],
        ["glasgow", "--start", "missing.toml"],
        ["glasgow", "--seed", str(2**63 - 1)],
        ["glasgow", "--out", "file", *SMALL, "--generations", "1", "--workers", "1"],
    ],
)
def test_invalid_input_is_reported_on_one_line(tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "file").write_text("in the way")
    result = run(tmp_path, *arguments)
    assert result.returncode == 1
    (line,) = result.stderr.splitlines()
    assert line.startswith("smokestack: ")


def test_the_documentation_lists_every_option(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "tuning.md").read_text(encoding="utf-8")
    told = {name for row in re.findall(r"^\| (`--.*?) \|", text, re.M) for name in row.split(", ")}
    there = re.findall(r"^ +(--[a-z]+) ", run(tmp_path, "--help").stdout, re.M)
    assert told == {f"`{name}`" for name in there}


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**plain_environment(folder), "COLUMNS": "100"}
    return run_here("tune", *arguments, folder=folder, environment=environment)


def run_process(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """For games in worker processes."""
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        cwd=folder,
        env={**os.environ, "COLUMNS": "100"},
    )
