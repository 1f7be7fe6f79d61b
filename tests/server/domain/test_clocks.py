"""Clocks: whose time runs, how much is left, and what happens when it is over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from smokestack.server.domain import clocks, dealing, leaving, seats, turns
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.pace import (
    SEAT_RESIGNS,
    SECONDS_PER_DAY,
    SECONDS_PER_HOUR,
    SECONDS_PER_MINUTE,
    Night,
    Pace,
    days,
    live,
    make_night,
    pace_sentences,
    time_text,
)
from smokestack.server.domain.status import agreements, status_line
from smokestack.server.domain.table import OVER, RESIGNED, RUNNING, Table
from tests.server.domain.tables import NOW, SIGNER, new_table, sentences
from tests.server.services import ANN, BOB, CONTRIBUTION, EVE

LIVE = live(10, 15)
DAILY = days(24, 72)


def after(**time: float) -> datetime:
    return NOW + timedelta(**time)


def game(pace: Pace = LIVE, **chosen: Any) -> Table:
    """A game of Ann and Bob that starts now, with Ann to move."""
    table = new_table("me", "link", pace=pace, **chosen)
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    dealing.contribute(table, BOB, CONTRIBUTION, NOW)
    clocks.settle(table, NOW, ())
    return table


def play(table: Table, guest: str, now: datetime, answer: str = "") -> None:
    turns.answer_for_guest(table, guest, None, answer or table.match.answers[0], now)
    clocks.settle(table, now, ())


def play_turn(table: Table, guest: str, now: datetime) -> None:
    """Play until it is not the guest's turn, or a new one of the guest has begun."""
    turn = table.match.state.turn
    while table.actor and table.actor.is_of(guest) and table.match.state.turn == turn:
        play(table, guest, now)


def times(table: Table, now: datetime) -> list[float]:
    found = clocks.seat_times(table, now, ())
    return [round(time.left + time.turn_left, 3) for time in found]


def test_only_the_time_of_the_player_who_must_answer_runs() -> None:
    table = game()
    assert times(table, after(minutes=4)) == [360, 600]
    assert [time.runs for time in clocks.seat_times(table, NOW, ())] == [True, False]
    assert table.clock is not None
    assert table.clock.due == after(minutes=10)


def test_a_turn_costs_its_time_and_earns_the_increment() -> None:
    table = game()
    play_turn(table, ANN, after(minutes=4))
    assert times(table, after(minutes=4))[0] == 360 + 15
    actor = table.actor
    assert actor is not None
    assert (
        times(table, after(minutes=5))[actor.number]
        == times(table, after(minutes=4))[actor.number] - 60
    )


def test_several_answers_of_one_turn_earn_the_increment_once() -> None:
    table = game(game="brass")
    actor = table.actor
    assert actor is not None
    turn = table.match.state.turn
    play(table, actor.guest, after(seconds=10))
    assert table.match.state.turn == turn
    assert times(table, after(seconds=20))[actor.number] == 580


def test_a_turn_within_its_hours_leaves_the_reserve_alone() -> None:
    table = game(DAILY)
    play_turn(table, ANN, after(hours=23))
    assert clocks.seat_times(table, after(hours=23), ())[0].left == 72 * SECONDS_PER_HOUR
    table = game(DAILY)
    play_turn(table, ANN, after(hours=30))
    assert clocks.seat_times(table, after(hours=30), ())[0].left == 66 * SECONDS_PER_HOUR


def test_taking_back_a_turn_costs_the_time_since_then_but_never_the_game() -> None:
    table = game()
    play(table, ANN, after(minutes=1), "move 2")
    assert table.actor is not None
    assert table.actor.is_of(BOB)
    for undone, left in ((after(minutes=3), 600 - 180), (after(minutes=30), 10)):
        taken_back = table.copy()
        turns.undo(taken_back, ANN, undone)
        clocks.settle(taken_back, undone, ())
        assert times(taken_back, undone) == [left, 600]
        assert taken_back.actor is not None
        assert taken_back.actor.is_of(ANN)


def test_no_time_passes_while_no_server_runs() -> None:
    table = game()
    down = [(after(minutes=1), after(hours=5))]
    assert clocks.seat_times(table, after(hours=5, minutes=2), down)[0].left == 600 - 180
    assert clocks.next_due(table, down) == after(hours=5, minutes=9)
    clocks.time_out(table, after(hours=5), down)
    assert table.clock is not None
    assert not table.clock.timed_out


def test_no_time_passes_at_night() -> None:
    night = make_night(22, 8, "Europe/Berlin")  # 21 to 7 in UTC in winter
    table = game(days(12, 0, night=night))  # begins at 12:00 UTC
    assert clocks.next_due(table, ()) == datetime(2026, 2, 4, 10, 0, tzinfo=UTC)
    at_night = clocks.seat_times(table, datetime(2026, 2, 3, 23, 0, tzinfo=UTC), ())[0]
    assert (at_night.turn_left, at_night.runs, at_night.starts_in) == (
        3 * SECONDS_PER_HOUR,
        False,
        8 * SECONDS_PER_HOUR,
    )
    evening = clocks.seat_times(table, datetime(2026, 2, 3, 20, 0, tzinfo=UTC), ())[0]
    assert (evening.turn_left, evening.runs, evening.stops_in) == (
        4 * SECONDS_PER_HOUR,
        True,
        SECONDS_PER_HOUR,
    )


