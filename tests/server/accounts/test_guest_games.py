"""The games of a guest become those of an account, with everything that belongs to them."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Table as DatabaseTable
from sqlalchemy import select

from smokestack.puzzles.puzzle import puzzles_of
from smokestack.server.domain.account import Session, session_device
from smokestack.server.domain.announcements import ACCOUNT_PLAYS, DEVICE_ADDED
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.notices import WebhookTarget
from smokestack.server.domain.table import Table
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.schema import metadata, push_devices
from tests.server.accounts.test_accounts import PASSWORD
from tests.server.notices.receivers import Browser, receiver
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_service,
    open_two_services,
    plan,
    play,
    seat_token,
    take_seat,
    two_people,
)

LEFT_BEHIND = {"submissions", "presence", "sent_notices"}
"""What is deleted soon, and means nothing to others."""


async def sign_up(service: TableService, guest: str, name: str) -> Session:
    token = await service.accounts.sign_up(guest, name, PASSWORD, "")
    session = await service.accounts.find_session(token)
    assert session is not None
    return session


async def add_games(service: TableService, session: Session, guest: str) -> None:
    await service.add_guest_games(session, service.signer.sign(guest))


async def places_of(service: TableService, guest: str) -> set[str]:
    """The tables of the database that contain the id of a guest."""

    def find(connection: Any) -> set[str]:
        return {
            table.name
            for table in metadata.sorted_tables
            if any(guest in str(row) for row in connection.execute(select(table)))
        }

    return await service._database.read(find)


async def test_everything_of_a_guest_becomes_that_of_the_account(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (service, other):
        session = await sign_up(service, EVE, "Eve")
        running = await two_people(service)
        running = await play(service, running, ANN)
        said = await service.chat.post(running.id, BOB, "Bob", "hello")
        await service.chat.mute(running.id, ANN, said.chat_messages[-1].number)
        await service.chat.post(running.id, ANN, "Ann", "hello")
        ended = await two_people(service)
        await service.seats.resign(ended.id, BOB, 1)
        as_device = await create(service, BOB, plan("me", "link"))
        as_device = await take_seat(service, as_device, 1, "cat" + 19 * "-", "Cat")
        await service.seats.take(seat_token(service, as_device, 1), ANN, "Ann")
        puzzle = puzzles_of("glasgow")[0]
        await service.puzzles.attempt(puzzle.id, ANN, puzzle.best.answer)
        await service.notices.set_webhook(ANN, "en", WebhookTarget("https://example.org/hook"))
        plan_ = NewTournament(name="Club", game="glasgow", edition="standard", table_size=2)
        tournament = await service.tournaments.create(ANN, plan_)
        await service.tournaments.enter(tournament.id, ANN, "Ann")
        for table in (running, ended, as_device):  # both processes know them
            await other.find(table.id)

        await add_games(service, session, ANN)

        assert await places_of(service, ANN) <= LEFT_BEHIND
        for each in (service, other):
            found = await _seated(each, running.id, EVE)
            assert (found.host, found.seats[0].name) == (EVE, "Ann")
            assert found.chat_messages[-1].author == EVE
            assert (found.mutes[0].reader, found.mutes[0].author) == (EVE, BOB)
            assert [said.kind for said in found.announcements][-1] == ACCOUNT_PLAYS
            assert (await _seated(each, ended.id, EVE)).announcements[-1].kind != ACCOUNT_PLAYS
            assert (await _seated(each, as_device.id, EVE)).seats[1].devices == [EVE]
        with pytest.raises(NotYourSeat):
            await play(other, await other.find(running.id), ANN)
        profile = await service.profiles.find("Eve", EVE)
        assert [(game.games, game.wins) for game in profile.games] == [(1, 1)]
        assert (await service.puzzles.progress(puzzle.id, EVE)).solved
        assert (await service.notices.settings_of(EVE, "en")).webhook is not None
        changed = await service.tournaments.find(tournament.id)
        assert changed.is_organiser(EVE)
        assert changed.of_guest(EVE) is not None


async def test_seats_that_the_account_used_already_are_its_own(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        session = await sign_up(service, EVE, "Eve")
        as_device = await two_people(service)
        await service.seats.take(seat_token(service, as_device, 0), EVE, "Eve")
        against = await create(service, EVE, plan("me", "link"))
        against = await take_seat(service, against, 1, ANN, "Ann")
        both = await two_people(service)
        for guest in (EVE, ANN):
            await service.seats.take(seat_token(service, both, 1), guest, "any")
        await add_games(service, session, ANN)
        found = await service.find(as_device.id)
        assert (found.seats[0].guest, found.seats[0].devices) == (EVE, [])
        found = await service.find(against.id)
        assert [seat.guest for seat in found.seats] == [EVE, EVE]
        last = found.announcements[-1]
        assert (last.kind, last.seat, last.by_seat) == (DEVICE_ADDED, 1, 0)
        found = await service.find(both.id)
        assert [seat.devices for seat in found.seats] == [[], [EVE]]


async def test_what_the_account_has_is_not_replaced(tmp_path: Path, database: str) -> None:
    with receiver() as web:
        async with open_service(
            tmp_path, database=database, bots=0, private_webhooks=True
        ) as service:
            session = await sign_up(service, EVE, "Eve")
            hook = WebhookTarget("https://example.org/eve")
            await service.notices.set_webhook(EVE, "en", hook)
            phone = Browser(web, "phone")
            await service.notices.add_device(
                ANN, "de", ANN, "Firefox/140", phone.endpoint, phone.public_key, phone.auth
            )
            one, two = puzzles_of("glasgow")[:2]
            await service.puzzles.attempt(one.id, EVE, one.best.answer)
            await service.puzzles.give_up(two.id, ANN)
            await add_games(service, session, ANN)
            settings = await service.notices.settings_of(EVE, "en")
            assert (settings.webhook, settings.language) == (hook, "en")
            (device,) = await rows(service, push_devices)
            assert (device.guest, device.device) == (EVE, session_device(session.number))
            standing = await service.puzzles.standing(EVE, "glasgow")
            assert (standing.rating.games, standing.rating.wins) == (1, 1)
            assert await places_of(service, ANN) == set()


async def test_only_a_guest_without_an_account_can_be_added(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        session = await sign_up(service, EVE, "Eve")
        table = await two_people(service)
        await sign_up(service, ANN, "Ann")
        for token in ("", "a.b", service.signer.sign(ANN), service.signer.sign(EVE)):
            with pytest.raises(InvalidAction, match="no games of a guest"):
                await service.add_guest_games(session, token)
        # Another process may not know yet that the guest has signed up.
        assert await service.accounts.add_guest_games(session, ANN) == set()
        assert (await service.find(table.id)).seats[0].guest == ANN


async def test_an_answer_at_the_same_time_is_not_lost(tmp_path: Path, database: str) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        session = await sign_up(one, EVE, "Eve")
        for number in range(4):
            guest = f"guest-{number}" + 15 * "-"
            table = await create(one, guest, plan("me", "here:Ben"))
            answered, moved = await asyncio.gather(
                play(other, table, guest), add_games(one, session, guest), return_exceptions=True
            )
            assert moved is None
            found = await _seated(other, table.id, EVE)
            assert len(found.answer_log) == (0 if isinstance(answered, NotYourSeat) else 1)


async def rows(service: TableService, table: DatabaseTable) -> list[Any]:
    return await service._database.read(lambda connection: list(connection.execute(select(table))))


async def _seated(service: TableService, table_id: str, guest: str) -> Table:
    """A table, once the process knows that a guest has a seat there."""
    async with asyncio.timeout(10):
        while not (found := await service.find(table_id)).seats_of(guest):
            await asyncio.sleep(0.05)
    return found
