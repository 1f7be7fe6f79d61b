"""Building at an architect, once and again."""

from __future__ import annotations

import pytest

from tests.games.glasgow.positions import Position, custom_tiles, position

# Tenements for one stone each, and three factories that make gold.
CHEAP = custom_tiles(
    **{name: {"cost": ["stone"]} for name in ("T1", "T2", "T3", "T4", "T5", "T6")},
    **{name: {"gives": "gold"} for name in ("F1", "F2", "F3")},
)


def test_an_architect_offers_the_two_buildings_that_lie_there() -> None:
    match = position(goods=("2 stone", "")).answer("move 5")
    assert (match.actor, match.decision) == (0, "build")
    assert set(match.answers) == {"build 0", "build 1", "pass"}


def test_a_built_building_is_paid_and_belongs_to_the_builder() -> None:
    match = position(merchants=(5, 0), goods=("", "3 stone, 1 steel")).answer("move 5", "build 1")
    assert match.table["city"] == {"0,0": ["T2", 1]}
    assert match.goods(1) == "1 stone, 1 steel"


def test_the_first_building_lands_at_0_0_without_a_question() -> None:
    match = position(goods=("2 stone", "")).answer("move 5", "build 0")
    assert match.table["city"] == {"0,0": ["T1", 0]}
    assert match.record().answers == ["move 5", "build 0"]


@pytest.mark.parametrize(
    ("offer", "answers"),
    [
        (("T1", "L1"), {"build 0", "pass"}),
        (("L1", "T1"), {"build 1", "pass"}),
    ],
)
def test_only_affordable_buildings_are_offered(offer: tuple[str, str], answers: set[str]) -> None:
    match = position(offers={5: offer, 15: ("B1", "B2")}, goods=("2 stone", "")).answer("move 5")
    assert set(match.answers) == answers


def test_the_architect_is_skipped_when_no_building_is_affordable() -> None:
    match = position(goods=("1 stone, 4 steel, 3 gold", "")).answer("move 5")
    assert (match.actor, match.decision) == (1, "move")


@pytest.mark.parametrize(("built", "offer"), [(0, ["B1", "T2"]), (1, ["T1", "B1"])])
def test_a_new_building_takes_the_place_of_the_one_built(built: int, offer: list[str]) -> None:
    match = position(pile=["B1", "B2"], goods=("2 stone", "")).answer("move 5", f"build {built}")
    assert match.table["offers"]["5"] == offer
    assert match.table["pile"][0] == "B2"


def test_the_architect_is_refilled_after_the_factories() -> None:
    match = position(city="F7b", goods=("2 stone", "1 stone"), pile=["B1"])
    match.answer("move 5", "build 0", "place 1,0")
    assert (match.actor, match.decision) == (1, "convert")
    assert match.table["offers"]["5"] == ["T2"]
    assert match.table["pile"][0] == "B1"
    match.answer("pass")
    assert match.table["offers"]["5"] == ["B1", "T2"]


def test_a_second_build_costs_one_gold_on_top() -> None:
    match = position(goods=("4 stone, 1 gold", "")).answer("move 5", "build 0")
    assert (match.actor, match.decision) == (0, "build")
    match.answer("build 1", "place 1,0")
    assert match.table["city"] == {"0,0": ["T1", 0], "1,0": ["T2", 0]}
    assert match.goods(0) == ""


def test_a_second_build_without_gold_is_not_offered() -> None:
    match = position(goods=("5 stone, 4 steel", "")).answer("move 5", "build 0")
    assert (match.actor, match.decision) == (1, "move")


def test_the_gold_of_a_further_build_comes_on_top_of_gold_in_the_cost() -> None:
    match = position(offers={5: ("T1", "P5")}, goods=("4 stone, 1 gold", ""), pile=["T2"])
    match.answer("move 5")
    assert set(match.answers) == {"build 0", "build 1", "pass"}
    match.answer("build 0")
    assert set(match.answers) == {"build 0", "pass"}


def test_a_further_build_may_be_the_building_just_refilled() -> None:
    match = position(pile=["P3"], goods=("2 stone, 2 steel, 1 gold", ""))
    match.answer("move 5", "build 0")
    assert set(match.answers) == {"build 0", "pass"}
    match.answer("build 0", "place 0,1")
    assert match.table["city"] == {"0,0": ["T1", 0], "0,1": ["P3", 0]}
    assert match.goods(0) == ""


def test_a_further_build_can_be_declined() -> None:
    match = position(goods=("4 stone, 1 gold", "")).answer("move 5", "build 0", "pass")
    assert match.goods(0) == "2 stone, 1 gold"
    assert (match.actor, match.decision) == (1, "move")


def test_further_builds_cost_one_two_and_three_gold_on_top() -> None:
    match = position(
        tiles=CHEAP,
        city="F1a F2a F3a",
        pile=["T3", "T4", "T5"],
        goods=("4 stone", ""),
    ).answer("move 5")
    assert build(match, "place 3,0") == (0, 3)
    assert build(match, "place 0,1") == (2, 3)
    assert build(match, "place 4,0") == (1, 3)
    assert build(match, "place 1,1") == (0, 1)
    assert match.goods(0) == "1 gold"
    assert len(match.table["city"]) == 7


def test_at_a_doubled_architect_only_the_third_and_fourth_build_cost_gold() -> None:
    match = position(
        tiles=CHEAP,
        city="P1a",
        pile=["T3", "T4", "T5"],
        goods=("5 stone, 3 gold", ""),
        doubled=(True, False),
    ).answer("move 5")
    assert build(match, "place 1,0") == (3, 3)
    assert build(match, "place 2,0") == (3, 3)
    assert build(match, "place 3,0") == (2, 2)
    assert build(match, "place 4,0") == (0, 0)
    assert match.goods(0) == "1 stone"
    assert (match.actor, match.decision) == (1, "move")


def test_goods_just_gained_may_be_spent_on_a_further_build() -> None:
    match = position(city="F5a", goods=("4 stone", ""))
    match.answer("move 5", "build 0", "place 1,0")
    assert (match.actor, match.decision) == (0, "build")
    assert match.goods(0) == "2 stone, 1 gold"
    match.answer("build 1", "place 0,1")
    assert match.goods(0) == "1 gold"


def test_goods_just_converted_may_be_spent_on_a_further_build() -> None:
    match = position(city="F7a", goods=("4 stone, 1 steel", ""))
    match.answer("move 5", "build 0", "place 1,0", "convert steel>gold 1")
    assert (match.actor, match.decision) == (0, "build")
    match.answer("build 1", "place 2,0")
    assert match.goods(0) == ""


def test_the_first_build_of_the_next_turn_costs_no_gold() -> None:
    match = position(merchants=(0, 14), goods=("5 stone, 1 steel, 1 gold", ""))
    match.answer("move 5", "build 0", "build 1", "place 1,0")
    match.answer("move 10", "build 1", "place 2,0")
    assert match.table["city"]["2,0"] == ["P2", 0]
    assert match.goods(0) == ""


def build(match: Position, place: str) -> tuple[int, int]:
    """Build what lies at place 0; the gold left once it is paid, and once factories fired."""
    match.answer("build 0")
    paid = match.table["goods"][0]["gold"]
    match.answer(place)
    return paid, match.table["goods"][0]["gold"]