def test_a_downtime_within_a_night_is_not_counted_twice() -> None:
    night = Night(22, 8)
    first, last = datetime(2026, 2, 3, 20, tzinfo=UTC), datetime(2026, 2, 4, 10, tzinfo=UTC)
    down = (datetime(2026, 2, 3, 21, tzinfo=UTC), datetime(2026, 2, 4, 7, tzinfo=UTC))
    stops = sorted([next(night.intervals(first)), down])
    assert clocks.elapsed(first, last, stops) == 3 * SECONDS_PER_HOUR
    assert clocks.moment_after(first, 3 * SECONDS_PER_HOUR, stops) == last


@pytest.mark.parametrize("hours", [(22, 8), (23, 7), (2, 3), (1, 4), (0, 16)])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Antarctica/Troll", "UTC"])
@pytest.mark.parametrize("month", [3, 4, 10, 11])
def test_nothing_is_left_when_time_is_due_even_if_the_time_zone_changes_its_clock(
    hours: tuple[int, int], zone: str, month: int
) -> None:
    night = make_night(*hours, zone)
    for begin in range(0, 31 * 24, 5):
        since = datetime(2026, month, 1, 0, 30, tzinfo=UTC) + timedelta(hours=begin)
        due = clocks.moment_after(since, 12 * SECONDS_PER_HOUR, night.intervals(since))
        assert clocks.elapsed(since, due, night.intervals(since)) == 12 * SECONDS_PER_HOUR
        minute = timedelta(minutes=1)
        assert (
            clocks.elapsed(since, due - minute, night.intervals(since))
            == 12 * SECONDS_PER_HOUR - SECONDS_PER_MINUTE
        )
        assert clocks.elapsed(since, due + minute, night.intervals(since)) >= 12 * SECONDS_PER_HOUR


@pytest.mark.parametrize("month", [3, 10])
@pytest.mark.parametrize("downtime_days", [0, 10, 300])
def test_a_time_out_is_never_early_nor_late(month: int, downtime_days: int) -> None:
    table = game(days(24, 0, night=make_night(23, 7, "Europe/Berlin")))
    for begin in range(24, 31):
        since = datetime(2026, month, begin, 21, tzinfo=UTC)
        down = [(since + timedelta(hours=1), since + timedelta(days=downtime_days, hours=1))]
        clocks.settle(table, since, down)
        assert table.clock is not None
        assert table.clock.running is not None
        table.clock = replace(table.clock, running=replace(table.clock.running, since=since))
        due = clocks.next_due(table, down)
        assert due is not None
        assert clocks.seat_times(table, due, down)[0].turn_left == 0
        early, in_time = table.copy(), table.copy()
        clocks.time_out(early, due - timedelta(seconds=1), down)
        clocks.time_out(in_time, due, down)
        assert not clocks.is_timed_out(early, 0)
        assert clocks.is_timed_out(in_time, 0)


def test_a_night_that_spring_skips_is_left_out() -> None:
    # Clocks go from 2:00 to 3:00 in the morning of this Sunday.
    night = make_night(2, 3, "Europe/Berlin")
    start, end = next(night.intervals(datetime(2026, 3, 29, tzinfo=UTC)))
    assert (start, end) == (
        datetime(2026, 3, 30, 0, tzinfo=UTC),
        datetime(2026, 3, 30, 1, tzinfo=UTC),
    )


def test_all_players_must_agree_on_a_pause_and_any_can_end_it() -> None:
    table = game()
    clocks.vote_for_pause(table, ANN, after(minutes=1), ())
    clocks.settle(table, after(minutes=1), ())
    assert times(table, after(minutes=2)) == [480, 600]
    clocks.vote_for_pause(table, BOB, after(minutes=2), ())
    clocks.settle(table, after(minutes=2), ())
    assert table.clock is not None
    assert table.clock.due is None
    clocks.time_out(table, after(days=9), ())
    assert times(table, after(days=9)) == [480, 600]
    clocks.end_pause(table, BOB, after(days=9))
    clocks.settle(table, after(days=9), ())
    assert times(table, after(days=9, minutes=1)) == [420, 600]
    assert sentences(table)[-3:] == [
        "Ann suggests a pause.",
        "All players have agreed on a pause. The clocks stand still.",
        "Bob has ended the pause. The clocks run again.",
    ]


def test_a_vote_for_a_pause_can_be_withdrawn() -> None:
    table = game()
    clocks.vote_for_pause(table, ANN, NOW, ())
    clocks.end_pause(table, ANN, NOW)
    clocks.vote_for_pause(table, BOB, NOW, ())
    assert table.clock is not None
    assert not table.clock.paused


