"""Finished games of the past must replay to their stored result, for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

import smokestack
from audit.glasgow import score as slow_score
from glasgow.corners import CORNERS, corners_of
from glasgow.positions import GAME
from smokestack.engine.record import load_record
from smokestack.games.glasgow.tiles import shipped_tiles, tiles_to_data

RECORDS = Path(__file__).parent.parent / "records"


@pytest.mark.parametrize("corner", CORNERS)
def test_the_record_of_every_ending_and_scoring_rule_replays_to_its_result(corner: str) -> None:
    path = RECORDS / f"glasgow_{corner}.json"
    stored = load_record(path).result
    match = smokestack.load_game(path)
    assert stored is not None
    assert match.result == stored
    assert corner in corners_of(match)
    assert slow_score(GAME.audit(match.state), tiles_to_data(shipped_tiles())) == stored.scores


def test_every_golden_record_is_tested() -> None:
    names = {path.stem.removeprefix("glasgow_") for path in RECORDS.glob("glasgow_*.json")}
    assert names == set(CORNERS)
