"""Concurrent requests of people with accounts and clocks: one wins, and nothing is half done."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from smokestack.server.domain.account import Proof
from smokestack.server.domain.announcements import TIMED_OUT
from smokestack.server.domain.errors import DomainError
from smokestack.server.domain.origin import THIS_MACHINE
from smokestack.server.domain.pace import SEAT_RESIGNS, live
from smokestack.server.domain.table import RESIGNED, Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.schema import accounts, invitations, sessions
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_two_services,
    plan,
    play,
    two_people,
)

PASSWORD = "correct horse battery"


async def outcomes(*work: Any) -> list[bool]:
    """Whether each of several attempts at once succeeded; any other error is a failure."""
    found = await asyncio.gather(*work, return_exceptions=True)
    for each in found:
        if isinstance(each, BaseException) and not isinstance(each, DomainError):
            raise each
    return [not isinstance(each, DomainError) for each in found]


async def count(service: TableService, table: Any) -> int:
    query = select(func.count()).select_from(table)
    return await service._database.read(lambda connection: connection.execute(query).scalar_one())


async def test_one_name_goes_to_one_of_two_servers(tmp_path: Path, database: str) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        guests = [f"guest{number:017}" for number in range(6)]
        found = await outcomes(
            *[
                (one, other)[number % 2].accounts.sign_up(guest, "Zoe", PASSWORD, "")
                for number, guest in enumerate(guests)
            ]
        )
        assert sorted(found) == [False] * 5 + [True]
        assert (await count(one, accounts), await count(one, sessions)) == (1, 1)


async def test_pages_that_are_loaded_at_once_leave_a_device_signed_in(
    tmp_path: Path, database: str
) -> None:
    """One of them is given a new token; also if that was lost and the old one is used again."""
    time = ShiftedTime(tmp_path / "shift")
    options = {"database": database, "bots": 0, "time_shift_file": str(tmp_path / "shift")}
    async with open_two_services(tmp_path, **options) as (one, other):
        token = await one.accounts.sign_up(ANN, "Ann", PASSWORD, "")
        servers = (one, other) * 2
        time.advance(days=2)
        for _ in ("the new token is lost", "the new token is used"):
            known = [await each.accounts.find_session(token) for each in servers]
            given = await asyncio.gather(
                *[
                    each.accounts.rotate(token, session)
                    for each, session in zip(servers, known, strict=True)
                    if session is not None
                ]
            )
            assert len(given) == len(servers)
            (new,) = filter(None, given)
            assert await other.accounts.find_session(token) is not None
            time.advance(minutes=2)
            for each in servers:
                each.accounts._sessions.clear()
        for each in servers:
            assert await each.accounts.find_session(new) is not None
            each.accounts._sessions.clear()
            assert await each.accounts.find_session(token) is None


async def test_two_people_who_ask_for_a_match_at_once_get_seats(
    tmp_path: Path, database: str
) -> None:
    """They meet, or each waits at a table of their own: nobody sits at two, or at none."""
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        found = await asyncio.gather(
            one.lobby.quick_match(ANN, "Ann", "glasgow", "live", False, THIS_MACHINE),
            other.lobby.quick_match(BOB, "Bob", "glasgow", "live", False, THIS_MACHINE),
        )
        for guest, table in zip((ANN, BOB), found, strict=True):
            assert [each.id for each in await one.lobby.tables_of(guest)] == [table.id]
            assert len((await one.find(table.id)).seats_of(guest)) == 1
        # The third request meets one of those that wait.
        third = await one.lobby.quick_match(EVE, "Eve", "glasgow", "live", False, THIS_MACHINE)
        assert third.seats_of(EVE)


async def test_an_invitation_is_accepted_once(tmp_path: Path, database: str) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        for guest, name in ((BOB, "Bob"), (EVE, "Eve")):
            await one.accounts.sign_up(guest, name, PASSWORD, "")
        table = await create(one, ANN, plan("me", "link", "link", game="brass", first=-1))
        await outcomes(
            *[service.invitations.invite(table.id, ANN, "Bob") for service in (one, other) * 2]
        )
        assert await count(one, invitations) == 1
        await outcomes(
            *[service.invitations.accept(table.id, BOB, "Bob") for service in (one, other) * 3]
        )
        taken = await one.find(table.id)
        assert len(taken.seats_of(BOB)) == 1
        assert sum(seat.free for seat in taken.seats) == 1
        # The last seat goes to one of two who were invited.
        await one.invitations.invite(table.id, ANN, "Eve")
        await outcomes(
            one.invitations.accept(table.id, EVE, "Eve"),
            other.invitations.decline(table.id, EVE),
            other.seats.join(table.id, "guest00000000000000000", "Guest"),
        )
        assert len((await one.find(table.id)).seats_of(EVE)) <= 1


async def test_an_account_is_deleted_while_it_answers(tmp_path: Path, database: str) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        for _ in range(3):
            await one.accounts.sign_up(ANN, "Ann", PASSWORD, "")
            table = await two_people(one)
            await outcomes(
                one.delete_account(ANN, Proof(PASSWORD)),
                play(other, table, ANN),
                other.delete_account(ANN, Proof(PASSWORD)),
            )
            ended = await other.find(table.id)
            assert (ended.status, ended.resigned) == (RESIGNED, 0)
            assert "Ann" not in [seat.name for seat in ended.seats]
            assert (await count(one, accounts), await count(one, sessions)) == (0, 0)


async def test_an_answer_at_the_moment_when_the_time_is_over(tmp_path: Path, database: str) -> None:
    """Either the answer counts and the game goes on, or the time is over and it does not count."""
    time = ShiftedTime(tmp_path / "shift")
    options = {"database": database, "bots": 0, "time_shift_file": str(tmp_path / "shift")}
    async with open_two_services(tmp_path, **options) as (one, other):
        for _ in range(4):
            table = await two_people(one, pace=live(5, 0, SEAT_RESIGNS))
            time.advance(minutes=5, seconds=1)
            answered, *_ = await outcomes(
                play(one, table, ANN), one.clocks.runner.run_due(), other.clocks.runner.run_due()
            )
            await one.clocks.runner.run_due()
            ended = await other.find(table.id, table.version + 1)
            assert time_outs(ended) == (0 if answered else 1)
            assert len(ended.answer_log) == int(answered)
            assert (ended.status == RESIGNED) != answered


def time_outs(table: Table) -> int:
    return sum(said.kind == TIMED_OUT for said in table.announcements)
