"""The change feed of PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import psycopg

from tests.server.services import (
    ANN,
    BOB,
    open_two_services,
    play,
    two_people,
)


async def test_changes_during_a_lost_connection_are_published_later(
    tmp_path: Path, new_database: str
) -> None:
    async with open_two_services(tmp_path, database=new_database) as (one, other):
        table = await two_people(one)
        await other.find(table.id)
        async with other.broadcast.subscribe(table.id) as revisions, asyncio.timeout(20):
            with psycopg.connect(new_database, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            await asyncio.sleep(0.1)
            table = await play(one, table, ANN, "move 3")
            assert (await other.find(table.id)).version == 1
            while await anext(revisions) < table.revision:
                pass
            await asyncio.sleep(2.0)
            posted = await one.chat.post(table.id, BOB, "", "still there")
            while await anext(revisions) < posted.revision:
                pass
            assert (await other.find(table.id)).chat_messages == posted.chat_messages
