"""Tile files: the shipped one, corrected copies, and files that can't be read."""

from __future__ import annotations

import copy
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.games.glasgow.formats.data import (
    find_problems,
    load_tiles,
    parse_tiles,
    shipped_tiles,
    tiles_from_data,
    tiles_to_data,
)
from smokestack.games.glasgow.rules.setup import set_up
from tests.games.glasgow.invariants import check_invariants
from tests.games.glasgow.positions import GAME
from tests.games.glasgow.tile_files import SHIPPED, TEXT, corrected
from tests.mutations import spoil


def test_the_shipped_buildings_have_the_counts_of_the_rules() -> None:
    assert Counter(entry["kind"] for entry in SHIPPED["building"]) == {
        "factory": 8,
        "shop": 3,
        "park": 6,
        "tenement": 6,
        "station": 3,
        "bank": 4,
        "landmark": 7,
    }


def test_the_shipped_contracts_have_the_counts_of_the_rules() -> None:
    assert Counter(entry["kind"] for entry in SHIPPED["contract"]) == {
        "goods": 8,
        "choice": 1,
        "convert": 1,
        "replace": 1,
        "activate": 1,
        "draw": 1,
        "double": 1,
    }


def test_the_shipped_file_names_the_stores_of_the_rules() -> None:
    assert SHIPPED["stores"] == {"stone": 5, "steel": 4, "gold": 3, "whisky": 1}


def test_the_shipped_file_names_the_goods_at_the_start() -> None:
    assert SHIPPED["start"] == {"stone": 1, "steel": 1, "gold": 0}


def test_nothing_is_wrong_with_the_shipped_file() -> None:
    assert find_problems(SHIPPED) == []


def test_a_tile_set_is_written_as_it_was_read() -> None:
    entries = ("name", "building", "contract")
    assert tiles_to_data(shipped_tiles()) == {key: SHIPPED[key] for key in entries}


def test_a_tile_set_is_read_as_it_was_written() -> None:
    data = tiles_to_data(shipped_tiles())
    assert tiles_to_data(tiles_from_data(data, "data")) == data


def test_the_order_of_a_cost_is_kept() -> None:
    tiles = tiles_from_data(corrected("F2", cost=["steel", "stone"]), "data")
    assert tiles_to_data(tiles)["building"][1]["cost"] == ["steel", "stone"]


def test_a_copy_of_the_shipped_file_loads(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT, "utf-8")
    assert tiles_to_data(load_tiles(path)) == tiles_to_data(shipped_tiles())


def test_a_file_may_leave_out_what_the_rules_fix() -> None:
    data = {key: SHIPPED[key] for key in ("building", "contract")}
    assert tiles_from_data(data, "data").name == "custom"


def test_a_game_can_use_a_corrected_file(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace("points = 10", "points = 12"), "utf-8")
    match = smokestack.new_game("glasgow", seed=1, tiles=path)
    assert isinstance(match.setup.tiles, dict)
    (palace,) = [tile for tile in match.setup.tiles["building"] if tile["id"] == "L7"]
    assert palace["points"] == 12


def test_an_unchanged_copy_is_recorded_as_the_shipped_set(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace('name = "reconstructed-1"', 'name = "mine"'), "utf-8")
    assert smokestack.new_game("glasgow", seed=1, tiles=path).setup.tiles == "reconstructed-1"


def refusal(path: Path) -> str:
    """The message, of one line that names the file, with which a tile file is refused."""
    with pytest.raises(InvalidInput) as caught:
        load_tiles(path)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert message.startswith(f"{path}: ")
    return message.removeprefix(f"{path}: ")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    message = refusal(tmp_path / "tiles.toml")
    assert message == "can't be read (No such file or directory)"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "can't be read (Is a directory)"


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.touch()
    assert refusal(path).startswith("building: missing; write one [[building]] table for each tile")


def test_a_file_that_is_not_toml_is_refused_with_line_and_column(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text("name = reconstructed", "utf-8")
    assert refusal(path) == "not valid TOML (Invalid value (at line 1, column 8))"


def test_binary_garbage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_bytes(bytes(range(256)))
    assert refusal(path) == "not a text file (byte 128 is not UTF-8)"


def test_a_huge_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_bytes(b"#" * 4_000_001)
    assert refusal(path) == "larger than 4 MB, so not a Smokestack file"


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("points = 1\n", f"points = {'[' * 5000}{']' * 5000}\n"),
        ("points = 1\n", f"points = {'{a=' * 5000}1{'}' * 5000}\n"),
        ('id = "F1"', f"id{'.a' * 2000} = 1"),
        ("stone = 5", f"stone{'.a' * 2000} = 1"),
        ('cost = ["stone", "stone"]', f"cost{'.a' * 2000} = 1"),
    ],
    ids=["arrays", "inline tables", "keys of an id", "keys of a store", "keys of a cost"],
)
def test_deep_nesting_is_refused(tmp_path: Path, what: str, text: str) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace(what, text, 1), "utf-8")
    assert len(refusal(path)) < 300


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("points = 1\n", f"points = {'9' * 5000}\n"),
        ('id = "F1"', f"id = 0x{'f' * 5000}"),
        ('cost = ["stone", "stone"]', f"cost = [0x{'f' * 5000}]"),
        ("stone = 5", f"stone = 0x{'f' * 5000}"),
    ],
    ids=["decimal points", "hexadecimal id", "hexadecimal cost", "hexadecimal store"],
)
def test_a_number_of_thousands_of_digits_is_refused(tmp_path: Path, what: str, text: str) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace(what, text, 1), "utf-8")
    assert len(refusal(path)) < 300


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ('name = "reconstructed-1"', '"two\\nlines" = 1'),
        ('id = "F1"', 'id = "two\\nlines"'),
        ("gives = ", '"two\\nlines" = 1\ngives = '),
        ("stone = 5", '"two\\nlines" = 5'),
    ],
    ids=["section", "id", "field", "store"],
)
def test_a_message_keeps_to_one_line_whatever_the_file_holds(
    tmp_path: Path, what: str, text: str
) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(TEXT.replace(what, text, 1), "utf-8")
    refusal(path)


def test_a_problem_keeps_to_a_readable_length_whatever_the_file_holds() -> None:
    (problem,) = find_problems({**SHIPPED, "x" * 100_000: 1})
    assert len(problem) < 300


@given(st.text())
@settings(max_examples=200, deadline=None)
def test_any_text_is_refused_unless_it_is_a_tile_file(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_tiles(text, "text")


VALUES = st.recursive(
    st.booleans()
    | st.integers(-3, 12)
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["stone", "steel", "gold", "whisky", "park", "factory", "goods", "double"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """The shipped tile file after one to three random replacements, deletions or repetitions."""
    data = copy.deepcopy(SHIPPED)
    spoil(draw, data, VALUES)
    return data


@given(spoiled(), st.integers(0, 2**63 - 1))
@settings(max_examples=200, deadline=None)
def test_a_spoiled_tile_file_is_refused_or_can_be_played(data: dict[str, Any], seed: int) -> None:
    if find_problems(data):
        with pytest.raises(InvalidInput):
            tiles_from_data(data, "spoiled.toml")
        return
    setup = smokestack.new_game("glasgow", seed=seed).setup
    match = Match(GAME, setup)
    state = set_up(tiles_from_data(data, "spoiled.toml"), Stream(seed))
    match.state = state
    stream = Stream(seed)
    for _ in range(50):
        if not match.over:
            match.play(state.answers()[stream.below(state.count)])
        check_invariants(state)
