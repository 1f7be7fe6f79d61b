"""New tables: as requested, as a rematch, and continuing a finished game."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from smokestack.server.domain import clocks, leaving, turns
from smokestack.server.domain.announcements import CLOSED_BY_HOST
from smokestack.server.domain.creation import rematch
from smokestack.server.domain.errors import InvalidAction, NotYourSeat, SeatNotFound
from smokestack.server.domain.notices import events_between
from smokestack.server.domain.pace import SEAT_RESIGNS, Pace, live
from smokestack.server.domain.table import WAITING, NewTable
from tests.server.domain.tables import NOW, SIGNER, new_table, three_guests
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_service,
    plan,
    play,
    seat_token,
    two_people,
    wait_until,
)


async def test_seats_are_rotated_so_that_the_chosen_one_is_first(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        seats = ("me", "here:Ben", "here:Cleo")
        table = await create(service, ANN, plan(*seats, game="brass", first=1))
        assert [seat.name for seat in table.seats] == ["Ben", "Cleo", "Ann"]
        assert [seat.number for seat in table.seats] == [0, 1, 2]
        found = set()
        for _ in range(40):
            table = await create(service, ANN, plan("me", "here:Ben", first=-1))
            found.add(table.seats[0].name)
        assert found == {"Ann", "Ben"}


@pytest.mark.parametrize(
    "wrong",
    [
        {"seats": ["me"]},
        {"seats": []},
        {"seats": ["me", "me"]},
        {"seats": ["me"] + ["clerk"] * 100},
        {"seats": ["me", "program:true"]},
        {"seats": ["me", "greedy"]},
        {"seats": ["me", "clerk:seconds=100"]},
        {"seats": ["me", "here:"]},
        {"game": "chess"},
        {"game": "../glasgow"},
        {"edition": "1066"},
        {"game": "brass", "first": -1},  # Brass has no edition `standard`
        {"options": {"magic": True}},
        {"first": 2},
        {"first": -2},
    ],
)
async def test_unplayable_requests_are_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "game": "glasgow",
        "edition": "standard",
        "options": {},
        "seats": ["me", "clerk"],
        "name": "Ann",
    }

    async with open_service(tmp_path) as service:
        with pytest.raises(InvalidAction):
            await create(service, ANN, NewTable(**{**given, **wrong}))
        assert await service.lobby.tables_of(ANN) == []


async def test_in_a_rematch_everyone_moves_up_by_one_seat(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
        with pytest.raises(InvalidAction):
            await service.creation.rematch(table.id, ANN)
        table = await service.seats.resign(table.id, ANN, 0)
        with pytest.raises(NotYourSeat):
            await service.creation.rematch(table.id, EVE)
        revision = table.revision
        new, same = await asyncio.gather(
            service.creation.rematch(table.id, BOB), service.creation.rematch(table.id, ANN)
        )
        assert new.id == same.id != table.id
        assert (await service.find(table.id)).rematch == new.id
        assert (await service.find(table.id)).revision == revision + 1
        assert [seat.name for seat in new.seats] == ["Bob", "Ann"]
        assert [seat.guest for seat in new.seats] == [BOB, ANN]
        assert new.setup.deal is not None
        assert table.setup.deal is not None
        assert new.setup.deal.secret != table.setup.deal.secret
        assert new.status == WAITING
        assert seat_token(service, new, 0) != seat_token(service, table, 1)
    async with open_service(tmp_path) as service:
        assert (await service.creation.rematch(table.id, ANN)).id == new.id
        for guest in (ANN, BOB):
            await service.deals.contribute(new.id, guest, "text")
        await play(service, await service.find(new.id), BOB)


async def test_bots_take_part_in_a_rematch(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("me", "apprentice"))
        await service.seats.resign(table.id, ANN, 0)
        new = await service.creation.rematch(table.id, ANN)
        assert [seat.bot for seat in new.seats] == ["apprentice", ""]
        await service.deals.contribute(new.id, ANN, "text")
        new = await wait_until(service, new.id, lambda table: table.match.actor == 1)
        assert not new.seats[1].has_left


@pytest.mark.parametrize("way", ["time-out", "vote", "left"])
def test_in_a_rematch_no_bot_plays_for_a_person(way: str) -> None:
    table = three_guests(pace=live(10, 0, SEAT_RESIGNS) if way == "time-out" else Pace())
    actor = table.actor
    assert actor is not None
    replaced, later = actor.guest, NOW + timedelta(days=2)
    if way == "time-out":
        clocks.settle(table, NOW, ())
        clocks.time_out(table, later, ())
    else:
        if way == "left":
            leaving.leave(table, SIGNER, replaced, actor.number, later)
        for voter in {ANN, BOB, EVE} - {replaced}:
            leaving.vote_for_bot(table, voter, actor.number, "clerk", later, ())
    assert actor.bot == "clerk"
    host = next(seat.guest for seat in table.seats if seat.guest != replaced)
    leaving.close(table, CLOSED_BY_HOST, later)
    new = rematch(SIGNER, host, table, later)
    assert [(seat.bot, seat.has_left) for seat in new.seats] == [("", False)] * 3
    ended = table.copy()
    ended.rematch = new.id
    invited = {event.guest for event in events_between(table, ended, new)}
    assert invited == {ANN, BOB, EVE} - {host}


async def test_a_finished_game_can_be_continued_from_any_position(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        for _ in range(10):
            table = await play(service, table, ANN)
        for length in (0, 5):
            with pytest.raises(InvalidAction):  # it is still running
                await service.creation.play_on(table.id, length, ANN, 0, "apprentice", "Ann")
        table = await service.seats.resign(table.id, ANN, 0)
        seat = table.answer_log[5].seat
        new = await service.creation.play_on(table.id, 5, ANN, seat, "apprentice", "Ann")
        assert new.match.history == table.match.history[:5]
        assert new.match.actor == seat
        assert new.inherited_answers == 5
        assert new.seats_of(ANN) == [seat]
        assert new.seats[1 - seat].bot == "apprentice"
        assert not turns.can_undo(new, ANN)
        new = await play(service, new, ANN)
        assert (await service.find(table.id)).match.history == table.match.history
        for length, seat, bot, error in [
            (11, 0, "clerk", InvalidAction),
            (-1, 0, "clerk", InvalidAction),
            (5, 2, "clerk", SeatNotFound),
            (5, 0, "program:true", InvalidAction),
        ]:
            with pytest.raises(error):
                await service.creation.play_on(table.id, length, ANN, seat, bot, "Ann")
    async with open_service(tmp_path) as service:
        again = await service.find(new.id)
        assert again.match.history[:5] == table.match.history[:5]
        assert again.inherited_answers == 5


async def test_a_game_cannot_be_continued_from_its_end(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, BOB, plan("apprentice", "apprentice"))
        table = await wait_until(service, table.id, lambda table: table.finished, 300.0)
        length = len(table.match.history)
        with pytest.raises(InvalidAction):
            await service.creation.play_on(table.id, length, BOB, 0, "apprentice", "Bob")
        await service.creation.play_on(table.id, length - 1, BOB, 0, "apprentice", "Bob")


@pytest.mark.parametrize(("edition", "people"), [("2007", 3), ("2009-duel", 2)])
def test_the_chosen_first_seat_starts_in_brass(edition: str, people: int) -> None:
    others = [f"here:Guest {number}" for number in range(1, people)]
    for first, name in enumerate(["Ann", *(f"Guest {number}" for number in range(1, people))]):
        table = new_table("me", *others, game="brass", edition=edition, first=first, secret="")
        assert table.actor is not None
        assert table.actor.name == name


def test_a_first_seat_drawn_by_lot_is_part_of_the_deal() -> None:
    others = ["here:Ben", "here:Cem", "here:Dan"]
    plan_of = {"game": "brass", "edition": "2007", "first": -1, "secret": ""}
    tables = [new_table("me", *others, **plan_of) for _ in range(40)]
    assert {tuple(seat.name for seat in table.seats) for table in tables} == {
        ("Ann", "Ben", "Cem", "Dan")
    }
    assert {table.match.actor for table in tables} == {0, 1, 2, 3}
