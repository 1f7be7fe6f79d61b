"""Converting goods, at the contract and by a factory."""

from __future__ import annotations

import pytest

from tests.games.glasgow.positions import Position, position


@pytest.mark.parametrize(
    ("goods", "conversions"),
    [
        ("1 stone", {"stone>steel 1"}),
        ("3 stone", {"stone>steel 1", "stone>steel 2", "stone>steel 3"}),
        ("2 steel", {"steel>stone 1", "steel>stone 2", "steel>gold 1"}),
        ("2 gold", {"gold>steel 1"}),
        (
            "1 stone, 1 steel, 1 gold",
            {"stone>steel 1", "steel>stone 1", "steel>gold 1", "gold>steel 1"},
        ),
    ],
)
def test_the_contract_offers_stone_and_steel_any_number_and_steel_and_gold_once(
    goods: str, conversions: set[str]
) -> None:
    match = at_contract(goods)
    assert (match.actor, match.decision) == (0, "convert")
    assert conversions_of(match) == conversions


@pytest.mark.parametrize(
    ("goods", "conversions"),
    [
        ("2 stone", {"stone>steel 1", "stone>steel 2"}),
        (
            "3 steel",
            {f"steel>stone {uses}" for uses in (1, 2, 3)}
            | {f"steel>gold {uses}" for uses in (1, 2, 3)},
        ),
        ("3 gold", {"gold>steel 1", "gold>steel 2", "gold>steel 3"}),
    ],
)
def test_a_factory_offers_both_lines_any_number_of_times(goods: str, conversions: set[str]) -> None:
    match = at_factory(goods)
    assert (match.actor, match.decision) == (0, "convert")
    assert conversions_of(match) == conversions


@pytest.mark.parametrize(
    ("before", "conversion", "after"),
    [
        ("3 stone", "stone>steel 2", "1 stone, 2 steel"),
        ("3 steel", "steel>stone 3", "3 stone"),
        ("3 steel", "steel>gold 1", "2 steel, 1 gold"),
        ("2 gold", "gold>steel 1", "1 steel, 1 gold"),
    ],
)
def test_goods_are_converted_one_for_one(before: str, conversion: str, after: str) -> None:
    assert at_contract(before).answer(f"convert {conversion}").goods(0) == after


def test_a_factory_converts_several_gold_at_once() -> None:
    assert at_factory("3 gold").answer("convert gold>steel 3").goods(0) == "3 steel"


def test_the_contract_converts_along_one_line_only() -> None:
    match = at_contract("2 stone, 2 steel").answer("convert stone>steel 1")
    assert (match.actor, match.decision) == (1, "move")


def test_a_factory_converts_along_one_line_only() -> None:
    match = at_factory("2 stone, 2 steel").answer("convert steel>gold 1")
    assert (match.actor, match.decision) == (1, "move")


@pytest.mark.parametrize(
    ("goods", "conversions"),
    [
        ("5 stone, 3 steel", {"stone>steel 1", "steel>gold 1"}),
        ("5 stone, 4 steel", {"steel>gold 1"}),
        ("3 stone, 2 steel, 3 gold", {
            "stone>steel 1", "stone>steel 2", "steel>stone 1", "steel>stone 2", "gold>steel 1",
        }),
        ("4 steel, 3 gold", {"steel>stone 1", "steel>stone 2", "steel>stone 3", "steel>stone 4"}),
    ],
)  # fmt: skip
def test_a_conversion_may_not_overfill_the_store(goods: str, conversions: set[str]) -> None:
    assert conversions_of(at_contract(goods)) == conversions


def test_a_factory_may_not_overfill_the_store_either() -> None:
    assert conversions_of(at_factory("4 steel, 2 gold")) == {
        "steel>stone 1",
        "steel>stone 2",
        "steel>stone 3",
        "steel>stone 4",
        "steel>gold 1",
    }


@pytest.mark.parametrize(
    "goods", ["", "5 stone, 4 steel, 3 gold", "5 stone, 4 steel, 3 gold, 1 whisky"]
)
def test_convert_is_skipped_when_nothing_can_be_converted(goods: str) -> None:
    match = at_contract(goods)
    assert (match.actor, match.decision) == (1, "move")
    assert match.goods(0) == goods


