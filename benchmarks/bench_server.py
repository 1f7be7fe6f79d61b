"""How much a server carries: answers a second, waiting times, memory, idle streams, late games.

    python benchmarks/bench_server.py --on sqlite postgresql

Two people sit at each table, each with a page and a stream of events; whenever one answers, the
page is made anew for both. Clients and server share the machine.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import tempfile
import time
from argparse import ArgumentParser
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

import uvloop
from rich.console import Console

from measuring import new_table
from own_server import OwnServer, database
from smokestack.engine.record import Record, load_record
from smokestack.server.archive import Archive
from smokestack.server.database import Database
from smokestack.server.settings import Settings
from smokestack.server.storage import Storage
from smokestack.server.table import Table
from web_client import Page, Person

GAMES: Final = 200
IDLE: Final = 1000
EARLY: Final = (10, 40)  # answers
OPENED: Final = 20  # games
RECORDS: Final = Path(__file__).parent.parent / "tests" / "records"
PLANS: Final = (
    {"game": "glasgow"},
    {"game": "brass", "edition": "2018", "players": "2"},
)


class Game:
    """Two people at a table, who know their pages as browsers do."""

    _keys = count()

    def __init__(self, port: int, number: int) -> None:
        self.people = [Person(port), Person(port)]
        self.watchers: list[asyncio.Task[None]] = []
        self.news = [0, 0]
        self.heard = [asyncio.Event(), asyncio.Event()]
        self.chance = random.Random(number)
        self.plan = PLANS[number % len(PLANS)]
        self.path = ""
        self.pages: list[Page] = []
        self.over = False

    async def open(self) -> None:
        seats = {"seat-0": "me", "seat-1": "link", "name": "Ann", "first": "0"}
        self.path = await self.people[0].create(**self.plan, **seats)
        link = await self.people[0].invitation(self.path)
        await self.people[1].take_seat(link, "Bob")
        self.pages = [await person.look(self.path) for person in self.people]

    def watch(self) -> None:
        self.watchers = [asyncio.create_task(self._follow(seat)) for seat in (0, 1)]

    async def answer(self) -> tuple[float, float]:
        """One answer: seconds until it is acknowledged, and until the other sees it."""
        actor = 0 if self.pages[0].answers else 1
        page = self.pages[actor]
        start = time.perf_counter()
        key = f"key-{next(self._keys):08}"
        answer = self.chance.choice(page.answers)
        after = await self.people[actor].answer(self.path, page.version, key, answer)
        acknowledged = time.perf_counter() - start
        other = 1 - actor
        while self.news[other] < after.news:
            self.heard[other].clear()
            await self.heard[other].wait()
        self.pages[other] = await self.people[other].look(self.path)
        self.pages[actor] = after
        self.over = not any(page.answers for page in self.pages)
        return acknowledged, time.perf_counter() - start

    async def _follow(self, seat: int) -> None:
        async for news in self.people[seat].watch(self.path):
            self.news[seat] = news
            self.heard[seat].set()


class Bench:
    """Servers in processes of their own, and what their clients measure.

    With several of them, all who sit at a table ask the same one, as proxies can be told.
    """

    def __init__(self, folder: Path, database: str, servers: int, processes: int) -> None:
        self.settings = Settings(folder=folder, database=database, bots=1)
        self.servers = [OwnServer(self.settings, processes) for _ in range(servers)]
        for server in self.servers:
            server.start()
        self.found: list[tuple[str, str]] = []

    async def run(self, games: int, rate: float, seconds: float) -> list[tuple[str, str]]:
        for server in self.servers:
            await server.wait_until_open()
        start = await self._memory_at_rest()
        tables = [Game(self.port(number), number) for number in range(games)]
        for table in tables:
            await table.open()
        opened = self._memory()
        self._note("memory per live game", f"{(opened - start) / games:.0f} kB")
        for table in tables:
            table.watch()
        await asyncio.sleep(2.0)
        await self._saturate(tables, seconds)
        await self._at_pace(tables, rate, seconds)
        await self._hold_streams(tables)
        await self._open_late()
        return self.found

    def port(self, number: int) -> int:
        """Of the server that keeps a table; each has all kinds of games."""
        return self.servers[number // len(PLANS) % len(self.servers)].port

    def close(self) -> None:
        for server in self.servers:
            server.stop()

    async def _saturate(self, tables: list[Game], seconds: float) -> None:
        """As many answers as it takes, eight at a time."""
        line = list(tables)
        random.Random(0).shuffle(line)
        end = time.perf_counter() + seconds
        done = 0

        async def work() -> None:
            nonlocal done
            while time.perf_counter() < end:
                game = line.pop(0)
                if not game.over:
                    await game.answer()
                    done += 1
                    line.append(game)

        start, used, own = time.perf_counter(), self._processor(), time.process_time()
        await asyncio.gather(*(work() for _ in range(8)))
        passed = time.perf_counter() - start
        self._note("answers a second, at most", f"{done / passed:.0f}")
        self._note(
            "server's processor time per answer",
            f"{(self._processor() - used) / done * 1e3:.1f} ms",
        )
        self._note(
            "clients' processor time per answer",
            f"{(time.process_time() - own) / done * 1e3:.1f} ms",
        )

    async def _at_pace(self, tables: list[Game], rate: float, seconds: float) -> None:
        """Answers at random moments, as many a second as asked for."""
        free = [game for game in tables if not game.over]
        chance = random.Random(1)
        times: list[tuple[float, float]] = []
        tasks: list[asyncio.Task[None]] = []

        async def one(game: Game) -> None:
            times.append(await game.answer())
            if not game.over:
                free.append(game)

        start, stolen = time.perf_counter(), _stolen()
        due = start
        while time.perf_counter() < start + seconds:
            due += chance.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if free:
                tasks.append(asyncio.create_task(one(free.pop(chance.randrange(len(free))))))
        await asyncio.gather(*tasks)
        passed = time.perf_counter() - start
        stolen = (_stolen() - stolen) / passed / (os.cpu_count() or 1)
        self._note("taken meanwhile by other machines on this one", f"{stolen:.0%}")
        for number, name in enumerate(("acknowledged", "shown to the other")):
            ordered = sorted(taken[number] for taken in times)
            middle, most = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
            self._note(
                f"{name}, at {len(times) / passed:.0f} answers a second",
                f"{middle * 1e3:.0f} ms, 99th percentile {most * 1e3:.0f} ms",
            )

    async def _hold_streams(self, tables: list[Game]) -> None:
        before = self._memory()
        alive = 0

        async def idle(number: int) -> None:
            nonlocal alive
            async for _ in Person(self.port(number)).watch(tables[number].path):
                alive += 1

        streams = [asyncio.create_task(idle(n % len(tables))) for n in range(IDLE)]
        await asyncio.sleep(5.0)
        self._note("memory per spectator", f"{(self._memory() - before) / IDLE:.0f} kB")
        await asyncio.sleep(15.0)
        held = sum(not stream.done() for stream in streams)
        self._note("idle streams held", f"{held} of {IDLE}, {alive} greeted")
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _open_late(self) -> None:
        """Games that nobody has opened yet: loading alone, and until their page is there."""
        games = import_games(self.settings)
        storage = Storage(Database(self.settings.database_url()))
        for answers, tables in games.items():
            loading, opening = [], []
            for table in tables:
                start = time.perf_counter()
                storage.load(table.id)
                loading.append(time.perf_counter() - start)
                start = time.perf_counter()
                await Person(self.port(0)).look(f"/tables/{table.id}")
                opening.append(time.perf_counter() - start)
            self._note(
                f"opening a game after {answers} answers",
                f"{median(opening) * 1e3:.1f} ms, of which loading {median(loading) * 1e3:.1f} ms",
            )

    def _note(self, name: str, value: str) -> None:
        self.found.append((name, value))

    def _processes(self) -> list[int]:
        """Of all servers, with those that they have begun."""
        found = []
        for server in self.servers:
            first = server.process.pid
            begun = Path(f"/proc/{first}/task/{first}/children").read_text()
            found += [first, *map(int, begun.split())]
        return found

    async def _memory_at_rest(self) -> int:
        """Once all processes have begun: the first opens the door for those after it."""
        before, now = 0, self._memory()
        while now != before:
            await asyncio.sleep(1.0)
            before, now = now, self._memory()
        return now

    def _memory(self) -> int:
        """Of all servers, in kB."""
        found = 0
        for process in self._processes():
            status = Path(f"/proc/{process}/status").read_text()
            found += int(status.partition("VmRSS:")[2].split()[0])
        return found

    def _processor(self) -> float:
        """Seconds that all servers have worked."""
        found = 0
        for process in self._processes():
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            found += int(fields[11]) + int(fields[12])
        return found / 100


def _stolen() -> float:
    """Seconds in which our processors had to wait for those of other virtual machines."""
    return int(Path("/proc/stat").read_text().split()[8]) / 100


def import_games(settings: Settings) -> dict[int, list[Table]]:
    """The longest game of Brass that we have, at its beginning and at its end, often."""
    records = [load_record(path) for path in sorted(RECORDS.glob("brass*"))]
    longest = max(records, key=lambda record: len(record.answers))
    beginnings = [Record(longest.setup, longest.answers[:length], None) for length in EARLY]
    archive = Archive(settings)
    games = {
        len(record.answers): [archive.add(record)[0] for _ in range(OPENED)]
        for record in (*beginnings, longest)
    }
    archive.close()
    return games


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--on", choices=["sqlite", "postgresql"], nargs="*", default=["sqlite"])
    parser.add_argument("--servers", type=int, default=1, help="that share the database")
    parser.add_argument("--processes", type=int, default=1, help="of each server, at one address")
    options = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for kind in options.on:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            url = stack.enter_context(database(kind))
            bench = Bench(folder, url, options.servers, options.processes)
            stack.callback(bench.close)
            found = uvloop.run(bench.run(options.games, options.rate, options.seconds))
        servers = f", {options.servers} servers" if options.servers > 1 else ""
        servers += f", {options.processes} processes" if options.processes > 1 else ""
        shown = new_table(f"{kind}{servers}, {options.games} games", "")
        for row in found:
            shown.add_row(*row)
        Console().print(shown)


if __name__ == "__main__":
    main()
