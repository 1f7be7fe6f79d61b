"""Names of players and spectators."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import WAITING
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_service,
    plan,
    seat_token,
)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "x" * 21, "\n\t"])
async def test_invisible_and_overlong_names_are_refused(tmp_path: Path, name: str) -> None:
    async with open_service(tmp_path) as service:
        with pytest.raises(InvalidAction):
            await create(service, ANN, plan("me", "clerk", name=name))
        table = await create(service, ANN, plan("me", "link"))
        with pytest.raises(InvalidAction):
            await service.seats.take(seat_token(service, table, 1), BOB, name)
        assert (await service.find(table.id)).status == WAITING


async def test_equal_names_are_numbered(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        seats = ("clerk", "here:ann", "link", "me")
        table = await create(service, ANN, plan(*seats, game="brass", name="Ann"))
        assert [seat.name for seat in table.seats] == ["clerk", "ann 2", "", "Ann"]
        table, _ = await service.seats.take(seat_token(service, table, 2), BOB, "ANN")
        assert table.seats[2].name == "ANN 3"
        table = await service.chat.post(table.id, EVE, "Clerk", "hello")
        assert table.chat_messages[0].name == "Clerk 2"
