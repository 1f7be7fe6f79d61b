"""`smokestack worker`: runs bot jobs for the servers that use the same database."""

from __future__ import annotations

import asyncio
import signal

from smokestack.server.http.logging import configure_logging
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import Settings


def work(settings: Settings) -> None:
    """Run bot jobs until SIGINT or SIGTERM."""
    configure_logging("")
    asyncio.run(_work(settings))


async def _work(settings: Settings) -> None:
    service = TableService(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    await service.open()
    print(f"Running bots in {settings.bots} processes (Ctrl-C to stop)", flush=True)
    try:
        await stop.wait()
    finally:
        await service.close()
