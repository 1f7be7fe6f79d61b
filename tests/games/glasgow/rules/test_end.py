"""How the game ends: with the twentieth building, or at the turn limit."""

from __future__ import annotations

import pytest

import smokestack
from tests.games.glasgow.positions import Position, position

FULL = "5 stone, 4 steel, 3 gold"

# One cell is free, at 1,2; S3 and R1 stand in its row.
ALMOST_FULL = """
    F1a P3a P4a P5a P6a
    T3b T4b T5b T6b S1b
    S2b .   S3a R1a R2a
    B1a B2b B3a B4b L3a
"""


def test_the_twentieth_building_ends_the_game() -> None:
    match = build_last(ALMOST_FULL)
    assert len(match.table["city"]) == 20
    assert match.table["city"]["1,2"] == ["T1", 0]
    assert (match.over, match.actor, match.decision) == (True, None, None)
    assert match.result is not None
    assert match.result.reason == "city"


def test_the_nineteenth_building_does_not_end_the_game() -> None:
    match = position(city=ALMOST_FULL.replace("L3a", "."), goods=("2 stone", ""))
    match.answer("move 5", "build 0", "place 1,2")
    assert len(match.table["city"]) == 19
    assert (match.actor, match.decision) == (1, "move")
    assert match.result is None


def test_the_last_turn_is_counted() -> None:
    assert build_last(ALMOST_FULL, turn=40).table["turn"] == 41


def test_goods_factories_still_give_to_both_owners_at_the_end() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F5a").replace("R1a", "F4b"))
    assert (match.goods(0), match.goods(1)) == ("1 gold", "1 steel")
    assert match.over


def test_banks_count_the_goods_of_the_last_building() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F5a"))
    assert bonus(match, "B3") == 3


def test_a_convert_factory_still_asks_its_owner_at_the_end() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F7b"), goods=("2 stone", "2 stone"))
    assert (match.over, match.actor, match.decision) == (False, 1, "convert")
    assert match.result is None
    match.answer("convert stone>steel 2")
    assert match.over
    assert match.goods(1) == "2 steel"
    assert bonus(match, "B2") == 4


def test_the_order_of_factories_is_still_asked_at_the_end() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F7a").replace("R1a", "F4a"))
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 2,2", "resolve 3,2"}
    match.answer("resolve 3,2", "convert steel>gold 1")
    assert match.over
    assert match.goods(0) == "1 gold"


def test_a_replace_factory_asks_nothing_at_the_end() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F8a"))
    assert match.over
    assert match.table["discards"] == []


def test_a_replace_factory_has_no_part_in_the_order_at_the_end() -> None:
    match = build_last(ALMOST_FULL.replace("S3a", "F8a").replace("R1a", "F4a"))
    assert match.over
    assert match.goods(0) == "1 steel"


def test_the_architect_is_not_refilled_at_the_end() -> None:
    match = position(city=ALMOST_FULL, goods=("2 stone", ""))
    pile = match.table["pile"]
    match.answer("move 5", "build 0")
    assert match.table["offers"]["5"] == ["T2"]
    assert match.table["pile"] == pile


@pytest.mark.parametrize("doubled", [False, True])
def test_no_further_build_follows_the_twentieth_building(doubled: bool) -> None:
    match = build_last(ALMOST_FULL, goods=(FULL, ""), doubled=(doubled, False))
    assert match.over
    assert match.goods(0) == "3 stone, 4 steel, 3 gold"


@pytest.mark.parametrize("doubled", [False, True])
def test_a_drawn_building_can_be_the_twentieth_and_nothing_more_is_drawn(doubled: bool) -> None:
    match = position(
        city=ALMOST_FULL,
        pile=["P1", "P2"],
        goods=(FULL, ""),
        doubled=(doubled, False),
    ).answer("move 11", "draw", "build")
    assert match.over
    assert match.result is not None
    assert match.result.reason == "city"
    assert match.table["city"]["1,2"] == ["P1", 0]
    assert (match.table["drawn"], match.table["pile"][0]) == (None, "P2")


