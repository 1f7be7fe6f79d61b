"""Factories: which of them fire, for whom, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.glasgow.positions import Position, custom_tiles, position

SECOND_WHISKY = custom_tiles(F1={"gives": "whisky"})
SECOND_REPLACE = custom_tiles(F1={"gives": "replace"})


@pytest.mark.parametrize(
    ("factory", "goods"),
    [("F1", "1 stone"), ("F3", "1 steel"), ("F5", "1 gold"), ("F6", "1 whisky")],
)
def test_a_placed_building_triggers_a_factory_beside_it(factory: str, goods: str) -> None:
    assert build(f"{factory}a", "place 1,0").goods(0) == goods


def test_factories_in_the_row_and_in_the_column_fire_whatever_lies_between() -> None:
    match = build(
        """
            F1a .   .
            P1a P2a P3a
            .   .   F3a
        """,
        "place 2,0",
    )
    assert match.goods(0) == "1 stone, 1 steel"


def test_a_factory_fires_over_a_gap_in_its_column() -> None:
    match = build(
        """
            P1a .
            P2a .
            P3a F5a
        """,
        "place 1,0",
    )
    assert match.goods(0) == "1 gold"


def test_a_factory_in_another_row_and_column_does_not_fire() -> None:
    match = build(
        """
            P1a .
            F1a P2a
        """,
        "place 1,0",
    )
    assert match.goods(0) == ""


def test_a_fired_factory_triggers_no_other() -> None:
    match = build(
        """
            F1a
            F4a
        """,
        "place 1,0",
    )
    assert match.goods(0) == "1 stone"


def test_the_good_goes_to_the_owner_of_the_factory() -> None:
    match = build("F5b F1a", "place 2,0")
    assert (match.goods(0), match.goods(1)) == ("1 stone", "1 gold")


def test_a_good_that_does_not_fit_the_owners_store_is_lost() -> None:
    match = build("F5b", "place 1,0", goods=("2 stone", "3 gold"))
    assert (match.goods(0), match.goods(1)) == ("", "3 gold")


def test_a_whisky_factory_takes_the_barrel_from_the_opponent() -> None:
    match = build("F6b", "pay", "place 1,0", goods=("2 stone, 1 whisky", ""))
    assert (match.goods(0), match.goods(1)) == ("", "1 whisky")


def test_a_factory_never_activates_itself() -> None:
    match = position(offers={5: ("F3", "B1")}, goods=("2 stone", "")).answer("move 5", "build 0")
    assert match.table["city"] == {"0,0": ["F3", 0]}
    assert match.goods(0) == ""


def test_a_placed_factory_triggers_others_but_not_itself() -> None:
    match = position(city="F5b", offers={5: ("F3", "B1")}, goods=("2 stone", ""))
    match.answer("move 5", "build 0", "place 1,0")
    assert (match.goods(0), match.goods(1)) == ("", "1 gold")


def test_factories_that_give_plain_goods_fire_without_a_question() -> None:
    match = build("F1a F3b F5a F6b", "place 4,0")
    assert (match.goods(0), match.goods(1)) == ("1 stone, 1 gold", "1 steel, 1 whisky")
    assert match.decision == "move"


@pytest.mark.parametrize("special", ["F7", "F8"])
def test_the_order_is_asked_when_one_of_two_converts_or_replaces(special: str) -> None:
    match = build(f"{special}a F1a", "place 2,0")
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0"}


def test_the_active_player_orders_the_opponents_factories_too() -> None:
    match = build("F7b F8b", "place 2,0", goods=("2 stone", "1 stone"))
    assert (match.actor, match.decision) == (0, "resolve")
    match.answer("resolve 1,0")
    assert (match.actor, match.decision) == (1, "replace")
    match.answer("pass")
    assert (match.actor, match.decision) == (1, "convert")


def test_the_order_is_asked_even_if_nothing_can_be_converted() -> None:
    match = build("F7b F1a", "place 2,0")
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0"}


@pytest.mark.parametrize("special", ["F7", "F8"])
def test_no_order_is_asked_for_a_single_factory(special: str) -> None:
    match = build(f"{special}a", "place 1,0", goods=("3 stone", ""))
    assert match.decision in ("convert", "replace")
    assert match.record().answers == ["move 5", "build 0", "place 1,0"]


def test_a_good_resolved_first_can_be_converted() -> None:
    match = build("F7a F1a", "place 2,0", "resolve 1,0")
    assert (match.actor, match.decision) == (0, "convert")
    assert set(match.answers) == {"convert stone>steel 1", "pass"}


def test_a_good_resolved_last_comes_too_late_to_be_converted() -> None:
    match = build("F7a F1a", "place 2,0", "resolve 0,0")
    assert match.goods(0) == "1 stone"
    assert match.decision == "move"


def test_the_order_is_asked_again_while_a_converting_factory_is_left() -> None:
    match = build("F7a F1a F3a", "place 3,0")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0", "resolve 2,0"}
    match.answer("resolve 1,0")
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 2,0"}
    match.answer("resolve 2,0")
    assert match.decision == "convert"
    assert match.goods(0) == "1 stone, 1 steel"


def test_the_order_is_not_asked_again_once_only_goods_are_left() -> None:
    match = build("F7a F1a F3a", "place 3,0", "resolve 0,0", "pass", goods=("3 stone", ""))
    assert match.goods(0) == "2 stone, 1 steel"
    assert match.decision == "move"


@pytest.mark.parametrize(
    ("first", "goods"),
    [("resolve 0,0", ("", "1 whisky")), ("resolve 1,0", ("1 whisky", ""))],
)
def test_two_owners_of_whisky_factories_wait_for_the_active_players_order(
    first: str, goods: tuple[str, str]
) -> None:
    match = build("F6a F1b", "place 2,0", tiles=SECOND_WHISKY)
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0"}
    match.answer(first)
    assert (match.goods(0), match.goods(1)) == goods
    assert match.decision == "move"


@pytest.mark.parametrize(
    ("city", "goods"), [("F6a F1a", ("1 whisky", "")), ("F6b F1b", ("", "1 whisky"))]
)
def test_two_whisky_factories_of_one_owner_need_no_order(city: str, goods: tuple[str, str]) -> None:
    match = build(city, "place 2,0", tiles=SECOND_WHISKY)
    assert (match.goods(0), match.goods(1)) == goods
    assert match.decision == "move"


def test_goods_may_be_resolved_between_two_whisky_factories() -> None:
    match = build("F6a F1b F3a", "place 3,0", tiles=SECOND_WHISKY)
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0", "resolve 2,0"}
    match.answer("resolve 2,0")
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0"}


def test_the_order_is_not_asked_again_once_one_whisky_factory_is_left() -> None:
    match = build("F6a F1b F3a", "place 3,0", "resolve 0,0", tiles=SECOND_WHISKY)
    assert (match.goods(0), match.goods(1)) == ("1 steel", "1 whisky")
    assert match.decision == "move"


def test_the_owner_of_a_convert_factory_decides_in_the_opponents_turn() -> None:
    match = build("F7b", "place 1,0", goods=("4 stone, 1 gold", "3 gold"))
    assert (match.actor, match.decision) == (1, "convert")
    match.answer("convert gold>steel 2")
    assert (match.goods(0), match.goods(1)) == ("2 stone, 1 gold", "2 steel, 1 gold")
    assert (match.actor, match.decision) == (0, "build")


def test_the_owner_of_a_replace_factory_decides_in_the_opponents_turn() -> None:
    match = build("F8b", "place 1,0")
    assert (match.actor, match.decision) == (1, "replace")
    assert set(match.answers) == {"replace 0", "replace 5", "replace 10", "replace 15", "pass"}


def test_a_convert_factory_may_be_declined() -> None:
    match = build("F7a", "place 1,0", "pass", goods=("3 stone", ""))
    assert match.goods(0) == "1 stone"
    assert match.decision == "move"


def test_declining_a_factory_does_not_end_the_building() -> None:
    match = build("F7b", "place 1,0", "pass", goods=("4 stone, 1 gold", "1 stone"))
    assert (match.actor, match.decision) == (0, "build")
    assert "build 1" in match.answers


def test_declining_a_factory_leaves_the_next_to_resolve() -> None:
    match = build("F7a F8b", "place 2,0", "resolve 0,0", "pass", goods=("3 stone", ""))
    assert (match.actor, match.decision) == (1, "replace")


def test_a_convert_factory_without_anything_to_convert_is_skipped() -> None:
    match = build("F7b", "place 1,0")
    assert (match.actor, match.decision) == (1, "move")


def test_a_replace_factory_may_be_declined() -> None:
    match = build("F8a", "place 1,0", "pass", pile=["B1"])
    assert match.table["offers"] == {
        "0": ["F1", "F2"],
        "5": ["B1", "T2"],
        "10": ["P1", "P2"],
        "15": ["L1", "L2"],
    }
    assert match.table["discards"] == []


@pytest.mark.parametrize(("built", "left"), [(0, "T2"), (1, "T1")])
def test_replacing_at_the_architect_just_built_from_leaves_nothing_to_refill(
    built: int, left: str
) -> None:
    match = position(city="F8b", goods=("2 stone", ""), pile=["B1", "B2", "B3"])
    match.answer("move 5", f"build {built}", "place 1,0")
    assert match.table["offers"]["5"] == [left]
    match.answer("replace 5")
    assert match.table["offers"]["5"] == ["B1", "B2"]
    assert match.table["discards"] == [left]
    assert match.table["pile"][0] == "B3"


def test_what_a_replacement_brought_may_be_built_next() -> None:
    match = build(
        "F8a",
        "place 1,0",
        "replace 5",
        goods=("2 stone, 2 steel, 1 gold", ""),
        pile=["L7", "P3"],
    )
    assert (match.actor, match.decision) == (0, "build")
    assert set(match.answers) == {"build 1", "pass"}


def test_a_replacement_elsewhere_draws_before_the_refill() -> None:
    match = build("F8b", "place 1,0", "replace 10", pile=["B1", "B2", "B3", "B4"])
    assert match.table["offers"]["10"] == ["B1", "B2"]
    assert match.table["offers"]["5"] == ["B3", "T2"]
    assert sorted(match.table["discards"]) == ["P1", "P2"]
    assert match.table["pile"][0] == "B4"


def test_two_replacements_at_the_architect_just_built_from() -> None:
    match = build(
        "F8b F1b",
        "place 2,0",
        "resolve 0,0",
        "replace 5",
        tiles=SECOND_REPLACE,
        pile=["B1", "B2", "B3", "B4", "S1"],
    )
    assert (match.actor, match.decision) == (1, "replace")
    match.answer("replace 5")
    assert match.table["offers"]["5"] == ["B3", "B4"]
    assert sorted(match.table["discards"]) == ["B1", "B2", "T2"]
    assert match.table["pile"][0] == "S1"


def test_a_drawn_building_makes_a_replace_factory_ask_too() -> None:
    match = position(city="F8b", goods=("1 stone, 1 steel", ""), pile=["T3", "B1", "B2"])
    match.answer("move 11", "draw", "build", "place 1,0")
    assert (match.actor, match.decision) == (1, "replace")
    match.answer("replace 5")
    assert match.table["offers"]["5"] == ["B1", "B2"]
    assert sorted(match.table["discards"]) == ["T1", "T2"]


def build(
    city: str,
    *answers: str,
    goods: tuple[str, str] = ("2 stone", ""),
    pile: tuple[str, ...] | list[str] = (),
    tiles: dict[str, Any] | None = None,
) -> Position:
    """Ann builds a tenement, T1 for two stone, in this city."""
    match = position(city=city, goods=goods, pile=pile, tiles=tiles)
    return match.answer("move 5", "build 0", *answers)
