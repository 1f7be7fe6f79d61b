"""Bots at tables: they answer by themselves, from what they see, whatever happens to processes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from server.houses import ANN, open_house, plan, wait_until
from smokestack.server.table import OVER


def test_bots_play_a_whole_game(tmp_path: Path) -> None:
    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await house.create(ANN, plan("apprentice", "apprentice"))
            table = await wait_until(house, table.id, lambda table: table.finished)
            assert table.status == OVER
            assert [seat.name for seat in table.seats] == ["apprentice", "apprentice 2"]
            assert all(given.by_bot for given in table.given)

    asyncio.run(story())
