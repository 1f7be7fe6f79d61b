"""Paying for buildings, with and without the barrel."""

from __future__ import annotations

import pytest

from tests.games.glasgow.positions import position


@pytest.mark.parametrize(
    ("building", "goods", "left"),
    [
        ("F8", "1 stone", ""),
        ("T5", "5 stone, 4 steel, 3 gold", "3 stone, 3 steel, 3 gold"),
        ("L7", "2 stone, 2 steel, 2 gold", ""),
    ],
)
def test_a_building_costs_what_its_tile_says(building: str, goods: str, left: str) -> None:
    match = position(offers={5: (building, "B1")}, goods=(goods, "")).answer("move 5", "build 0")
    assert match.goods(0) == left
    assert match.table["city"] == {"0,0": [building, 0]}


@pytest.mark.parametrize(
    ("building", "ways"),
    [
        ("F8", {"pay", "pay whisky=stone"}),
        ("P3", {"pay", "pay whisky=steel"}),
        ("P6", {"pay", "pay whisky=steel", "pay whisky=gold"}),
        ("L5", {"pay", "pay whisky=stone", "pay whisky=steel", "pay whisky=gold"}),
    ],
)
def test_the_barrel_may_stand_for_any_good_of_the_price_that_is_at_hand(
    building: str, ways: set[str]
) -> None:
    match = position(
        offers={5: (building, "B1")},
        goods=("5 stone, 4 steel, 3 gold, 1 whisky", ""),
    ).answer("move 5", "build 0")
    assert (match.actor, match.decision) == (0, "pay")
    assert set(match.answers) == ways


@pytest.mark.parametrize(
    ("way", "left"),
    [
        ("pay", "1 stone, 1 whisky"),
        ("pay whisky=stone", "2 stone"),
        ("pay whisky=steel", "1 stone, 1 steel"),
    ],
)
def test_the_good_that_the_barrel_stands_for_is_kept(way: str, left: str) -> None:
    match = position(offers={5: ("T3", "L3")}, goods=("2 stone, 1 steel, 1 whisky", ""))
    match.answer("move 5", "build 0", way)
    assert match.goods(0) == left
    assert match.table["city"] == {"0,0": ["T3", 0]}


def test_the_second_player_pays_with_the_barrel_like_the_first() -> None:
    goods = ("5 stone, 4 steel, 3 gold", "1 stone, 1 steel, 1 gold, 1 whisky")
    match = position(merchants=(5, 0), offers={5: ("T3", "L3")}, goods=goods)
    match.answer("move 5", "build 0", "pay whisky=steel")
    assert match.goods(0) == "5 stone, 4 steel, 3 gold"
    assert match.goods(1) == "1 steel, 1 gold"


def test_the_second_players_barrel_stands_in_for_what_the_second_player_lacks() -> None:
    goods = ("5 stone, 4 steel, 3 gold", "1 stone, 1 gold, 1 whisky")
    match = position(merchants=(5, 0), offers={5: ("T3", "L3")}, goods=goods)
    match.answer("move 5", "build 0")
    assert match.table["city"] == {"0,0": ["T3", 1]}
    assert (match.goods(0), match.goods(1)) == ("5 stone, 4 steel, 3 gold", "1 gold")


def test_a_spent_barrel_goes_back_to_the_supply() -> None:
    match = position(goods=("2 stone, 1 whisky", ""))
    match.answer("move 5", "build 0", "pay whisky=stone")
    assert (match.goods(0), match.goods(1)) == ("1 stone", "")
    assert match.answer("move 4").goods(1) == "1 whisky"


def test_without_the_barrel_there_is_one_way_to_pay_and_no_question() -> None:
    match = position(city="P3a", goods=("2 stone", "1 whisky")).answer("move 5", "build 0")
    assert match.decision == "place"
    assert match.goods(0) == ""


