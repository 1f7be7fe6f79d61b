"""Turns, turn order, refilling, and the change from canals to railways."""

from __future__ import annotations

from collections import Counter

import pytest

import smokestack
from smokestack.engine.errors import IllegalAnswer
from smokestack.games.brass.formats.data import facts
from tests.games.brass.positions import Position, position

GAMES = [("2007", 3), ("2007", 4), ("2009-duel", 2), ("2018", 2), ("2018", 3), ("2018", 4)]


def new_game(edition: str, players: int) -> Position:
    return Position(
        smokestack.find_game("brass"),
        smokestack.new_game("brass", seed=5, edition=edition, players=players).setup,
    )


def last_round(
    *,
    edition: str = "2007",
    period: str = "canal",
    spent: dict[int, int] | None = None,
    board: dict[str, str] | None = None,
    links: dict[str, str] | None = None,
    coal: int = 8,
    iron: int = 8,
) -> Position:
    """The last round of a period for four, everybody with two cards."""
    return position(
        edition=edition,
        period=period,
        round_number=8,
        hand_size=2,
        deck=0,
        spent=spent or {},
        board=board,
        links=links,
        coal=coal,
        iron=iron,
    )


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_in_canal_round_1_everybody_has_one_action(edition: str, players: int) -> None:
    match = new_game(edition, players)
    for seat in match.table["order"]:
        assert (match.table["round"], match.actor) == (1, seat)
        match.answer("pass")
        match.play(match.answers[0])
    assert match.table["round"] == 2
    assert len(match.table["discards"]) == players


@pytest.mark.parametrize(("period", "number"), [("canal", 2), ("canal", 7), ("rail", 1)])
def test_in_all_other_rounds_everybody_has_two_actions(period: str, number: int) -> None:
    match = position(period=period, round_number=number)
    for seat in range(4):
        for _ in range(2):
            assert (match.table["round"], match.actor) == (number, seat)
            match.answer("pass")
            match.play(match.answers[0])
    assert match.table["round"] == number + 1


def test_rail_round_1_of_a_played_game_has_two_actions() -> None:
    match = last_round().pass_round()
    assert match.table["period"] == "rail"
    match.answer("pass")
    match.play(match.answers[0])
    assert match.actor == 0


def test_passing_discards_any_card_and_is_one_action() -> None:
    match = position(hands={0: "wigan oldham port"}).answer("pass")
    assert (match.actor, match.decision) == (0, "card")
    assert set(match.answers) == {"discard wigan", "discard oldham", "discard port"}
    match.answer("discard oldham")
    assert (match.actor, match.decision) == (0, "action")
    assert match.table["discards"] == ["oldham"]
    assert (match.money(0), match.spent(0)) == (30, 0)


def test_discards_lie_oldest_first() -> None:
    match = position(hands={0: "wigan oldham", 1: "port coal"})
    match.answer("pass", "discard oldham", "pass", "discard wigan", "pass", "discard port")
    assert match.table["discards"] == ["oldham", "wigan", "port"]


def test_a_card_that_is_not_in_the_hand_cannot_be_discarded() -> None:
    match = position(hands={0: "wigan oldham"}).answer("pass")
    with pytest.raises(IllegalAnswer):
        match.answer("discard port")


def test_passing_is_always_possible() -> None:
    match = position(period="rail", round_number=5, deck=0, money=0)
    assert match.answers == ["pass"]


def test_turns_follow_the_order() -> None:
    match = position(order=[2, 0, 3, 1])
    actors = []
    for _ in range(4):
        actors.append(match.actor)
        match.pass_turns()
    assert actors == [2, 0, 3, 1]


@pytest.mark.parametrize(
    ("order", "spent", "then"),
    [
        ([0, 1, 2, 3], [0, 0, 0, 0], [0, 1, 2, 3]),
        ([3, 1, 0, 2], [0, 0, 0, 0], [3, 1, 0, 2]),
        ([0, 1, 2, 3], [4, 3, 2, 1], [3, 2, 1, 0]),
        ([0, 1, 2, 3], [9, 0, 9, 0], [1, 3, 0, 2]),
        ([2, 3, 0, 1], [5, 12, 5, 0], [3, 2, 0, 1]),
        ([3, 2, 1, 0], [0, 7, 7, 7], [0, 3, 2, 1]),
    ],
)
def test_the_player_who_spent_least_comes_first_and_ties_keep_their_order(
    order: list[int], spent: list[int], then: list[int]
) -> None:
    match = position(order=order, spent=dict(enumerate(spent))).pass_round()
    assert match.table["order"] == then
    assert match.actor == then[0]


