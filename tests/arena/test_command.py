"""The command `smokestack arena`."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from smokestack.arena.plan import make_plan
from smokestack.arena.report import report_of
from smokestack.bots.bot import Bot
from smokestack.bots.registry import make_bot
from smokestack.engine.errors import SmokestackError
from smokestack.engine.game import Game
from smokestack.terminal.arena import Arena, RunningScore
from smokestack.terminal.parsing import complete_ray
from smokestack.terminal.standings import print_report
from tests.arena.tables import allow_names, finished
from tests.terminal.commands import plain_environment, run_here

COMMAND = [sys.executable, "-m", "smokestack", "arena"]
DUEL = ["glasgow", "--players", "greedy,random"]
Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return plain_environment(tmp_path / "home")


@pytest.fixture
def run(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Run the command in an empty folder."""

    def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
        return run_here("arena", *arguments, folder=tmp_path, environment=environment)

    return run_command


@pytest.fixture
def run_process(tmp_path: Path, environment: dict[str, str]) -> Run:
    """The same in a process of its own, for what starts other processes."""

    def run_command(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            cwd=tmp_path,
            env=environment,
        )

    return run_command


def test_the_tables_show_win_rates_with_intervals(run: Run) -> None:
    result = run(*DUEL, "--games", "8", "--workers", "1", "--out", "here")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0].split() == [
        "player",
        "rating",
        "ordinal",
        "wins",
        "95",
        "%",
        "points",
        "ms/answer",
    ]
    assert lines[1].startswith("greedy ")
    assert "100.0%  51.0-100.0" in lines[1]
    assert lines[2].startswith("random ")
    assert "par is 50.0%; intervals are 95 %, over 4 seed groups" in result.stdout
    assert "8 games, 8 for each player; fingerprint " in result.stdout
    assert lines[-1] == "Report with plots: here/report.html"
    assert max(map(len, lines[:3])) <= 80


def test_three_or_more_are_compared_in_pairs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    allow_names(monkeypatch, "[red]third")
    plan = make_plan("glasgow", ["greedy", "random", "[red]third"])
    print_report(report_of(plan, finished(plan, *[[9, 5], [5, 9]] * 6)))
    output = capsys.readouterr().out
    head, *rows = output[output.index("ahead of") :].splitlines()[:4]
    assert head.split() == ["ahead", "of", "1", "2", "3"]
    assert [row.split() for row in rows] == [
        ["1", "greedy", "-", "100%", "100%"],
        ["2", "random", "0%", "-", "100%"],
        ["3", "[red]third", "0%", "0%", "-"],
    ]


def test_the_folder_holds_games_and_both_reports(run: Run, tmp_path: Path) -> None:
    run(*DUEL, "--games", "4", "--workers", "1", "--out", "here")
    assert sorted(path.name for path in (tmp_path / "here").iterdir()) == [
        "games.jsonl",
        "report.html",
        "report.json",
    ]
    report = json.loads((tmp_path / "here" / "report.json").read_text("utf-8"))
    assert report["results"]["games"] == 4
    assert len((tmp_path / "here" / "games.jsonl").read_text("utf-8").splitlines()) == 1 + 4
    assert (tmp_path / "here" / "report.html").read_text("utf-8").startswith("<!doctype html>")


def test_json_prints_nothing_but_the_report(run: Run, tmp_path: Path) -> None:
    result = run(*DUEL, "--games", "3", "--workers", "1", "--json", "--out", "here")
    assert result.stdout == (tmp_path / "here" / "report.json").read_text("utf-8")
    assert result.stderr == "3 games rounded up to 4, 2 for each seed\n"


@pytest.mark.slow
def test_every_plan_has_its_own_folder_and_continues_there(run: Run, tmp_path: Path) -> None:
    run(*DUEL, "--games", "2", "--workers", "1")
    run(*DUEL, "--games", "2", "--workers", "1", "--seed", "5")
    assert len(list((tmp_path / "home" / "arena").glob("glasgow-*"))) == 2
    more = run(*DUEL, "--games", "4", "--workers", "1")
    assert more.stdout.startswith("2 of 4 games are already played\n")
    fresh = run(*DUEL, "--games", "4", "--workers", "1", "--fresh")
    assert fresh.stdout.startswith("player ")


def test_another_plan_in_the_same_folder_is_refused(run: Run, tmp_path: Path) -> None:
    run(*DUEL, "--games", "2", "--workers", "1", "--out", "here")
    kept = (tmp_path / "here" / "games.jsonl").read_bytes()
    result = run(*DUEL, "--games", "2", "--seed", "9", "--out", "here")
    assert result.returncode == 1
    assert "games of another plan (other seed)" in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert (tmp_path / "here" / "games.jsonl").read_bytes() == kept


