"""Hears from PostgreSQL what other processes have changed.

What is told is only that something changed; what is not heard while the connection is lost is made
up for by trusting nothing in memory until it is back.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.bulletin import CHANGES, THOUGHTS, Hear

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log = logging.getLogger(__name__)

HEARTBEAT: Final = 10.0  # seconds of silence until the connection is tried
PATIENCE: Final = 10  # seconds for an answer
PAUSE: Final = 1.0  # seconds until the next attempt to connect


class PostgresqlListener:
    """`again` runs after a lost connection is back."""

    def __init__(
        self,
        arguments: dict[str, Any],
        hear: Hear,
        again: Callable[[], Awaitable[None]],
    ) -> None:
        self._hears = False
        self._arguments = {**arguments, "connect_timeout": PATIENCE}
        self._hear = hear
        self._again = again
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        connection = await self._connect()
        self._hears = True
        self._task = asyncio.create_task(self._listen(connection))

    async def close(self) -> None:
        self._hears = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=PATIENCE)

    def is_up_to_date(self) -> bool:
        return self._hears

    async def _connect(self) -> AsyncConnection[Any]:
        import psycopg

        try:
            connection = await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True)
        except psycopg.Error as error:
            raise InvalidInput(f"PostgreSQL can't be listened to ({error})") from None
        for channel in (CHANGES, THOUGHTS):
            await connection.execute(f"LISTEN {channel}")
        return connection

    async def _listen(self, connection: AsyncConnection[Any]) -> None:
        while True:
            try:
                async with connection:
                    await self._follow(connection)
            except Exception as error:
                self._hears = False
                log.warning("the connection that tells of changes is lost: %s", error)
            connection = await self._connect_again()

    async def _follow(self, connection: AsyncConnection[Any]) -> None:
        while True:
            async for notice in connection.notifies(timeout=HEARTBEAT):
                table_id, _, number = notice.payload.partition(" ")
                if number.isdigit():
                    self._hear(notice.channel, table_id, int(number))
            async with asyncio.timeout(PATIENCE):
                await connection.execute("SELECT 1")

    async def _connect_again(self) -> AsyncConnection[Any]:
        while True:
            await asyncio.sleep(PAUSE)
            try:
                connection = await self._connect()
                self._hears = True
                await self._again()
                log.info("changes are told again")
                return connection
            except Exception as error:
                self._hears = False
                log.warning("still not told of changes: %s", error)
