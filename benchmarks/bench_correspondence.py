"""What clocks cost, and how fast the list of a person's games opens; run by `make bench-server`.

Thousands of tables have clocks, and some run out every minute, while a real server does nothing
else. Then the start page and the pages of all games are requested for somebody who has hundreds.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Final

import httpx
from rich.console import Console
from sqlalchemy import func, select

from benchmarks.own_server import HOST, OwnServer
from smokestack.server.domain.pace import SEAT_RESIGNS, Pace, days, live
from smokestack.server.domain.table import NewTable, Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import Settings
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import jobs
from smokestack.server.storage.tables import TIMEOUT_JOB

TABLES: Final = 10_000
TIMEOUTS_PER_MINUTE: Final = 100
MEASURED_SECONDS: Final = 60.0
SETTLE_SECONDS: Final = 10.0
OWN_GAMES: Final = 500
PAGE_LOADS: Final = 21
CREATED_AT_ONCE: Final = 50
MAX_CORE_SHARE: Final = 0.05
MAX_PAGE_SECONDS: Final = 0.100
LIVE_SECONDS: Final = 5 * 60
PLAYER: Final = "bench-----------------"


def main() -> None:
    console = Console()
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            data_folder=Path(folder),
            bots=0,
            max_tables=10 * TABLES,
            max_tables_per_guest=10 * TABLES,
            time_shift_file=str(Path(folder) / "shift"),
        )
        token = asyncio.run(prepare(settings))
        server = OwnServer(settings)
        server.start()
        try:
            asyncio.run(server.wait_until_open())
            share, timeouts = core_share(settings, server.pid)
            first, usual = page_seconds(server.port, token, "/")
            first_all, usual_all = page_seconds(server.port, token, "/games")
            listed = listed_games(server.port, token)
        finally:
            server.stop()
    console.print(
        f"{TABLES:,} tables with clocks, {timeouts} time-outs in {MEASURED_SECONDS:.0f} s: "
        f"{share:.1%} of a core (at most {MAX_CORE_SHARE:.0%})"
    )
    console.print(
        f"start page with {OWN_GAMES} own games: {1000 * usual:.0f} ms, "
        f"the first time {1000 * first:.0f} ms (at most {1000 * MAX_PAGE_SECONDS:.0f} ms)"
    )
    console.print(
        f"my games, {listed} on all pages: {1000 * usual_all:.0f} ms, "
        f"the first time {1000 * first_all:.0f} ms (at most {1000 * MAX_PAGE_SECONDS:.0f} ms)"
    )
    if listed != OWN_GAMES:
        sys.exit(f"{listed} of {OWN_GAMES} games are listed")
    slowest = max(usual, usual_all)
    if share > MAX_CORE_SHARE or slowest > MAX_PAGE_SECONDS or timeouts < TIMEOUTS_PER_MINUTE * 0.9:
        sys.exit("a limit is exceeded")


async def prepare(settings: Settings) -> str:
    """Fill the database; returns the token of the guest who has many games.

    The times of the short clocks are over one after the other, from soon after this returns.
    """
    source = ShiftedTime(Path(settings.time_shift_file))
    service = TableService(settings)
    await service.open()
    try:
        slow = days(168, 336)
        for first in range(0, TABLES, CREATED_AT_ONCE):
            batch = range(first, first + CREATED_AT_ONCE)
            await asyncio.gather(*[running(service, f"host{number}", slow) for number in batch])
        for number in range(OWN_GAMES):
            table = await running(service, PLAYER, slow)
            if number % 2:
                await service.seats.resign(table.id, PLAYER, 0)
        started = source.now()
        number_of_short = round(TIMEOUTS_PER_MINUTE / 60 * (MEASURED_SECONDS + 6 * SETTLE_SECONDS))
        for number in range(number_of_short):
            await running(service, f"late{number}", live(5, 0, SEAT_RESIGNS))
            due = (number + 1) * 60 / TIMEOUTS_PER_MINUTE
            source.advance(seconds=max(0.0, due - (source.now() - started).total_seconds()))
        left = LIVE_SECONDS - (source.now() - started).total_seconds()
        source.advance(seconds=left + SETTLE_SECONDS / 2)
        return service.signer.sign(PLAYER)
    finally:
        await service.close()


async def running(service: TableService, guest: str, pace: Pace) -> Table:
    plan = NewTable(
        game="glasgow",
        edition="standard",
        options={},
        seats=["me", "here:Bob"],
        name="Ann",
        first=0,
        pace=pace,
    )
    table = await service.creation.create(guest, plan)
    return await service.deals.contribute(table.id, guest, "a text")


def core_share(settings: Settings, process: int) -> tuple[float, int]:
    """The part of a core that a server uses, and how many time-outs it handles in that time."""
    time.sleep(SETTLE_SECONDS)
    database = Database(settings.database_url())
    query = select(func.count()).where(jobs.c.kind == TIMEOUT_JOB)

    def pending() -> int:
        with database.reading() as connection:
            return connection.execute(query).scalar_one()

    before, used = pending(), processor_seconds(process)
    time.sleep(MEASURED_SECONDS)
    share = (processor_seconds(process) - used) / MEASURED_SECONDS
    timeouts = before - pending()
    database.close()
    return share, timeouts


def processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def page_seconds(port: int, token: str, path: str) -> tuple[float, float]:
    """How long a page with games of the guest takes, at first and usually.

    A stranger opens the page before: the server compiles its templates at the first request.
    """
    times = []
    httpx.get(f"http://{HOST}:{port}{path}").raise_for_status()
    with httpx.Client(base_url=f"http://{HOST}:{port}", cookies={"guest": token}) as client:
        for _ in range(PAGE_LOADS):
            started = time.perf_counter()
            reply = client.get(path)
            times.append(time.perf_counter() - started)
            assert reply.status_code == 200
            assert reply.text.count('id="table-') > 1
    return times[0], median(times[1:])


def listed_games(port: int, token: str) -> int:
    """How many games the pages of all games list."""
    found: set[str] = set()
    with httpx.Client(base_url=f"http://{HOST}:{port}", cookies={"guest": token}) as client:
        number = 1
        while True:
            text = client.get("/games", params={"page": number}).raise_for_status().text
            found.update(re.findall(r'id="table-([^"]+)"', text))
            if 'rel="next"' not in text:
                return len(found)
            number += 1


if __name__ == "__main__":
    main()
