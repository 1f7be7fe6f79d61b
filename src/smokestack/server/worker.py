"""A process in which bots think, beside the servers that share a PostgreSQL database."""

from __future__ import annotations

import asyncio
import signal

from smokestack.engine.errors import InvalidInput
from smokestack.server.house import House
from smokestack.server.logs import set_up_logs
from smokestack.server.settings import Settings


def work(settings: Settings) -> None:
    """Let bots think until interrupted."""
    if settings.database_url().get_backend_name() == "sqlite":
        raise InvalidInput(
            "on SQLite the server lets its bots think itself; workers share a PostgreSQL database "
            "with it (--database postgresql://…)"
        )
    set_up_logs("")
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    house = House(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await house.open()
    print(f"Smokestack thinks in {settings.bots} processes (Ctrl-C ends it)", flush=True)
    try:
        await stop.wait()
    finally:
        await house.close()
