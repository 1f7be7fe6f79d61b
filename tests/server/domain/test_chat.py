"""Chat messages of players and spectators, and muting them."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.server.domain import chat
from smokestack.server.domain.chat import (
    MAX_CHAT_MESSAGES,
    mutes_of,
    post_message,
    visible_messages,
)
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.seats import take
from smokestack.server.domain.table import SPECTATOR_SEAT
from tests.server.domain.tables import NOW, SIGNER, new_table, three_guests
from tests.server.services import ANN, BOB, EVE, open_service, two_people


async def test_messages_are_single_lines_with_the_name_of_the_seat(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        table = await service.chat.post(table.id, BOB, "Eve", " good\nmorning\u202e, \x00Ann ")
        message = table.chat_messages[0]
        assert (message.name, message.seat, message.text) == ("Bob", 1, "good morning, Ann")
        table = await service.chat.post(table.id, EVE, "Eve", "hello")
        assert (table.chat_messages[1].name, table.chat_messages[1].seat) == ("Eve", -1)
        for text in ("", " \n", "x" * 501, "\u200b"):
            with pytest.raises(InvalidAction):
                await service.chat.post(table.id, BOB, "", text)
        table = await service.chat.post(table.id, EVE, "", "hello")
        assert (table.chat_messages[2].name, table.chat_messages[2].seat) == ("", -1)
        assert table.version == 0
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).chat_messages == table.chat_messages


async def test_only_the_latest_messages_are_kept(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        for number in range(MAX_CHAT_MESSAGES + 20):
            table = await service.chat.post(table.id, ANN, "", f"line {number}")
        assert len(table.chat_messages) == MAX_CHAT_MESSAGES
    async with open_service(tmp_path, database=database) as service:
        found = (await service.find(table.id)).chat_messages
        assert found == table.chat_messages
        assert found[0].text == "line 20"


def test_a_player_cannot_choose_another_name() -> None:
    table = new_table("me", "here:Ben")
    post_message(table, ANN, "Ben", "hello", NOW)
    (message,) = table.chat_messages
    assert (message.name, message.seat, message.at) == ("Ann", 0, NOW)


def test_the_name_of_a_spectator_differs_from_those_of_the_players() -> None:
    table = new_table("me", "here:Ben")
    post_message(table, EVE, "ben", "hello", NOW)
    post_message(table, "", "Eve", "hello", NOW)
    assert [(message.name, message.seat) for message in table.chat_messages] == [
        ("ben 2", SPECTATOR_SEAT),
        ("Eve", SPECTATOR_SEAT),
    ]


def test_a_spectator_can_stay_anonymous() -> None:
    table = new_table("me", "here:Ben")
    post_message(table, EVE, "", "hello", NOW)
    assert (table.chat_messages[0].name, table.chat_messages[0].seat) == ("", SPECTATOR_SEAT)


@pytest.mark.parametrize(("name", "text"), [("x" * 21, "hello"), ("\n ", "hello"), ("Eve", " ")])
def test_a_refused_message_is_not_added(name: str, text: str) -> None:
    table = new_table("me", "here:Ben")
    with pytest.raises(InvalidAction):
        post_message(table, EVE, name, text, NOW)
    assert table.chat_messages == []


def test_the_oldest_message_is_dropped_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "MAX_CHAT_MESSAGES", 2)
    table = new_table("me", "here:Ben")
    for number in range(3):
        post_message(table, ANN, "", f"line {number}", NOW)
    assert [message.text for message in table.chat_messages] == ["line 1", "line 2"]


def test_messages_leave_copies_of_the_table_unchanged() -> None:
    table = new_table("me", "here:Ben")
    before = table.copy()
    post_message(table, ANN, "", "hello", NOW)
    assert before.chat_messages == []


async def test_muted_messages_are_hidden_from_the_reader_alone(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        for guest, text in ((BOB, "rude"), (EVE, "ruder"), (ANN, "hello")):
            table = await service.chat.post(table.id, guest, "Eve", text)
        rude, ruder, hello = table.chat_messages
        for guest in (EVE, "", "stranger"):
            with pytest.raises(NotYourSeat):
                await service.chat.mute(table.id, guest, rude.number)
        for number in (hello.number, 0, 99):
            with pytest.raises(InvalidAction):
                await service.chat.mute(table.id, ANN, number)
        table = await service.chat.mute(table.id, ANN, rude.number)
        assert await service.chat.mute(table.id, ANN, rude.number) == table
        table = await service.chat.mute(table.id, ANN, ruder.number)
    async with open_service(tmp_path, database=database) as service:
        table = await service.chat.post(table.id, BOB, "", "rude again")
        assert [message.text for message in visible_messages(table, ANN)] == ["hello"]
        for guest in (BOB, EVE, ""):
            assert visible_messages(table, guest) == table.chat_messages
            assert mutes_of(table, guest) == []
        bob, eve = mutes_of(table, ANN)
        assert (bob.name, eve.name) == ("Bob", "Eve")
        # Nobody else can change what Ann has muted.
        assert await service.chat.unmute(table.id, BOB, bob.number) == table
        table = await service.chat.unmute(table.id, ANN, bob.number)
        assert [message.text for message in visible_messages(table, ANN)] == [
            "rude",
            "hello",
            "rude again",
        ]
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).mutes == [eve]


def test_muting_a_player_covers_all_their_devices() -> None:
    table = three_guests()
    take(table, SIGNER, table.seats[1], "phone", "", NOW)
    post_message(table, "phone", "", "rude", NOW)
    chat.mute(table, ANN, table.chat_messages[0].number)
    table.revision += 1
    post_message(table, BOB, "", "rude again", NOW)
    assert visible_messages(table, ANN) == []
    assert len(visible_messages(table, EVE)) == 2


async def test_mutes_are_kept_for_the_rematch(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        table = await service.chat.post(table.id, BOB, "", "rude")
        await service.chat.mute(table.id, ANN, table.chat_messages[0].number)
        await service.seats.resign(table.id, ANN, 0)
        table = await service.creation.rematch(table.id, BOB)
        table = await service.chat.post(table.id, BOB, "", "rude again")
        assert visible_messages(table, ANN) == []
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).mutes == table.mutes
