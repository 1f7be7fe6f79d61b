"""A process in which bots think, beside the servers on the same database."""

from __future__ import annotations

import asyncio
import signal

from smokestack.server.house import House
from smokestack.server.logs import set_up_logs
from smokestack.server.settings import Settings


def work(settings: Settings) -> None:
    """Let bots think until interrupted."""
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
