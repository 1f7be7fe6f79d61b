"""Stored finished games must replay to their stored result."""

from __future__ import annotations

from pathlib import Path

import pytest

import smokestack
from smokestack.engine.record import load_record
from tests.games.brass.corners import CORNERS, corners_of

RECORDS = Path(__file__).parents[2] / "records"


@pytest.mark.parametrize("corner", CORNERS)
def test_the_record_of_every_edition_ending_and_rare_event_replays(corner: str) -> None:
    path = RECORDS / f"brass_{corner}.json"
    stored = load_record(path).result
    match = smokestack.load_game(path)
    assert stored is not None
    assert match.result == stored
    assert corner in corners_of(match)


def test_every_golden_record_is_tested() -> None:
    names = {path.stem.removeprefix("brass_") for path in RECORDS.glob("brass_*.json")}
    assert names == set(CORNERS)
