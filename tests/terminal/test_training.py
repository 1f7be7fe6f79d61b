"""The `train` command reports its steps and writes networks."""

from __future__ import annotations

from pathlib import Path
from subprocess import CompletedProcess

import smokestack
from smokestack.bots.networks import learned_evaluator, read_header
from tests.terminal.commands import plain_environment, run_here

TINY = ["--first-games", "20", "--games", "20", "--units", "24", "--gate-deals", "2"]


def run(folder: Path, *arguments: str) -> CompletedProcess[str]:
    environment = plain_environment(folder)
    return run_here("train", *arguments, folder=folder, environment=environment)


def test_the_command_trains_networks_that_bots_can_use(tmp_path: Path) -> None:
    arguments = ["glasgow", *TINY, "--generations", "1", "--out", "run", "--workers", "1"]
    result = run(tmp_path, *arguments)
    assert (result.returncode, result.stderr) == (0, "")
    steps = [line.partition(" ")[2] for line in result.stdout.splitlines()[:-1]]
    assert steps[0].startswith("generation 0: 20 games, mean score ")
    assert steps[1].startswith("generation 0: trained game lead on ")
    assert steps[2].startswith("generation 0: trained game total on ")
    assert steps[3].startswith("generation 0: against greedy:samples=1:tuned=true: wins ")
    assert "accepted" in steps[4]
    network = tmp_path / "run" / "glasgow.network"
    assert read_header(network).recipe.command == " ".join(["smokestack", "train", *arguments])
    assert learned_evaluator(smokestack.find_game("glasgow"), network).networks
    again = run(tmp_path, *arguments)
    assert (again.returncode, len(again.stdout.splitlines())) == (0, 1)


def test_wrong_arguments_get_a_clear_error(tmp_path: Path) -> None:
    result = run(tmp_path, "glasgow", *TINY[:-4], "--units", "25")
    assert result.returncode == 1
    assert result.stderr == "smokestack: --units must be a multiple of 24\n"
    result = run(tmp_path, "glasgow", "--players", "3")
    assert "no edition of Glasgow can be played by 3" in result.stderr
