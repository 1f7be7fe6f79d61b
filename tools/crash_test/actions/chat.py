"""Messages, and what the host and other players do about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Final

from benchmarks.web_client import Client, Page
from smokestack.server.domain.announcements import CHAT_LOCKED, CHAT_UNLOCKED
from tools.crash_test.actions.action import Action, announced_twice, lost_or_never_sent, post
from tools.crash_test.game import Game, Stored, Submission

MAX_REPORTS: Final = 5  # of a game; the server stores at most 20 of a guest


class PostMessage(Action):
    """Chat has no idempotency key: a repeated message may be stored twice, but is never lost."""

    name = "message"
    share = 0.05

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return None if self.is_too_late(page) else f"message {rng.getrandbits(64):x}"

    def is_too_late(self, page: Page) -> bool:
        return page.over or 'id="chat-form"' not in page.text

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/chat", {"text": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        found = [message.text for message in stored.table.chat_messages]
        yield from lost_or_never_sent(self.name, found, game)


class LockChat(Action):
    """Only the host locks and unlocks; each is announced once."""

    name = "chat lock"
    share = 0.1

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        found = re.search(r'name="locked" value="(yes|no)"', page.text)
        if found is None or (found[1] == "yes" and rng.random() > 0.1):
            return None
        return found[1]

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/chat-lock", {"locked": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        done = game.done(self.name)
        locked = bool(done) and done[-1].value == "yes"
        if not game.unsure(self.name) and stored.table.chat_locked != locked:
            yield f"the chat is {'not ' if locked else ''}locked"
        yield from announced_twice(stored.announced(CHAT_LOCKED, CHAT_UNLOCKED))


class Mute(Action):
    """A player mutes the other one, or ends that."""

    name = "mute"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        muted = re.search(r'hx-post="/tables/[^"]*/(mutes/\d+/remove)"', page.text)
        if muted is not None:
            return muted[1]
        message = re.search(r'/mutes" hx-target.{,400}?name="message" value="(\d+)"', page.text)
        return None if message is None else f"mutes {message[1]}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        path, _, message = submission.value.partition(" ")
        return await post(client, f"{game.path}/{path}", {"message": message})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        pairs = [(mute.reader, mute.author) for mute in stored.table.mutes]
        if len(set(pairs)) < len(pairs):
            yield "somebody is muted twice"
        last = [game.done(self.name, player)[-1:] for player in range(game.players)]
        muted = sum(" " in submission.value for done in last for submission in done)
        if not game.unsure(self.name) and len(pairs) != muted:
            yield f"{len(pairs)} mutes instead of {muted}"


class Report(Action):
    """A repeated report may be stored twice, but is never lost."""

    name = "report"
    share = 0.01

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if game.players == 1 or len(game.done(self.name)) == MAX_REPORTS:
            return None
        return f"report {rng.getrandbits(64):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/reports", {"text": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from lost_or_never_sent(self.name, stored.reports, game)
