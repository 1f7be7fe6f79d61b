"""Answers, hints, and games that continue others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.web_client import Client, Page, UnexpectedStatus
from smokestack.server.domain.announcements import HINT_USED
from smokestack.server.domain.table import RESIGNED
from tools.crash_test.actions.action import Action
from tools.crash_test.game import Game, Stored, Submission


class AskForHint(Action):
    """A hint is announced once for each decision, however often it is asked for."""

    name = "hint"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return str(page.version) if f'hx-post="{game.path}/hint"' in page.text else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/hint", {}, 200, fragment=True)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = [said.detail for said in stored.table.announcements if said.kind == HINT_USED]
        if len(set(said)) < len(said):
            yield "a hint is announced twice"
        for submission in game.done(self.name):
            if submission.value not in said:
                yield f"the hint at version {submission.value} is not announced"


class GiveAnswer(Action):
    """An acknowledged answer is stored once and in its place, and at most one more is stored."""

    name = "answer"
    share = 1.0

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return rng.choice(page.answers) if page.answers else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        page = await client.answer(game.path, submission.version, submission.key, submission.value)
        if page.version <= submission.version:
            raise UnexpectedStatus(
                f"{game.path}: version {page.version} after an answer at {submission.version}"
            )
        return page.revision

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        table = stored.table
        answers = table.match.record().answers if table.started else []
        if len(answers) != len(table.answer_log):
            yield f"{len(answers)} answers, but {len(table.answer_log)} entries about them"
            return
        # One request may bring several answers, since not every decision is asked.
        times = [meta.at for meta in table.answer_log]
        first = [n for n, at in enumerate(times) if n == 0 or at != times[n - 1]]
        if table.version != len(first) + (table.status == RESIGNED):
            yield f"version {table.version}, but {len(first)} requests"
        done = {known.version: known.value for known in game.done(self.name)}
        for number, answer in done.items():
            # What is prepared after a semicolon waits for its question, such as a card to discard.
            given = answer.partition("; ")[0]
            if number >= len(first) or answers[first[number]] != given:
                yield f"answer {number} is lost"
        by_guests = {n for n, start in enumerate(first) if not table.answer_log[start].by_bot}
        # The kill can come between the commit and the reply; then the answer is sent again.
        sent = {submission.version for submission in game.unsure(self.name)}
        for number in sorted(by_guests - done.keys() - sent):
            yield f"answer {number} was never sent"


class PlayOn(Action):
    """The first player continues a finished game against a bot.

    It has no idempotency key: a repeated request creates another table, but none is lost.
    """

    name = "play-on"
    share = 0.0

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if game.players == 1 or game.done(self.name):
            return None
        return str(rng.randint(0, len(game.done(GiveAnswer.name)) // 2))

    def is_too_late(self, page: Page) -> bool:
        return False

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        path = f"{game.path}/replay/{submission.value}/play-on"
        fields = {"seat": "0", "bot": "apprentice"}
        game.others[submission.key] = (await client.post(path, fields, 303)).location
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        for submission in game.done(self.name):
            table, length = stored.others.get(submission.key), int(submission.value)
            if table is None:
                yield "a game that continues another one is lost"
            elif table.match.history[:length] != stored.table.match.history[:length]:
                yield "a game that continues another one has lost its answers"
