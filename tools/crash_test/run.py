"""Kill the server repeatedly while guests and bots play, and check that nothing is lost.

    python -m tools.crash_test --kills 1000 --on sqlite postgresql

After each kill the database is read without the server: everything acknowledged must be stored once
and in its place, and every game must replay. Then the server is started again, unacknowledged
requests are sent again, as browsers do, and all games must continue. A fifth of the kills hit a
server with two processes, either one of them or all. Now and then the time of a game with a clock
runs out just before. What players do is in `actions`.
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
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager, suppress
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from benchmarks.own_server import OwnServer, children, database, is_running
from smokestack.engine.match import replay
from smokestack.server.domain.announcements import TIMED_OUT
from smokestack.server.domain.dealing import CONTRIBUTION_TIMEOUT
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.settings import SIGN_UP_OPEN, Settings
from smokestack.server.storage.database import Database
from tools.crash_test.actions import ACTIONS
from tools.crash_test.actions.clocks import clock_problems
from tools.crash_test.game import Game, Stored, load
from tools.crash_test.players import ALONE, TOGETHER, Group

PROGRESS_TIMEOUT_SECONDS: Final = 600.0
BOT_LEASE_SECONDS: Final = 1.0
BOT_CHECK_INTERVAL: Final = 20  # kills between two checks that games with bots continue as well
MAX_UPTIME_SECONDS: Final = 0.6  # after all players have made progress
SHARE_OF_TWO_PROCESSES: Final = 0.2
SHARE_OF_TIMEOUTS: Final = 0.2  # of the kills, before which all running clocks run out
TIMEOUT_MINUTES: Final = 6.0  # more than a seat has
TIMEOUT_CHECK_SECONDS: Final = 5.0  # for the server to notice it
MAX_SKIPS: Final = 10
HEARTBEAT_SECONDS: Final = 0.5
HINT_SIMULATIONS: Final = 20
FAILURES: Final = Path("crash-failures")


class CrashTest:
    """Many games on one database, and a server that is killed repeatedly."""

    def __init__(self, folder: Path, database: str, games: int, processes: int = 1) -> None:
        self.settings = Settings(
            data_folder=folder,
            database=database,
            bots=1,
            bot_pause=0.0,
            bot_lease=BOT_LEASE_SECONDS,
            hint_simulations=HINT_SIMULATIONS,
            sign_up=SIGN_UP_OPEN,
            sign_ins_per_minute=0,
            heartbeat=HEARTBEAT_SECONDS,
            time_shift_file=str(folder / "time-shift"),
        )
        self.time = ShiftedTime(folder / "time-shift")
        self.server = OwnServer(self.settings, processes, preload=True)
        plans = [*[ALONE[number % len(ALONE)] for number in range(games)], *TOGETHER]
        self.groups = [Group(self.server.port, number, plan) for number, plan in enumerate(plans)]
        self.counts: Counter[str] = Counter()

    async def run(self, kills: int, seed: int = 0) -> Counter[str]:
        rng = random.Random(seed)
        self.server.start()
        players = [player for group in self.groups for player in group.players]
        tasks = [asyncio.create_task(player.play()) for player in players]
        try:
            for _ in range(kills):
                if rng.random() < 0.9:
                    await self.server.wait_until_open()
                    await self._wait_for_progress(tasks, self._groups_to_check(), answers=1)
                if rng.random() < SHARE_OF_TIMEOUTS:
                    self.time.advance(minutes=TIMEOUT_MINUTES)
                    await asyncio.sleep(rng.uniform(0.0, 2.0 * HEARTBEAT_SECONDS))
                await asyncio.sleep(rng.uniform(0.0, MAX_UPTIME_SECONDS))
                self._kill(rng)
                self.counts["kills"] += 1
                self._check()
                if not self.server.is_running():
                    self.server.start()
            await self.server.wait_until_open()
            await self._wait_for_progress(tasks, self.groups, answers=3)
            await _cancel(tasks)
            await self._wait_for_timeouts()
        finally:
            await _cancel(tasks)
            self.server.stop()
            for group in self.groups:
                self.counts.update(group.counts)
                self.counts["games"] += group.counts["finished"] + (group.game is not None)
        self._check()
        self._check_log()
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

    def _groups_to_check(self) -> list[Group]:
        """All groups now and then; usually not those who wait for bots, which take long."""
        if self.counts["kills"] % BOT_CHECK_INTERVAL == BOT_CHECK_INTERVAL - 1:
            return self.groups
        return [group for group in self.groups if not group.plan.has_bots]

    async def _wait_for_progress(
        self, tasks: list[asyncio.Task[None]], groups: list[Group], answers: int
    ) -> None:
        """Wait until each of the groups has given so many more answers."""
        goals = {group: group.counts["answer"] + answers for group in groups}
        end = time.monotonic() + PROGRESS_TIMEOUT_SECONDS
        while stuck := [
            group.game for group, goal in goals.items() if group.counts["answer"] < goal
        ]:
            for task in tasks:
                if task.done():
                    task.result()
            assert self.server.is_running(), "the server ended by itself"
            assert time.monotonic() < end, f"no progress in {stuck}"
            self._let_deals_begin()
            await asyncio.sleep(0.01)

    def _let_deals_begin(self) -> None:
        """Skip the time that players give others before they start without them."""
        waiting = [game for group in self.groups if (game := group.waits_to_deal()) is not None]
        if waiting:
            self.time.advance(seconds=CONTRIBUTION_TIMEOUT.total_seconds() + 1)
        for game in waiting:
            game.may_deal = True

    async def _wait_for_timeouts(self) -> None:
        """Let all clocks run out, and wait until the games have ended.

        If the machine is so slow that heartbeats are late, clocks stand still for the time that
        was skipped. So it is skipped several times.
        """
        games = [group.game for group in self.groups if group.game is not None]
        for _ in range(MAX_SKIPS):
            self.time.advance(minutes=TIMEOUT_MINUTES)
            end = time.monotonic() + TIMEOUT_CHECK_SECONDS
            while time.monotonic() < end:
                running = [game.path for game in games if self._has_running_clock(game)]
                if not running:
                    return
                await asyncio.sleep(0.1)
        raise AssertionError(f"no time-out in {running}")

    def _has_running_clock(self, game: Game) -> bool:
        if not game.path:
            return False
        with self._database() as database:
            clock = _load(database, game).table.clock
        return clock is not None and clock.due is not None

    def _check(self) -> None:
        """Check that everything acknowledged is stored once and that every game replays."""
        with self._database() as database:
            for group in self.groups:
                for game in group.finished:
                    stored = self._check_game(database, game)
                    assert stored.table.finished, f"{game.path}: the end of the game is lost"
                    self.counts["time-out"] += len(stored.announced(TIMED_OUT))
                group.finished.clear()
                if group.game is not None and group.game.path:
                    self._check_game(database, group.game)

    @contextmanager
    def _database(self) -> Iterator[Database]:
        database = Database(self.settings.database_url())
        try:
            yield database
        finally:
            database.close()

    def _check_game(self, database: Database, game: Game) -> Stored:
        stored = _load(database, game)
        table = stored.table
        answers: list[str] = []
        if table.started:
            record = table.match.record()
            replay(table.game, record)
            answers = record.answers
        problems = [text for action in ACTIONS for text in action.problems(stored, game)]
        problems += clock_problems(stored)
        if table.revision < game.revision:
            problems.append(f"revision {table.revision} after {game.revision}")
        assert not problems, f"{game.path}: {'; '.join(problems)}"
        self.counts["replayed"] += len(answers)
        for submission in game.pending.values():
            if submission.action == "answer" and table.version > submission.version:
                self.counts["unacknowledged"] += 1
        return stored

    def _check_log(self) -> None:
        """Check that the server logged no errors except the restarts of killed processes."""
        for line in self.server.log.read_text().splitlines():
            killed = f'"exit_code":{-signal.SIGKILL}' in line
            assert killed or '"level":"error"' not in line, line


def _load(database: Database, game: Game) -> Stored:
    with database.reading() as connection:
        stored = load(connection, game)
    assert stored is not None, f"{game.path}: the table is lost"
    return stored


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


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
    games = "\n".join(str(group.game) for group in crash_test.groups)
    (target / "games.txt").write_text(f"{games}\n")
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
    acknowledged = ", ".join(f"{action.name} {counts[action.name]:,}" for action in ACTIONS)
    return (
        f"{counts['kills']:,} kills, {counts['games']:,} games ({counts['finished']:,} finished, "
        f"{counts['time-out']:,} by time-out); acknowledged: {acknowledged}; "
        f"{counts['unacknowledged']:,} answers found stored before they were acknowledged; "
        f"{counts['replayed']:,} answers replayed"
    )
