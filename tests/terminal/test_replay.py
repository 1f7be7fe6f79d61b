"""`smokestack replay`."""

from __future__ import annotations

from pathlib import Path

import smokestack
from tests.terminal.commands import Run, error_line, finished_game


def test_a_record_is_replayed_to_its_result(run: Run, record: str) -> None:
    result = finished_game().result
    assert result is not None
    lines = run("replay", record).stdout.splitlines()
    assert lines[0].startswith("Glasgow, seed 5, rules 1, ")
    assert lines[0].endswith(" answers: Ann – Ben")
    winner = ["Ann", "Ben"][result.winners[0]]
    assert lines[-1].startswith(f"{winner} wins ")
    assert lines[-1].endswith(" (the city is complete).")


def test_a_replay_explains_every_point(run: Run, record: str) -> None:
    lines = run("replay", record).stdout.splitlines()
    rows = [line.split() for line in lines[2:-1]]
    for seat, name in enumerate(["Ann", "Ben"]):
        totals = [int(row[5]) for row in rows if row[0] == name and row[-1] != "total"]
        (total,) = [int(row[1]) for row in rows if row[0] == name and row[-1] == "total"]
        result = finished_game().result
        assert result is not None
        assert sum(totals) == total == result.scores[seat]


def test_a_replay_with_moves_prints_one_line_for_each_answer(run: Run, record: str) -> None:
    output = run("replay", record, "--moves").stdout.splitlines()
    answers = len(finished_game().history)
    assert [line[:6].strip() for line in output[1 : answers + 1]] == [
        str(number) for number in range(1, answers + 1)
    ]


def test_a_replay_shows_the_table_at_any_point(run: Run, record: str) -> None:
    match = finished_game()
    match.go_to(30)
    shown = run("replay", record, "--at", "30").stdout
    table = match.game.audit(match.state)
    assert f"step {table['merchants'][0]}" in shown
    assert f"step {table['merchants'][1]}" in shown
    assert f"pile {len(table['pile'])} " in shown


def test_a_replay_at_the_start_shows_the_empty_city(run: Run, record: str) -> None:
    result = run("replay", record, "--at", "0")
    assert (result.returncode, result.stderr) == (0, "")
    assert "pile 29 " in result.stdout


def test_replay_says_if_a_record_is_unfinished(run: Run, tmp_path: Path) -> None:
    smokestack.new_game("glasgow", seed=5).record().save(tmp_path / "game.json")
    result = run("replay", "game.json")
    assert result.stdout.splitlines()[-1] == "The game is not over."


def test_a_replay_beyond_the_end_is_refused(run: Run, record: str) -> None:
    result = run("replay", record, "--at", "100000")
    answers = len(finished_game().history)
    assert error_line(result) == f"--at 100000: the record has only {answers} answers"
    assert result.returncode == 1
