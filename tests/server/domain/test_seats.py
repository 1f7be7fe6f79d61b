"""Seats: invitations that work once, joining an open table, further devices, private links."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain import hosting
from smokestack.server.domain.errors import (
    InvalidAction,
    InvitationUsed,
    NotYourSeat,
    SeatNotFound,
)
from smokestack.server.domain.seats import (
    MAX_DEVICES,
    find_seat,
    may_see_token,
    take,
    take_free,
    visible_token,
)
from smokestack.server.domain.table import RUNNING, WAITING
from smokestack.server.domain.tokens import hash_token
from tests.server.domain.tables import NOW, SIGNER, new_table, sentences
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
        found, seat = await service.seats.find(token)
        assert (found.id, seat, found.seats[1].free) == (table.id, 1, True)
        table, seat = await service.seats.take(token, BOB, "  Bob\n")
        assert seat == 1
        assert table.seats_of(BOB) == [1]
        assert table.status == WAITING
        table = await service.deals.contribute(table.id, BOB, "text")
        assert table.status == RUNNING
        assert table.match.setup.players == ["Ann", "Bob"]
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again.match.setup == table.match.setup


def test_a_removed_player_can_not_use_an_earlier_invitation_by_name() -> None:
    """It may be on its way while the host removes them."""
    table = new_table("me", "link")
    take_free(table, SIGNER, BOB, "Bob", NOW)
    hosting.remove_player(table, SIGNER, ANN, 1, NOW)
    with pytest.raises(InvalidAction):
        take_free(table, SIGNER, BOB, "Bob", NOW)
    hosting.invite(table, ANN, "Eve", EVE, NOW)
    with pytest.raises(InvalidAction):
        take_free(table, SIGNER, BOB, "Bob", NOW)
    hosting.invite(table, ANN, "Bob", BOB, NOW)
    take_free(table, SIGNER, BOB, "Bob", NOW)
    assert table.seats_of(BOB) == [1]


async def test_an_invitation_works_once(tmp_path: Path, database: str) -> None:
    """The inviter, who knows the link, must not get the hand of the guest who used it."""
    async with open_service(tmp_path, database=database) as service:
        table = await service.creation.create(ANN, plan("me", "link"))
        invitation = seat_token(service, table, 1)
        table, _ = await service.seats.take(invitation, BOB, "Bob")
        for guest in (ANN, EVE):
            with pytest.raises(InvitationUsed) as refused:
                await service.seats.take(invitation, guest, "Again")
            assert "Bob has the seat" in str(refused.value)
            assert refused.value.table_id == table.id
            with pytest.raises(InvitationUsed):
                await service.seats.find(invitation, guest)
        again = await service.find(table.id)
        assert again == table
        assert again.seats_of(ANN) == [0]
        # The guest who used it finds the seat with it again, on the same device.
        assert await service.seats.find(invitation, BOB) == (table, 1)
        assert await service.seats.take(invitation, BOB, "Bob") == (table, 1)


async def test_of_guests_who_use_an_invitation_at_once_one_gets_the_seat(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await service.creation.create(ANN, plan("me", "link"))
        invitation = seat_token(service, table, 1)
        requests = [service.seats.take(invitation, f"guest-{n}", f"Guest {n}") for n in range(5)]
        results = await asyncio.gather(*requests, return_exceptions=True)
        assert sum(isinstance(result, InvitationUsed) for result in results) == 4
        assert (await service.find(table.id)).seats[1].devices == []


async def test_a_seat_is_used_on_several_devices_at_the_same_time(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        private = seat_token(service, table, 0)
        for device in ("phone", "tablet"):
            table, seat = await service.seats.take(private, device, "Ignored")
            assert (seat, table.seats[0].name) == (0, "Ann")
            assert (await service.seats.take(private, device, ""))[0] == table
            assert [found.id for found in await service.lobby.tables_of(device)] == [table.id]
        devices = [ANN, "phone", "tablet"]
        for _ in range(6):
            guest = devices[len(table.answer_log) % 3] if table.match.actor == 0 else BOB
            table = await play(service, table, guest)
        assert [table.seats_of(device) for device in devices] == [[0]] * 3
        assert table.seats_of(BOB) == [1]
    async with open_service(tmp_path, database=database) as service:
        again = await service.find(table.id)
        assert again.seats == table.seats
        assert [found.id for found in await service.lobby.tables_of("tablet")] == [table.id]


async def test_every_new_device_is_announced_to_everybody(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        table, _ = await service.seats.take(seat_token(service, table, 0), "phone", "")
        assert sentences(table) == [
            "Bob has taken a seat.",
            "The seat of Ann is now used on one more device.",
        ]
        # If the new device is that of another player, everybody can see whose.
        table, _ = await service.seats.take(seat_token(service, table, 1), ANN, "")
        assert sentences(table)[-1] == "Ann now also plays the seat of Bob."
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).announcements == table.announcements


async def test_a_renewed_link_ends_the_access_of_other_devices(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        private = seat_token(service, table, 0)
        table, _ = await service.seats.take(private, "phone", "")
        for guest in (BOB, EVE, "", "phone"):  # a device can't lock the owner out
            with pytest.raises(NotYourSeat):
                await service.seats.renew_link(table.id, guest, 0)
        table = await service.seats.renew_link(table.id, ANN, 0)
        assert (table.seats_of("phone"), table.seats_of(ANN)) == ([], [0])
        assert "Other devices have lost the seat" in sentences(table)[-1]
        with pytest.raises(NotYourSeat):
            await play(service, table, "phone")
        with pytest.raises(SeatNotFound):
            await service.seats.take(private, "phone", "")
        table, _ = await service.seats.take(seat_token(service, table, 0), "laptop", "")
        await play(service, table, "laptop")
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).seats[0].devices == ["laptop"]


def test_the_number_of_devices_is_limited() -> None:
    table = new_table("me", "here:Ben")
    for number in range(MAX_DEVICES):
        take(table, SIGNER, table.seats[0], f"device-{number}", "", NOW)
    with pytest.raises(InvalidAction):
        take(table, SIGNER, table.seats[0], "one-more", "", NOW)
    take(table, SIGNER, table.seats[0], "device-0", "", NOW)


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
                await service.seats.take(token, EVE, "Eve")


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
        assert [found.id for found in await service.lobby.open_tables()] == [table.id]
        with pytest.raises(InvalidAction):
            await service.seats.join(closed.id, BOB, "Bob")
        token = seat_token(service, table, 1)
        joined, seat = await service.seats.join(table.id, BOB, "Bob")
        assert (joined.seats_of(BOB), seat) == ([1], 1)
        assert await service.seats.join(table.id, BOB, "Bob") == (joined, 1)
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, EVE, "Eve")
        assert await service.lobby.open_tables() == []
        # The host has seen the token of the free seat; it must not open Bob's seat.
        with pytest.raises(InvitationUsed):
            await service.seats.take(token, ANN, "Ann")
        again, _ = await service.seats.take(seat_token(service, joined, 1), EVE, "")
        assert (again.seats[1].guest, again.seats[1].devices) == (BOB, [EVE])


async def test_of_guests_who_join_at_once_one_gets_the_seat(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "link", open=True))
        requests = [service.seats.join(table.id, f"guest-{n}", "Bob") for n in range(5)]
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
    take(table, SIGNER, seat, BOB, "Bob", NOW)
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
