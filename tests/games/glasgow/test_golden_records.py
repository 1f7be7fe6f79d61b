"""Finished games in `tests/records/` replay to their stored result."""

from __future__ import annotations

from pathlib import Path

import pytest

import smokestack
from smokestack.engine.record import load_record
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from tests.games.glasgow.audit_rules import score as slow_score
from tests.games.glasgow.corners import CORNERS, corners_of
from tests.games.glasgow.positions import GAME

RECORDS = Path(__file__).parents[2] / "records"


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
