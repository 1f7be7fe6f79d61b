"""Records that are broken or changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.glasgow.positions import custom_tiles
from tests.terminal.commands import Run, error_line, finished_game


def changed_record(**changes: object) -> bytes:
    data = json.loads(finished_game().record().to_json())
    return json.dumps({**data, **changes}).encode()


def changed_setup(**changes: object) -> bytes:
    setup = json.loads(finished_game().record().to_json())["setup"]
    return changed_record(setup={**setup, **changes})


NULL_GOODS = custom_tiles(draw={"goods": None})


BROKEN_RECORDS = {
    "binary garbage": bytes(range(256)),
    "deeply nested": b"[" * 100_000,
    "other format": changed_record(smokestack=2),
    "illegal answer": changed_record(answers=["place 0,0"]),
    "nonsense": changed_record(answers=["castle\nling"]),
    "wrong result": changed_record(result={"scores": [1, 2], "winners": [1], "reason": "city"}),
    "other rules": changed_setup(rules=2),
    "tiles with a null": changed_setup(tiles=NULL_GOODS),
}


@pytest.mark.parametrize("broken", BROKEN_RECORDS)
def test_a_broken_record_prints_one_line_and_is_not_changed(
    run: Run, tmp_path: Path, broken: str
) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BROKEN_RECORDS[broken])
    result = run("replay", "game.json")
    error_line(result)
    assert (result.returncode, result.stdout) == (1, "")
    assert path.read_bytes() == BROKEN_RECORDS[broken]


def test_a_broken_record_is_not_continued(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(BROKEN_RECORDS["illegal answer"])
    result = run("play", "--load", "game.json")
    assert error_line(result).startswith("answer 1 of the record: 'place 0,0' is not possible here")
    assert result.returncode == 1
    assert path.read_bytes() == BROKEN_RECORDS["illegal answer"]