def test_the_barrel_stands_in_for_a_missing_good_without_a_question() -> None:
    match = position(city="P3a", goods=("1 stone, 3 gold, 1 whisky", ""))
    match.answer("move 5", "build 0")
    assert match.decision == "place"
    assert match.goods(0) == "3 gold"


@pytest.mark.parametrize(
    ("building", "goods"),
    [("P3", "5 stone, 3 gold, 1 whisky"), ("T3", "3 gold, 1 whisky"), ("P6", "5 stone, 1 whisky")],
)
def test_a_building_is_not_affordable_with_two_goods_missing(building: str, goods: str) -> None:
    match = position(offers={5: (building, "L6")}, goods=(goods, "")).answer("move 5")
    assert (match.actor, match.decision) == (1, "move")


def test_the_barrel_may_stand_for_the_gold_of_a_further_build() -> None:
    match = position(goods=("4 stone, 1 gold, 1 whisky", ""))
    match.answer("move 5", "build 0", "pay", "build 1")
    assert (match.actor, match.decision) == (0, "pay")
    assert set(match.answers) == {"pay", "pay whisky=stone", "pay whisky=gold"}
    match.answer("pay whisky=gold")
    assert match.goods(0) == "1 gold"


def test_the_barrel_stands_in_for_missing_gold_of_a_further_build() -> None:
    match = position(goods=("4 stone, 1 whisky", "")).answer("move 5", "build 0", "pay", "build 1")
    assert match.decision == "place"
    assert match.goods(0) == ""


def test_one_barrel_is_all_there_is_for_building_and_surcharge_together() -> None:
    match = position(pile=["B1"], goods=("3 stone, 1 whisky", "")).answer(
        "move 5", "build 0", "pay"
    )
    assert match.goods(0) == "1 stone, 1 whisky"
    assert (match.actor, match.decision) == (1, "move")


def test_goods_leave_the_store_when_the_way_to_pay_is_known() -> None:
    match = position(city="P3a", goods=("2 stone, 1 whisky", "")).answer("move 5", "build 0")
    assert match.decision == "pay"
    assert match.goods(0) == "2 stone, 1 whisky"
    match.answer("pay")
    assert match.decision == "place"
    assert match.goods(0) == "1 whisky"


def test_a_paid_building_lies_with_the_architect_until_it_is_placed() -> None:
    match = position(city="P3a", goods=("2 stone, 1 whisky", ""))
    match.answer("move 5", "build 1", "pay whisky=stone")
    assert match.decision == "place"
    assert match.table["offers"]["5"] == ["T1", "T2"]
    match.answer("place 1,0")
    assert match.table["city"]["1,0"] == ["T2", 0]
    assert "T2" not in match.table["offers"]["5"]


def test_a_drawn_building_may_be_paid_with_the_barrel() -> None:
    match = position(pile=["P6"], goods=("1 steel, 1 gold, 1 whisky", ""))
    match.answer("move 11", "draw", "build")
    assert (match.actor, match.decision) == (0, "pay")
    assert set(match.answers) == {"pay", "pay whisky=steel", "pay whisky=gold"}
    assert match.table["drawn"] == "P6"
    match.answer("pay whisky=gold")
    assert match.goods(0) == "1 gold"


def test_a_drawn_building_is_affordable_when_the_barrel_can_stand_in() -> None:
    match = position(pile=["P6"], goods=("1 steel, 1 whisky", "")).answer("move 11", "draw")
    assert set(match.answers) == {"build", "discard"}
    match.answer("build")
    assert match.table["city"] == {"0,0": ["P6", 0]}
    assert match.goods(0) == ""


def test_the_barrel_pays_even_where_it_does_not_convert() -> None:
    match = position(goods=("1 stone, 1 whisky", ""), whisky_converts=False)
    match.answer("move 5", "build 0")
    assert match.table["city"] == {"0,0": ["T1", 0]}
    assert match.goods(0) == ""
