"""Kill the server repeatedly while guests and bots play, and check that nothing is lost.

    python -m tools.crash_test --kills 1000 --on sqlite postgresql

After each kill the database is read without the server: everything acknowledged must be stored once
and in its place, and every game must replay. Then the server is started again, unacknowledged
requests are sent again, as browsers do, and all games must continue. A fifth of the kills hit a
server with two processes, either one of them or all. What players do is in `crash_actions`.
"""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
import tempfile
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from benchmarks.own_server import OwnServer, children, database, is_running
from benchmarks.web_client import Client
from smokestack.engine.match import replay
from smokestack.server.settings import Settings
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database
from tools.crash_actions import ACTIONS, BY_NAME, CONTRIBUTE, Game, Submission

PROGRESS_TIMEOUT_SECONDS: Final = 600.0
BOT_LEASE_SECONDS: Final = 1.0
BOT_CHECK_INTERVAL: Final = 20  # kills between two checks that games with bots continue as well
MAX_UPTIME_SECONDS: Final = 0.6  # after all players have made progress
SHARE_OF_TWO_PROCESSES: Final = 0.2
FAILURES: Final = Path("crash-failures")
GUESTS_ONLY: Final = {
    "game": "glasgow",
    "seat-0": "me",
    "seat-1": "here",
    "name": "Ann",
    "first": "0",
}
TABLES: Final = (
    *[GUESTS_ONLY] * 10,
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


class Player:
    """A guest who plays one game after another and remembers everything acknowledged."""

    def __init__(self, port: int, number: int) -> None:
        self.client = Client(port)
        self.form = TABLES[number % len(TABLES)]
        self.has_bots = "apprentice" in self.form.values()
        self.rng = random.Random(number)
        self.game: Game | None = None
        self.pending: Submission | None = None
        self.counts: Counter[str] = Counter()
        self.finished: list[Game] = []
        """The last games that ended."""

    async def play(self) -> None:
        """Play until cancelled; a lost connection is no error, a refused request is."""
        while True:
            try:
                await self._step()
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                await asyncio.sleep(0.05)

    async def _step(self) -> None:
        if self.game is None:
            created = await self.client.post("/tables", self.form, 303)
            self.game = Game(created.location)
            self.pending = CONTRIBUTE.first(self.rng)
            return
        if self.pending is not None:
            action = BY_NAME[self.pending.action]
            await action.send(self.client, self.game, self.pending)
            action.acknowledge(self.game, self.pending)
            self.counts[action.name] += 1
            self.pending = None
            return
        page = await self.client.load(self.game.path)
        if page.over:
            self.finished.append(self.game)
            self.counts["finished"] += 1
            self.game = None
            return
        for action in ACTIONS:
            if self.rng.random() < action.share:
                self.pending = action.submit(page, self.rng)
                if self.pending is not None:
                    return
        await asyncio.sleep(0.02)


class CrashTest:
    """Many games on one database, and a server that is killed repeatedly."""

    def __init__(self, folder: Path, database: str, games: int, processes: int = 1) -> None:
        self.settings = Settings(
            data_folder=folder,
            database=database,
            bots=1,
            bot_pause=0.0,
            bot_lease=BOT_LEASE_SECONDS,
        )
        self.server = OwnServer(self.settings, processes, preload=True)
        self.players = [Player(self.server.port, number) for number in range(games)]
        self.counts: Counter[str] = Counter()

    async def run(self, kills: int, seed: int = 0) -> Counter[str]:
        rng = random.Random(seed)
        self.server.start()
        tasks = [asyncio.create_task(player.play()) for player in self.players]
        try:
            for _ in range(kills):
                if rng.random() < 0.9:
                    await self.server.wait_until_open()
                    await self._wait_for_progress(tasks, self._players_to_check(), answers=1)
                await asyncio.sleep(rng.uniform(0.0, MAX_UPTIME_SECONDS))
                self._kill(rng)
                self.counts["kills"] += 1
                self._check()
                if not self.server.is_running():
                    self.server.start()
            await self.server.wait_until_open()
            await self._wait_for_progress(tasks, self.players, answers=3)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.server.stop()
        self._check()
        self._check_log()
        for player in self.players:
            self.counts.update(player.counts)
            self.counts["games"] += player.counts["finished"] + (player.game is not None)
        return self.counts

    def _kill(self, rng: random.Random) -> None:
        """Kill one process of the server, or all."""
        first = self.server.pid
        others = children(first)
        chosen = rng.choice([first, *others])
        if chosen != first:
            os.kill(chosen, signal.SIGKILL)
            return
        for process in (first, *others):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            while is_running(process):
                time.sleep(0.005)

    def _players_to_check(self) -> list[Player]:
        """All players now and then; usually not those who wait for bots, which take long."""
        if self.counts["kills"] % BOT_CHECK_INTERVAL == BOT_CHECK_INTERVAL - 1:
            return self.players
        return [player for player in self.players if not player.has_bots]

    async def _wait_for_progress(
        self, tasks: list[asyncio.Task[None]], players: list[Player], answers: int
    ) -> None:
        """Wait until each of the players has given so many more answers."""
        goals = {player: player.counts["answer"] + answers for player in players}
        end = time.monotonic() + PROGRESS_TIMEOUT_SECONDS
        while stuck := [
            player.game for player, goal in goals.items() if player.counts["answer"] < goal
        ]:
            for task in tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < end, f"no progress in {stuck}"
            await asyncio.sleep(0.01)

    def _check(self) -> None:
        """Check that everything acknowledged is stored once and that every game replays."""
        database = Database(self.settings.database_url())
        try:
            for player in self.players:
                for game in player.finished:
                    self._check_game(database, game, None)
                if player.game is not None:
                    self._check_game(database, player.game, player.pending)
                player.finished.clear()
        finally:
            database.close()

    def _check_game(self, database: Database, game: Game, pending: Submission | None) -> None:
        with database.reading() as connection:
            table = repository.load(connection, game.path.rpartition("/")[2])
        assert table is not None, f"{game.path}: the table is lost"
        answers: list[str] = []
        if table.started:
            record = table.match.record()
            replay(table.game, record)
            answers = record.answers
        problems = [text for action in ACTIONS for text in action.problems(table, game, pending)]
        assert not problems, f"{game.path}: {'; '.join(problems)}"
        self.counts["replayed"] += len(answers)
        if pending is not None and pending.action == "answer" and table.version > pending.version:
            self.counts["unacknowledged"] += 1

    def _check_log(self) -> None:
        """Check that the server logged no errors except the restarts of killed processes."""
        for line in self.server.log.read_text().splitlines():
            killed = f'"exit_code":{-signal.SIGKILL}' in line
            assert killed or '"level":"error"' not in line, line


def run_part(
    kind: str, processes: int, kills: int, games: int, seed: int
) -> tuple[str, Counter[str]]:
    """A crash test on one kind of database; returns a description of a failure, if any."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        crash_test = CrashTest(folder, stack.enter_context(database(kind)), games, processes)
        try:
            return "", asyncio.run(crash_test.run(kills, seed))
        except Exception:
            failure = traceback.format_exc()
            _save_failure(crash_test, f"{kind}-{processes}-seed-{seed}", failure)
            return failure, crash_test.counts


def _save_failure(crash_test: CrashTest, name: str, failure: str) -> None:
    """Keep what is needed to look into a failure: requests, database and log of the server."""
    target = FAILURES / name
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    (target / "failure.txt").write_text(failure)
    games = [f"{player.game}\n  pending: {player.pending}" for player in crash_test.players]
    (target / "players.txt").write_text("\n".join(games) + "\n")
    for file in crash_test.settings.data_folder.glob("*"):
        if file.is_file():
            shutil.copy(file, target)


def main() -> None:
    parser = ArgumentParser(
        prog="python -m tools.crash_test",
        description="Kill the server repeatedly while games are played; nothing may be lost.",
    )
    parser.add_argument("--kills", type=int, default=100, help="number of kills, in all")
    parser.add_argument("--games", type=int, default=24, help="games played at the same time")
    parser.add_argument("--seed", type=int, default=0, help="seed of the times of the kills")
    parser.add_argument(
        "--on",
        choices=["sqlite", "postgresql"],
        nargs="*",
        default=["sqlite"],
        help="databases to test on, at the same time",
    )
    options = parser.parse_args()
    started = time.monotonic()
    total: Counter[str] = Counter()
    failures = []
    each = options.kills / len(options.on)
    two = round(each * SHARE_OF_TWO_PROCESSES)
    parts = [
        (kind, processes, kills, options.games, options.seed)
        for processes, kills in ((1, round(each) - two), (2, two))
        for kind in options.on
        if kills
    ]
    with ProcessPoolExecutor(len(options.on), get_context("spawn")) as pool:
        work = {pool.submit(run_part, *part): part for part in parts}
        for done in as_completed(work):
            failure, counts = done.result()
            total += counts
            failures += [failure] if failure else []
            kind, processes, *_ = work[done]
            print(f"{kind}, {processes} server processes: {_figures(counts)}", flush=True)
    minutes = (time.monotonic() - started) / 60
    print(f"in all {_figures(total)}, in {minutes:.1f} minutes")
    if failures:
        print("\n".join(failures))
        print(f"FAILED: {len(failures)} of {len(parts)} runs; see {FAILURES}/")
        sys.exit(1)
    print("PASSED: nothing was lost or applied twice")


def _figures(counts: Counter[str]) -> str:
    return (
        f"{counts['kills']:,} kills, {counts['games']:,} games ({counts['finished']:,} finished), "
        f"acknowledged: {counts['answer']:,} answers, {counts['message']:,} messages and "
        f"{counts['link']:,} new links; "
        f"{counts['unacknowledged']:,} answers found stored before they were acknowledged; "
        f"{counts['replayed']:,} answers replayed"
    )


if __name__ == "__main__":
    # The functions that other processes run must be in a module with a name.
    from tools.crash_test import main as run_main

    run_main()
