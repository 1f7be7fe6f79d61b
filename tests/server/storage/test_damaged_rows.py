"""A row that a server would never have written makes its own table unreadable, and no other."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import text

from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.database import Database
from smokestack.server.storage.game_admin import UNREADABLE, GameAdmin
from smokestack.server.storage.snapshots import SNAPSHOT_INTERVAL
from tests.server.services import (
    ANN,
    create,
    key,
    open_service,
    plan,
    play,
    settings,
    wait_until,
)

PROGRAM = "program:touch /tmp/smokestack-attacked"

DAMAGES = {
    "bot that is a program": f"UPDATE seats SET bot = '{PROGRAM}' WHERE number = 1",
    "substitute that is a program": f"UPDATE seats SET proposed_bot = '{PROGRAM}'",
    "bot with settings": "UPDATE seats SET bot = 'master:seconds=9999' WHERE number = 1",
    "name with a control character": "UPDATE seats SET name = 'a' || char(27)",
    "name that is too long": "UPDATE seats SET name = hex(zeroblob(1000))",
    "votes that are not a list": "UPDATE seats SET bot_votes = '{}'",
    "votes that are not JSON": "UPDATE seats SET bot_votes = 'x'",
    "votes that are nested deeply": "UPDATE seats SET bot_votes = "
    + f"'{'[' * 100_000}{']' * 100_000}'",
    "votes of seats that do not exist": "UPDATE seats SET bot_votes = '[7]'",
    "missing seat": "DELETE FROM seats WHERE number = 0",
    "unknown status": "UPDATE tables SET status = 'paused'",
    "game that is not over": "UPDATE tables SET status = 'over'",
    "resignation of nobody": "UPDATE tables SET resigned = 5",
    "negative version": "UPDATE tables SET version = -1",
    "version that is a text": "UPDATE tables SET version = 'x'",
    "options that are not JSON": "UPDATE tables SET options = '{'",
    "options that are a list": "UPDATE tables SET options = '[1]'",
    "tiles that are a number": "UPDATE tables SET tiles = '7'",
    "secret that is not one": "UPDATE tables SET deal_secret = 'x'",
    "commitment to another secret": "UPDATE tables SET deal_commitment = hex(zeroblob(32))",
    "missing commitment": "UPDATE tables SET deal_commitment = NULL",
    "contribution with a control character": "UPDATE seats SET contribution = char(27)",
    "missing contribution": "UPDATE seats SET contribution = '' WHERE number = 1",
    "unknown game": "UPDATE tables SET game = 'chess'",
    "seed out of range": "UPDATE tables SET seed = -1",
    "time that is not a time": "UPDATE tables SET changed = 'yesterday'",
    "text that is not UTF-8": "UPDATE tables SET edition = CAST(x'ff' AS TEXT)",
    "illegal answer": "UPDATE answers SET text = 'move 99' WHERE number = 1",
    "answer that is a blob": "UPDATE answers SET text = x'00' WHERE number = 1",
    "missing answer": "DELETE FROM answers WHERE number = 1",
    "answer of a seat that does not exist": "UPDATE answers SET seat = 6 WHERE number = 1",
    "chat of a seat that does not exist": "UPDATE chat_messages SET seat = 6",
    "chat that is endless": "UPDATE chat_messages SET text = hex(zeroblob(100000))",
}


async def table_with_chat(service: TableService) -> Table:
    table = await create(service, ANN, plan("me", "here:Bob"))
    for _ in range(3):
        table = await play(service, table, ANN)
    return await service.chat.post(table.id, ANN, "Ann", "Good luck")


def damage(folder: Path, table_id: str, statement: str) -> None:
    """Run an UPDATE or DELETE on the rows of one table."""
    word = "AND" if " WHERE " in statement else "WHERE"
    column = "id" if " tables " in f"{statement} " else "table_id"
    with sqlite3.connect(folder / "tables.sqlite") as connection:
        changed = connection.execute(f"{statement} {word} {column} = ?", [table_id])
        assert changed.rowcount > 0
    connection.close()


@pytest.mark.parametrize("statement", DAMAGES.values(), ids=DAMAGES)
async def test_a_damaged_row_is_an_error_of_its_table_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, statement: str
) -> None:
    async with open_service(tmp_path) as service:
        table, other = await table_with_chat(service), await table_with_chat(service)
    damage(tmp_path, table.id, statement)

    async with open_service(tmp_path) as service:
        with pytest.raises(InvalidAction):
            await service.find(table.id)
        with pytest.raises(InvalidAction):
            await service.chat.post(table.id, ANN, "Ann", "Hello")
        assert [found.id for found in await service.lobby.tables_of(ANN)] == [other.id]
        await play(service, await service.find(other.id), ANN)
    errors = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert errors
    assert all(vars(record)["fields"]["table_id"] == table.id for record in errors)

    admin = GameAdmin(settings(tmp_path))
    assert other.id in {entry.id for entry in admin.entries(10)}
    admin.close()


async def test_the_list_of_games_shows_an_unreadable_one(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        table, other = await table_with_chat(service), await table_with_chat(service)
    damage(tmp_path, table.id, "UPDATE tables SET changed = 'yesterday'")
    admin = GameAdmin(settings(tmp_path))
    statuses = {entry.id: entry.status for entry in admin.entries(10)}
    admin.close()
    assert statuses == {table.id: UNREADABLE, other.id: "running"}


async def test_a_bot_job_never_starts_a_program(tmp_path: Path, database: str) -> None:
    """The row of the job is damaged, the table is not; other jobs go on."""
    program = f"program:touch {tmp_path / 'attacked'}"
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await create(service, ANN, plan("apprentice", "me"))
    opened = Database(settings(tmp_path, database=database).database_url())
    with opened.writing() as connection:
        connection.execute(text("UPDATE bot_jobs SET bot = :bot"), {"bot": program[:40]})
    opened.close()
    async with open_service(tmp_path, database=database) as service:
        other = await create(service, ANN, plan("apprentice", "me"))
        await wait_until(service, other.id, lambda table: table.version > 0)
        assert (await service.find(table.id)).version == 0
    assert not (tmp_path / "attacked").exists()


SNAPSHOT_DAMAGES: dict[str, Any] = {
    "not msgpack": lambda found: None,
    "missing field": lambda found: found[2].pop("actor"),
    "unknown field": lambda found: found[2].update(unknown=1),
    "other type": lambda found: found[2].update(actor=[1]),
    "shorter list": lambda found: found[2].update(legal=[1]),
    "number out of range": lambda found: found[2].update(actor=77),
    "huge number": lambda found: found[2].update(actor=2**63),
    "illegal answers": lambda found: found[2]["legal"].__setitem__(0, 1),
    "answer outside the action space": lambda found: found[0].__setitem__(0, 10**6),
    "fewer answers": lambda found: found[0].pop(),
}


@pytest.mark.parametrize("change", SNAPSHOT_DAMAGES.values(), ids=SNAPSHOT_DAMAGES)
@pytest.mark.parametrize("game", ["glasgow", "brass"])
async def test_a_damaged_snapshot_is_ignored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, game: str, change: Any
) -> None:
    async with open_service(tmp_path) as service:
        table = await create(service, ANN, plan("me", "here:Bob", game=game))
        for _ in range(2 * SNAPSHOT_INTERVAL + 5):
            table = await service.turns.answer(
                table.id, ANN, table.version, key(), table.match.answers[-1]
            )
    with sqlite3.connect(tmp_path / "tables.sqlite") as connection:
        query = "SELECT number, data FROM snapshots"
        for number, data in connection.execute(query).fetchall():
            found = msgspec.msgpack.decode(data)
            change(found)
            damaged = msgspec.msgpack.encode(found)
            if damaged == data:
                damaged = b"\xc1" + data
            connection.execute("UPDATE snapshots SET data = ? WHERE number = ?", [damaged, number])
    connection.close()
    async with open_service(tmp_path) as service:
        again = await service.find(table.id)
        assert again.match.history == table.match.history
        assert again.match.state == table.match.state
        assert again.match.answers == table.match.answers
    assert "snapshot is damaged, replaying the answers" in caplog.messages
