"""Files of weights: valid ones are read and written without loss, others are refused."""

from __future__ import annotations

import re
import tomllib
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import smokestack
from smokestack.bots.registry import check_bot, make_bot
from smokestack.bots.weights import format_weights, load_weights
from smokestack.engine.errors import InvalidInput


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("gold_value", nan, "'gold_value' must be a finite number"),
        ("fpu_reduction", -inf, "'fpu_reduction' must be a finite number"),
        ("exploration", -1.0, "exploration must be at least 0"),
        ("prior_temperature", -1.0, "prior_temperature must be at least 0"),
        ("win_margin_scale", 0.0, "win_margin_scale must be more than 0"),
        ("own_points_weight", 1.5, "own_points_weight must be from 0 to 1"),
        ("own_points_weight", -0.5, "own_points_weight must be from 0 to 1"),
    ],
)
def test_invalid_weights_are_refused_with_the_name_of_the_file(
    tmp_path: Path, name: str, value: float, problem: str
) -> None:
    game = smokestack.find_game("glasgow")
    weights = load_weights(game.weight_file)
    changed = [
        {key: replace(weight, value=value) if key == name else weight for key, weight in group}
        for group in (weights.evaluation.items(), weights.search.items())
    ]
    file = tmp_path / "weights.toml"
    file.write_text(format_weights(type(weights)(*changed)))
    for _ in range(2):
        with pytest.raises(InvalidInput, match=f"^{re.escape(str(file))}: .*{problem}"):
            check_bot(f"search:weights={file}", game)


def test_a_file_is_parsed_again_only_after_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comments = ("# one\n", "# two\n")
    parsed = []
    parse = tomllib.loads

    def parse_and_count(text: str) -> dict[str, Any]:
        if text.startswith(comments):  # the first bot of a process also parses the levels
            parsed.append(text)
        return parse(text)

    monkeypatch.setattr("smokestack.bots.weights.tomllib.loads", parse_and_count)
    game = smokestack.find_game("glasgow")
    text = game.weight_file.read_text("utf-8")
    file = tmp_path / "weights.toml"
    for comment in comments:
        file.write_text(comment + text, "utf-8")
        for seat in range(3):
            make_bot(f"greedy:weights={file}", game, 1, seat)
    assert len(parsed) == 2


@pytest.mark.parametrize("name", smokestack.game_names())
def test_weights_are_the_same_after_writing_and_reading(tmp_path: Path, name: str) -> None:
    weights = load_weights(smokestack.find_game(name).weight_file)
    assert weights.evaluation
    file = tmp_path / "weights.toml"
    file.write_text(format_weights(weights))
    assert load_weights(file) == weights
