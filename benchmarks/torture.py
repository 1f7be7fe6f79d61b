"""Kills the server again and again while people and bots play, and looks for what was lost.

    python benchmarks/torture.py --kills 100

After each kill the database is read without the server: every answer that somebody was told of
must be there, in its place and once, and every game must replay. Then the server starts again, all
games must go on, and what was under way is sent once more, as browsers do. Of a server that has
several processes, sometimes one is killed and sometimes all of them are.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from typing import Final

import msgspec

from own_server import OwnServer, children, database, lives
from smokestack.engine.match import replay
from smokestack.server.database import Database
from smokestack.server.settings import Settings
from smokestack.server.storage import Storage
from smokestack.server.table import Table
from web_client import Page, Person, Refused

PATIENCE: Final = 600.0  # seconds that a bot may take
LEASE: Final = 1.0
BOTS_TOO: Final = 20  # of so many starts one waits until the bots have answered everywhere
PEOPLE: Final = {"game": "glasgow", "seat-0": "me", "seat-1": "here", "name": "Ann", "first": "0"}
PLANS: Final = (
    *[PEOPLE] * 10,
    {"game": "glasgow", "seat-0": "me", "seat-1": "apprentice", "name": "Ann", "first": "0"},
    {
        "game": "brass",
        "edition": "2018",
        "players": "3",
        "seat-0": "me",
        "seat-1": "apprentice",
        "seat-2": "apprentice",
        "name": "Ann",
    },
)


class Sent(msgspec.Struct, frozen=True):
    """An answer on its way."""

    version: int
    key: str
    answer: str


class Game:
    """A person at a table, who remembers every answer that the server has acknowledged."""

    _keys = count()

    def __init__(self, port: int, number: int) -> None:
        self.person = Person(port)
        self.plan = PLANS[number % len(PLANS)]
        self.has_bots = "apprentice" in self.plan.values()
        self.chance = random.Random(number)
        self.path = ""
        self.acknowledged: dict[int, str] = {}
        self.pending: Sent | None = None
        self.progress = 0
        self.finished: list[tuple[str, dict[int, str]]] = []

    async def play(self) -> None:
        """For ever; whatever is refused is an error, a lost connection is not."""
        while True:
            try:
                await self._step()
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                await asyncio.sleep(0.05)

    async def _step(self) -> None:
        if self.pending is not None:
            await self._send(self.pending)
            return
        if not self.path:
            self.path = await self.person.create(**self.plan)
            return
        page = await self.person.look(self.path)
        if page.over:
            self.finished.append((self.path, self.acknowledged))
            self.path, self.acknowledged = "", {}
        elif page.answers:
            self.pending = Sent(page.version, f"key-{next(self._keys):08}", self._choose(page))
        else:
            await asyncio.sleep(0.02)

    def _choose(self, page: Page) -> str:
        return self.chance.choice(page.answers)

    async def _send(self, sent: Sent) -> None:
        page = await self.person.answer(self.path, sent.version, sent.key, sent.answer)
        if page.version <= sent.version:
            raise Refused(f"{self.path}: version {page.version} after an answer at {sent.version}")
        self.acknowledged[sent.version] = sent.answer
        self.pending = None
        self.progress += 1


class Torture:
    """One database, many games, and a server that does not live long."""

    def __init__(self, folder: Path, database: str, games: int, processes: int = 1) -> None:
        self.settings = Settings(
            folder=folder, database=database, bots=1, bot_pause=0.0, bot_lease=LEASE
        )
        self.server = OwnServer(self.settings, processes)
        self.games = [Game(self.server.port, number) for number in range(games)]
        self.counts: Counter[str] = Counter()

    async def run(self, kills: int, seed: int = 0) -> Counter[str]:
        chance = random.Random(seed)
        self.server.start()
        players = [asyncio.create_task(game.play()) for game in self.games]
        try:
            for _ in range(kills):
                if chance.random() < 0.9:
                    await self.server.wait_until_open()
                    everybody = self.counts["kills"] % BOTS_TOO == BOTS_TOO - 1
                    await self._wait_for_progress(players, 1, everybody)
                await asyncio.sleep(chance.uniform(0.0, 1.0))
                self._kill(chance)
                self.counts["kills"] += 1
                self._check()
                if self.server.process.poll() is not None:
                    self.server.start()
            await self.server.wait_until_open()
            await self._wait_for_progress(players, 3, True)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            self.server.stop()
        self._check()
        for line in self.server.log.read_text().splitlines():
            assert '"level":"error"' not in line or "died (-9)" in line, line
        self.counts["games"] = sum(len(game.finished) + bool(game.path) for game in self.games)
        self.counts["finished"] = sum(len(game.finished) for game in self.games)
        self.counts["acknowledged"] = sum(game.progress for game in self.games)
        return self.counts

    def _kill(self, chance: random.Random) -> None:
        """One process of the server, or all."""
        first = self.server.process
        begun = children(first.pid)
        victim = chance.choice([first.pid, *begun])
        if victim != first.pid:
            os.kill(victim, signal.SIGKILL)
            return
        first.kill()
        first.wait()
        for process in begun:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            while lives(process):
                time.sleep(0.01)

    async def _wait_for_progress(
        self, players: list[asyncio.Task[None]], answers: int, everybody: bool
    ) -> None:
        """Every game goes on; those with bots take their time."""
        goals = {
            game: game.progress + answers for game in self.games if everybody or not game.has_bots
        }
        end = time.monotonic() + PATIENCE
        while stuck := [game.path for game, goal in goals.items() if game.progress < goal]:
            for player in players:
                if player.done():
                    player.result()
            if time.monotonic() > end:
                log = self.server.log.read_text()
                raise AssertionError(f"these games do not go on: {stuck}\n{log}")
            await asyncio.sleep(0.02)

    def _check(self) -> None:
        """Nothing that was acknowledged is lost or there twice, and every game replays."""
        database = Database(self.settings.database_url())
        storage = Storage(database)
        for game in self.games:
            for path, acknowledged in [*game.finished, (game.path, game.acknowledged)]:
                if path:
                    self._check_game(storage.load(path.rpartition("/")[2]), acknowledged, game)
            del game.finished[:-1]
        database.close()

    def _check_game(self, table: Table | None, acknowledged: dict[int, str], game: Game) -> None:
        assert table is not None, "a table is lost"
        record = table.match.record()
        replay(table.match.game, record)
        assert table.version == len(record.answers) == len(table.given), table.id
        for number, answer in acknowledged.items():
            assert record.answers[number] == answer, f"{table.id}: answer {number} is lost"
        by_people = {number for number, given in enumerate(table.given) if not given.by_bot}
        not_told = by_people - set(acknowledged)
        # An answer whose acknowledgement was cut off is sent again with the same key.
        assert len(not_told) <= 1, f"{table.id}: nobody gave the answers {sorted(not_told)}"
        for number in not_told:
            assert game.pending is not None
            assert game.pending.version == number
            self.counts["cut off"] += 1
        self.counts["checks"] += len(record.answers)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--on", choices=["sqlite", "postgresql"], nargs="*", default=["sqlite"])
    options = parser.parse_args()
    for kind in options.on:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            url = stack.enter_context(database(kind))
            torture = Torture(folder, url, options.games, options.processes)
            counts = asyncio.run(torture.run(options.kills, options.seed))
        print(
            f"{kind}, processes: {options.processes}; killed {counts['kills']} times; "
            f"{counts['acknowledged']:,} answers acknowledged in {counts['games']} games "
            f"({counts['finished']} finished), none lost, none twice; {counts['cut off']} "
            f"acknowledgements cut off; every game went on, and {counts['checks']:,} answers "
            "replayed",
            flush=True,
        )


if __name__ == "__main__":
    main()
