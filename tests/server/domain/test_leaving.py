"""Resigning, leaving, voting for a bot, and returning."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from smokestack.server.domain import dealing, leaving, seats, turns
from smokestack.server.domain.errors import (
    InvalidAction,
    InvitationUsed,
    NotYourSeat,
    SeatNotFound,
)
from smokestack.server.domain.table import CLOSED, RESIGNED, RUNNING, WAITING, Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.service.table_service import TableService
from tests.server.domain.tables import NOW, SIGNER, new_table, sentences, three_guests
from tests.server.services import (
    ANN,
    BOB,
    CONTRIBUTION,
    EVE,
    create,
    key,
    open_service,
    plan,
    play,
    seat_token,
    take_seat,
    two_people,
    wait_until,
)


async def three_people(service: TableService) -> Table:
    table = await create(service, ANN, plan("me", "link", "link", game="brass"))
    await take_seat(service, table, 1, BOB, "Bob")
    return await take_seat(service, table, 2, EVE, "Eve")


async def test_resigning_ends_a_game_of_two(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
        with pytest.raises(NotYourSeat):
            await service.seats.resign(table.id, BOB, 0)
        with pytest.raises(NotYourSeat):
            await service.seats.resign(table.id, EVE, 0)
        table = await service.seats.resign(table.id, BOB, 1)
        assert (table.status, table.resigned, table.version) == (RESIGNED, 1, 1)
        for action in (service.seats.resign, service.seats.leave, service.seats.return_to):
            with pytest.raises(InvalidAction):
                await action(table.id, ANN, 0)
        with pytest.raises(InvalidAction):
            await play(service, table, ANN, "move 3")


async def test_a_game_of_three_ends_with_the_second_resignation(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await three_people(service)
        table = await service.seats.resign(table.id, EVE, 2)
        assert (table.status, table.seats[2].has_left) == (RUNNING, True)
        table = await service.seats.resign(table.id, ANN, 0)
        assert (table.status, table.resigned) == (RESIGNED, 0)


async def test_a_game_ends_when_all_guests_have_left(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        alone = await create(service, ANN, plan("me", "apprentice"))
        assert (await service.seats.leave(alone.id, ANN, 0)).status == RESIGNED
        table = await two_people(service)
        table = await service.seats.leave(table.id, ANN, 0)
        assert table.status == RUNNING
        with pytest.raises(InvalidAction):
            await play(service, table, ANN)
        table = await service.seats.leave(table.id, BOB, 1)
        assert (table.status, table.resigned) == (RESIGNED, -1)


async def test_resigning_against_bots_ends_the_game(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("apprentice", "me", "clerk", game="brass"))
        table = await service.seats.resign(table.id, ANN, 1)
        assert (table.status, table.resigned) == (RESIGNED, 1)


async def test_leaving_before_the_start_frees_the_seat(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("me", "link", "link", game="brass"))
        token = seat_token(service, table, 1)
        table, _ = await service.seats.take(token, BOB, "Bob")
        private = seat_token(service, table, 1)
        table = await service.seats.leave(table.id, BOB, 1)
        assert (table.status, table.seats[1].free) == (WAITING, True)
        for old in (token, private):
            with pytest.raises((InvitationUsed, SeatNotFound)):
                await service.seats.take(old, EVE, "Eve")
        table, _ = await service.seats.take(seat_token(service, table, 1), EVE, "Eve")
        assert table.seats[1].name == "Eve"
        assert sentences(table) == [
            "Bob has taken a seat.",
            "Bob has left the table.",
            "Eve has taken a seat.",
        ]
        table = await service.seats.leave(table.id, ANN, 0)
        assert table.status == CLOSED
        with pytest.raises(InvalidAction):
            await service.seats.take(seat_token(service, table, 2), BOB, "Bob")


async def test_a_bot_takes_over_once_all_present_guests_voted_for_it(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await three_people(service)
        with pytest.raises(InvalidAction):  # Eve has not left
            await service.seats.vote_for_bot(table.id, ANN, 2, "apprentice")
        await service.seats.leave(table.id, EVE, 2)
        for bot in ("greedy", "program:true", ""):
            with pytest.raises(InvalidAction):
                await service.seats.vote_for_bot(table.id, ANN, 2, bot)
        for guest in (EVE, "stranger", ""):
            with pytest.raises(NotYourSeat):
                await service.seats.vote_for_bot(table.id, guest, 2, "apprentice")
        table = await service.seats.vote_for_bot(table.id, ANN, 2, "clerk")
        assert (table.seats[2].bot_votes, table.seats[2].proposed_bot) == ([0], "clerk")
        assert await service.seats.vote_for_bot(table.id, ANN, 2, "clerk") == table
        # A vote for another bot discards the votes so far.
        table = await service.seats.vote_for_bot(table.id, BOB, 2, "apprentice")
        assert (table.seats[2].bot_votes, table.seats[2].bot) == ([1], "")
        table = await service.seats.vote_for_bot(table.id, ANN, 2, "apprentice")
        assert (table.seats[2].bot_votes, table.seats[2].bot) == ([], "apprentice")
        assert table.seats[2].guest == EVE


async def test_a_bot_takes_over_only_after_the_agreed_time(tmp_path: Path, database: str) -> None:
    shift = tmp_path / "shift"
    async with open_service(tmp_path, database=database, time_shift_file=str(shift)) as service:
        table = await two_people(service, absence_minutes=360)
        assert table.absence_minutes == 360
        for minutes in (6, 5 * 60 + 50):
            ShiftedTime(shift).advance(minutes=minutes)
            with pytest.raises(InvalidAction):
                await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        ShiftedTime(shift).advance(minutes=5)
        with pytest.raises(InvalidAction):  # it is not Bob's turn
            await service.seats.vote_for_bot(table.id, ANN, 1, "apprentice")
        table = await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        assert table.seats[0].bot == "apprentice"
        assert table.has_substitute(ANN)
        assert sentences(table)[-1].startswith("A bot (Apprentice) now plays for Ann")
        table = await service.seats.return_to(table.id, ANN, 0)
        assert table.seats[0].bot == ""
        assert sentences(table)[-1] == "Ann is back."
    async with open_service(tmp_path, database=database) as service:
        assert sentences(await service.find(table.id)) == sentences(table)


async def test_nobody_is_absent_because_no_server_ran(tmp_path: Path, database: str) -> None:
    time, options = ShiftedTime(tmp_path / "shift"), {"time_shift_file": str(tmp_path / "shift")}
    async with open_service(tmp_path, database=database, bots=0, **options) as service:
        table = await two_people(service, absence_minutes=15)
        time.advance(minutes=5)
        await service._uptime.write_heartbeat()
    time.advance(hours=1)
    async with open_service(tmp_path, database=database, bots=0, **options) as service:
        downtimes = service.clocks.downtimes
        due = leaving.bot_may_take_over_at(table, table.seats[0], downtimes)
        assert due is not None
        assert timedelta(minutes=9) < due - service.now() <= timedelta(minutes=10)
        with pytest.raises(InvalidAction):
            await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        time.advance(minutes=10)
        table = await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        assert table.seats[0].bot == "apprentice"


def test_five_minutes_without_an_answer_are_not_enough() -> None:
    table = three_guests()
    actor = table.actor
    assert actor is not None
    assert not leaving.is_absent(table, actor, NOW + timedelta(minutes=6), ())
    assert not leaving.is_absent(table, actor, NOW + timedelta(hours=23), ())
    assert leaving.is_absent(table, actor, NOW + timedelta(hours=25), ())


@pytest.mark.parametrize("minutes", leaving.ABSENCE_CHOICES)
def test_the_waiting_time_is_that_of_the_table(minutes: int) -> None:
    table = new_table("me", "link", absence_minutes=minutes)
    seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
    dealing.contribute(table, BOB, CONTRIBUTION, NOW)
    due = leaving.bot_may_take_over_at(table, table.seats[0], ())
    assert due == (NOW + timedelta(minutes=minutes) if minutes else None)
    assert leaving.is_absent(table, table.seats[0], NOW + timedelta(days=400), ()) == bool(minutes)
    if due is not None:
        assert not leaving.is_absent(table, table.seats[0], due, ())


@pytest.mark.parametrize("minutes", [-1, 1, 5, 10**9])
def test_other_waiting_times_are_refused(minutes: int) -> None:
    with pytest.raises(InvalidAction):
        new_table("me", "link", absence_minutes=minutes)


async def test_the_vote_of_a_guest_who_left_is_not_needed(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await three_people(service)
        await service.seats.leave(table.id, EVE, 2)
        await service.seats.vote_for_bot(table.id, ANN, 2, "apprentice")
        table = await service.seats.leave(table.id, BOB, 1)
        assert table.seats[2].bot == "apprentice"
        assert table.seats[1].bot == ""


async def test_a_bot_plays_until_the_guest_returns(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
        await service.seats.leave(table.id, ANN, 0)
        table = await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        table = await wait_until(service, table.id, lambda table: table.match.actor == 1)
        assert all(given.by_bot and given.seat == 0 for given in table.answer_log)
        assert not turns.can_undo(table, ANN)
        with pytest.raises(NotYourSeat):
            await service.seats.return_to(table.id, BOB, 0)
        table = await service.seats.return_to(table.id, ANN, 0)
        assert (table.seats[0].bot, table.seats[0].has_left) == ("", False)
        assert not turns.can_undo(table, ANN)
        while table.match.actor == 1:
            table = await play(service, table, BOB)
        table = await play(service, table, ANN)
        assert not table.answer_log[-1].by_bot


async def test_returning_cancels_the_bot_job(tmp_path: Path) -> None:
    async with open_service(tmp_path, bot_pause=2.0) as service:
        table = await two_people(service)
        await service.seats.leave(table.id, ANN, 0)
        await service.seats.vote_for_bot(table.id, BOB, 0, "apprentice")
        with pytest.raises(InvalidAction):
            await service.turns.answer(table.id, ANN, 0, key(), table.match.answers[0])
        table = await service.seats.return_to(table.id, ANN, 0)
        await asyncio.sleep(2.5)
        assert await service.find(table.id) == table


def test_a_vote_is_counted_once() -> None:
    table = three_guests()
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    for _ in range(2):
        leaving.vote_for_bot(table, ANN, 2, "clerk", NOW, ())
    assert (table.seats[2].bot_votes, table.seats[2].bot) == ([0], "")


def test_the_vote_of_a_guest_with_two_seats_counts_for_both() -> None:
    table = new_table("me", "here:Ben", "link", game="brass")
    seats.take(table, SIGNER, table.seats[2], EVE, "Eve", NOW)
    dealing.contribute(table, EVE, CONTRIBUTION, NOW)
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    leaving.vote_for_bot(table, ANN, 2, "clerk", NOW, ())
    assert table.seats[2].bot == "clerk"


def test_the_vote_of_a_guest_replaced_by_a_bot_is_not_needed() -> None:
    table = three_guests()
    actor = table.actor
    assert actor is not None
    late = NOW + timedelta(days=2)
    others = [seat for seat in table.seats if seat is not actor]
    for seat in others:
        leaving.vote_for_bot(table, seat.guest, actor.number, "clerk", late, ())
    assert actor.bot == "clerk"
    leaving.leave(table, SIGNER, others[0].guest, others[0].number, NOW)
    leaving.vote_for_bot(table, others[1].guest, others[0].number, "clerk", NOW, ())
    assert others[0].bot == "clerk"
    # The guest of the first bot has not left, and the game waits for their return.
    leaving.leave(table, SIGNER, others[1].guest, others[1].number, NOW)
    assert table.status == RUNNING


def test_returning_discards_the_votes() -> None:
    table = three_guests()
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    leaving.vote_for_bot(table, ANN, 2, "clerk", NOW, ())
    leaving.return_to_seat(table, EVE, 2, NOW)
    assert (table.seats[2].bot_votes, table.seats[2].proposed_bot) == ([], "")
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    leaving.vote_for_bot(table, BOB, 2, "clerk", NOW, ())
    assert (table.seats[2].bot_votes, table.seats[2].bot) == ([1], "")


def test_the_vote_of_a_guest_who_left_does_not_count() -> None:
    table = three_guests()
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    leaving.vote_for_bot(table, BOB, 2, "clerk", NOW, ())
    leaving.leave(table, SIGNER, BOB, 1, NOW)
    assert (table.seats[2].bot_votes, table.seats[2].bot) == ([], "")
    leaving.vote_for_bot(table, ANN, 2, "clerk", NOW, ())
    assert table.seats[2].bot == "clerk"


def test_a_seat_that_a_bot_plays_needs_no_votes() -> None:
    table = three_guests()
    leaving.leave(table, SIGNER, EVE, 2, NOW)
    for guest in (ANN, BOB):
        leaving.vote_for_bot(table, guest, 2, "clerk", NOW, ())
    assert not leaving.is_absent(table, table.seats[2], NOW, ())
    with pytest.raises(InvalidAction):
        leaving.vote_for_bot(table, ANN, 2, "apprentice", NOW, ())


def test_a_guest_who_must_answer_is_absent_after_the_timeout() -> None:
    table = three_guests()
    actor = table.actor
    assert actor is not None
    late = NOW + timedelta(days=1, seconds=1)
    assert not leaving.is_absent(table, actor, NOW + timedelta(days=1), ())
    assert [leaving.is_absent(table, seat, late, ()) for seat in table.seats] == [
        seat is actor for seat in table.seats
    ]


@pytest.mark.parametrize("other", ["here:Ben", "clerk"])
def test_a_guest_who_keeps_no_other_guest_waiting_is_not_absent(other: str) -> None:
    table = new_table("me", other)
    assert table.actor is table.seats[0]
    late = NOW + timedelta(days=2)
    assert not leaving.is_absent(table, table.seats[0], late, ())


def test_there_are_no_votes_before_the_start() -> None:
    table = new_table("me", "link")
    with pytest.raises(InvalidAction):
        leaving.vote_for_bot(table, ANN, 1, "clerk", NOW, ())
