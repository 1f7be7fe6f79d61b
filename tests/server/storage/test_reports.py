"""Reports of players, as the operator reads them with `smokestack reports`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import insert

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.errors import InvalidAction, LimitExceeded, NotYourSeat
from smokestack.server.storage.database import Database
from smokestack.server.storage.reports import MAX_UNRESOLVED_OF_GUEST, MAX_UNRESOLVED_OF_SPECTATORS
from smokestack.server.storage.schema import reports
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    open_service,
    seat_token,
    settings,
    two_people,
)
from tests.server.storage.test_game_admin import Command, command

__all__ = ["command"]


async def test_a_report_reaches_the_operator(
    tmp_path: Path, database: str, command: Command
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        assert command("reports", "list") == "no reports\n"
        table = await service.chat.post(table.id, BOB, "", "something rude")
        message = table.chat_messages[0].number
        assert await service.chat.report(table.id, ANN, message=message) == table
        await service.chat.report(table.id, EVE, seat=0, text="Ann\x1b[2J plays\n too slowly")
        with pytest.raises(InvalidAction):
            await service.chat.report(table.id, ANN, message=99)
        with pytest.raises(InvalidAction):
            await service.chat.report(table.id, ANN, text="x" * 501)
        with pytest.raises(NotYourSeat):
            await service.chat.report(table.id, "", text="hello")
    printed = command("reports", "list")
    assert f"about Bob ({BOB})\n  who wrote: something rude\n  reported by {ANN}\n" in printed
    assert f"about Ann ({ANN})\n  Ann[2J plays too slowly\n  reported by {EVE}\n" in printed
    # The report stays when the table is gone.
    command("games", "remove", table.id)
    assert command("reports", "list") == printed
    assert command("reports", "resolve", "1") == "1 reports resolved\n"
    assert "something rude" not in command("reports", "list")
    assert "something rude" in command("reports", "list", "--all")
    with pytest.raises(InvalidInput, match="2 of these reports"):
        command("reports", "resolve", "1", "99")


async def test_control_characters_of_a_report_are_escaped(
    tmp_path: Path, database: str, command: Command
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        await service.chat.report(table.id, ANN, text="first")
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        values = {"table_id": "t", "reporter": "r", "author": "a", "name": "\x1b[31mBob"}
        texts = {"message": "\x1b]0;title\x07", "text": "a\u202eb\rc"}
        row = {**values, **texts, "at": table.created, "resolved": False}
        connection.execute(insert(reports), row)
    opened.close()
    printed = command("reports", "list")
    assert "\\x1b[31mBob" in printed
    assert all(letter.isprintable() for letter in printed.replace("\n", ""))


async def test_spectators_do_not_use_up_the_reports_of_players(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        stored = 0
        for number in range(6):
            for _ in range(MAX_UNRESOLVED_OF_GUEST):
                with suppress(LimitExceeded):
                    await service.chat.report(table.id, f"stranger {number}", text="again")
                    stored += 1
        assert stored == MAX_UNRESOLVED_OF_SPECTATORS
        await service.chat.report(table.id, ANN, text="somebody at the table")


async def test_the_devices_of_a_player_report_as_one(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        devices = [BOB]
        for number in range(5):
            devices.append(f"device {number}-------------")
            await service.seats.take(seat_token(service, table, 1), devices[-1], "Bob")
        for number in range(MAX_UNRESOLVED_OF_GUEST):
            await service.chat.report(table.id, devices[number % 6], text="again")
        for device in devices:
            with pytest.raises(LimitExceeded):
                await service.chat.report(table.id, device, text="again")
        await service.chat.report(table.id, ANN, text="the other player")


async def test_a_guest_can_not_flood_the_operator(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        for _ in range(MAX_UNRESOLVED_OF_GUEST):
            await service.chat.report(table.id, ANN, text="again")
        with pytest.raises(LimitExceeded):
            await service.chat.report(table.id, ANN, text="again")
        await service.chat.report(table.id, BOB, text="somebody else")
