"""`smokestack simulate`."""

from __future__ import annotations

from tests.terminal.commands import Run


def test_simulate_prints_wins_and_points_of_each_seat(run: Run) -> None:
    result = run("simulate", "glasgow", "--games", "20", "--workers", "1")
    head, *seats = [line.split() for line in result.stdout.splitlines()[:3]]
    assert " ".join(head) == "seat bot wins win rate mean points spread lowest highest"
    assert [seat[:2] for seat in seats] == [["0", "random"], ["1", "random"]]
    assert sum(float(seat[2]) for seat in seats) == 20
    assert (result.returncode, result.stderr) == (0, "")


def test_simulate_prints_length_and_endings(run: Run) -> None:
    options = ["--option", "turn_limit=9"]
    result = run("simulate", "glasgow", "--games", "20", "--workers", "1", *options)
    lines = result.stdout.splitlines()
    assert lines[4].startswith("length: 9.0 turns (9-9), ")
    assert lines[5] == "ended by: turn_limit 20"


def test_simulate_gives_the_same_table_with_any_number_of_workers(run: Run) -> None:
    games = ["simulate", "glasgow", "--games", "30", "--seed", "3"]
    one, two = (run(*games, "--workers", workers).stdout.splitlines() for workers in "12")
    assert one[:-1] == two[:-1]
    assert len(one) == 7


def test_the_seeds_of_a_simulation_go_up_one_by_one(run: Run) -> None:
    wins = 0.0
    for seed in ("8", "9"):
        table = run("simulate", "glasgow", "--games", "1", "--seed", seed).stdout
        wins += float(table.splitlines()[1].split()[2])
    both = run("simulate", "glasgow", "--games", "2", "--seed", "8", "--workers", "1").stdout
    assert float(both.splitlines()[1].split()[2]) == wins


def test_the_highest_seed_can_be_simulated(run: Run) -> None:
    result = run("simulate", "glasgow", "--games", "1", "--seed", str(2**63 - 1))
    assert (result.returncode, result.stderr) == (0, "")
