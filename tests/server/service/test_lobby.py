"""Finding a game: quick matches, invitations by name, and bots for free seats."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from smokestack.server.domain.creation import fits, quick_plan
from smokestack.server.domain.errors import (
    InvalidAction,
    LimitExceeded,
    NotHost,
    NotYourSeat,
    SeatNotFound,
)
from smokestack.server.domain.origin import THIS_MACHINE
from smokestack.server.domain.pace import LIVE, SEAT_RESIGNS, live, usual_pace
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.invitations import MAX_PER_TABLE
from tests.server.services import (
    ANN,
    BOB,
    CONTRIBUTION,
    EVE,
    create,
    open_service,
    plan,
    seat_token,
)

PASSWORD = "correct horse battery"


async def quick(
    service: TableService, guest: str, game: str = "glasgow", pace: str = LIVE, rated: bool = False
) -> Table:
    return await service.lobby.quick_match(guest, guest[:3], game, pace, rated, THIS_MACHINE)


async def test_two_people_who_want_the_same_meet(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        other_game = await quick(service, EVE, "brass")
        first = await quick(service, ANN)
        again = await quick(service, ANN)  # nobody plays against themselves
        assert (again.id, again.seats_of(ANN)) == (first.id, first.seats_of(ANN))
        other_pace = await quick(service, EVE, pace="days")
        assert len({first.id, other_game.id, other_pace.id}) == 3
        met = await quick(service, BOB)
        assert met.id in {table.id for table in await service.lobby.tables_of(ANN)}
        assert not any(seat.free for seat in met.seats)
        with pytest.raises(InvalidAction):
            await quick(service, ANN, "chess")
        with pytest.raises(InvalidAction):
            await quick(service, ANN, pace="blitz")
        with pytest.raises(InvalidAction):
            await quick(service, ANN, rated=True)  # without an account


async def test_a_repeated_quick_match_finds_the_same_seat(tmp_path: Path, database: str) -> None:
    """A browser repeats it if the reply was lost."""
    async with open_service(tmp_path, database=database, bots=0) as service:
        opened = await quick(service, ANN)
        joined = await quick(service, BOB)
        again = await quick(service, BOB)
        assert opened.id == joined.id == again.id
        assert again.revision == joined.revision
        assert len(await service.lobby.tables_of(BOB)) == 1


@pytest.mark.parametrize(
    "other",
    [
        {"pace": live(5, 0)},
        {"pace": live(30, 10, SEAT_RESIGNS)},
        {"hints": True},
        {"options": {"whisky_converts": False}},
        {"absence_minutes": 15},
    ],
)
async def test_a_quick_match_is_not_at_a_table_with_other_agreements(
    tmp_path: Path, other: dict[str, Any]
) -> None:
    async with open_service(tmp_path, bots=0) as service:
        chosen = {"pace": usual_pace(LIVE), "open": True, **other}
        unusual = await create(service, ANN, plan("me", "link", **chosen))
        assert (await quick(service, BOB)).id != unusual.id


async def test_a_quick_match_does_not_use_tiles_of_somebody(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        waiting = await quick(service, ANN)
        search = quick_plan("Bob", "glasgow", usual_pace(LIVE), False)
        assert fits(waiting, search, BOB)
        own_tiles = msgspec.structs.replace(waiting.setup, tiles={"name": "My own"})
        assert not fits(msgspec.structs.replace(waiting, setup=own_tiles), search, BOB)


async def test_a_seat_goes_to_one_of_those_who_want_it_at_once(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        waiting = await quick(service, ANN)
        guests = [f"guest{number:017}" for number in range(5)]
        found = await asyncio.gather(*[quick(service, guest) for guest in guests])
        assert sum(table.id == waiting.id for table in found) == 1
        assert all(table.seats_of(guest) for table, guest in zip(found, guests, strict=True))


async def test_the_host_seats_a_bot_instead_of_waiting(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        table = await create(service, ANN, plan("me", "link"))
        token = seat_token(service, table, 1)
        for guest, seat, bot, refusal in (
            (BOB, 1, "clerk", NotHost),
            (ANN, 0, "clerk", InvalidAction),
            (ANN, 1, "program:sh", InvalidAction),
        ):
            with pytest.raises(refusal):
                await service.hosting.give_to_bot(table.id, guest, seat, bot)
        table = await service.hosting.give_to_bot(table.id, ANN, 1, "clerk")
        assert (table.status, table.seats[1].bot, table.seats[1].name) == (
            RUNNING,
            "clerk",
            "clerk",
        )
        with pytest.raises(InvalidAction):
            await service.hosting.give_to_bot(table.id, ANN, 1, "clerk")
        with pytest.raises(SeatNotFound):
            await service.seats.take(token, BOB, "Bob")
        reopened = await service.find(table.id)
        assert reopened.setup.players == ["Ann", "clerk"]


async def test_a_rated_game_among_people_gets_no_bot(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await service.accounts.sign_up(ANN, "Ann", PASSWORD, "")
        chosen = plan("me", "link", "link", game="brass", rated=True, pace=live(30, 0), first=-1)
        table = await create(service, ANN, chosen)
        free = next(seat.number for seat in table.seats if seat.free)
        with pytest.raises(InvalidAction):
            await service.hosting.give_to_bot(table.id, ANN, free, "clerk")


async def test_an_account_is_invited_by_name(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        for guest, name in ((BOB, "Bob"), (EVE, "Eve")):
            await service.accounts.sign_up(guest, name, PASSWORD, "")
        table = await create(service, ANN, plan("me", "link"))
        with pytest.raises(NotHost):
            await service.invitations.invite(table.id, EVE, "Bob")
        before = await service.lobby.list_revision(BOB)
        known = await service.invitations.invite(table.id, ANN, "bob")
        unknown = await service.invitations.invite(table.id, ANN, "nobody")
        assert [said.kind for said in unknown.announcements[-2:]] == ["invited", "invited"]
        assert known.revision == unknown.revision - 1
        assert await service.lobby.list_revision(BOB) != before
        await service.invitations.invite(table.id, ANN, "Bob")  # again, without effect
        assert [found.id for found in await service.invitations.tables_of(BOB)] == [table.id]
        assert await service.invitations.tables_of(EVE) == []
        with pytest.raises(NotYourSeat):
            await service.invitations.accept(table.id, EVE, "Eve")
        taken = await service.invitations.accept(table.id, BOB, "Bob")
        assert taken.seats_of(BOB) == [1]
        assert await service.invitations.tables_of(BOB) == []
        assert await service.invitations.accept(table.id, BOB, "Bob") == taken  # sent again
        table = await service.deals.contribute(table.id, BOB, CONTRIBUTION)
        assert table.status == RUNNING
        with pytest.raises(InvalidAction):
            await service.invitations.invite(table.id, ANN, "Eve")


async def test_a_removed_player_needs_a_new_invitation_by_name(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        await service.accounts.sign_up(BOB, "Bob", PASSWORD, "")
        table = await create(service, ANN, plan("me", "link", open=True))
        await service.invitations.invite(table.id, ANN, "Bob")
        await service.seats.join(table.id, BOB, "Bob")
        await service.hosting.remove_player(table.id, ANN, 1)
        assert await service.invitations.tables_of(BOB) == []
        with pytest.raises(NotYourSeat):
            await service.invitations.accept(table.id, BOB, "Bob")
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, BOB, "Bob")
        await service.invitations.invite(table.id, ANN, "Bob")
        taken = await service.invitations.accept(table.id, BOB, "Bob")
        assert taken.seats_of(BOB) == [1]


async def test_an_invitation_can_be_declined_and_their_number_is_limited(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await service.accounts.sign_up(BOB, "Bob", PASSWORD, "")
        table = await create(service, ANN, plan("me", "link"))
        await service.invitations.invite(table.id, ANN, "Bob")
        await service.invitations.decline(table.id, BOB)
        assert await service.invitations.tables_of(BOB) == []
        with pytest.raises(NotYourSeat):
            await service.invitations.accept(table.id, BOB, "Bob")
        for number in range(MAX_PER_TABLE):
            await service.accounts.sign_up(f"g{number}", f"Guest {number}", PASSWORD, "")
            await service.invitations.invite(table.id, ANN, f"Guest {number}")
        with pytest.raises(LimitExceeded):
            await service.invitations.invite(table.id, ANN, "Bob")
