"""Seats: taking one by link, joining an open table, moving to another device."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain.errors import InvalidAction, NotYourSeat, SeatNotFound
from smokestack.server.domain.seats import find_seat, may_see_token, take, visible_token
from smokestack.server.domain.table import RUNNING, WAITING
from smokestack.server.domain.tokens import hash_token
from tests.server.domain.tables import NOW, SIGNER, new_table
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
)


async def test_a_guest_takes_a_free_seat_with_its_token(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link"))
        token = seat_token(service, table, 1)
        found, seat = await service.find_seat(token)
        assert (found.id, seat, found.seats[1].free) == (table.id, 1, True)
        table, seat = await service.take_seat(token, BOB, "  Bob\n")
        assert seat == 1
        assert table.seats_of(BOB) == [1]
        assert table.status == WAITING
        table = await service.contribute(table.id, BOB, "text")
        assert table.status == RUNNING
        assert table.match.setup.players == ["Ann", "Bob"]
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again.match.setup == table.match.setup


async def test_the_token_of_a_taken_seat_moves_it_to_another_device(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        token = seat_token(service, table, 0)
        moved, seat = await service.take_seat(token, "ann-on-another-device", "Ignored")
        assert seat == 0
        assert moved.seats[0].name == "Ann"
        with pytest.raises(NotYourSeat):
            await play(service, moved, ANN)
        played = await play(service, moved, "ann-on-another-device")
        assert played.version == 1
        assert (await service.take_seat(token, "ann-on-another-device", ""))[0] == played


async def test_wrong_tokens_are_refused(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "clerk"))
        with pytest.raises(SeatNotFound):
            find_seat(table, 2)
        assert visible_token(service.signer, table, table.seats[1], ANN) == ""
        for token in (
            "",
            "x",
            "\0",
            "é",
            "\ud800",
            table.seats[0].token_hash,
            table.seats[0].token_nonce,
        ):
            with pytest.raises(SeatNotFound):
                await service.take_seat(token, EVE, "Eve")


async def test_no_token_is_stored(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table = await two_people(service)
        tokens = [seat_token(service, table, seat) for seat in (0, 1)]
        cookie = service.signer.sign(ANN)
        await play(service, table, ANN)
        stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    stored += b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert table.id.encode() in stored
    for secret in (*tokens, cookie):
        assert secret.encode() not in stored


async def test_only_open_tables_can_be_joined_without_a_token(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        closed = await create(service, ANN, plan("me", "link"))
        table = await create(service, ANN, plan("me", "link", open=True))
        assert [found.id for found in await service.open_tables()] == [table.id]
        with pytest.raises(InvalidAction):
            await service.join(closed.id, BOB, "Bob")
        token = seat_token(service, table, 1)
        joined, seat = await service.join(table.id, BOB, "Bob")
        assert (joined.seats_of(BOB), seat) == ([1], 1)
        assert await service.join(table.id, BOB, "Bob") == (joined, 1)
        with pytest.raises(InvalidAction):
            await service.join(table.id, EVE, "Eve")
        assert await service.open_tables() == []
        # The host has seen the token of the free seat; it must not open Bob's seat.
        with pytest.raises(SeatNotFound):
            await service.take_seat(token, ANN, "Ann")
        again, _ = await service.take_seat(seat_token(service, joined, 1), EVE, "")
        assert again.seats[1].guest == EVE


async def test_of_guests_who_join_at_once_one_gets_the_seat(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link", open=True))
        requests = [service.join(table.id, f"guest-{n}", "Bob") for n in range(5)]
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert sum(isinstance(result, InvalidAction) for result in results) == 4


def test_the_owner_sees_the_token_of_a_seat() -> None:
    table = new_table("me", "here:Ben")
    tokens = [visible_token(SIGNER, table, seat, ANN) for seat in table.seats]
    assert [hash_token(token) for token in tokens] == [seat.token_hash for seat in table.seats]


def test_the_host_sees_the_token_of_a_seat_until_it_is_taken() -> None:
    table = new_table("me", "link", "link", game="brass")
    seat = table.seats[1]
    assert hash_token(visible_token(SIGNER, table, seat, ANN)) == seat.token_hash
    take(table, seat, BOB, "Bob", NOW)
    assert not may_see_token(table, seat, ANN)
    assert visible_token(SIGNER, table, seat, ANN) == ""
    assert hash_token(visible_token(SIGNER, table, seat, BOB)) == seat.token_hash


@pytest.mark.parametrize("guest", [BOB, EVE, ""])
def test_other_guests_see_no_tokens(guest: str) -> None:
    table = new_table("me", "link", "clerk", game="brass")
    for seat in table.seats:
        assert not may_see_token(table, seat, guest)
        assert visible_token(SIGNER, table, seat, guest) == ""


def test_the_seat_of_a_bot_has_no_token() -> None:
    table = new_table("me", "clerk")
    assert not may_see_token(table, table.seats[1], ANN)
    assert visible_token(SIGNER, table, table.seats[1], ANN) == ""
    assert table.seats[1].token_hash == ""


def test_the_owner_sees_the_token_while_a_bot_plays_the_seat() -> None:
    table = new_table("me", "here:Ben")
    table.seats[0].bot = "clerk"
    assert may_see_token(table, table.seats[0], ANN)