def test_only_players_pause_and_only_clocks_that_run() -> None:
    with pytest.raises(NotYourSeat):
        clocks.vote_for_pause(game(), EVE, NOW, ())
    with pytest.raises(InvalidAction, match="no clock"):
        clocks.vote_for_pause(game(Pace()), ANN, NOW, ())


def test_a_bot_plays_on_when_the_time_is_over() -> None:
    table = game()
    clocks.time_out(table, after(minutes=9), ())
    assert not table.seats[0].bot
    clocks.time_out(table, after(minutes=10), ())
    clocks.settle(table, after(minutes=10), ())
    assert (table.status, table.seats[0].bot) == (RUNNING, "clerk")
    assert sentences(table)[-1] == "Ann's time has run out. A bot plays on."
    announced = len(table.announcements)
    clocks.time_out(table, after(minutes=11), ())
    assert len(table.announcements) == announced
    with pytest.raises(InvalidAction, match="time has run out"):
        leaving.return_to_seat(table, ANN, 0, NOW)


def test_a_player_whose_time_is_over_resigns_if_that_was_agreed() -> None:
    table = game(live(10, 0, SEAT_RESIGNS))
    clocks.time_out(table, after(minutes=10), ())
    clocks.settle(table, after(minutes=10), ())
    assert (table.status, table.resigned) == (RESIGNED, 0)
    assert status_line(table, None) == "Ann's time has run out. The game is over."
    assert table.clock is not None
    assert table.clock.due is None


def test_a_bot_replaces_a_player_who_resigned_where_others_play_on() -> None:
    table = new_table("me", "link", "link", game="brass", pace=live(10, 0, SEAT_RESIGNS))
    for seat, guest, name in ((1, BOB, "Bob"), (2, EVE, "Eve")):
        seats.take(table, SIGNER, table.seats[seat], guest, name, NOW)
        dealing.contribute(table, guest, CONTRIBUTION, NOW)
    clocks.settle(table, NOW, ())
    actor = table.actor
    assert actor is not None
    clocks.time_out(table, after(minutes=10), ())
    assert (table.status, actor.bot, actor.has_left) == (RUNNING, "clerk", True)
    leaving.resign(table, SIGNER, *_other(table), NOW)
    assert sum(bool(seat.bot) for seat in table.seats) == 2


def _other(table: Table) -> tuple[str, int]:
    """A player who is still there."""
    seat = next(seat for seat in table.seats if not seat.bot)
    return seat.guest, seat.number


def test_nobody_votes_for_a_bot_at_a_table_with_a_clock() -> None:
    table = game(DAILY)
    assert not leaving.is_absent(table, table.seats[0], after(days=30), ())
    assert leaving.bot_may_take_over_at(table, table.seats[0], ()) is None
    with pytest.raises(InvalidAction, match="has a clock"):
        leaving.vote_for_bot(table, BOB, 0, "clerk", after(days=30), ())


def test_clocks_stop_at_the_end_and_bots_have_none() -> None:
    table = new_table("me", "clerk", pace=LIVE)
    clocks.settle(table, NOW, ())
    play_turn(table, ANN, after(minutes=1))
    while table.status == RUNNING:
        assert table.actor is not None
        if table.actor.bot:
            assert table.clock is not None
            assert (table.clock.due, table.clock.running) == (None, None)
            turns.answer_for_bot(table, table.match.answers[0], after(minutes=2))
            clocks.settle(table, after(minutes=2), ())
        else:
            play(table, ANN, after(minutes=2))
    assert table.status == OVER
    assert table.clock is not None
    assert table.clock.running is None


def test_everybody_reads_the_pace_before_the_game() -> None:
    assert agreements(game(LIVE)) == [
        "Hints are off.",
        "Clock: 10 minutes for each player, and 15 seconds more with each turn.",
        "If a player's time runs out, a bot plays on.",
    ]
    assert pace_sentences(days(24, 72, SEAT_RESIGNS, Night(22, 8))) == [
        "Clock: 1 day for each turn, and a reserve of 3 days for the game.",
        "No clock runs from 22:00 to 8:00 (UTC).",
        "A player whose time runs out resigns.",
    ]
    assert pace_sentences(Pace()) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda: live(7, 0),
        lambda: live(10, 1),
        lambda: days(1, 0),
        lambda: days(24, 1),
        lambda: live(10, 0, "explode"),
        lambda: make_night(22, 22, "UTC"),
        lambda: make_night(8, 7, "UTC"),
        lambda: make_night(22, 8, "../../etc/passwd"),
    ],
)
def test_a_pace_that_is_not_offered_is_refused(make: Any) -> None:
    with pytest.raises(InvalidAction):
        make()


def test_times_are_written_in_two_units() -> None:
    assert time_text(3 * SECONDS_PER_DAY) == "3 days"
    assert time_text(2 * SECONDS_PER_DAY + 5 * SECONDS_PER_HOUR) == "2 days 5 hours"
    assert time_text(25 * SECONDS_PER_HOUR) == "25 hours"
    assert time_text(SECONDS_PER_HOUR + 5 * SECONDS_PER_MINUTE + 3) == "1 hour 5 minutes"
    assert time_text(15) == "15 seconds"
    assert time_text(90) == "1:30"
