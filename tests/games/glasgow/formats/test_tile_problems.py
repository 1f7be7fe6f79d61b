"""Mistakes in tile files: each is named by its entry and field."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.games.glasgow.formats.data import find_problems, tiles_from_data
from tests.games.glasgow.tile_files import SHIPPED, corrected

KINDS = "kind: must be one of factory, shop, park, tenement, station, bank, landmark"
COUNTS = "points: must be a whole number from 0 to 99"
ID = "id: must be a text of 1 to 20 characters"
COST = "cost: must list at least one good, leftmost first"
GIVES = "gives: must be one of stone, steel, gold, whisky, convert, replace"
BONUS = "bonus: a bank needs { per = …, vp = … }"
KNOWN = "known: must list fields of the entry (id, kind, cost, points, gives, bonus, known)"
GOODS = "goods: must name at least one good, as in { stone = 1 }"


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
