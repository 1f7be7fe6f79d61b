"""Load test of a server: answers per second, latency, memory, idle streams, long games.

    python benchmarks/bench_server.py --on sqlite postgresql

Two clients play at each table, each with a page and an event stream; after each answer, the page is
rendered for both. Clients and server share the machine.
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

from benchmarks.measuring import new_table
from benchmarks.own_server import OwnServer, database
from benchmarks.web_client import Client, Page
from smokestack.engine.record import Record, load_record
from smokestack.server.domain.table import Table
from smokestack.server.settings import Settings
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database
from smokestack.server.storage.game_admin import GameAdmin

GAMES: Final = 200
IDLE_STREAMS: Final = 1000
CONCURRENT_ANSWERS: Final = 8
SHORT_GAMES: Final = (10, 40)  # answers
COPIES: Final = 20  # of each game that is opened
RECORDS: Final = Path(__file__).parent.parent / "tests" / "records"
PLANS: Final = (
    {"game": "glasgow"},
    {"game": "brass", "edition": "2018", "players": "2"},
)


class Game:
    """Two clients at a table, each with its latest page."""

    _keys = count()

    def __init__(self, port: int, number: int) -> None:
        self.clients = [Client(port), Client(port)]
        self.watchers: list[asyncio.Task[None]] = []
        self.revision = [0, 0]
        self.notified = [asyncio.Event(), asyncio.Event()]
        self.random = random.Random(number)
        self.plan = PLANS[number % len(PLANS)]
        self.path = ""
        self.pages: list[Page] = []
        self.over = False

    async def open(self) -> None:
        seats = {"seat-0": "me", "seat-1": "link", "name": "Ann", "first": "0"}
        self.path = await self.clients[0].create(**self.plan, **seats)
        link = await self.clients[0].invitation(self.path)
        await self.clients[1].take_seat(link, "Bob")
        self.pages = [await client.load(self.path) for client in self.clients]

    def watch(self) -> None:
        self.watchers = [asyncio.create_task(self._follow(seat)) for seat in (0, 1)]

    async def answer(self) -> tuple[float, float]:
        """Give an answer; seconds until its response, and until the other client has its page."""
        actor = 0 if self.pages[0].answers else 1
        page = self.pages[actor]
        start = time.perf_counter()
        key = f"key-{next(self._keys):08}"
        answer = self.random.choice(page.answers)
        after = await self.clients[actor].answer(self.path, page.version, key, answer)
        answered = time.perf_counter() - start
        other = 1 - actor
        while self.revision[other] < after.revision:
            self.notified[other].clear()
            await self.notified[other].wait()
        self.pages[other] = await self.clients[other].load(self.path)
        self.pages[actor] = after
        self.over = not any(page.answers for page in self.pages)
        return answered, time.perf_counter() - start

    async def _follow(self, seat: int) -> None:
        async for revision in self.clients[seat].watch(self.path):
            self.revision[seat] = revision
            self.notified[seat].set()


class Bench:
    """Servers in processes of their own, and the measurements of their clients.

    With several servers, all clients of a table use the same one, as behind a proxy that hashes.
    """

    def __init__(self, folder: Path, database: str, servers: int, processes: int) -> None:
        self.settings = Settings(data_folder=folder, database=database, bots=1)
        self.servers = [OwnServer(self.settings, processes) for _ in range(servers)]
        for server in self.servers:
            server.start()
        self.results: list[tuple[str, str]] = []

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
        await self._at_rate(tables, rate, seconds)
        await self._hold_streams(tables)
        await self._open_long_games()
        return self.results

    def port(self, number: int) -> int:
        """The port of the server for a table; each server has tables of all games."""
        return self.servers[number // len(PLANS) % len(self.servers)].port

    def close(self) -> None:
        for server in self.servers:
            server.stop()

    async def _saturate(self, tables: list[Game], seconds: float) -> None:
        """Give as many answers as possible, in all games together and in each game alone."""
        await self._saturate_tables("all games", tables, seconds)
        for plan in PLANS:
            own = [table for table in tables if table.plan is plan]
            await self._saturate_tables(plan["game"], own, seconds / len(PLANS))

    async def _saturate_tables(self, name: str, tables: list[Game], seconds: float) -> None:
        waiting = list(tables)
        random.Random(0).shuffle(waiting)
        end = time.perf_counter() + seconds
        done = 0

        async def work() -> None:
            nonlocal done
            while waiting and time.perf_counter() < end:
                game = waiting.pop(0)
                if not game.over:
                    await game.answer()
                    done += 1
                    waiting.append(game)

        start, used, own = time.perf_counter(), self._cpu_seconds(), time.process_time()
        await asyncio.gather(*(work() for _ in range(CONCURRENT_ANSWERS)))
        passed = time.perf_counter() - start
        self._note(f"maximum answers per second, {name}", f"{done / passed:.0f}")
        self._note(
            f"CPU time of the server per answer, {name}",
            f"{(self._cpu_seconds() - used) / done * 1e3:.2f} ms",
        )
        self._note(
            f"CPU time of the clients per answer, {name}",
            f"{(time.process_time() - own) / done * 1e3:.2f} ms",
        )

    async def _at_rate(self, tables: list[Game], rate: float, seconds: float) -> None:
        """Give answers at random moments, `rate` per second on average."""
        free = [game for game in tables if not game.over]
        source = random.Random(1)
        times: list[tuple[float, float]] = []
        tasks: list[asyncio.Task[None]] = []

        async def one(game: Game) -> None:
            times.append(await game.answer())
            if not game.over:
                free.append(game)

        start, stolen = time.perf_counter(), _stolen()
        due = start
        while time.perf_counter() < start + seconds:
            due += source.expovariate(rate)
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if free:
                tasks.append(asyncio.create_task(one(free.pop(source.randrange(len(free))))))
        await asyncio.gather(*tasks)
        passed = time.perf_counter() - start
        stolen = (_stolen() - stolen) / passed / (os.cpu_count() or 1)
        self._note("CPU time taken by other virtual machines", f"{stolen:.0%}")
        for number, name in enumerate(("answered", "shown to the other player")):
            ordered = sorted(taken[number] for taken in times)
            middle, slow = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.99)]
            self._note(
                f"{name}, at {len(times) / passed:.0f} answers per second",
                f"{middle * 1e3:.0f} ms, 99th percentile {slow * 1e3:.0f} ms",
            )

    async def _hold_streams(self, tables: list[Game]) -> None:
        before = self._memory()
        opened = 0

        async def idle(number: int) -> None:
            nonlocal opened
            async for _ in Client(self.port(number)).watch(tables[number].path):
                opened += 1

        streams = [asyncio.create_task(idle(n % len(tables))) for n in range(IDLE_STREAMS)]
        await asyncio.sleep(5.0)
        self._note("memory per spectator", f"{(self._memory() - before) / IDLE_STREAMS:.0f} kB")
        await asyncio.sleep(15.0)
        held = sum(not stream.done() for stream in streams)
        self._note("idle streams held", f"{held} of {IDLE_STREAMS}, {opened} received events")
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    async def _open_long_games(self) -> None:
        """Open tables that are not in memory: the time to load one, and to get its page."""
        games = import_games(self.settings)
        database = Database(self.settings.database_url())
        for answers, tables in games.items():
            loading, opening = [], []
            for table in tables:
                start = time.perf_counter()
                with database.reading() as connection:
                    repository.load(connection, table.id)
                loading.append(time.perf_counter() - start)
                start = time.perf_counter()
                await Client(self.port(0)).load(f"/tables/{table.id}")
                opening.append(time.perf_counter() - start)
            self._note(
                f"opening a game after {answers} answers",
                f"{median(opening) * 1e3:.1f} ms, of which loading {median(loading) * 1e3:.1f} ms",
            )

    def _note(self, name: str, value: str) -> None:
        self.results.append((name, value))

    def _processes(self) -> list[int]:
        """The ids of all servers and of the processes that they have started."""
        found = []
        for server in self.servers:
            first = server.process.pid
            children = Path(f"/proc/{first}/task/{first}/children").read_text()
            found += [first, *map(int, children.split())]
        return found

    async def _memory_at_rest(self) -> int:
        """Once all processes have started: the first one accepts requests before the others."""
        before, now = 0, self._memory()
        while now != before:
            await asyncio.sleep(1.0)
            before, now = now, self._memory()
        return now

    def _memory(self) -> int:
        """The resident memory of all servers, in kB."""
        found = 0
        for process in self._processes():
            status = Path(f"/proc/{process}/status").read_text()
            found += int(status.partition("VmRSS:")[2].split()[0])
        return found

    def _cpu_seconds(self) -> float:
        """CPU time of all servers."""
        found = 0
        for process in self._processes():
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
            found += int(fields[11]) + int(fields[12])
        return found / 100


def _stolen() -> float:
    """CPU time that the hypervisor gave to other virtual machines."""
    return int(Path("/proc/stat").read_text().split()[8]) / 100


def import_games(settings: Settings) -> dict[int, list[Table]]:
    """Import copies of our longest game of Brass, cut off early and complete."""
    records = [load_record(path) for path in sorted(RECORDS.glob("brass*"))]
    longest = max(records, key=lambda record: len(record.answers))
    short = [Record(longest.setup, longest.answers[:length], None) for length in SHORT_GAMES]
    game_admin = GameAdmin(settings)
    games = {
        len(record.answers): [game_admin.add(record)[0] for _ in range(COPIES)]
        for record in (*short, longest)
    }
    game_admin.close()
    return games


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rate", type=float, default=200.0)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--on", choices=["sqlite", "postgresql"], nargs="*", default=["sqlite"])
    parser.add_argument("--servers", type=int, default=1, help="servers that share a database")
    parser.add_argument("--processes", type=int, default=1, help="processes of each server")
    options = parser.parse_args()
    hard_limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard_limit, hard_limit))
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
