"""The use cases of a table: lists, limits and the language of refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.presentation.language import use_language
from smokestack.server.domain.errors import InvalidAction, LimitExceeded
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


async def test_the_number_of_unfinished_tables_is_limited(tmp_path: Path, database: str) -> None:
    async with open_service(
        tmp_path, database=database, max_tables=4, max_tables_per_guest=3
    ) as service:
        tables = [await create(service, ANN, plan("me", "here:Ben")) for _ in range(3)]
        with pytest.raises(LimitExceeded):
            await create(service, ANN, plan("me", "here:Ben"))
        await create(service, BOB, plan("me", "here:Ben"))
        with pytest.raises(LimitExceeded):
            await create(service, EVE, plan("me", "here:Ben"))
        await service.seats.resign(tables[0].id, ANN, 0)
        await create(service, EVE, plan("me", "here:Ben"))


async def test_the_tables_of_a_guest_are_listed_by_latest_change(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        first, second = await two_people(service), await two_people(service)
        waiting = await create(service, ANN, plan("me", "link"))
        for guest, expected in (
            (ANN, [second.id, first.id, waiting.id]),
            (BOB, [second.id, first.id]),
            (EVE, []),
        ):
            found = await service.lobby.tables_of(guest)
            assert [table.id for table in found] == expected
        await service.chat.post(first.id, BOB, "Bob", "hello")
        found = await service.lobby.tables_of(ANN)
        assert [table.id for table in found] == [first.id, second.id, waiting.id]


async def test_refusals_are_in_the_language_of_the_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class German:
        def gettext(self, message: str) -> str:
            return f"deutsch: {message}"

    monkeypatch.setattr("smokestack.presentation.language._catalogue", lambda code: German())

    async with open_service(tmp_path) as service:
        table = await two_people(service)
        with use_language("de"), pytest.raises(InvalidAction, match="deutsch: "):
            await service.chat.post(table.id, ANN, "", "")
        with use_language("de"), pytest.raises(InvalidAction, match="deutsch: "):
            await service.turns.undo(table.id, ANN, 0, "some-key")


async def test_the_table_that_waits_longest_for_a_guest_comes_first(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        first, second = await two_people(service), await two_people(service)
        assert await service.lobby.waiting_for(ANN) == [first.id, second.id]
        assert await service.lobby.waiting_for(BOB) == []
        token = seat_token(service, second, 0)
        await service.seats.take(token, EVE, "")  # another device of Ann
        assert await service.lobby.waiting_for(EVE) == [second.id]
        await play(service, first, ANN, "move 2")
        assert await service.lobby.waiting_for(ANN) == [second.id]
        assert await service.lobby.waiting_for(BOB) == [first.id]
        await service.seats.leave(second.id, ANN, 0)
        assert await service.lobby.waiting_for(ANN) == []
