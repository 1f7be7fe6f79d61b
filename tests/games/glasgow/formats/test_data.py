"""Tile files: the shipped one, corrected copies, and how mistakes are reported."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from importlib import resources
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
from tests.mutations import spoil

TEXT = resources.files("smokestack.games.glasgow").joinpath("data", "tiles.toml").read_text("utf-8")
SHIPPED: dict[str, Any] = tomllib.loads(TEXT)

KINDS = "kind: must be one of factory, shop, park, tenement, station, bank, landmark"
COUNTS = "points: must be a whole number from 0 to 99"
ID = "id: must be a text of 1 to 20 characters"
COST = "cost: must list at least one good, leftmost first"
GIVES = "gives: must be one of stone, steel, gold, whisky, convert, replace"
BONUS = "bonus: a bank needs { per = …, vp = … }"
KNOWN = "known: must list fields of the entry (id, kind, cost, points, gives, bonus, known)"
GOODS = "goods: must name at least one good, as in { stone = 1 }"


def corrected(entry: str, **fields: Any) -> dict[str, Any]:
    """The shipped tile file with some fields of one entry changed, or deleted by `...`."""
    data = copy.deepcopy(SHIPPED)
    (found,) = [tile for tile in data["building"] + data["contract"] if tile["id"] == entry]
    for field, value in fields.items():
        if value is ...:
            del found[field]
        else:
            found[field] = value
    return data


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


@pytest.mark.parametrize(
    ("entry", "fields", "problem"),
    [
        ("P1", {"kind": "mill"}, f"building P1: {KINDS}"),
        ("P1", {"kind": 7}, f"building P1: {KINDS}"),
        ("P1", {"kind": ...}, f"building P1: {KINDS}"),
        ("P1", {"kind": ["park"]}, f"building P1: {KINDS}"),
        ("P1", {"points": -1}, f"building P1: {COUNTS}"),
        ("P1", {"points": 100}, f"building P1: {COUNTS}"),
        ("P1", {"points": True}, f"building P1: {COUNTS}"),
        ("P1", {"points": 1.0}, f"building P1: {COUNTS}"),
        ("P1", {"points": "1"}, f"building P1: {COUNTS}"),
        ("P1", {"points": 10**30}, f"building P1: {COUNTS}"),
        ("P1", {"points": ...}, f"building P1: {COUNTS}"),
        ("P1", {"cost": []}, f"building P1: {COST}"),
        ("P1", {"cost": ...}, f"building P1: {COST}"),
        ("P1", {"cost": "stone"}, f"building P1: {COST}"),
        ("P1", {"cost": {"stone": 1}}, f"building P1: {COST}"),
        (
            "P1",
            {"cost": ["stone", "whisky"]},
            "building P1: cost: whisky is never asked for, it only stands for another good",
        ),
        (
            "P1",
            {"cost": ["brick"]},
            "building P1: cost: unknown good 'brick'; there are stone, steel and gold",
        ),
        (
            "P1",
            {"cost": [["stone"]]},
            "building P1: cost: unknown good ['stone']; there are stone, steel and gold",
        ),
        (
            "P1",
            {"cost": ["stone"] * 6},
            "building P1: cost: 6 stone, but a store holds only 5",
        ),
        (
            "P1",
            {"cost": ["steel"] * 5},
            "building P1: cost: 5 steel, but a store holds only 4",
        ),
        (
            "P1",
            {"cost": ["gold"] * 4},
            "building P1: cost: 4 gold, but a store holds only 3",
        ),
        ("P1", {"gives": "stone"}, "building P1: gives: only a factory gives something"),
        ("F1", {"gives": ...}, f"building F1: {GIVES}"),
        ("F1", {"gives": "beer"}, f"building F1: {GIVES}"),
        ("F1", {"gives": ["stone"]}, f"building F1: {GIVES}"),
        ("B1", {"bonus": ...}, f"building B1: {BONUS}"),
        ("B1", {"bonus": 3}, f"building B1: {BONUS}"),
        ("B1", {"bonus": {"per": "stone"}}, f"building B1: {BONUS}"),
        ("B1", {"bonus": {"per": "stone", "vp": 1, "cap": 3}}, f"building B1: {BONUS}"),
        (
            "B1",
            {"bonus": {"per": "whisky", "vp": 1}},
            "building B1: bonus.per: must be one of stone, steel, gold, factory",
        ),
        (
            "B1",
            {"bonus": {"per": "stone", "vp": -1}},
            "building B1: bonus.vp: must be a whole number from 0 to 99",
        ),
        (
            "B1",
            {"bonus": {"per": "stone", "vp": True}},
            "building B1: bonus.vp: must be a whole number from 0 to 99",
        ),
        (
            "P1",
            {"bonus": {"per": "stone", "vp": 1}},
            "building P1: bonus: only a bank has a bonus",
        ),
        ("P1", {"colour": "green"}, "building P1: colour: unknown field"),
        ("P1", {"known": ["colour"]}, f"building P1: {KNOWN}"),
        ("P1", {"known": True}, f"building P1: {KNOWN}"),
        ("P1", {"id": 1}, f"building 1: {ID}"),
        ("P1", {"id": ""}, f"building : {ID}"),
        ("P1", {"id": "x" * 21}, f"building {'x' * 21}: {ID}"),
        ("P2", {"id": ...}, f"building 13: {ID}"),
        ("P2", {"id": "P1"}, "building P1: id used 2 times"),
    ],
)
def test_a_mistake_in_a_building_is_named_by_entry_and_field(
    entry: str, fields: dict[str, Any], problem: str
) -> None:
    assert find_problems(corrected(entry, **fields)) == [problem]


@pytest.mark.parametrize(
    ("entry", "fields", "problem"),
    [
        ("stone", {"goods": {}}, f"contract stone: {GOODS}"),
        ("stone", {"goods": ...}, f"contract stone: {GOODS}"),
        ("stone", {"goods": ["stone"]}, f"contract stone: {GOODS}"),
        (
            "stone",
            {"goods": {"brick": 1}},
            "contract stone: goods: unknown good 'brick'; there are stone, steel, gold and whisky",
        ),
        (
            "stone",
            {"goods": {"stone": 0}},
            "contract stone: goods.stone: must be a whole number from 1 to 5",
        ),
        (
            "stone",
            {"goods": {"stone": 6}},
            "contract stone: goods.stone: must be a whole number from 1 to 5",
        ),
        (
            "stone",
            {"goods": {"stone": True}},
            "contract stone: goods.stone: must be a whole number from 1 to 5",
        ),
        (
            "whisky",
            {"goods": {"whisky": 2}},
            "contract whisky: goods.whisky: must be a whole number from 1 to 1",
        ),
        (
            "draw",
            {"goods": {"stone": 1}},
            "contract draw: goods: only a contract of kind 'goods' grants goods",
        ),
        (
            "draw",
            {"id": "architect"},
            "contract architect: id: 'architect' is the name of the architects' tiles",
        ),
        (
            "draw",
            {"kind": "wild"},
            "contract draw: "
            "kind: must be one of goods, choice, convert, replace, activate, draw, double",
        ),
        ("draw", {"known": "yes"}, "contract draw: known: must be true or false"),
        ("draw", {"cost": ["stone"]}, "contract draw: cost: unknown field"),
        ("draw", {"id": "choice"}, "contract choice: id used 2 times"),
        (
            "draw",
            {"kind": "double"},
            "contract double: kind: a second 'double'; there can be only one",
        ),
    ],
)
def test_a_mistake_in_a_contract_is_named_by_entry_and_field(
    entry: str, fields: dict[str, Any], problem: str
) -> None:
    assert find_problems(corrected(entry, **fields)) == [problem]


@pytest.mark.parametrize(
    ("table", "field", "value", "problem"),
    [
        ("stores", "stone", 6, "stores.stone: is 6, but the rules need 5"),
        ("stores", "whisky", 2, "stores.whisky: is 2, but the rules need 1"),
        ("stores", "whisky", True, "stores.whisky: is True, but the rules need 1"),
        ("stores", "wood", 4, "stores.wood: unknown field"),
        ("start", "gold", 1, "start.gold: is 1, but the rules need 0"),
        ("start", "gold", False, "start.gold: is False, but the rules need 0"),
        ("start", "whisky", 1, "start.whisky: unknown field"),
        ("conversion", "ratio", "2:1", "conversion.ratio: is '2:1', but the rules need '1:1'"),
        (
            "conversion",
            "contract_limits",
            {"stone-steel": 1},
            "conversion.contract_limits: is {'stone-steel': 1}, but the rules need "
            "{'stone-steel': 'unlimited', 'steel-gold': 1}",
        ),
    ],
)
def test_a_value_that_the_rules_fix_can_not_be_changed(
    table: str, field: str, value: object, problem: str
) -> None:
    data = copy.deepcopy(SHIPPED)
    data[table][field] = value
    assert find_problems(data) == [problem]


def test_too_few_and_too_many_of_a_kind_are_both_named() -> None:
    assert find_problems(corrected("P1", kind="shop")) == [
        "building: 4 of kind shop, expected 3",
        "building: 5 of kind park, expected 6",
    ]


def test_a_missing_building_is_named_by_its_kind() -> None:
    data = copy.deepcopy(SHIPPED)
    data["building"].pop()
    assert find_problems(data) == ["building: 6 of kind landmark, expected 7"]


def test_a_missing_contract_is_counted() -> None:
    data = copy.deepcopy(SHIPPED)
    data["contract"].pop()
    assert find_problems(data) == ["contract: 13 of them, expected 14"]


def test_a_further_contract_is_counted() -> None:
    data = copy.deepcopy(SHIPPED)
    data["contract"].append({"id": "more", "kind": "choice"})
    assert find_problems(data) == ["contract: 15 of them, expected 14"]


@pytest.mark.parametrize("section", ["building", "contract"])
@pytest.mark.parametrize("value", [..., "none", {"id": "F1"}, 3])
def test_a_section_that_is_no_list_of_tables_is_named(section: str, value: object) -> None:
    data = copy.deepcopy(SHIPPED)
    data[section] = value
    if value is ...:
        del data[section]
    assert f"{section}: missing; write one [[{section}]] table for each tile" in find_problems(data)


def test_an_entry_that_is_no_table_is_named_by_its_number() -> None:
    data = copy.deepcopy(SHIPPED)
    data["building"][2] = "F3"
    assert find_problems(data) == ["building 3: must be a table"]


def test_a_fixed_table_that_is_no_table_is_named() -> None:
    assert find_problems({**SHIPPED, "stores": 5}) == ["stores: must be a table"]


def test_an_unknown_section_is_named() -> None:
    assert find_problems({**SHIPPED, "cards": []}) == [
        "cards: unknown; a tile file has name, stores, start, conversion, building, contract"
    ]


@pytest.mark.parametrize("name", ["", "x" * 61, 5, ["a"]])
def test_a_name_that_is_no_short_text_is_refused(name: object) -> None:
    assert find_problems({**SHIPPED, "name": name}) == [
        "name: must be a text of 1 to 60 characters"
    ]


def test_every_mistake_is_listed_at_once() -> None:
    data = corrected("P1", cost=["brick"], points=-1)
    data["stores"]["gold"] = 9
    with pytest.raises(InvalidInput) as caught:
        tiles_from_data(data, "mine.toml")
    assert caught.value.problems == [
        "stores.gold: is 9, but the rules need 3",
        "building P1: cost: unknown good 'brick'; there are stone, steel and gold",
        "building P1: points: must be a whole number from 0 to 99",
    ]
    assert str(caught.value) == (
        "mine.toml: stores.gold: is 9, but the rules need 3 (and 2 more); "
        "'smokestack tiles check FILE' lists all"
    )


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
