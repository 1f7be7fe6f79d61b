"""The fixed test of strength."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from smokestack.arena import benchmark
from smokestack.arena.benchmark import OPPONENTS, Benchmark
from smokestack.arena.workers import Processes
from smokestack.engine.errors import InvalidInput
from tests.terminal.commands import plain_environment, run_here

EXAMPLE_BOT = Path(__file__).parent.parent.parent / "docs" / "example_bot.py"


def test_every_deal_is_played_from_every_seat_against_every_opponent() -> None:
    measured = Benchmark("brass", "greedy", seeds=3)
    assert len(measured.tables) == 3 * 4 * len(OPPONENTS)
    seatings = {(table.setup.seed, tuple(table.seating)) for table in measured.tables}
    for opponent in OPPONENTS:
        for seat in range(4):
            seating = [opponent] * 4
            seating[seat] = "greedy"
            assert sum(found == tuple(seating) for _, found in seatings) == 3
    assert [table.number for table in measured.tables] == list(range(len(measured.tables)))


def test_the_score_is_the_mean_over_the_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "OPPONENTS", ("greedy", "clerk"))
    measured = Benchmark("glasgow", "random", seeds=2)
    wins: dict[str, list[float]] = {}
    for game in measured.play(Processes(1)):
        seat = game.number % 2
        assert game.seating[seat] == "random"
        wins.setdefault(game.seating[1 - seat], []).append(game.outcome.wins(seat))
    score = measured.score()
    for opponent in ("greedy", "clerk"):
        assert score.by_opponent[opponent].mean == pytest.approx(sum(wins[opponent]) / 4)
    means = [estimate.mean for estimate in score.by_opponent.values()]
    assert score.mean.mean == pytest.approx(sum(means) / 2, abs=1e-5)
    line = json.loads(score.leaderboard_line("My program"))
    assert (line["name"], line["program"], line["benchmark"]) == ("My program", "random", 2)


def test_a_program_that_is_no_bot_is_a_command() -> None:
    assert Benchmark("glasgow", "python3 -q", seeds=1).program == "program:python3 -q"
    for game, program in (("chess", "greedy"), ("glasgow", "./no-such-program")):
        with pytest.raises(InvalidInput):
            Benchmark(game, program, seeds=1)


@pytest.fixture
def short_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmark, "OPPONENTS", ("random", "greedy"))
    monkeypatch.setattr("smokestack.terminal.benchmark.QUICK_SEEDS", 2)
    monkeypatch.setattr("smokestack.terminal.benchmark.SEEDS", 2)


@pytest.mark.usefixtures("short_benchmark")
def test_the_command_measures_an_external_program(tmp_path: Path) -> None:
    done = run_here(
        "benchmark",
        f"python3 {EXAMPLE_BOT}",
        "--quick",
        "--workers",
        "1",
        folder=tmp_path,
        environment=plain_environment(tmp_path / "home"),
    )
    assert done.returncode == 0, done.stderr
    assert "benchmark 2:" in done.stdout
    assert "not for a leaderboard" in done.stdout


@pytest.mark.usefixtures("short_benchmark")
def test_the_command_adds_a_line_to_a_leaderboard(tmp_path: Path) -> None:
    for name in ("first", "second"):
        done = run_here(
            *("benchmark", "greedy", "--workers", "1", "--name", name, "--leaderboard", "board"),
            folder=tmp_path,
            environment=plain_environment(tmp_path / "home"),
        )
        assert done.returncode == 0, done.stderr
    lines = [json.loads(line) for line in (tmp_path / "board").read_text("utf-8").splitlines()]
    assert [line["name"] for line in lines] == ["first", "second"]
    assert lines[0]["score"] == lines[1]["score"]
    assert lines[0]["low"] <= lines[0]["score"] <= lines[0]["high"]
