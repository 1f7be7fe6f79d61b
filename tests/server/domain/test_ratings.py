"""Which games can be rated, the places of their players, and what those change."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from smokestack.bots.ratings import measurements
from smokestack.bots.registry import levels
from smokestack.server.domain import clocks, dealing, leaving, ratings, seats, turns
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.pace import WITHOUT_CLOCK, live
from smokestack.server.domain.ratings import BOTS, PEOPLE, Rating, RatingList
from smokestack.server.domain.table import OVER, Table
from tests.server.domain.tables import NOW, SIGNER, new_table
from tests.server.services import ANN, BOB, CONTRIBUTION, EVE

RATED: dict[str, Any] = {"rated": True, "pace": live(30, 0), "first": -1}


def rated(*guests: str, game: str = "glasgow") -> Table:
    """A running rated game; a guest may have any seat."""
    table = new_table("me", *["link"] * (len(guests) - 1), game=game, **RATED)
    for guest in guests:
        if guest != ANN:
            free = next(seat for seat in table.seats if seat.free)
            seats.take(table, SIGNER, free, guest, guest[:3], NOW)
            dealing.contribute(table, guest, CONTRIBUTION, NOW)
    return table


def seat_of(table: Table, guest: str) -> int:
    return table.seats_of(guest)[0]


def finished(table: Table) -> Table:
    """The table after first legal answers to its end."""
    while not table.finished:
        play_first(table)
    return table


def play_first(table: Table) -> None:
    """Give the first legal answer."""
    actor = table.actor
    assert actor is not None
    if actor.bot:
        turns.answer_for_bot(table, table.match.answers[0], NOW)
    else:
        turns.answer_for_guest(table, actor.guest, actor.number, table.match.answers[0], NOW)


@pytest.mark.parametrize(
    ("kinds", "changed"),
    [
        (("me", "link"), {"hints": True}),
        (("me", "link"), {"pace": WITHOUT_CLOCK}),
        (("me", "here:Bob"), {}),
        (("me", "link"), {"first": 0}),
        (("me", "link", "clerk"), {"game": "brass"}),
        (("clerk", "clerk"), {}),
        (("me", "link"), {"options": {"whisky_converts": False}}),
    ],
)
def test_some_games_can_not_be_rated(kinds: tuple[str, ...], changed: dict[str, Any]) -> None:
    with pytest.raises(InvalidAction):
        new_table(*kinds, **{**RATED, **changed})


def test_nobody_has_two_seats_in_a_rated_game() -> None:
    table = new_table("me", "link", **RATED)
    free = next(seat for seat in table.seats if seat.free)
    with pytest.raises(InvalidAction):
        seats.take(table, SIGNER, free, ANN, "Ann", NOW)


def test_places_follow_the_winner_and_the_points() -> None:
    table = finished(rated(ANN, BOB, EVE, game="brass"))
    result = table.match.result
    assert result is not None
    places = ratings.places(table)
    assert places is not None
    assert {seat for seat, place in enumerate(places) if place == 1} == set(result.winners)
    by_place = [result.scores[seat] for seat in sorted(range(3), key=lambda seat: places[seat])]
    assert by_place == sorted(result.scores, reverse=True)


def test_those_who_leave_come_last_even_if_their_bot_wins() -> None:
    table = rated(ANN, BOB, EVE, game="brass")
    gone = seat_of(table, BOB)
    leaving.leave(table, SIGNER, BOB, gone, NOW)
    assert table.seats[gone].bot
    finished(table)
    assert table.status == OVER
    places = ratings.places(table)
    assert places is not None
    assert places[gone] == max(places)
    assert places.count(max(places)) == 1


def test_leaving_a_rated_game_of_two_loses_it() -> None:
    table = rated(ANN, BOB)
    leaving.leave(table, SIGNER, BOB, seat_of(table, BOB), NOW)
    places = ratings.places(table)
    assert places is not None
    assert (places[seat_of(table, ANN)], places[seat_of(table, BOB)]) == (1, 2)


def test_a_time_out_comes_last() -> None:
    table = rated(ANN, BOB)
    clocks.settle(table, NOW, [])
    assert table.actor is not None
    late = table.actor.number
    assert table.clock is not None
    table.clock = msgspec.structs.replace(table.clock, timed_out=(late,))
    table.seats[late].bot = "clerk"
    finished(table)
    places = ratings.places(table)
    assert places is not None
    assert places[late] == 2


def test_a_game_that_everybody_left_says_nothing() -> None:
    table = rated(ANN, BOB)
    for seat in table.seats:
        seat.bot = "clerk"
    assert ratings.places(finished(table)) is None


def test_a_win_against_a_stronger_player_counts_more() -> None:
    weak, strong = Rating(20.0, 3.0, 10, 2), Rating(35.0, 3.0, 10, 8)
    upset, expected = ratings.rate([weak, strong], [1, 2]), ratings.rate([weak, strong], [2, 1])
    assert upset[0].mu - weak.mu > weak.mu - expected[0].mu > 0
    assert (upset[0].games, upset[0].wins, expected[0].wins) == (11, 3, 2)


def test_a_rating_settles_after_about_ten_games() -> None:
    own, games = Rating(), 0
    while own.provisional:
        games += 1
        own = ratings.rate([own, Rating(25.0, 4.0)], [1 + games % 2, 2 - games % 2])[0]
    assert 6 <= games <= 14
    assert abs(own.points - 1500) < 150


def test_the_shipped_ratings_rank_the_levels_in_order() -> None:
    assert measurements()
    for measured in measurements():
        weakest_first = sorted(measured.ratings, key=lambda level: measured.ratings[level].mu)
        assert weakest_first == [level for level in levels() if level in measured.ratings]
        assert "smokestack arena" in measured.command
    table = new_table("me", "clerk", **RATED)
    assert ratings.list_of(table) == RatingList("glasgow", 2, BOTS)
    assert ratings.list_of(rated(ANN, BOB)) == RatingList("glasgow", 2, PEOPLE)


@pytest.mark.parametrize("is_rated", [True, False])
def test_a_rated_game_is_not_undone_past_the_answer_of_a_bot(is_rated: bool) -> None:
    chosen = RATED if is_rated else {}
    table = new_table("me", "clerk", **chosen)
    while not (table.answer_log and table.answer_log[-1].by_bot and undo_reaches_ann(table)):
        play_first(table)
    assert turns.can_undo(table, ANN) != is_rated


def undo_reaches_ann(table: Table) -> bool:
    """Whether Ann has answered, and nothing was revealed since then."""
    for meta in reversed(table.answer_log):
        if meta.reveals:
            return False
        if not meta.by_bot:
            return True
    return False
