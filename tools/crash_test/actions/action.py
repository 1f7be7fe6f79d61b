"""A kind of request in the crash test: what to send, and what must then be stored."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import count, pairwise
from random import Random
from typing import ClassVar

from benchmarks.web_client import Client, Page, revision_of
from tools.crash_test.game import Game, Stored, Submission

_keys = count()


class Action(ABC):
    """A kind of request that changes something."""

    name: ClassVar[str]
    share: ClassVar[float]
    """How often a player tries it before the actions after it, from 0 to 1."""

    @abstractmethod
    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        """The value to send in this situation; None if the action is not possible."""

    @abstractmethod
    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        """Send the request, for the first time or again; returns once it is acknowledged.

        Returns the revision that the reply shows, or 0 if it shows none.
        """

    @abstractmethod
    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        """What is lost, applied twice, or stored but was never sent."""

    def is_too_late(self, page: Page) -> bool:
        """Whether the page shows that the request can't be granted any more."""
        return page.over

    def submit(self, game: Game, player: int, page: Page, rng: Random) -> Submission | None:
        value = self.choose(game, player, page, rng)
        if value is None:
            return None
        return Submission(self.name, player, page.version, value, new_key())


class FirstAction(Action):
    """An action that a player must do before the game starts."""

    share = 0.0

    @abstractmethod
    def first(self, game: Game, rng: Random) -> str:
        """The value to send."""

    def is_possible(self, game: Game, player: int) -> bool:
        """Whether the other players have done what it depends on."""
        return True

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return None


def new_key() -> str:
    return f"key-{next(_keys):08}"


async def post(client: Client, path: str, fields: dict[str, str]) -> int:
    """Send what a script of the page sends; returns the revision of the page in the reply."""
    return revision_of((await client.post(path, fields, 200, fragment=True)).text)


async def offered(client: Client, game: Game, pattern: str) -> list[str]:
    """The paths of forms on the page before the start."""
    page = await client.request("GET", game.path)
    return re.findall(rf'action="({game.path}/{pattern})"', page.text)


def lost_or_never_sent(kind: str, found: list[str], game: Game) -> Iterator[str]:
    done = {known.value for known in game.done(kind)}
    yield from (f"{text!r} is lost" for text in done if text not in found)
    sent = done | {submission.value for submission in game.unsure(kind)}
    yield from (f"{text!r} was never sent" for text in found if text not in sent)


def wrong_number(kind: str, stored: int, game: Game) -> Iterator[str]:
    """What has no effect if it is sent again is stored as often as it was sent."""
    done = len(game.done(kind))
    if not done <= stored <= done + len(game.unsure(kind)):
        yield f"{stored} times {kind} instead of {done}"


def announced_twice(kinds: list[str]) -> Iterator[str]:
    """A switch is announced only when it changes."""
    yield from (f"{kind} is announced twice" for kind, after in pairwise(kinds) if kind == after)
