"""Line-ups, rotations, seed groups, and plans that can't be played."""

from __future__ import annotations

from collections import Counter

import pytest

from smokestack.arena.plan import Plan, make_plan
from smokestack.engine.errors import InvalidInput
from tests.arena.tables import allow_names


@pytest.fixture(autouse=True)
def more_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Names for pools of any size; their games can't be played."""
    allow_names(monkeypatch, *"abcdef")


def test_two_players_swap_seats() -> None:
    assert make_plan("glasgow", ["a", "b"]).seatings == [["a", "b"], ["b", "a"]]


def test_every_player_has_every_seat_equally_often() -> None:
    plan = make_plan("brass", ["a", "b", "c", "d"])
    sat = Counter((seat, name) for names in plan.seatings for seat, name in enumerate(names))
    assert len(plan.seatings) == 4
    assert set(sat.values()) == {1}


def test_a_larger_pool_plays_all_line_ups() -> None:
    plan = make_plan("brass", ["a", "b", "c", "d", "e", "f"])
    assert plan.seats == 4
    assert len(plan.seatings) == 15 * 4
    assert len({tuple(sorted(names)) for names in plan.seatings}) == 15


def test_a_pool_for_glasgow_plays_all_pairs() -> None:
    plan = make_plan("glasgow", ["a", "b", "c"])
    assert sorted("".join(names) for names in plan.seatings) == ["ab", "ac", "ba", "bc", "ca", "cb"]


def test_one_bot_against_three_equal_ones_has_each_seat_once() -> None:
    plan = make_plan("brass", ["a", "b", "b", "b"])
    assert [names.index("a") for names in plan.seatings] == [0, 3, 2, 1]
    assert plan.names == ["a", "b"]


def test_equal_seatings_are_played_once() -> None:
    assert make_plan("brass", ["a", "b", "a", "b"]).seatings == [
        ["a", "b", "a", "b"],
        ["b", "a", "b", "a"],
    ]


def test_a_single_player_fills_the_table_and_plays_one_game_a_seed() -> None:
    assert make_plan("brass", ["a"]).seatings == [["a"] * 4]
    assert make_plan("brass", ["a", "a", "a"]).seatings == [["a"] * 3]
    assert make_plan("brass", ["a"], seats=3).seatings == [["a"] * 3]


def test_all_games_of_a_group_share_a_seed_and_groups_do_not() -> None:
    plan = make_plan("glasgow", ["a", "b", "c"], seed=70)
    seeds = [plan.table(number).setup.seed for number in range(12)]
    assert seeds == [70] * 6 + [71] * 6
    assert plan.table(7).seating == plan.table(1).seating


def test_games_are_rounded_up_to_whole_groups() -> None:
    plan = make_plan("brass", ["a", "b", "c", "d"])
    assert [plan.groups_for(games) for games in (1, 4, 5, 100)] == [1, 1, 2, 25]


def test_par_is_an_equal_share_of_the_wins() -> None:
    assert make_plan("brass", ["a", "b", "b", "b"]).par == 0.25


def test_players_have_neutral_names_at_the_table() -> None:
    assert make_plan("glasgow", ["a", "b"]).table(0).setup.players == ["Player 1", "Player 2"]


def test_every_plan_has_its_own_key() -> None:
    plans = [
        make_plan("glasgow", ["a", "b"]),
        make_plan("glasgow", ["a", "c"]),
        make_plan("glasgow", ["a", "b"], seed=1),
        make_plan("glasgow", ["a", "b"], options={"turn_limit": 9}),
    ]
    assert len({plan.key for plan in plans}) == len(plans)
    assert make_plan("glasgow", ["a", "b"]).key == plans[0].key


@pytest.mark.parametrize(
    ("game", "players", "seats", "error_line"),
    [
        ("glasgow", ["a", "nobody"], None, "no bot 'nobody'"),
        ("glasgow", [""], None, "no bot ''"),
        ("glasgow", ["a", "b"], 3, "no number of players 3; possible: 2"),
        ("glasgow", ["a", "a", "b"], None, "'a' is named twice"),
        ("brass", ["a", "b"], None, "is played by 3 or 4, but 2 players are named"),
        ("brass", ["a", "b"], 4, "2 players for 4 seats"),
        ("chess", ["a", "b"], None, "no game 'chess'"),
    ],
)
def test_a_plan_that_can_not_be_played_is_refused(
    game: str, players: list[str], seats: int | None, error_line: str
) -> None:
    with pytest.raises(InvalidInput, match=error_line):
        make_plan(game, players, seats=seats)


def test_a_pool_with_too_many_line_ups_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"bot{number}" for number in range(60)]
    allow_names(monkeypatch, *names)
    with pytest.raises(InvalidInput, match="all line-ups of 60 players make 1950540 games"):
        make_plan("brass", names)


def test_too_many_games_for_the_highest_seed_are_refused() -> None:
    plan: Plan = make_plan("glasgow", ["a", "b"], seed=2**63 - 1)
    assert plan.groups_for(2) == 1
    with pytest.raises(InvalidInput, match="run out of seeds"):
        plan.groups_for(3)
