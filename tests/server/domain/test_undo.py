"""Undo: which answers, by whom, and its effect on bot jobs."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain import turns
from smokestack.server.domain.errors import InvalidAction, NotYourSeat, VersionConflict
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    key,
    open_service,
    plan,
    play,
    two_people,
    wait_until,
)


async def play_until(service: TableService, table: Table, guest: str, reveals: bool) -> Table:
    """Play until the last answer did, or did not, reveal something."""
    while not table.answer_log or table.answer_log[-1].reveals != reveals:
        table = await play(service, table, guest)
    return table


async def test_the_last_answer_can_be_undone(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        start = await two_people(service)
        table = await play(service, start, ANN, "move 3")
        assert turns.can_undo(table, ANN)
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert table.version == 2
        assert table.match.history == []
        assert table.answer_log == []
        assert table.match.state == start.match.state
        assert not turns.can_undo(table, ANN)
        with pytest.raises(InvalidAction):
            await service.turns.undo(table.id, ANN, table.version, key())
        table = await play(service, table, ANN, "move 2")
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).match.record().answers == ["move 2"]


async def test_guests_can_only_undo_their_own_answer(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await play(service, await two_people(service), ANN, "move 3")
        for guest, error in [(BOB, InvalidAction), (EVE, NotYourSeat), ("", NotYourSeat)]:
            assert not turns.can_undo(table, guest)
            with pytest.raises(error):
                await service.turns.undo(table.id, guest, table.version, key())
        with pytest.raises(VersionConflict):
            await service.turns.undo(table.id, ANN, table.version - 1, key())
        while table.answer_log[-1].seat == 0:
            table = await play(service, table, table.seats[table.match.actor or 0].guest)
        assert not turns.can_undo(table, ANN)


async def test_an_answer_that_revealed_something_cannot_be_undone(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        table = await play_until(service, table, ANN, reveals=True)
        assert not turns.can_undo(table, ANN)
        with pytest.raises(InvalidAction):
            await service.turns.undo(table.id, ANN, table.version, key())
        table = await play_until(service, table, ANN, reveals=False)
        assert turns.can_undo(table, ANN)
    async with open_service(tmp_path, database=database) as service:
        assert turns.can_undo(await service.find(table.id), ANN)


async def test_a_repeated_undo_is_applied_once(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        table = await play(service, table, ANN)
        table = await play(service, table, ANN)
        own = key()
        sent = [service.turns.undo(table.id, ANN, table.version, own) for _ in range(5)]
        await asyncio.gather(*sent)
        assert len((await service.find(table.id)).match.history) == 1


@pytest.mark.slow
async def test_undo_cancels_the_bot_job(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bot_pause=2.0) as service:
        table = await create(service, ANN, plan("me", "apprentice"))
        while table.actor == table.seats[0]:
            table = await play(service, table, ANN)
        assert turns.can_undo(table, ANN)
        table = await service.turns.undo(table.id, ANN, table.version, key())
        assert service.turns.bot_running_since(table) is None
        assert not service.turns.is_bot_queued(table)
        await asyncio.sleep(2.5)
        assert await service.find(table.id) == table
        while table.actor == table.seats[0]:
            table = await play(service, table, ANN)
        decision_since = table.decision_since
        table = await wait_until(service, table.id, lambda table: table.answer_log[-1].by_bot)
        assert (table.answer_log[-1].at - decision_since).total_seconds() >= 2.0
