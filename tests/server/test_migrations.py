"""Databases of earlier versions, with games in them, are brought up to date and played on."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import DateTime, MetaData, insert

from server.houses import ANN, BOB, open_house, play, settings, wait_until
from smokestack.engine.match import replay
from smokestack.server.database import Database
from smokestack.server.table import OVER, WAITING

FOLDER = Path(__file__).with_name("databases")


def fill(tmp_path: Path, database: str, revision: str) -> None:
    """A database as it was at a revision, with games that were played then."""
    opened = Database(settings(tmp_path, database=database).database_url())
    opened.bring_up_to_date(revision)
    rows = msgspec.json.decode((FOLDER / f"revision_{revision}.json").read_bytes())
    with opened.writing() as connection:
        found = MetaData()
        found.reflect(connection)
        for table in found.sorted_tables:
            moments = {column.name for column in table.c if isinstance(column.type, DateTime)}
            for row in rows.get(table.name, []):
                connection.execute(insert(table), _with_times(row, moments))
    opened.close()


def _with_times(row: dict[str, Any], moments: set[str]) -> dict[str, Any]:
    return {
        name: datetime.fromisoformat(value) if name in moments and value else value
        for name, value in row.items()
    }


def test_games_of_the_first_version_go_on(tmp_path: Path, database: str) -> None:
    fill(tmp_path, database, "0001")

    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            tables = await house.tables_of(ANN)
            assert len(tables) == 3
            finished = next(table for table in tables if table.finished)
            assert finished.status == OVER
            assert finished.sayings[0].text == "Good game"
            replay(finished.match.game, finished.match.record())
            # It was a bot's turn when the old version was closed.
            waiting = next(table for table in tables if any(seat.bot for seat in table.seats))
            waiting = await wait_until(house, waiting.id, lambda table: table.match.actor == 0)
            await play(house, waiting, ANN)
            brass = next(table for table in tables if table.match.game.name == "brass")
            assert len(brass.match.history) == 40
            await play(house, brass, ANN)
            offered = (await house.open_tables())[0]
            assert (offered.status, offered.host) == (WAITING, BOB)
            offered, seat = await house.join(offered.id, ANN, "Ann")
            assert seat == 1

    asyncio.run(story())
