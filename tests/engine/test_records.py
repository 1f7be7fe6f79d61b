"""Records: what they hold, saving and loading without loss, replaying."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import smokestack
from smokestack.engine.record import load_record
from tests.engine.played_records import FINISHED, UNFINISHED, finished, load, played
from tests.games.glasgow.positions import GAME


def test_a_record_has_the_whole_setup() -> None:
    assert UNFINISHED["setup"] == {
        "game": "glasgow",
        "seed": 7,
        "players": ["Ann", "Ben"],
        "edition": "standard",
        "options": {"whisky_converts": True, "turn_limit": 500},
        "rules": 1,
        "tiles": "reconstructed-1",
    }


def test_a_record_names_its_format() -> None:
    assert UNFINISHED["smokestack"] == 1


def test_the_answers_of_a_record_are_in_notation() -> None:
    match = played(5)
    assert UNFINISHED["answers"] == [GAME.to_text(answer) for answer in match.history]


def test_an_unfinished_record_has_no_result() -> None:
    assert UNFINISHED["result"] is None


def test_a_finished_record_has_its_result() -> None:
    result = finished().result
    assert result is not None
    assert FINISHED["result"] == {
        "scores": result.scores,
        "winners": result.winners,
        "reason": result.reason,
    }


@pytest.mark.parametrize("answers", [0, 1, 30, 10_000])
def test_a_saved_record_is_loaded_without_loss(tmp_path: Path, answers: int) -> None:
    record = played(answers).record()
    record.save(tmp_path / "game.json")
    assert load_record(tmp_path / "game.json") == record


def test_an_unfinished_game_continues_where_it_was_saved(tmp_path: Path) -> None:
    match = played(30)
    match.record().save(tmp_path / "game.json")
    loaded = smokestack.load_game(tmp_path / "game.json")
    assert GAME.dump(loaded.state) == GAME.dump(match.state)
    assert loaded.answers == match.answers


def test_a_finished_game_replays_to_its_result(tmp_path: Path) -> None:
    match = finished()
    match.record().save(tmp_path / "game.json")
    loaded = smokestack.load_game(str(tmp_path / "game.json"))
    assert loaded.result == match.result


@pytest.fixture
def other_tiles(tmp_path: Path) -> Path:
    """A tile file with other values than the shipped one."""
    path = tmp_path / "tiles.toml"
    shipped = Path(smokestack.__file__).parent / "games" / "glasgow" / "data" / "tiles.toml"
    path.write_text(shipped.read_text("utf-8").replace("points = 10", "points = 12"), "utf-8")
    return path


def test_a_record_with_its_own_tiles_replays_without_their_file(
    tmp_path: Path, other_tiles: Path
) -> None:
    match = finished(tiles=other_tiles)
    match.record().save(tmp_path / "game.json")
    other_tiles.unlink()
    loaded = smokestack.load_game(tmp_path / "game.json")
    assert loaded.result == match.result
    assert GAME.dump(loaded.state) == GAME.dump(match.state)


def test_a_finished_record_may_leave_out_its_result() -> None:
    assert load(json.dumps({**FINISHED, "result": None})).result == finished().result


def test_the_highest_seed_is_valid() -> None:
    record = played(20, seed=2**63 - 1).record()
    assert load(record.to_json()).setup.seed == 2**63 - 1
