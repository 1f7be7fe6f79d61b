"""What processes that share a database tell each other through it: that there is something new.

PostgreSQL carries messages itself. On SQLite they are pinned to a board, which everybody reads.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from smokestack.server.schema import notices

CHANGES: Final = "smokestack_changes"  # of a table: its id and the number of its latest news
THOUGHTS: Final = "smokestack_thoughts"  # of a bot: the table's id and its version
GONE: Final = 2**31 - 1  # the number of the news that a table is no more
KEPT: Final = 10_000  # notices on the board, at least

PIN: Final = insert(notices)
CLEAR: Final = delete(notices).where(notices.c.number <= bindparam("last"))

Hear = Callable[[str, str, int], None]
"""Gets a channel, the id of a table and a number."""


class Listener(Protocol):
    """Hears what any process has announced, its own included, once that is committed."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def is_up_to_date(self) -> bool:
        """Whether what lies in memory can be trusted, but for what was heard to be old."""
        ...


def announce(connection: Connection, channel: str, table_id: str, number: int) -> None:
    """Let everybody know, once this is committed."""
    if connection.dialect.name == "sqlite":
        notice = {"channel": channel, "table_id": table_id, "news": number}
        pinned = connection.execute(PIN, notice).lastrowid
        if pinned % KEPT == 0:
            connection.execute(CLEAR, {"last": pinned - KEPT})
    else:
        connection.execute(select(func.pg_notify(channel, f"{table_id} {number}")))
