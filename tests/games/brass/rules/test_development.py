"""Developing: tiles leave the stacks for iron."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import INDUSTRIES, position

CARDS = {0: "oldham oldham"}
DISCARD = "discard oldham"
WHOLE = {
    "cotton": [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
    "coal": [1, 2, 2, 3, 3, 4, 4],
    "iron": [1, 2, 3, 4],
    "port": [1, 1, 2, 2, 3, 3, 4, 4],
    "shipyard": [0, 0, 1, 1, 2, 2],
}


@pytest.mark.parametrize("industry", INDUSTRIES)
def test_a_development_removes_the_lowest_tile_of_a_stack(industry: str) -> None:
    match = position(hands=CARDS).answer(f"develop {industry}", DISCARD, "done")
    assert match.table["stacks"][0] == {**WHOLE, industry: WHOLE[industry][1:]}
    assert match.table["stacks"][1] == WHOLE


def test_a_development_costs_an_iron() -> None:
    match = position(hands=CARDS, iron=6).answer("develop cotton", DISCARD)
    assert (match.money(0), match.spent(0), match.table["iron"]) == (28, 2, 5)
    assert (match.actor, match.decision) == (0, "second development")


def test_any_card_develops() -> None:
    match = position(hands={0: "wigan oldham port"}).answer("develop iron")
    assert set(match.answers) == {"discard wigan", "discard oldham", "discard port"}


def test_a_second_tile_may_come_from_the_same_stack() -> None:
    match = position(hands=CARDS, iron=7).answer("develop coal", DISCARD, "develop coal")
    assert match.stack(0, "coal") == [2, 3, 3, 4, 4]
    assert (match.money(0), match.spent(0)) == (30 - 1 - 2, 3)
    assert match.table["discards"] == ["oldham"]


def test_a_second_tile_may_come_from_another_stack() -> None:
    match = position(hands=CARDS).answer("develop iron", DISCARD)
    assert set(match.answers) == {"done", *(f"develop {industry}" for industry in INDUSTRIES)}
    match.answer("develop port")
    assert (match.stack(0, "iron"), match.stack(0, "port")) == ([2, 3, 4], [1, 2, 2, 3, 3, 4, 4])


def test_an_action_develops_two_tiles_at_most() -> None:
    match = position(hands=CARDS).answer("develop iron", DISCARD, "develop iron")
    assert (match.actor, match.decision) == (0, "action")


def test_a_second_development_can_be_declined() -> None:
    match = position(hands=CARDS).answer("develop iron", DISCARD, "done")
    assert (match.actor, match.decision, match.money(0)) == (0, "action", 29)


def test_shipyards_of_level_0_can_only_be_developed_away() -> None:
    match = position(hands=CARDS).answer("develop shipyard", DISCARD, "develop shipyard")
    assert match.stack(0, "shipyard") == [1, 1, 2, 2]


def test_level_1_tiles_can_be_developed_away_in_rail() -> None:
    match = position(period="rail", hands=CARDS).answer("develop cotton", DISCARD, "done")
    assert match.stack(0, "cotton") == WHOLE["cotton"][1:]


def test_an_empty_stack_cannot_be_developed() -> None:
    match = position(hands=CARDS, developed={0: {"iron": 4}})
    assert match.offered("develop") == {"cotton", "coal", "port", "shipyard"}


def test_the_last_tile_of_a_stack_is_gone_for_the_second_development() -> None:
    match = position(hands=CARDS, developed={0: {"iron": 3}}).answer("develop iron", DISCARD)
    assert "develop iron" not in match.answers
    assert match.stack(0, "iron") == []


@pytest.mark.parametrize(
    ("money", "iron", "possible"), [(0, 8, False), (1, 8, True), (4, 0, False)]
)
def test_a_development_is_offered_only_if_its_iron_can_be_paid(
    money: int, iron: int, possible: bool
) -> None:
    match = position(hands=CARDS, money=money, iron=iron)
    assert (match.offered("develop") == set(INDUSTRIES)) == possible


@pytest.mark.parametrize(("money", "second"), [(1, False), (2, True)])
def test_a_second_development_that_cannot_be_paid_is_not_asked_for(
    money: int, second: bool
) -> None:
    match = position(hands=CARDS, money=money).answer("develop cotton", DISCARD)
    assert match.decision == ("second development" if second else "action")


def test_iron_of_any_works_develops_for_nothing() -> None:
    match = position(hands=CARDS, board={"bolton.2": "iron 1 b"}, money=0)
    match.answer("develop cotton", DISCARD, "develop cotton")
    assert match.tile("bolton.2") == "iron 1 b 2"
    assert (match.money(0), match.table["iron"]) == (0, 8)


def test_the_second_iron_comes_from_the_track_when_the_works_is_empty() -> None:
    match = position(hands=CARDS, board={"bolton.2": "iron 1 b 1"})
    match.answer("develop cotton", DISCARD)
    assert (match.tile("bolton.2"), match.income(1)) == ("iron 1 b flipped", 13)
    match.answer("develop cotton")
    assert (match.money(0), match.table["iron"]) == (29, 7)


def test_a_penniless_player_develops_only_as_long_as_the_works_last() -> None:
    match = position(hands=CARDS, board={"bolton.2": "iron 1 b 1"}, money=0)
    match.answer("develop cotton", DISCARD)
    assert (match.actor, match.decision) == (0, "action")


def test_the_works_are_chosen_for_each_tile_after_it_is_removed() -> None:
    match = position(hands=CARDS, board={"bolton.2": "iron 1 b", "rochdale.2": "iron 1 c"})
    match.answer("develop cotton", DISCARD)
    assert (match.actor, match.decision) == (0, "iron")
    assert set(match.answers) == {"iron bolton.2", "iron rochdale.2"}
    assert match.answer("iron bolton.2").decision == "second development"
    assert match.answer("develop cotton").decision == "iron"
    assert match.answer("iron rochdale.2").decision == "action"
    assert (match.tile("bolton.2"), match.tile("rochdale.2")) == ("iron 1 b 3", "iron 1 c 3")


def test_an_empty_iron_track_sells_for_5_pounds_each() -> None:
    match = position(hands=CARDS, iron=0).answer("develop cotton", DISCARD, "develop cotton")
    assert (match.money(0), match.spent(0), match.table["iron"]) == (20, 10, 0)
