"""The statistics of a report, against values computed by hand."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from smokestack.arena.intervals import share_of, student, wilson
from smokestack.arena.plan import Plan, make_plan
from smokestack.arena.ratings import rate
from smokestack.arena.report import report_of
from smokestack.arena.results import results_of
from tests.arena.tables import finished, outcome

WIN, LOSS = [9, 5], [5, 9]


@pytest.fixture
def duel() -> Plan:
    """Each seed has a game greedy–random and a game random–greedy."""
    return make_plan("glasgow", ["greedy", "random"])


@pytest.fixture
def table() -> Plan:
    return make_plan("brass", ["greedy", "random", "random", "random"])


def test_the_interval_is_students_over_groups() -> None:
    # mean 0.5, standard deviation 0.08165, error 0.040825, t(3) = 3.1824
    share = share_of([0.4, 0.5, 0.6, 0.5])
    assert share.mean == 0.5
    assert (share.low, share.high) == pytest.approx((0.370079, 0.629921), abs=1e-5)


def test_intervals_of_wins_are_over_groups_not_over_games(duel: Plan) -> None:
    # Greedy wins 1, 1, 1 and 2 games of the groups: 0.5, 0.5, 0.5, 1; error 0.125.
    games = finished(duel, WIN, WIN, LOSS, LOSS, WIN, WIN, WIN, LOSS)
    wins = {s.player: s.wins for s in results_of(duel, games).standings}
    assert wins["greedy"].mean == 0.625
    assert (wins["greedy"].low, wins["greedy"].high) == pytest.approx((0.2272, 1), abs=1e-4)
    assert wins["random"].mean == 0.375


def test_a_single_group_has_no_interval(duel: Plan) -> None:
    best = results_of(duel, finished(duel, WIN, LOSS)).standings[0]
    assert (best.wins.mean, best.wins.low, best.wins.high) == (1, None, None)


def test_winning_every_game_still_has_an_interval() -> None:
    # Wilson for 4 of 4: 4 / (4 + 1.96²)
    share = share_of([1.0] * 4)
    assert (share.low, share.high) == pytest.approx((0.510109, 1.0), abs=1e-6)
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-5)


@pytest.mark.parametrize(
    ("freedom", "point"), [(1, 12.7062), (9, 2.2622), (10, 2.2281), (30, 2.0423)]
)
def test_students_t_agrees_with_published_tables(freedom: int, point: float) -> None:
    assert student(freedom) == pytest.approx(point, abs=2e-4)


def test_students_t_falls_with_the_number_of_groups() -> None:
    points = [student(freedom) for freedom in range(1, 400)]
    assert points == sorted(points, reverse=True)
    assert points[-1] == pytest.approx(1.966, abs=1e-3)


def test_a_player_on_three_seats_has_the_mean_of_one_seat(table: Plan) -> None:
    games = finished(table, [9, 1, 2, 3], [9, 1, 2, 3], [1, 2, 9, 3], [1, 9, 2, 3])
    standings = {s.player: s for s in results_of(table, games).standings}
    assert standings["greedy"].wins.mean == 0.75
    assert standings["random"].wins.mean == pytest.approx(0.25 / 3, abs=1e-6)
    assert standings["random"].points.mean == pytest.approx((6 + 12 + 6 + 6) / 12, abs=1e-4)
    assert standings["random"].games == 4


def test_a_shared_win_counts_in_part(duel: Plan) -> None:
    games = finished(duel, outcome([9, 9], [0, 1]), LOSS)
    assert [s.wins.mean for s in results_of(duel, games).standings] == [0.75, 0.25]


def test_points_are_counted_by_score(duel: Plan) -> None:
    points = results_of(duel, finished(duel, WIN, [5, 9], [7, 6], [5, 9])).standings[0].points
    assert points.counts == {7: 1, 9: 3}
    assert (points.mean, points.min, points.max) == (8.5, 7, 9)


def test_head_to_head_shares_of_two_players_add_up_to_one() -> None:
    plan = make_plan("brass", ["greedy", "random", "random", "greedy"])
    games = finished(plan, [5, 4, 3, 2], [9, 9, 1, 0], [4, 4, 4, 4], [1, 3, 7, 2])
    ahead = {(d.player, d.opponent): d for d in results_of(plan, games).duels}
    assert set(ahead) == set(permutations(["greedy", "random"], 2))
    there, back = ahead["greedy", "random"], ahead["random", "greedy"]
    assert there.ahead.mean + back.ahead.mean == pytest.approx(1)
    assert there.games == back.games == 4


def test_ties_count_half_head_to_head(table: Plan) -> None:
    # Greedy sits on seats 0, 3, 2, 1: behind one, level with one and ahead of one; behind one and
    # ahead of two; twice ahead of all.
    games = finished(table, outcome([5, 9, 5, 1], [1]), [9, 1, 2, 3], [1, 2, 9, 3], [1, 9, 2, 3])
    (there,) = [d for d in results_of(table, games).duels if d.player == "greedy"]
    assert there.ahead.mean == pytest.approx((1.5 / 3 + 2 / 3 + 1 + 1) / 4, abs=1e-6)


def test_the_wins_of_all_seats_add_up_to_one(duel: Plan) -> None:
    seats = results_of(duel, finished(duel, WIN, WIN, WIN, LOSS)).seats
    assert [seat.wins.mean for seat in seats] == [0.75, 0.25]
    assert [seat.points for seat in seats] == [8, 6]


def test_a_winner_is_rated_higher_and_more_games_lower_sigma(duel: Plan) -> None:
    few = rate(duel.names, finished(duel, WIN, LOSS))
    many = rate(duel.names, finished(duel, *[WIN, LOSS] * 10))
    for ratings in (few, many):
        better, worse = ratings["greedy"], ratings["random"]
        assert better is not None
        assert worse is not None
        assert better.mu > 25 > worse.mu
        assert better.ordinal == pytest.approx(better.mu - 3 * better.sigma, abs=1e-3)
    assert few["greedy"] is not None
    assert many["greedy"] is not None
    assert many["greedy"].sigma < few["greedy"].sigma


def test_ties_leave_ratings_equal(duel: Plan) -> None:
    tie = outcome([9, 9], [0, 1])
    first, second = rate(duel.names, finished(duel, tie, tie)).values()
    assert first is not None
    assert second is not None
    assert first.mu == pytest.approx(second.mu)


def test_a_player_on_three_seats_is_rated_once_for_each_game(table: Plan) -> None:
    ratings = rate(table.names, finished(table, [9, 1, 2, 3]))
    one, copies = ratings["greedy"], ratings["random"]
    assert one is not None
    assert copies is not None
    assert one.mu > 25 > copies.mu
    assert copies.sigma > one.sigma - 1


def test_a_bot_against_itself_has_no_rating_and_no_interval() -> None:
    plan = make_plan("glasgow", ["greedy"])
    results = results_of(plan, finished(plan, WIN, LOSS, WIN))
    (standing,) = results.standings
    assert standing.rating is None
    assert (standing.wins.mean, standing.wins.low) == (0.5, None)
    assert results.duels == []
    assert results.seats[0].wins.mean == pytest.approx(2 / 3, abs=1e-6)


def test_the_fingerprint_ignores_thinking_times(duel: Plan) -> None:
    games = finished(duel, WIN, LOSS)
    again = finished(duel, WIN, LOSS)
    again[0].outcome.answer_times.seconds[0] = 99.0
    other = finished(duel, WIN, WIN)
    prints = [results_of(duel, played).fingerprint for played in (games, again, other)]
    assert prints[0] == prints[1] != prints[2]


def test_the_json_holds_plan_results_and_paces(duel: Plan) -> None:
    data = json.loads(report_of(duel, finished(duel, WIN, LOSS)).to_json())
    assert list(data) == ["plan", "results", "paces"]
    assert data["plan"]["players"] == ["greedy", "random"]
    assert " ".join(data["results"]) == (
        "games groups par standings duels seats length endings fingerprint"
    )
    standing = data["results"]["standings"][0]
    assert list(standing) == ["player", "games", "rating", "wins", "points", "adjusted", "answers"]
    assert list(standing["rating"]) == ["mu", "sigma", "ordinal"]
    assert list(standing["wins"]) == ["mean", "low", "high"]
    # Half a second for ten answers each, 250 ms for the slowest.
    assert data["paces"][0] == {"player": "greedy", "mean": 50.0, "slowest": 250.0}
