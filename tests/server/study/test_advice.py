"""Advice on the study board about a game that one is playing."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.engine.core.stream import Stream
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.study_address import position_address
from smokestack.server.service.lobby import MAX_LISTED_TABLES
from tests.server.services import ANN, create, open_service, plan, two_people


async def test_many_other_games_do_not_hide_the_one_without_hints(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        table = await two_people(service)
        state = table.match.state.copy()
        state.stream = Stream(1)
        address = position_address(table.game, state)
        for _ in range(MAX_LISTED_TABLES):
            await create(service, ANN, plan("me", "here:Ben", hints=True))
        with pytest.raises(InvalidAction, match="without hints"):
            await service.study.hints(address, ANN)
