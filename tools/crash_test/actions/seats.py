"""What players do with their seats during a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from benchmarks.web_client import Client, Page
from smokestack.server.domain.announcements import BOT_TOOK_OVER, LEFT, LINK_RENEWED, RETURNED
from smokestack.server.domain.automatic import ONLY_ANSWER
from tools.crash_test.actions.action import Action, announced_twice, post, wrong_number
from tools.crash_test.game import Game, Stored, Submission


class RenewLink(Action):
    """The private link of a seat is renewed; a repeated request renews it once more."""

    name = "link"
    share = 0.05

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        seats = sorted(set(re.findall(r"/seats/(\d)/renew-link", page.text)))
        return rng.choice(seats) if seats else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/seats/{submission.value}/renew-link", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        lost = len(game.done(self.name)) - len(stored.announced(LINK_RENEWED))
        if lost > 0:
            yield f"{lost} new links are lost"


class AnswerAutomatically(Action):
    """The last setting that was acknowledged is stored."""

    name = "automatic"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        seats = sorted(set(re.findall(r'hx-post="/tables/[^"]*/automatic/(\d)"', page.text)))
        return f"{rng.choice(seats)} {rng.choice(['yes', ''])}" if seats else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        seat, _, chosen = submission.value.partition(" ")
        return await post(client, f"{game.path}/automatic/{seat}", {ONLY_ANSWER: chosen})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        if game.unsure(self.name):
            return
        wanted = dict(known.value.split(" ") for known in game.done(self.name))
        for seat in stored.table.seats:
            if seat.automatic != ([ONLY_ANSWER] if wanted.get(str(seat.number)) else []):
                yield f"the automatic answers of seat {seat.number} are {seat.automatic}"


class Leave(Action):
    """The second player leaves for a while; at a table with a clock nobody could replace them."""

    name = "leave"
    share = 0.03

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if player == 0 or game.has_clock:
            return None
        return next(iter(re.findall(r'hx-post="/tables/[^"]*/(seats/\d)/leave"', page.text)), None)

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/{submission.value}/leave", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(LEFT, RETURNED)
        yield from announced_twice(said)
        yield from wrong_number(self.name, said.count(LEFT), game)
        has_left = any(seat.has_left for seat in stored.table.seats)
        if not game.has_clock and has_left != (said[-1:] == [LEFT]):
            yield f"a player has {'' if has_left else 'not '}left"


class VoteForBot(Action):
    """The first player lets a bot play for the second one; sent again, it comes too late."""

    name = "vote"
    share = 0.5

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        found = re.findall(r'hx-post="/tables/[^"]*/(seats/\d)/bot-vote"', page.text)
        return next(iter(found), None)

    def is_too_late(self, page: Page) -> bool:
        return page.over or "/bot-vote" not in page.text

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        path = f"{game.path}/{submission.value}/bot-vote"
        return await post(client, path, {"bot": "apprentice"})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(BOT_TOOK_OVER, RETURNED)
        yield from wrong_number(self.name, said.count(BOT_TOOK_OVER), game)
        plays = any(seat.bot and seat.guest for seat in stored.table.seats)
        if not game.has_clock and plays != (said[-1:] == [BOT_TOOK_OVER]):
            yield f"a bot plays {'' if plays else 'not '}for a player"


class Return(Action):
    """The player who has left plays again, whether or not a bot has taken over."""

    name = "return"
    share = 0.2

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        found = re.findall(r'hx-post="/tables/[^"]*/(seats/\d)/return"', page.text)
        return next(iter(found), None)

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await post(client, f"{game.path}/{submission.value}/return", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from wrong_number(self.name, len(stored.announced(RETURNED)), game)
