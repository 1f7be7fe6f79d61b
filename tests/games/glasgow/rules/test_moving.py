"""Moving along the river, and whose turn it is."""

from __future__ import annotations

from tests.games.glasgow.positions import position


def test_a_merchant_may_move_one_to_fifteen_tiles_but_not_stay() -> None:
    match = position(merchants=(3, 5))
    targets = {answer.removeprefix("move ") for answer in match.answers}
    assert targets == {str(index) for index in range(16)} - {"3"}


def test_a_merchant_may_not_enter_the_contract_where_the_other_one_stands() -> None:
    match = position(merchants=(3, 7))
    assert "move 7" not in match.answers
    assert len(match.answers) == 14


def test_an_architect_may_be_shared() -> None:
    match = position(merchants=(3, 5)).answer("move 5")
    assert match.table["behind"] == 0


def test_the_newcomer_on_a_shared_architect_stands_behind_and_moves_again() -> None:
    match = position(merchants=(3, 5)).answer("move 5")
    assert (match.actor, match.decision) == (0, "move")


def test_the_first_player_stands_behind_at_the_start() -> None:
    match = position()
    assert (match.actor, match.decision) == (0, "move")


def test_the_merchant_farther_behind_moves_several_times_in_a_row() -> None:
    match = position(merchants=(0, 9)).answer("move 1", "move 2", "move 3")
    assert match.actor == 0
    assert match.table["turn"] == 3
    assert match.answer("move 13").actor == 1


def test_positions_count_steps_and_not_tiles() -> None:
    match = position(merchants=(14, 17)).answer("move 2")
    assert match.table["merchants"] == [18, 17]
    assert match.actor == 1


def test_moving_over_the_start_goes_on_counting() -> None:
    match = position(merchants=(30, 31)).answer("move 1")
    assert match.table["merchants"] == [33, 31]


def test_a_lead_never_exceeds_fifteen() -> None:
    match = position(merchants=(0, 0)).answer("move 15")
    assert match.table["merchants"] == [15, 0]
    assert "move 0" not in match.answers
