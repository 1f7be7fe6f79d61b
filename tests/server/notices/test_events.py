"""Which changes of a table are told to whom."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from smokestack.server.domain import clocks, dealing, leaving, seats
from smokestack.server.domain.notices import (
    ABSENCE,
    CHAT,
    GAME_BEGUN,
    GAME_OVER,
    INVITATION,
    YOUR_TURN,
    events_between,
    is_current,
    warning_seconds,
)
from smokestack.server.domain.pace import BOT_PLAYS_ON, SEAT_RESIGNS, days, live
from smokestack.server.domain.table import OVER, RUNNING, AnswerMeta, Table
from smokestack.server.service.table_service import TableService
from tests.server.domain.tables import NOW, SIGNER, new_table, three_guests
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
    two_people,
)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[TableService]:
    async with open_service(tmp_path, bots=0) as opened:
        yield opened


def told(before: Table, after: Table, created: Table | None = None) -> list[tuple[str, str]]:
    return [(event.kind, event.guest) for event in events_between(before, after, created)]


async def play_turn(service: TableService, table: Table) -> tuple[Table, Table]:
    """The tables before and after the answer that ends the turn of the actor."""
    actor = table.actor
    assert actor is not None
    while True:
        after = await play(service, table, actor.guest)
        if after.actor != actor:
            return table, after
        assert told(table, after) == []  # a burst of own answers
        table = after


async def test_the_start_is_told_to_all_and_each_turn_to_its_player(service: TableService) -> None:
    table = await create(service, ANN, plan("me", "link"))
    await service.seats.take(seat_token(service, table, 1), BOB, "Bob")
    before = await service.find(table.id)
    after = await service.deals.contribute(table.id, BOB, CONTRIBUTION)
    assert told(before, after) == [(YOUR_TURN, ANN), (GAME_BEGUN, ANN), (GAME_BEGUN, BOB)]
    before, after = await play_turn(service, after)
    assert told(before, after) == [(YOUR_TURN, BOB)]
    (event,) = events_between(before, after, None)
    assert is_current(event, after)
    undone = await service.turns.undo(table.id, ANN, after.version, key())
    assert not is_current(event, undone)
    # The same turn is the same event, so that it is told once.
    _, again = await play_turn(service, undone)
    assert events_between(undone, again, None)[0].key == event.key


async def test_the_end_is_told_to_those_who_did_not_bring_it_about(service: TableService) -> None:
    table = await two_people(service)
    over = await service.seats.resign(table.id, BOB, 1)
    assert told(table, over) == [(GAME_OVER, ANN)]
    again = await service.creation.rematch(table.id, ANN)
    assert told(over, await service.find(table.id), again) == [(INVITATION, BOB)]


async def test_the_end_of_a_pause_is_told_to_the_player_whose_clock_runs_again(
    service: TableService,
) -> None:
    async def resumed_by(guest: str, table: Table) -> tuple[Table, Table]:
        for voter in (ANN, BOB):
            before = await service.clocks.vote_for_pause(table.id, voter)
        return before, await service.clocks.end_pause(table.id, guest)

    table = await two_people(service, pace=live(30, 0))
    before, after = await resumed_by(BOB, table)
    assert told(before, after) == [(YOUR_TURN, ANN)]
    (first,) = events_between(before, after, None)
    assert is_current(first, after)
    (second,) = events_between(*await resumed_by(BOB, table), None)
    assert second.key != first.key  # told each time
    assert told(*await resumed_by(ANN, table)) == []
    voted = await service.clocks.vote_for_pause(table.id, BOB)
    assert told(voted, await service.clocks.end_pause(table.id, BOB)) == []


def ended(*answers: AnswerMeta) -> list[tuple[str, str]]:
    """Who is told of the end of a game of Ann and Bob that these answers have ended."""
    before = new_table("me", "link")
    seats.take(before, SIGNER, before.seats[1], BOB, "Bob", NOW)
    dealing.contribute(before, BOB, CONTRIBUTION, NOW)
    after = before.copy()
    after.answer_log += answers
    after.status = OVER
    return told(before, after)


def test_the_end_is_told_to_the_person_for_whom_a_bot_ended_the_game() -> None:
    assert ended(AnswerMeta(1, False, False, NOW)) == [(GAME_OVER, ANN)]
    by_bot = AnswerMeta(1, True, False, NOW)
    assert ended(by_bot) == [(GAME_OVER, ANN), (GAME_OVER, BOB)]


def test_the_end_is_told_to_the_person_for_whom_the_server_gave_the_last_answer() -> None:
    by_ann, for_bob = AnswerMeta(0, False, False, NOW), AnswerMeta(1, False, False, NOW)
    assert ended(by_ann, for_bob) == [(GAME_OVER, BOB)]


async def test_a_message_is_told_to_the_players_whose_names_it_contains(
    service: TableService,
) -> None:
    table = await two_people(service)

    async def told_after(guest: str, name: str, text: str) -> list[tuple[str, str]]:
        before = await service.find(table.id)
        return told(before, await service.chat.post(table.id, guest, name, text))

    assert await told_after(ANN, "", "well, bob: your turn") == [(CHAT, BOB)]
    assert await told_after(ANN, "", "Bobbins and Ann") == []
    assert await told_after(EVE, "Eve", "@Ann @Bob") == [(CHAT, ANN), (CHAT, BOB)]
    message = (await service.find(table.id)).chat_messages[-1].number
    await service.chat.mute(table.id, BOB, message)
    assert await told_after(EVE, "Eve", "@Ann @Bob") == [(CHAT, ANN)]


def test_players_are_warned_early_enough() -> None:
    def seconds(**agreed: Any) -> float:
        return warning_seconds(new_table("me", "link", **agreed))

    assert seconds(pace=live(5, 0)) == 60
    assert seconds(pace=days(8, 0)) == 2 * 3600
    assert seconds(pace=days(168, 24)) == 6 * 3600
    assert seconds(absence_minutes=60) == 15 * 60


def test_a_player_is_told_that_a_bot_plays_for_them_by_vote() -> None:
    table = three_guests()
    number = table.match.actor
    assert number is not None
    owner = table.seats[number].guest
    others = [guest for guest in (ANN, BOB, EVE) if guest != owner]
    late = NOW + timedelta(days=2)
    before = table.copy()
    leaving.vote_for_bot(table, others[0], number, "apprentice", late, ())
    assert told(before, table) == []
    before = table.copy()
    leaving.vote_for_bot(table, others[1], number, "apprentice", late, ())
    assert told(before, table) == [(ABSENCE, owner)]
    (event,) = events_between(before, table, None)
    assert is_current(event, table)
    leaving.return_to_seat(table, owner, number, late)
    assert not is_current(event, table)


@pytest.mark.parametrize("on_timeout", [BOT_PLAYS_ON, SEAT_RESIGNS])
def test_a_player_is_told_that_a_bot_plays_for_them_after_a_time_out(on_timeout: str) -> None:
    table = three_guests(pace=days(24, 0, on_timeout=on_timeout))
    clocks.settle(table, NOW, ())
    actor = table.actor
    assert actor is not None
    before = table.copy()
    clocks.time_out(table, NOW + timedelta(days=1, seconds=1), ())
    assert (ABSENCE, actor.guest) in told(before, table)


def test_the_end_is_told_to_players_who_timed_out_but_not_to_those_who_resigned() -> None:
    table = three_guests(pace=days(24, 0, on_timeout=SEAT_RESIGNS))
    clocks.settle(table, NOW, ())
    late = table.actor
    assert late is not None
    resigning, staying = [seat for seat in table.seats if seat is not late]
    clocks.time_out(table, NOW + timedelta(days=1, seconds=1), ())
    leaving.resign(table, SIGNER, resigning.guest, resigning.number, NOW)
    assert table.status == RUNNING
    before = table.copy()
    table.status = OVER
    assert sorted(told(before, table)) == sorted(
        [(GAME_OVER, late.guest), (GAME_OVER, staying.guest)]
    )


def test_a_player_who_resigns_is_not_told_of_their_bot() -> None:
    table = three_guests(pace=days(24, 0))
    clocks.settle(table, NOW, ())
    before = table.copy()
    leaving.resign(table, SIGNER, BOB, 1, NOW)
    assert table.seats[1].bot
    assert (ABSENCE, BOB) not in told(before, table)