def test_spent_money_goes_to_the_bank() -> None:
    match = position(spent={0: 20, 2: 3}).pass_round()
    assert match.table["spent"] == [0, 0, 0, 0]
    assert match.table["money"] == [30, 30, 30, 30]


def test_the_order_does_not_change_within_a_round() -> None:
    match = position(hands={0: "manchester oldham"})
    match.answer("build cotton manchester.0", "discard manchester", "pass", "discard oldham")
    assert (match.table["order"], match.actor, match.spent(0)) == ([0, 1, 2, 3], 1, 12)
    match.pass_round()
    assert match.table["order"] == [1, 2, 3, 0]


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_the_last_canal_round_orders_the_first_rail_round(edition: str) -> None:
    match = last_round(edition=edition, spent={0: 20, 1: 3, 3: 3}).pass_round()
    assert (match.table["period"], match.table["round"]) == ("rail", 1)
    assert (match.table["order"], match.actor) == ([2, 1, 3, 0], 2)


def test_hands_are_refilled_at_the_end_of_the_round() -> None:
    match = position().pass_turns()
    assert [len(hand) for hand in match.table["hands"]] == [6, 8, 8, 8]
    match.pass_round()
    assert [len(hand) for hand in match.table["hands"]] == [8, 8, 8, 8]


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_hands_are_refilled_after_each_turn_if_the_switch_is_on(edition: str) -> None:
    match = position(
        edition=edition,
        hands={0: "oldham oldham"},
        draw="bury colne",
        deck=2,
        refill_each_turn=True,
    ).pass_turns()
    assert match.actor == 1
    assert match.table["hands"][0] == ["bury", "colne"]


def test_the_2018_edition_refills_after_each_turn() -> None:
    match = position(edition="2018").pass_turns()
    assert [len(hand) for hand in match.table["hands"]] == [8, 8, 8, 8]


def refilled(draw: str, deck: int | None = None) -> list[list[str]]:
    """Hands after a round in which seat 0 spent something: seat 1 comes first, then 2, then 0."""
    match = position(
        players=3,
        place=2,
        spent={0: 5},
        hands={
            0: " ".join(["cotton"] * 6),
            1: " ".join(["port"] * 6),
            2: "coal " * 5 + "iron " * 3,
        },
        draw=draw,
        deck=deck,
    )
    match.answer("pass", "discard coal", "pass", "discard coal")
    assert match.table["order"] == [1, 2, 0]
    known = Counter(cotton=6, port=6, coal=3, iron=3)
    return [sorted((Counter(hand) - known).elements()) for hand in match.table["hands"]]


def test_hands_are_refilled_in_the_new_order_each_up_to_eight_before_the_next() -> None:
    assert refilled("bury colne preston rochdale oldham wigan") == [
        ["oldham", "wigan"],
        ["bury", "colne"],
        ["preston", "rochdale"],
    ]


def test_hands_are_refilled_while_the_deck_lasts() -> None:
    assert refilled("bury colne preston", deck=3) == [[], ["bury", "colne"], ["preston"]]


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_deck_is_empty_for_the_last_four_rounds_of_each_period(
    edition: str, players: int
) -> None:
    rounds = facts().editions[edition][str(players)]["rounds"]
    match = new_game(edition, players)
    for period in ("canal", "rail"):
        for number in range(1, rounds + 1):
            table = match.table
            assert (table["period"], table["round"]) == (period, number)
            assert (len(table["deck"]) == 0) == (number > rounds - 4)
            held = 8 - 2 * max(0, number - (rounds - 3))
            assert [len(hand) for hand in table["hands"]] == [held] * players
            match.pass_round()
    assert match.over


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_game_ends_with_all_hands_empty(edition: str, players: int) -> None:
    match = new_game(edition, players)
    while not match.over:
        match.pass_round()
    assert match.table["hands"] == [[] for _ in range(players)]
    assert (match.actor, match.decision, match.answers) == (None, None, [])
    assert match.result is not None


