"""What players do in the crash test, and how to see that none of it is lost or applied twice.

To test another kind of request, add a subclass of `Action` to `ACTIONS`. It says what to send, when
the server has acknowledged it, and what the database must contain from then on.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import ClassVar, Final

import msgspec

from benchmarks.web_client import Client, Page, UnexpectedStatus
from smokestack.engine.deal import PERSON
from smokestack.server.domain.announcements import LINK_RENEWED
from smokestack.server.domain.table import Table

_keys = count()


class Submission(msgspec.Struct, frozen=True):
    """A request that is not acknowledged yet; it is sent again until it is."""

    action: str
    version: int
    """Of the table when it was sent for the first time."""
    value: str
    key: str


class Game(msgspec.Struct):
    """What a player knows of one game."""

    path: str
    answers: dict[int, str] = {}
    """The acknowledged answers, by their number."""
    messages: list[str] = []
    """The acknowledged chat messages."""
    renewals: int = 0
    """How often the private link of a seat was renewed, as acknowledged."""
    contribution: str = ""
    """The acknowledged part of the deal."""


class Action(ABC):
    """A kind of request that changes a table."""

    name: ClassVar[str]
    share: ClassVar[float]
    """How often a player tries it before the actions after it, from 0 to 1."""

    @abstractmethod
    def choose(self, page: Page, rng: Random) -> str | None:
        """The value to send in this situation; None if the action is not possible."""

    @abstractmethod
    async def send(self, client: Client, game: Game, submission: Submission) -> None:
        """Send the request, for the first time or again; returns once it is acknowledged."""

    @abstractmethod
    def acknowledge(self, game: Game, submission: Submission) -> None:
        """Note what must be stored from now on."""

    @abstractmethod
    def problems(self, table: Table, game: Game, pending: Submission | None) -> Iterator[str]:
        """What is lost, or stored but was never sent."""

    def submit(self, page: Page, rng: Random) -> Submission | None:
        value = self.choose(page, rng)
        if value is None:
            return None
        return Submission(self.name, page.version, value, f"key-{next(_keys):08}")


class Contribute(Action):
    """What a player adds to the deal, before anything else; see docs/fair-dealing.md."""

    name = "contribution"
    share = 0.0

    def choose(self, page: Page, rng: Random) -> str | None:
        return None

    def first(self, rng: Random) -> Submission:
        return Submission(self.name, 0, f"{rng.getrandbits(128):032x}", "")

    async def send(self, client: Client, game: Game, submission: Submission) -> None:
        await client.post(f"{game.path}/contribution", {"text": submission.value}, 303)

    def acknowledge(self, game: Game, submission: Submission) -> None:
        game.contribution = submission.value

    def problems(self, table: Table, game: Game, pending: Submission | None) -> Iterator[str]:
        if game.contribution and not table.started:
            yield "all have contributed, but the game has not started"
        for seat in table.seats:
            if seat.guest and game.contribution and seat.contribution != PERSON + game.contribution:
                yield f"the contribution of seat {seat.number} is lost"


class PostMessage(Action):
    """Chat has no idempotency key: a repeated message may be stored twice, but is never lost."""

    name = "message"
    share = 0.05

    def choose(self, page: Page, rng: Random) -> str | None:
        return f"message {rng.getrandbits(64):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> None:
        await client.post(f"{game.path}/chat", {"text": submission.value}, 200, fragment=True)

    def acknowledge(self, game: Game, submission: Submission) -> None:
        game.messages.append(submission.value)

    def problems(self, table: Table, game: Game, pending: Submission | None) -> Iterator[str]:
        stored = [message.text for message in table.chat_messages]
        yield from (f"message {text!r} is lost" for text in game.messages if text not in stored)
        sent = {*game.messages, pending.value if pending else ""}
        yield from (f"message {text!r} was never sent" for text in stored if text not in sent)


class RenewLink(Action):
    """The private link of a seat is renewed; a repeated request renews it once more."""

    name = "link"
    share = 0.05

    def choose(self, page: Page, rng: Random) -> str | None:
        seats = sorted(set(re.findall(r"/seats/(\d)/renew-link", page.text)))
        return rng.choice(seats) if seats else None

    async def send(self, client: Client, game: Game, submission: Submission) -> None:
        path = f"{game.path}/seats/{submission.value}/renew-link"
        await client.post(path, {}, 200, fragment=True)

    def acknowledge(self, game: Game, submission: Submission) -> None:
        game.renewals += 1

    def problems(self, table: Table, game: Game, pending: Submission | None) -> Iterator[str]:
        announced = sum(said.kind == LINK_RENEWED for said in table.announcements)
        if announced < game.renewals:
            yield f"{game.renewals - announced} new links are lost"


class GiveAnswer(Action):
    """An acknowledged answer is stored once and in its place, and at most one more is stored."""

    name = "answer"
    share = 1.0

    def choose(self, page: Page, rng: Random) -> str | None:
        return rng.choice(page.answers) if page.answers else None

    async def send(self, client: Client, game: Game, submission: Submission) -> None:
        page = await client.answer(game.path, submission.version, submission.key, submission.value)
        if page.version <= submission.version:
            raise UnexpectedStatus(
                f"{game.path}: version {page.version} after an answer at {submission.version}"
            )

    def acknowledge(self, game: Game, submission: Submission) -> None:
        game.answers[submission.version] = submission.value

    def problems(self, table: Table, game: Game, pending: Submission | None) -> Iterator[str]:
        stored = table.match.record().answers if table.started else []
        if len(stored) != len(table.answer_log):
            yield f"{len(stored)} answers, but {len(table.answer_log)} entries about them"
            return
        # One request may bring several answers, since not every decision is asked.
        times = [meta.at for meta in table.answer_log]
        first = [n for n, at in enumerate(times) if n == 0 or at != times[n - 1]]
        if table.version != len(first):
            yield f"version {table.version}, but {len(first)} requests"
        for number, answer in game.answers.items():
            # What is prepared after a semicolon waits for its question, such as a card to discard.
            given = answer.partition("; ")[0]
            if number >= len(first) or stored[first[number]] != given:
                yield f"answer {number} is lost"
        by_guests = {n for n, start in enumerate(first) if not table.answer_log[start].by_bot}
        # The kill can come between the commit and the reply; then the answer is sent again.
        expected = {pending.version} if pending and pending.action == self.name else set()
        for number in sorted(by_guests - game.answers.keys() - expected):
            yield f"answer {number} was never sent"


CONTRIBUTE: Final = Contribute()
ACTIONS: Final[tuple[Action, ...]] = (CONTRIBUTE, PostMessage(), RenewLink(), GiveAnswer())
BY_NAME: Final = {action.name: action for action in ACTIONS}
