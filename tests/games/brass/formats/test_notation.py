"""The public notation of Brass."""

from __future__ import annotations

import pytest

from tests.games.brass.tables import GAME


@pytest.mark.parametrize(
    "text",
    [
        "build cotton manchester.0",
        "build2 cotton manchester.0",
        "link bolton-bury",
        "develop cotton",
        "sell",
        "loan 30",
        "pass",
        "discard manchester",
        "discard shipyard",
        "coal wigan.0",
        "iron bolton.2",
        "sell manchester.0 to liverpool.1",
        "sell manchester.0 to distant",
        "liquidate bolton.0",
        "done",
    ],
)
def test_the_public_notation_is_read_and_written(text: str) -> None:
    assert GAME.to_text(GAME.to_answer(text)) == text
