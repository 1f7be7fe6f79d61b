"""Hints for the guest who must answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain.errors import InvalidAction, NotYourSeat, NotYourTurn
from smokestack.server.domain.table import RUNNING
from tests.server.services import ANN, BOB, EVE, open_service, play, two_people


async def test_only_the_guest_who_must_answer_gets_hints(tmp_path: Path) -> None:
    async with open_service(tmp_path, hint_simulations=20) as service:
        table = await two_people(service)
        hints, repeated = await asyncio.gather(
            service.hint(table.id, ANN), service.hint(table.id, ANN)
        )
        assert hints == repeated
        assert hints[0].answer in table.match.state.answers()
        with pytest.raises(NotYourTurn):
            await service.hint(table.id, BOB)
        with pytest.raises(NotYourSeat):
            await service.hint(table.id, EVE)
        table = await service.resign(table.id, BOB, 1)
        with pytest.raises(InvalidAction):
            await service.hint(table.id, ANN)


async def test_a_hint_that_takes_too_long_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    chosen = {"hint_simulations": 10_000_000, "hint_timeout": 0.2, "bot_timeout": 0.5}
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service)
        with pytest.raises(InvalidAction):
            await service.hint(table.id, ANN)
        table = await play(service, table, ANN)
        assert table.status == RUNNING
