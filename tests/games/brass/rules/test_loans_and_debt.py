"""Loans, income, and what happens to players who can't pay."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import Position, position

CARDS = {0: "oldham oldham"}
DISCARD = "discard oldham"
LOANS = {"10", "20", "30"}


@pytest.mark.parametrize(
    ("space", "loan", "then"),
    [
        (10, 30, 7),
        (12, 30, 8),
        (25, 30, 20),
        (61, 30, 54),
        (33, 10, 30),
        (10, 10, 9),
        (10, 20, 8),
        (11, 10, 10),
        (12, 10, 10),
        (13, 20, 10),
        (99, 10, 96),
        (99, 30, 88),
        (3, 30, 0),
    ],
)
def test_a_loan_lowers_the_income_by_levels_to_the_highest_space_of_each(
    space: int, loan: int, then: int
) -> None:
    match = position(hands=CARDS, income={0: space}).answer(f"loan {loan}", DISCARD)
    assert (match.money(0), match.income(0)) == (30 + loan, then)


def test_a_loan_takes_one_action_and_any_card() -> None:
    match = position(hands={0: "wigan oldham port"}).answer("loan 30")
    assert set(match.answers) == {"discard wigan", "discard oldham", "discard port"}
    match.answer("discard port")
    assert (match.actor, match.decision) == (0, "action")


def test_borrowed_money_is_not_spent() -> None:
    match = position(hands=CARDS, spent={0: 4}).answer("loan 30", DISCARD)
    assert match.spent(0) == 4


@pytest.mark.parametrize(
    ("space", "loans"), [(0, set()), (1, {"10"}), (2, {"10", "20"}), (3, LOANS), (10, LOANS)]
)
def test_a_loan_never_lowers_the_income_below_minus_10(space: int, loans: set[str]) -> None:
    assert position(income=space).offered("loan") == loans


@pytest.mark.parametrize(
    ("period", "deck", "loans"),
    [("canal", 0, LOANS), ("canal", 1, LOANS), ("rail", 1, LOANS), ("rail", 0, set())],
)
def test_there_are_no_loans_in_rail_once_the_deck_is_empty(
    period: str, deck: int, loans: set[str]
) -> None:
    match = position(period=period, round_number=5, deck=deck)
    assert match.offered("loan") == loans


@pytest.mark.parametrize(
    ("space", "income"),
    [
        (0, -10), (1, -9), (9, -1), (10, 0), (11, 1), (12, 1), (13, 2), (29, 10), (30, 10),
        (31, 11), (33, 11), (34, 12), (58, 20), (60, 20), (61, 21), (64, 21), (65, 22), (96, 29),
        (97, 30), (99, 30),
    ],
)  # fmt: skip
@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_income_is_paid_by_the_space_of_the_marker(edition: str, space: int, income: int) -> None:
    match = position(edition=edition, income={1: space}).pass_round()
    assert match.table["round"] == 3
    assert match.table["money"] == [30, 30 + income, 30, 30]


def in_debt(
    board: dict[str, str],
    *,
    money: int = 0,
    vp: int = 0,
    links: dict[str, str] | None = None,
    coal: int = 8,
) -> Position:
    """A round is over in which seat 0 could not pay its income of -£10."""
    match = position(board=board, links=links, income={0: 0}, money={0: money}, vp=vp, coal=coal)
    return match.pass_round()


def test_a_player_who_cannot_pay_must_choose_among_all_own_tiles() -> None:
    match = in_debt(
        {
            "bolton.0": "cotton 1 a",
            "bury.0": "cotton 1 a flipped",
            "wigan.0": "coal 1 a 1",
            "colne.0": "cotton 1 b",
        },
        links={"bolton-bury": "a"},
        money=4,
    )
    assert (match.actor, match.decision, match.money(0)) == (0, "debt", -6)
    assert set(match.answers) == {"liquidate bolton.0", "liquidate bury.0", "liquidate wigan.0"}


@pytest.mark.parametrize("money", [10, 11])
def test_a_player_who_can_pay_sells_nothing(money: int) -> None:
    match = in_debt({"bolton.0": "cotton 1 a"}, money=money)
    assert (match.decision, match.money(0)) == ("action", money - 10)


@pytest.mark.parametrize(
    ("slot", "tile", "value"),
    [
        ("bolton.0", "cotton 1 a", 6),
        ("bolton.0", "cotton 1 a flipped", 6),
        ("bolton.0", "cotton 2 a", 7),
        ("bolton.0", "cotton 3 a", 8),
        ("bolton.0", "cotton 4 a", 9),
        ("bolton.0", "coal 1 a", 2),
        ("bolton.0", "coal 2 a", 3),
        ("bolton.0", "coal 3 a", 4),
        ("bolton.0", "coal 4 a", 5),
        ("bolton.2", "iron 1 a", 2),
        ("bolton.2", "iron 2 a", 3),
        ("bolton.2", "iron 3 a flipped", 4),
        ("bolton.2", "iron 4 a", 6),
        ("preston.0", "port 1 a", 3),
        ("preston.0", "port 2 a", 3),
        ("preston.0", "port 3 a flipped", 4),
        ("preston.0", "port 4 a", 4),
        ("liverpool.2", "shipyard 1 a flipped", 8),
    ],
)
def test_a_tile_is_worth_half_its_cost_rounded_down(slot: str, tile: str, value: int) -> None:
    match = in_debt({slot: tile, "colne.0": "cotton 1 a"}).answer(f"liquidate {slot}")
    assert match.money(0) == value - 10
    assert match.tile(slot) == ""
    assert (match.actor, match.decision) == (0, "debt")


def test_the_excess_is_kept_and_no_more_tiles_are_sold() -> None:
    match = in_debt({"bolton.0": "cotton 2 a", "colne.0": "cotton 1 a"}, money=5)
    match.answer("liquidate bolton.0")
    assert (match.money(0), match.decision) == (2, "action")
    assert match.tile("colne.0") == "cotton 1 a"


def test_a_debt_of_exactly_the_value_is_covered() -> None:
    match = in_debt({"bolton.0": "cotton 1 a", "colne.0": "cotton 1 a"}, money=4)
    match.answer("liquidate bolton.0")
    assert (match.money(0), match.decision) == (0, "action")


def test_the_cubes_of_a_sold_tile_are_lost() -> None:
    match = in_debt({"bolton.0": "coal 2 a 3"}, money=9, coal=2).answer("liquidate bolton.0")
    assert (match.table["board"], match.table["coal"], match.money(0)) == ({}, 2, 2)


def test_a_sold_tile_leaves_the_game_and_its_income_stays() -> None:
    match = in_debt({"bolton.0": "cotton 1 a flipped"}, money=9).answer("liquidate bolton.0")
    assert match.stack(0, "cotton") == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert match.income(0) == 0


def test_a_sold_tile_is_not_spent_money() -> None:
    match = in_debt({"bolton.0": "cotton 1 a"}, money=9).answer("liquidate bolton.0")
    assert match.spent(0) == 0


@pytest.mark.parametrize(("vp", "then"), [(20, 14), (6, 0), (5, 0), (0, 0)])
def test_without_tiles_a_point_is_lost_for_each_pound_but_never_below_0(vp: int, then: int) -> None:
    match = in_debt({}, money=4, vp=vp, links={"bolton-bury": "a"})
    assert (match.money(0), match.vp(0), match.decision) == (0, then, "action")
    assert match.table["links"] == {"bolton-bury": 0}


def test_points_pay_only_what_the_last_tile_did_not_cover() -> None:
    match = in_debt({"wigan.0": "coal 1 a"}, money=4, vp=20).answer("liquidate wigan.0")
    assert (match.money(0), match.vp(0), match.decision) == (0, 20 - 4, "action")


def test_income_is_settled_for_everybody_before_debtors_sell_in_turn_order() -> None:
    match = position(
        order=[2, 0, 3, 1],
        board={"bolton.0": "cotton 1 a", "colne.0": "cotton 1 c"},
        income={0: 0, 2: 1, 1: 20},
        money={0: 7, 2: 7},
    ).pass_round()
    assert match.table["money"] == [-3, 35, -2, 30]
    assert (match.actor, match.answers) == (2, ["liquidate colne.0"])
    match.answer("liquidate colne.0")
    assert (match.actor, match.answers) == (0, ["liquidate bolton.0"])
    match.answer("liquidate bolton.0")
    assert match.table["money"] == [3, 35, 4, 30]
    assert (match.actor, match.decision) == (2, "action")


@pytest.mark.parametrize(("edition", "number"), [("2007", 3), ("2018", 2)])
def test_debtors_sell_in_the_order_just_set(edition: str, number: int) -> None:
    match = position(
        edition=edition,
        board={"bolton.0": "cotton 1 a", "colne.0": "cotton 1 b"},
        spent={0: 10},
        income={0: 0, 1: 0},
        money={0: 7, 1: 7},
    ).pass_round()
    assert match.table["order"] == [1, 2, 3, 0]
    assert match.table["round"] == number
    assert (match.actor, match.answers) == (1, ["liquidate colne.0"])
    match.answer("liquidate colne.0")
    assert (match.actor, match.answers) == (0, ["liquidate bolton.0"])


TWO_MILLS = {"bolton.0": "cotton 1 a flipped", "colne.0": "cotton 2 a flipped"}


def test_in_2007_debts_at_the_turn_of_the_periods_come_after_scoring_and_clean_up() -> None:
    match = position(
        round_number=8, hand_size=2, deck=0, board=TWO_MILLS, income={0: 0}, money={0: 7}
    ).pass_round()
    assert (match.table["period"], match.table["round"], match.vp(0)) == ("rail", 1, 3 + 5)
    assert (match.actor, match.money(0)) == (0, -3)
    assert match.answers == ["liquidate colne.0"]


def test_in_2018_debts_at_the_turn_of_the_periods_come_before_scoring_and_clean_up() -> None:
    match = position(
        edition="2018",
        round_number=8,
        hand_size=2,
        deck=0,
        board=TWO_MILLS,
        income={0: 0},
        money={0: 7},
    ).pass_turns(4)
    assert (match.table["period"], match.table["round"], match.vp(0)) == ("canal", 8, 0)
    assert (match.actor, match.money(0)) == (0, -3)
    assert set(match.answers) == {"liquidate bolton.0", "liquidate colne.0"}
    match.answer("liquidate colne.0")
    assert (match.table["period"], match.money(0), match.vp(0)) == ("rail", 4, 5)


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_income_is_paid_once_at_the_turn_of_the_periods(edition: str) -> None:
    match = position(
        edition=edition, round_number=8, hand_size=2, deck=0, income={0: 20, 1: 8}
    ).pass_round()
    assert (match.table["period"], match.table["round"]) == ("rail", 1)
    assert match.table["money"] == [35, 28, 30, 30]


@pytest.mark.parametrize("edition", ["2007", "2018"])
def test_no_income_is_paid_after_the_last_rail_round(edition: str) -> None:
    match = position(
        edition=edition,
        period="rail",
        round_number=8,
        hand_size=2,
        deck=0,
        income={0: 40, 1: 0},
        money={1: 3},
    ).pass_round()
    assert match.over
    assert match.table["money"] == [30, 3, 30, 30]
