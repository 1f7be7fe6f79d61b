"""The change feed of PostgreSQL: LISTEN on a connection of its own.

Announcements are lost while the connection is; until it is back, nothing in memory is trusted.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any, Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.live.channels import BOT_JOBS, TABLES, dispatch
from smokestack.server.live.publisher import ChangePublisher

if TYPE_CHECKING:
    from psycopg import AsyncConnection

log = logging.getLogger(__name__)

HEARTBEAT_SECONDS: Final = 10.0  # without announcements until the connection is tested
TIMEOUT_SECONDS: Final = 10
RECONNECT_SECONDS: Final = 1.0


class PostgresqlChangeFeed:
    def __init__(self, connect_arguments: dict[str, Any], publisher: ChangePublisher) -> None:
        self._arguments = {**connect_arguments, "connect_timeout": TIMEOUT_SECONDS}
        self._publisher = publisher
        self._connected = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        connection = await self._connect()
        self._connected = True
        self._task = asyncio.create_task(self._run(connection))

    async def close(self) -> None:
        self._connected = False
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task}, timeout=TIMEOUT_SECONDS)

    def is_current(self) -> bool:
        return self._connected

    async def _connect(self) -> AsyncConnection[Any]:
        import psycopg

        try:
            connection = await psycopg.AsyncConnection.connect(**self._arguments, autocommit=True)
        except psycopg.Error as error:
            raise InvalidInput(f"can't listen to PostgreSQL ({error})") from None
        for channel in (TABLES, BOT_JOBS):
            await connection.execute(f"LISTEN {channel}")
        return connection

    async def _run(self, connection: AsyncConnection[Any]) -> None:
        while True:
            try:
                async with connection:
                    await self._listen(connection)
            except Exception as error:
                self._connected = False
                log.warning("change feed disconnected: %s", error)
            connection = await self._reconnect()

    async def _listen(self, connection: AsyncConnection[Any]) -> None:
        while True:
            async for notice in connection.notifies(timeout=HEARTBEAT_SECONDS):
                table_id, _, number = notice.payload.partition(" ")
                if number.isdigit():
                    dispatch(self._publisher, notice.channel, table_id, int(number))
            async with asyncio.timeout(TIMEOUT_SECONDS):
                await connection.execute("SELECT 1")

    async def _reconnect(self) -> AsyncConnection[Any]:
        while True:
            await asyncio.sleep(RECONNECT_SECONDS)
            try:
                connection = await self._connect()
                self._connected = True
                await self._publisher.changes_missed()
                log.info("change feed reconnected")
                return connection
            except Exception as error:
                self._connected = False
                log.warning("change feed can't reconnect: %s", error)
