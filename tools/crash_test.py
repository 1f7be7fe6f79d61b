"""Kill the server repeatedly while guests and bots play, and check that no answer is lost.

    python -m tools.crash_test --kills 100

After each kill the database is read without the server: every acknowledged answer must be stored
once and in its place, every acknowledged chat message and announcement must be stored, and every
game must replay. Then the server is started again, unacknowledged
answers are sent again, as browsers do, and all games must continue. If the server has several
processes, either one of them or all are killed.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
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

from benchmarks.own_server import OwnServer, children, database, is_running
from benchmarks.web_client import Client, UnexpectedStatus
from smokestack.engine.match import replay
from smokestack.server.domain.announcements import LINK_RENEWED
from smokestack.server.domain.table import Table
from smokestack.server.settings import Settings
from smokestack.server.storage import tables as repository
from smokestack.server.storage.database import Database

PROGRESS_TIMEOUT_SECONDS: Final = 600.0
BOT_LEASE_SECONDS: Final = 1.0
OTHER_CHANGES: Final = 0.1  # share of changes that are no answers
BOT_CHECK_INTERVAL: Final = 20  # kills between two checks that games with bots continue as well
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


class Submission(msgspec.Struct, frozen=True):
    """An answer that is not acknowledged yet."""

    version: int
    key: str
    answer: str


class Player:
    """A guest who plays one game after another and remembers all acknowledged answers."""

    _keys = count()

    def __init__(self, port: int, number: int) -> None:
        self.client = Client(port)
        self.form = TABLES[number % len(TABLES)]
        self.has_bots = "apprentice" in self.form.values()
        self.rng = random.Random(number)
        self.path = ""
        self.acknowledged: dict[int, str] = {}
        self.messages: list[str] = []
        """Acknowledged chat messages of the current game."""
        self.renewals = 0
        """Acknowledged renewals of the private link in the current game."""
        self.pending: Submission | None = None
        self.answers_given = 0
        self.other_changes = 0
        self.games_finished = 0
        self.finished: list[tuple[str, dict[int, str]]] = []
        """Path and acknowledged answers of the last games that ended."""

    async def play(self) -> None:
        """Play until cancelled; a lost connection is no error, a refused answer is."""
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
            self.path = await self.client.create(**self.form)
            return
        page = await self.client.load(self.path)
        if page.over:
            self.finished.append((self.path, self.acknowledged))
            self.games_finished += 1
            self.path, self.acknowledged = "", {}
            self.messages, self.renewals = [], 0
        elif self.rng.random() < OTHER_CHANGES:
            await self._change_something_else()
        elif page.answers:
            self.pending = Submission(
                page.version, f"key-{next(self._keys):08}", self.rng.choice(page.answers)
            )
        else:
            await asyncio.sleep(0.02)

    async def _change_something_else(self) -> None:
        """Write a message or renew the private link; it counts once it is acknowledged."""
        if self.rng.random() < 0.5:
            text = f"message {next(self._keys)}"
            await self.client.submit(f"{self.path}/chat", text=text)
            self.messages.append(text)
            self.other_changes += 1
        else:
            seat = self.rng.choice(self._own_seats((await self.client.load(self.path)).text))
            await self.client.submit(f"{self.path}/seats/{seat}/renew-link")
            self.renewals += 1
            self.other_changes += 1

    def _own_seats(self, page: str) -> list[str]:
        return sorted(set(re.findall(r"/seats/(\d)/renew-link", page)))

    async def _send(self, submission: Submission) -> None:
        page = await self.client.answer(
            self.path, submission.version, submission.key, submission.answer
        )
        if page.version <= submission.version:
            raise UnexpectedStatus(
                f"{self.path}: version {page.version} after an answer at {submission.version}"
            )
        self.acknowledged[submission.version] = submission.answer
        self.pending = None
        self.answers_given += 1


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
        self.server = OwnServer(self.settings, processes)
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
                await asyncio.sleep(rng.uniform(0.0, 1.0))
                self._kill(rng)
                self.counts["kills"] += 1
                self._check()
                if self.server.process.poll() is not None:
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
        self.counts["finished"] = sum(player.games_finished for player in self.players)
        self.counts["games"] = self.counts["finished"] + sum(
            bool(player.path) for player in self.players
        )
        self.counts["acknowledged"] = sum(player.answers_given for player in self.players)
        self.counts["others"] = sum(player.other_changes for player in self.players)
        return self.counts

    def _kill(self, rng: random.Random) -> None:
        """Kill one process of the server, or all."""
        supervisor = self.server.process
        others = children(supervisor.pid)
        chosen = rng.choice([supervisor.pid, *others])
        if chosen != supervisor.pid:
            os.kill(chosen, signal.SIGKILL)
            return
        supervisor.kill()
        supervisor.wait()
        for process in others:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
            while is_running(process):
                time.sleep(0.01)

    def _players_to_check(self) -> list[Player]:
        """All players now and then; usually not those who wait for bots, which take long."""
        if self.counts["kills"] % BOT_CHECK_INTERVAL == BOT_CHECK_INTERVAL - 1:
            return self.players
        return [player for player in self.players if not player.has_bots]

    async def _wait_for_progress(
        self, tasks: list[asyncio.Task[None]], players: list[Player], answers: int
    ) -> None:
        """Wait until each of the players has given so many more answers."""
        goals = {player: player.answers_given + answers for player in players}
        end = time.monotonic() + PROGRESS_TIMEOUT_SECONDS
        while stuck := [
            player.path for player, goal in goals.items() if player.answers_given < goal
        ]:
            for task in tasks:
                if task.done():
                    task.result()
            if time.monotonic() > end:
                log = self.server.log.read_text()
                raise AssertionError(f"no progress in {stuck}\n{log}")
            await asyncio.sleep(0.02)

    def _check(self) -> None:
        """Check that acknowledged answers are stored once and that every game replays."""
        database = Database(self.settings.database_url())
        for player in self.players:
            for path, acknowledged in [*player.finished, (player.path, player.acknowledged)]:
                if path:
                    with database.reading() as connection:
                        stored = repository.load(connection, path.rpartition("/")[2])
                    self._check_game(stored, acknowledged, player)
                    if path == player.path:
                        self._check_other_changes(stored, player)
            del player.finished[:-1]
        database.close()

    def _check_game(
        self, table: Table | None, acknowledged: dict[int, str], player: Player
    ) -> None:
        assert table is not None, "a table is lost"
        record = table.match.record()
        replay(table.match.game, record)
        assert table.version == len(record.answers) == len(table.answer_log), table.id
        for number, answer in acknowledged.items():
            assert record.answers[number] == answer, f"{table.id}: answer {number} is lost"
        by_guests = {number for number, meta in enumerate(table.answer_log) if not meta.by_bot}
        unacknowledged = by_guests - set(acknowledged)
        # The kill can come between the commit and the reply; then the answer is sent again.
        assert len(unacknowledged) <= 1, f"{table.id}: unexpected answers {sorted(unacknowledged)}"
        for number in unacknowledged:
            assert player.pending is not None
            assert player.pending.version == number
            self.counts["unacknowledged"] += 1
        self.counts["replayed"] += len(record.answers)

    def _check_other_changes(self, table: Table | None, player: Player) -> None:
        """More may be stored than was acknowledged: the kill can come before the reply."""
        assert table is not None
        texts = [message.text for message in table.chat_messages]
        known = [text for text in texts if text in player.messages]
        assert known == player.messages, f"{table.id}: a message is lost or repeated"
        renewals = sum(each.kind == LINK_RENEWED for each in table.announcements)
        assert renewals >= player.renewals, f"{table.id}: an announcement is lost"
        assert table.seats_of(table.host), f"{table.id}: the owner has lost the seat"

    def _check_log(self) -> None:
        """Check that the server logged no errors except the restarts of killed processes."""
        for line in self.server.log.read_text().splitlines():
            killed = f'"exit_code":{-signal.SIGKILL}' in line
            assert killed or '"level":"error"' not in line, line


def main() -> None:
    parser = ArgumentParser(
        prog="python -m tools.crash_test",
        description="Kill the server repeatedly while games are played; no answer may be lost.",
    )
    parser.add_argument("--kills", type=int, default=100, help="number of kills")
    parser.add_argument("--games", type=int, default=24, help="games played at the same time")
    parser.add_argument("--seed", type=int, default=0, help="seed of the times of the kills")
    parser.add_argument("--processes", type=int, default=1, help="processes of the server")
    parser.add_argument(
        "--on",
        choices=["sqlite", "postgresql"],
        nargs="*",
        default=["sqlite"],
        help="databases to test on, one after the other",
    )
    options = parser.parse_args()
    for kind in options.on:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            url = stack.enter_context(database(kind))
            crash_test = CrashTest(folder, url, options.games, options.processes)
            counts = asyncio.run(crash_test.run(options.kills, options.seed))
        print(
            f"{kind}, {options.processes} server processes, {counts['kills']} kills: "
            f"{counts['games']} games ({counts['finished']} finished), "
            f"{counts['acknowledged']:,} answers and {counts['others']:,} messages and new links "
            "acknowledged, none lost or repeated; "
            f"{counts['unacknowledged']} found stored before they were acknowledged; "
            f"{counts['replayed']:,} answers replayed",
            flush=True,
        )


if __name__ == "__main__":
    main()
