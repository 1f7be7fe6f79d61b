"""The notation of answers."""

from __future__ import annotations

import pytest

from smokestack.engine.errors import IllegalAnswer
from tests.games.glasgow.positions import GAME


@pytest.mark.parametrize(
    "text",
    [
        "move 7",
        "take steel",
        "convert stone>steel 2",
        "convert stone>steel 2 whisky",
        "convert gold>steel 4 whisky",
        "replace 10",
        "activate 1,-2",
        "draw",
        "build",
        "discard",
        "build 0",
        "build 1",
        "pay",
        "pay whisky=steel",
        "place 1,-2",
        "place -4,4",
        "resolve 1,-2",
        "pass",
    ],
)
def test_the_public_notation_is_read_and_written(text: str) -> None:
    assert GAME.to_text(GAME.to_answer(text)) == text


def test_case_and_extra_spaces_do_not_matter() -> None:
    assert GAME.to_answer("  Move   7 ") == GAME.to_answer("move 7")


@pytest.mark.parametrize("text", ["", "move", "move 16", "move -1", "place 5,0", "x" * 10_000, "é"])
def test_anything_else_is_an_illegal_answer(text: str) -> None:
    with pytest.raises(IllegalAnswer, match="is not a move"):
        GAME.to_answer(text)