def test_at_the_end_the_next_order_is_set_and_the_round_is_the_last() -> None:
    match = last_round(period="rail", spent={0: 20, 1: 3, 3: 3}).pass_round()
    assert match.over
    assert match.table["order"] == [2, 1, 3, 0]
    assert match.table["spent"] == [0, 0, 0, 0]
    assert (match.table["period"], match.table["round"]) == ("rail", 8)


def test_after_the_canal_period_links_and_level_1_tiles_are_removed() -> None:
    match = last_round(
        board={
            "bolton.0": "cotton 1 a flipped",
            "bolton.1": "cotton 1 b",
            "wigan.0": "coal 1 b 2",
            "bolton.2": "iron 1 c 3",
            "preston.0": "port 1 d",
            "liverpool.2": "shipyard 1 d flipped",
        },
        links={"bolton-bury": "a", "liverpool-wigan": "b"},
    ).pass_round()
    assert match.table["period"] == "rail"
    assert (match.table["board"], match.table["links"]) == ({}, {})


@pytest.mark.parametrize(
    ("slot", "tile"),
    [
        ("bolton.0", "cotton 2 a"),
        ("bolton.0", "cotton 2 a flipped"),
        ("wigan.0", "coal 2 b 2"),
        ("bolton.2", "iron 2 c 4"),
        ("preston.0", "port 4 d flipped"),
    ],
)
def test_tiles_of_level_2_and_above_stay_as_they_are(slot: str, tile: str) -> None:
    assert last_round(board={slot: tile}).pass_round().tile(slot) == tile


def test_canals_connect_nothing_in_the_rail_period() -> None:
    match = last_round(
        board={"manchester.0": "cotton 2 a", "warrington_runcorn.1": "port 2 b"},
        links={"manchester-warrington_runcorn": "a"},
    )
    assert "sell" in match.answers
    match.pass_round()
    assert (match.actor, match.table["period"]) == (0, "rail")
    assert "sell" not in match.answers


def test_level_1_tiles_in_the_stacks_stay_there() -> None:
    match = last_round(board={"bolton.0": "cotton 1 a"}).pass_round()
    assert match.stack(0, "cotton") == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert match.stack(0, "port") == [1, 1, 2, 2, 3, 3, 4, 4]


def test_tracks_money_and_income_stay_through_the_change_of_periods() -> None:
    match = last_round(coal=3, iron=1).pass_round()
    assert (match.table["coal"], match.table["iron"]) == (3, 1)
    assert match.table["money"] == [30, 30, 30, 30]
    assert match.table["income"] == [10, 10, 10, 10]


def test_the_cotton_market_starts_again_in_the_rail_period() -> None:
    match = position(
        round_number=8,
        hand_size=2,
        hands={0: "oldham oldham"},
        deck=0,
        board={"warrington_runcorn.0": "cotton 2 a", "warrington_runcorn.1": "port 2 b"},
        cotton=3,
        distant=[4],
    )
    match.answer("sell", "discard oldham", "sell warrington_runcorn.0 to distant")
    assert (match.table["cotton"], match.table["turned"]) == (7, [4])
    match.pass_round()
    assert (match.table["cotton"], match.table["turned"]) == (0, [])
    assert sorted(match.table["distant"]) == [0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4]


@pytest.mark.parametrize(("edition", "aside"), [("2007", 2), ("2018", 0)])
def test_the_rail_period_has_a_new_deck_of_the_same_cards(edition: str, aside: int) -> None:
    table = last_round(edition=edition).pass_round().table
    assert [len(hand) for hand in table["hands"]] == [8] * 4
    assert (len(table["aside"]), table["discards"]) == (aside, [])
    everywhere = Counter(card for hand in table["hands"] for card in hand)
    everywhere.update(table["deck"] + table["aside"])
    assert everywhere == facts().editions[edition]["4"]["deck"]


def test_the_canal_period_goes_on_until_its_last_round() -> None:
    match = position(round_number=7, hand_size=4, deck=0).pass_round()
    assert (match.table["period"], match.table["round"]) == ("canal", 8)
    assert [len(hand) for hand in match.table["hands"]] == [2, 2, 2, 2]


def test_every_decision_with_a_single_answer_is_asked_and_recorded() -> None:
    match = position(hands={0: "oldham oldham"}).answer("pass")
    assert (match.decision, match.answers) == ("card", ["discard oldham"])
    match.answer("discard oldham")
    assert match.record().answers == ["pass", "discard oldham"]