@pytest.mark.parametrize(
    ("goods", "conversions"),
    [
        ("1 whisky", {
            "stone>steel 1 whisky", "steel>stone 1 whisky",
            "steel>gold 1 whisky", "gold>steel 1 whisky",
        }),
        ("1 stone, 1 whisky", {
            "stone>steel 1", "stone>steel 1 whisky", "stone>steel 2 whisky",
            "steel>stone 1 whisky", "steel>gold 1 whisky", "gold>steel 1 whisky",
        }),
        ("5 stone, 3 gold, 1 whisky", {
            "stone>steel 1", "stone>steel 2", "stone>steel 3", "stone>steel 4",
            "stone>steel 1 whisky", "stone>steel 2 whisky",
            "stone>steel 3 whisky", "stone>steel 4 whisky",
            "gold>steel 1", "gold>steel 1 whisky",
        }),
    ],
)  # fmt: skip
def test_the_barrel_may_be_one_of_the_goods_converted_at_the_contract(
    goods: str, conversions: set[str]
) -> None:
    assert conversions_of(at_contract(goods)) == conversions


@pytest.mark.parametrize(
    ("before", "conversion", "after"),
    [
        ("1 whisky", "gold>steel 1 whisky", "1 steel"),
        ("1 steel, 1 whisky", "steel>gold 1 whisky", "1 steel, 1 gold"),
        ("2 stone, 1 whisky", "stone>steel 2 whisky", "1 stone, 2 steel"),
        ("2 stone, 1 whisky", "stone>steel 3 whisky", "3 steel"),
        ("2 stone, 1 whisky", "stone>steel 2", "2 steel, 1 whisky"),
    ],
)
def test_the_number_of_uses_counts_the_barrel(before: str, conversion: str, after: str) -> None:
    assert at_contract(before).answer(f"convert {conversion}").goods(0) == after


def test_a_converted_barrel_goes_back_to_the_supply() -> None:
    match = at_contract("1 whisky").answer("convert stone>steel 1 whisky")
    assert (match.goods(0), match.goods(1)) == ("1 steel", "")
    assert match.answer("move 4").goods(1) == "1 whisky"


@pytest.mark.parametrize(
    ("before", "conversion", "after"),
    [
        ("3 gold, 1 whisky", "gold>steel 4 whisky", "4 steel"),
        ("4 steel, 1 whisky", "steel>stone 5 whisky", "5 stone"),
        ("2 steel, 1 whisky", "steel>gold 3 whisky", "3 gold"),
        ("3 stone, 1 whisky", "stone>steel 4 whisky", "4 steel"),
    ],
)
def test_a_factory_converts_a_whole_store_and_the_barrel(
    before: str, conversion: str, after: str
) -> None:
    match = at_factory(before)
    line, uses, _ = conversion.split()
    assert f"{line} {int(uses) + 1} whisky" not in conversions_of(match)
    assert match.answer(f"convert {conversion}").goods(0) == after


def test_without_the_ruling_whisky_is_not_converted() -> None:
    match = at_contract("2 stone, 1 whisky", whisky_converts=False)
    assert conversions_of(match) == {"stone>steel 1", "stone>steel 2"}


def test_without_the_ruling_a_factory_converts_no_whisky_either() -> None:
    match = at_factory("2 gold, 1 whisky", whisky_converts=False)
    assert conversions_of(match) == {"gold>steel 1", "gold>steel 2"}


def test_without_the_ruling_convert_is_skipped_with_nothing_but_the_barrel() -> None:
    match = at_contract("1 whisky", whisky_converts=False)
    assert (match.actor, match.decision) == (1, "move")
    assert match.goods(0) == "1 whisky"


def at_contract(goods: str, *, whisky_converts: bool = True) -> Position:
    return position(goods=(goods, ""), whisky_converts=whisky_converts).answer("move 7")


def at_factory(goods: str, *, whisky_converts: bool = True) -> Position:
    match = position(city="F7a", goods=(goods, ""), whisky_converts=whisky_converts)
    return match.answer("move 9", "activate 0,0")


def conversions_of(match: Position) -> set[str]:
    """What may be converted, `pass` aside, which is always offered."""
    assert "pass" in match.answers
    return {answer.removeprefix("convert ") for answer in match.answers if answer != "pass"}
