"""The players of the crash test: alone with hot seats or bots, or two at a table."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

import msgspec

from benchmarks.web_client import Client, Page, UnexpectedStatus
from tools.crash_test.actions import (
    ACCEPT_INVITATION,
    ACTIONS,
    BY_NAME,
    CLOSE_TABLE,
    CONTRIBUTE,
    DEAL_NOW,
    GET_ACCOUNT,
    INVITE_BY_NAME,
    PLAY_ON,
    QUICK_MATCH,
    REMOVE_PLAYER,
    SEAT_BOT,
    TAKE_SEAT,
)
from tools.crash_test.actions.action import FirstAction, new_key
from tools.crash_test.game import Game, Submission

GLASGOW: Final = {"game": "glasgow", "seat-0": "me", "name": "Ann", "first": "0"}


class Plan(msgspec.Struct, frozen=True):
    """A table, and what each of its players does before the game starts."""

    form: dict[str, str]
    """The form for a new table; empty if the first player finds one by a quick match."""
    entering: Sequence[Sequence[FirstAction]] = ((CONTRIBUTE,),)
    has_bots: bool = False


ONE_SCREEN: Final = Plan({**GLASGOW, "seat-1": "here"})
ALONE: Final = (
    *[ONE_SCREEN] * 10,
    Plan({**GLASGOW, "seat-1": "apprentice"}, has_bots=True),
    Plan({**GLASGOW, "seat-1": "link"}, ((SEAT_BOT, CONTRIBUTE),), has_bots=True),
    Plan(
        {
            "game": "brass",
            "edition": "2018",
            "players": "3",
            "seat-0": "me",
            "seat-1": "apprentice",
            "seat-2": "apprentice",
            "name": "Ann",
        },
        has_bots=True,
    ),
)
WITH_CLOCK: Final = Plan(
    {
        **GLASGOW,
        "seat-1": "link",
        "hints": "yes",
        "pace": "live",
        "minutes": "5",
        "increment": "0",
        "on-timeout": "resign",
    },
    entering=((CONTRIBUTE,), (TAKE_SEAT, CONTRIBUTE)),
)
BY_QUICK_MATCH: Final = Plan({}, entering=((QUICK_MATCH, CONTRIBUTE), (QUICK_MATCH, CONTRIBUTE)))
BY_NAME_OF_ACCOUNT: Final = Plan(
    {**GLASGOW, "seat-1": "link"},
    entering=(
        (CLOSE_TABLE, REMOVE_PLAYER, INVITE_BY_NAME, CONTRIBUTE),
        (GET_ACCOUNT, ACCEPT_INVITATION, CONTRIBUTE),
    ),
)
WITHOUT_WAITING: Final = Plan(
    {**GLASGOW, "seat-1": "link"}, entering=((CONTRIBUTE, DEAL_NOW), (TAKE_SEAT,))
)
TOGETHER: Final = (WITH_CLOCK, WITH_CLOCK, BY_QUICK_MATCH, BY_NAME_OF_ACCOUNT, WITHOUT_WAITING)


class Group:
    """The players of one table, who play one game after another."""

    def __init__(self, port: int, number: int, plan: Plan) -> None:
        self.plan = plan
        self.game: Game | None = None
        self.finished: list[Game] = []
        """The last games that ended."""
        self.counts: Counter[str] = Counter()
        """What was acknowledged, by the name of the action."""
        self.players = [
            Player(self, port, place, random.Random(f"{number} {place}"))
            for place in range(len(plan.entering))
        ]

    def next_first_action(self, game: Game, player: int) -> FirstAction | None:
        """What a player has left to do before the game starts."""
        for action in self.plan.entering[player]:
            if not game.done(action.name, player):
                return action
        return None

    def has_begun(self, game: Game) -> bool:
        """Whether all players have done what they must do before the game starts."""
        players = range(len(self.players))
        return all(self.next_first_action(game, player) is None for player in players)

    def waits_to_deal(self) -> Game | None:
        """The game, if it can start as soon as enough time has passed."""
        game = self.game
        if game is None or game.may_deal or self.next_first_action(game, 0) is not DEAL_NOW:
            return None
        others = range(1, len(self.players))
        if any(self.next_first_action(game, player) is not None for player in others):
            return None
        return game

    def finish(self, game: Game) -> None:
        if self.game is game:
            self.game = None
            self.finished.append(game)
            self.counts["finished"] += 1


class Player:
    """Plays at the table of a group and notes everything acknowledged."""

    def __init__(self, group: Group, port: int, number: int, rng: random.Random) -> None:
        self.group = group
        self.client = Client(port)
        self.number = number
        self.rng = rng
        self._game: Game | None = None
        """The game that the player has last seen."""

    async def play(self) -> None:
        """Play until cancelled; a lost connection is no error, a refused request is."""
        while True:
            try:
                await self._step()
            except (OSError, asyncio.IncompleteReadError, TimeoutError):
                await asyncio.sleep(0.05)

    async def _step(self) -> None:
        game = self.group.game
        if game is None:
            if self.number == 0:
                self.group.game = await self._open_table()
            else:
                await asyncio.sleep(0.02)
            return
        if game is not self._game:
            if self.number:
                self._become_stranger()
            self._game = game
        if (pending := game.pending.get(self.number)) is not None:
            await self._send(game, pending)
        elif (first := self.group.next_first_action(game, self.number)) is not None:
            if not first.is_possible(game, self.number):
                await asyncio.sleep(0.02)
                return
            value = first.first(game, self.rng)
            game.pending[self.number] = Submission(first.name, self.number, 0, value, new_key())
        elif not self.group.has_begun(game):
            await asyncio.sleep(0.02)
        else:
            await self._play(game)

    async def _open_table(self) -> Game:
        plan = self.group.plan
        players = len(plan.entering)
        if players > 1:
            self._become_stranger()
        if not plan.form:
            return Game("", players)
        path = (await self.client.post("/tables", plan.form, 303)).location
        link = await self.client.invitation(path) if players > 1 else ""
        return Game(path, players, link, has_clock=plan is WITH_CLOCK)

    def _become_stranger(self) -> None:
        """Begin as somebody without cookies."""
        self.client.disconnect()
        self.client = Client(self.client.port)

    async def _send(self, game: Game, submission: Submission) -> None:
        action = BY_NAME[submission.action]
        try:
            revision = await action.send(self.client, game, submission)
        except UnexpectedStatus:
            if isinstance(action, FirstAction):
                raise
            if not action.is_too_late(await self.client.load(game.path)):
                raise
            game.refused.append(submission)
        else:
            game.acknowledged.append(submission)
            game.revision = max(game.revision, revision)
            self.group.counts[action.name] += 1
        del game.pending[self.number]

    async def _play(self, game: Game) -> None:
        page = await self.client.load(game.path)
        if page.over:
            await self._end(game, page)
            return
        for action in ACTIONS:
            if self.rng.random() < action.share:
                submission = action.submit(game, self.number, page, self.rng)
                if submission is not None:
                    game.pending[self.number] = submission
                    return
        await asyncio.sleep(0.02)

    async def _end(self, game: Game, page: Page) -> None:
        """The first player may play on from the finished game, then ends it for the group."""
        if self.number:
            await asyncio.sleep(0.02)
            return
        submission = PLAY_ON.submit(game, self.number, page, self.rng)
        if submission is None:
            self.group.finish(game)
        else:
            game.pending[self.number] = submission