def test_a_failing_player_is_named_and_finished_games_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def make(name: str, game: Game, seed: int, seat: int) -> Bot:
        if name == "greedy" and seed == 1:
            raise SmokestackError("no answer within 5 s")
        return make_bot("random", game, seed, seat)

    monkeypatch.setattr("smokestack.arena.playing.make_bot", make)
    arena = Arena(make_plan("glasgow", ["greedy", "random"]), 6, tmp_path, fresh=False)
    with pytest.raises(SmokestackError) as caught:
        arena.run(workers=1, ray=None, json=False)
    assert str(caught.value) == (
        "greedy failed (seat 0, seed 1, after 0 answers): no answer within 5 s; "
        f"2 of 6 games are kept in {tmp_path}; repeat the command to continue"
    )
    assert len((tmp_path / "games.jsonl").read_text("utf-8").splitlines()) == 1 + 2


def test_any_game_can_be_traced(run: Run, tmp_path: Path, environment: dict[str, str]) -> None:
    run(*DUEL, "--games", "4", "--seed", "7", "--workers", "1", "--out", "here")
    last = json.loads((tmp_path / "here" / "games.jsonl").read_text("utf-8").splitlines()[-1])
    choice = ["--seed", str(last["seed"]), "--bots", ",".join(last["seating"])]
    traced = run_here("trace", "glasgow", *choice, folder=tmp_path, environment=environment)
    result = json.loads(traced.stdout.splitlines()[-1])["result"]
    assert result["scores"] == last["outcome"]["scores"]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_arena_keeps_its_games_and_can_be_continued(
    run: Run, tmp_path: Path, environment: dict[str, str], workers: str
) -> None:
    command = ["glasgow", "--players", "random", "--workers", workers, "--out", "here"]
    games = tmp_path / "here" / "games.jsonl"
    with subprocess.Popen(
        [*COMMAND, *command, "--games", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=tmp_path,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            deadline = time.monotonic() + 30
            while not games.exists() or games.read_bytes().count(b"\n") < 30:
                assert time.monotonic() < deadline, "no games within 30 s"
                time.sleep(0.05)
            os.killpg(process.pid, signal.SIGINT)
            output, errors = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    kept = games.read_bytes().count(b"\n") - 1
    assert process.returncode == 130
    assert output == ""
    # An interrupt can arrive between writing a game and counting it.
    assert errors in [
        f"interrupted; {count} of 1000000 games are kept in here; repeat the command to continue\n"
        for count in (kept, kept - 1)
    ]
    resumed = run(*command, "--games", "20", "--json")
    whole = run(*command[:-1], "there", "--games", "20", "--json")
    assert json.loads(resumed.stdout)["results"] == json.loads(whole.stdout)["results"]


@pytest.mark.slow
def test_ray_gives_the_same_results(run: Run, run_process: Run) -> None:
    command = [*DUEL, "--games", "2", "--json"]
    here = run(*command, "--workers", "1", "--out", "here")
    there = run_process(*command, "--workers", "1", "--out", "there", "--ray")
    assert (there.returncode, there.stderr) == (0, "")
    assert json.loads(there.stdout)["results"] == json.loads(here.stdout)["results"]


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ([], []),
        (["arena", "--ray"], ["arena", "--ray=local"]),
        (["arena", "--ray", "--json"], ["arena", "--ray=local", "--json"]),
        (["arena", "--ray", "auto"], ["arena", "--ray", "auto"]),
        (["arena", "--ray=host:6379"], ["arena", "--ray=host:6379"]),
    ],
)
def test_ray_without_an_address_runs_on_this_machine(
    words: list[str], completed: list[str]
) -> None:
    assert complete_ray(words) == completed


def test_the_running_score_shows_the_best_first() -> None:
    plan = make_plan("brass", ["random", "greedy", "random", "random"])
    score = RunningScore(plan, [])
    assert score.text() == "playing"
    for game in finished(plan, [1, 9, 2, 3], [9, 1, 2, 3], [1, 2, 3, 9], [1, 2, 3, 9]):
        score.add(game)
    assert (score.games, score.text()) == (4, "greedy 75%  random 8%")


@pytest.mark.parametrize(
    "arguments",
    [
        ["glasgow", "--players", "greedy,alphago"],
        ["glasgow", "--players", ""],
        ["glasgow", "--players", "greedy,random", "--seats", "4"],
        ["brass", "--players", "greedy,random"],
        ["chess", "--players", "greedy,random"],
        ["glasgow", "--players", "random", "--edition", "1999"],
        ["glasgow", "--players", "random", "--out", "/dev/null/here"],
        ["glasgow", "--players", "random", "--seed", str(2**63 - 1), "--games", "2"],
        ["glasgow", "--players", "random", "--tiles", "missing.toml"],
    ],
    ids=" ".join,
)
def test_invalid_input_prints_one_line(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith("smokestack: ")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [["glasgow"], ["glasgow", "--players", "random", "--games", "0"], ["--players", "random"]],
    ids=" ".join,
)
def test_wrong_usage_exits_with_two(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
