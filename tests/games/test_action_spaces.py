"""Answers are the documented integers, and an integer never changes its meaning."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

import smokestack
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.terms import INDUSTRIES
from smokestack.games.glasgow.rules.terms import GOODS

PAGE = Path(__file__).parents[2] / "docs" / "action-spaces.md"
GAMES = ["glasgow", "brass"]

# Digests of all answers with their notation. A change of an action space breaks programs and
# records: it needs a new rules version and new names of the environments.
FINGERPRINTS = {"brass": "ede99b6625e2f205", "glasgow": "1ed2a0d22297bad7"}

KINDS_OF_WORDS = {
    **dict.fromkeys(GOODS, "GOOD"),
    **dict.fromkeys(INDUSTRIES, "INDUSTRY"),
    **dict.fromkeys(facts().ids, "PLACE"),
}


class Row(NamedTuple):
    """A documented range of answers; `examples` has all of them, or the first and the last."""

    first: int
    size: int
    examples: list[str]


def documented_size(game: str) -> int:
    found = re.search(rf"^## {game.title()}: (\d+) answers", PAGE.read_text("utf-8"), re.M)
    assert found
    return int(found[1])


def documented_rows(game: str) -> list[Row]:
    section = PAGE.read_text("utf-8").partition(f"## {game.title()}:")[2].partition("\n## ")[0]
    return [
        Row(int(first), int(count), re.findall(r"`([^`]+)`", notation))
        for first, count, notation in re.findall(r"^\| (\d+) \| (\d+) \| (.*?) \|", section, re.M)
    ]


def form(text: str) -> str:
    """A notation without its values: `build cotton bury.0` is `build INDUSTRY PLACE.#`."""
    text = re.sub(r"(?!^)\b[a-z_]+", lambda word: KINDS_OF_WORDS.get(word[0], word[0]), text)
    return re.sub(r"(?<!\w)-?\d+", "#", text)


@pytest.mark.parametrize("name", GAMES)
def test_the_documented_ranges_are_the_whole_action_space(name: str) -> None:
    next_answer = 0
    for row in documented_rows(name):
        assert row.first == next_answer, row
        next_answer += row.size
    assert next_answer == documented_size(name) == smokestack.find_game(name).answers


@pytest.mark.parametrize("name", GAMES)
def test_the_documented_notation_is_that_of_its_range(name: str) -> None:
    game = smokestack.find_game(name)
    for first, count, examples in documented_rows(name):
        answers = [game.to_answer(example) for example in examples]
        if len(examples) == count:
            assert answers == list(range(first, first + count)), examples
        else:
            assert answers == [first, first + count - 1], examples


@pytest.mark.parametrize("name", GAMES)
def test_no_range_has_an_answer_of_another_form(name: str) -> None:
    game = smokestack.find_game(name)
    forms: list[str] = []
    for first, count, examples in documented_rows(name):
        found = {form(game.to_text(answer)) for answer in range(first, first + count)}
        assert found == {form(example) for example in examples}
        forms += found
    assert len(set(forms)) == len(forms)


@pytest.mark.parametrize("name", GAMES)
def test_an_action_space_never_changes(name: str) -> None:
    game = smokestack.find_game(name)
    lines = [f"{answer} {game.to_text(answer)}\n" for answer in range(game.answers)]
    assert hashlib.sha256("".join(lines).encode()).hexdigest()[:16] == FINGERPRINTS[name]
