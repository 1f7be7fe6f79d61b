"""The host: removing players, closing a table, locking its chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.server.domain import chat, hosting
from smokestack.server.domain.errors import InvalidAction, InvitationUsed, NotHost, SeatNotFound
from smokestack.server.domain.table import CLOSED, RUNNING, WAITING
from tests.server.domain.tables import NOW, SIGNER, new_table, sentences, three_guests
from tests.server.services import ANN, BOB, CONTRIBUTION, EVE, open_service, plan, seat_token


async def test_the_host_removes_a_player_before_the_start(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await service.creation.create(
            ANN, plan("me", "link", "link", game="brass", open=True)
        )
        invitation = seat_token(service, table, 1)
        table, _ = await service.seats.take(invitation, BOB, "Bob")
        private = seat_token(service, table, 1)
        for guest in (BOB, EVE, ""):
            with pytest.raises(NotHost):
                await service.hosting.remove_player(table.id, guest, 1)
        table = await service.hosting.remove_player(table.id, ANN, 1)
        assert (table.status, table.seats[1].free, table.seats_of(BOB)) == (WAITING, True, [])
        assert sentences(table)[-1] == "The host has removed Bob from the table."
        for token in (invitation, private):
            with pytest.raises((InvitationUsed, SeatNotFound)):
                await service.seats.take(token, BOB, "Bob")
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, BOB, "Robert")
    async with open_service(tmp_path, database=database) as service:
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, BOB, "Robert")
        table, _ = await service.seats.join(table.id, EVE, "Eve")
        # The host may invite the same person again.
        table, _ = await service.seats.take(seat_token(service, table, 2), BOB, "Bob")
        assert table.seats_of(BOB) == [2]
        for guest in (ANN, BOB, EVE):
            table = await service.deals.contribute(table.id, guest, CONTRIBUTION)
        assert table.status == RUNNING
        with pytest.raises(InvalidAction):  # the game has started
            await service.hosting.remove_player(table.id, ANN, 1)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_only_other_people_can_be_removed(number: int) -> None:
    table = new_table("me", "link", "clerk", game="brass")
    with pytest.raises(InvalidAction):
        hosting.remove_player(table, SIGNER, ANN, number, NOW)
    with pytest.raises(SeatNotFound):
        hosting.remove_player(table, SIGNER, ANN, 3, NOW)


async def test_the_host_closes_a_table_before_the_start(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await service.creation.create(ANN, plan("me", "link", open=True))
        with pytest.raises(NotHost):
            await service.hosting.close_table(table.id, BOB)
        table = await service.hosting.close_table(table.id, ANN)
        assert (table.status, table.finished) == (CLOSED, True)
        assert sentences(table) == ["The host has closed the table."]
        assert await service.lobby.open_tables() == []
        with pytest.raises(InvalidAction):
            await service.seats.take(seat_token(service, table, 1), BOB, "Bob")
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, BOB, "Bob")
        with pytest.raises(InvalidAction):
            await service.hosting.close_table(table.id, ANN)


def test_a_running_game_can_not_be_closed_by_its_host() -> None:
    with pytest.raises(InvalidAction):
        hosting.close_table(three_guests(), ANN, NOW)


async def test_nobody_can_post_messages_while_the_chat_is_locked(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await service.creation.create(ANN, plan("me", "link"))
        with pytest.raises(NotHost):
            await service.hosting.lock_chat(table.id, BOB, True)
        table = await service.hosting.lock_chat(table.id, ANN, True)
        assert await service.hosting.lock_chat(table.id, ANN, True) == table
        for guest in (ANN, BOB):
            with pytest.raises(InvalidAction):
                await service.chat.post(table.id, guest, "", "hello")
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).chat_locked
        table = await service.hosting.lock_chat(table.id, ANN, False)
        table = await service.chat.post(table.id, BOB, "", "hello")
        assert [message.text for message in table.chat_messages] == ["hello"]
        assert sentences(table) == [
            "The host has locked the chat.",
            "The host has unlocked the chat.",
        ]


def test_a_device_of_another_seat_is_not_the_host() -> None:
    table = three_guests()
    with pytest.raises(NotHost):
        hosting.lock_chat(table, EVE, True, NOW)
    chat.post_message(table, EVE, "", "hello", NOW)