def test_the_game_is_scored_after_the_last_permitted_turn() -> None:
    match = position(city="L1a T1b", turn=7, turn_limit=8).answer("move 1")
    assert (match.over, match.actor, match.decision) == (True, None, None)
    assert match.table["turn"] == 8
    assert match.result == smokestack.Result([5, 1], [0], "turn_limit")


def test_the_game_goes_on_before_the_turn_limit() -> None:
    match = position(turn=6, turn_limit=8).answer("move 1")
    assert (match.over, match.actor, match.decision) == (False, 1, "move")


def test_the_turn_limit_counts_the_turns_of_both_together() -> None:
    match = position(turn_limit=3).answer("move 1", "move 2", "move 3")
    assert match.over
    assert match.goods(0) == "1 stone, 1 gold"


def test_each_turn_of_a_player_who_moves_again_counts() -> None:
    match = position(merchants=(0, 9), turn_limit=2).answer("move 1", "move 2")
    assert match.over
    assert match.table["merchants"] == [2, 9]


def test_the_limit_is_five_hundred_turns() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    while not match.over:
        match.play("pass" if "pass" in match.answers else match.answers[0])
    assert match.game.audit(match.state)["turn"] == 500
    assert match.result is not None
    assert match.result.reason == "turn_limit"


def test_the_record_says_that_the_turn_limit_ended_the_game() -> None:
    match = smokestack.new_game("glasgow", seed=1, options={"turn_limit": 1})
    match.play("move 15")
    while not match.over:
        match.play("pass")
    result = match.record().result
    assert result is not None
    assert result.reason == "turn_limit"


def test_the_last_permitted_turn_is_finished() -> None:
    match = position(turn_limit=1).answer("move 6")
    assert (match.over, match.decision) == (False, "choice")
    match.answer("take gold")
    assert match.over
    assert match.goods(0) == "1 gold"


def test_the_opponent_still_decides_in_the_last_permitted_turn() -> None:
    match = position(city="F7b", goods=("4 stone, 1 gold", "1 stone"), turn_limit=1)
    match.answer("move 5", "build 0", "place 1,0")
    assert (match.actor, match.decision) == (1, "convert")
    match.answer("convert stone>steel 1")
    assert (match.actor, match.decision) == (0, "build")
    match.answer("build 1", "place 2,0", "pass")
    assert match.over
    assert len(match.table["city"]) == 3


def test_a_city_completed_in_the_last_permitted_turn_is_the_reason() -> None:
    match = build_last(ALMOST_FULL, turn=7, turn_limit=8)
    assert match.table["turn"] == 8
    assert match.result is not None
    assert match.result.reason == "city"


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("S1a P1b P2b P3b P4b\nL1b\nL2b\nL3b", 6),
        ("S1a P1b P2b P3b\nL1b\nL2b\nL3b\nL4b", 6),
        ("P1b S1a P2b P3b P4b\nL1b\nL2b\nL3b", 1),
        ("S1a P1b P2b P3b P4b\nL1b\nL2b", 1),
        ("S1a P1b P2b P3b\nL1b\nL2b\nL3b", 1),
    ],
    ids=["5 by 4", "4 by 5", "5 by 4, not a corner", "5 by 3", "4 by 4"],
)
def test_a_shop_at_the_turn_limit_needs_bounds_of_the_full_size(city: str, points: int) -> None:
    match = position(city=city, turn_limit=1).answer("move 1")
    assert match.result is not None
    assert match.result.reason == "turn_limit"
    assert match.result.scores[0] == points


def build_last(
    city: str,
    *,
    goods: tuple[str, str] = ("2 stone", ""),
    doubled: tuple[bool, bool] = (False, False),
    turn: int = 0,
    turn_limit: int = 500,
) -> Position:
    """Ann builds a tenement, T1 for two stone, in the last free cell."""
    return position(
        city=city, goods=goods, doubled=doubled, turn=turn, turn_limit=turn_limit
    ).answer("move 5", "build 0")


def bonus(match: Position, building: str) -> int:
    return next(line.bonus for line in smokestack.score_sheet(match) if line.item == building)
