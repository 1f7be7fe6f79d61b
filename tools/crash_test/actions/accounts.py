"""Accounts: sign up, sign in, and take games of a guest into an account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from benchmarks.web_client import Client, Page, UnexpectedStatus
from smokestack.server.domain.announcements import ACCOUNT_PLAYS
from tools.crash_test.actions.action import Action, FirstAction
from tools.crash_test.game import Game, Stored, Submission


class GetAccount(FirstAction):
    """A guest gets an account before they have a seat."""

    name = "account"

    def first(self, game: Game, rng: Random) -> str:
        return f"a{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await sign_up(client, submission.value)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from ()  # the account has a seat once it accepts its invitation


class SignUp(Action):
    """A guest gets an account and keeps the seat.

    The account may be stored although the reply was lost; then its name and password are known.
    """

    name = "sign-up"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if game.players == 1 or account_of(game, player):
            return None
        return f"p{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await sign_up(client, submission.value)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        names = stored.accounts.values()
        for submission in game.done(self.name):
            if submission.value not in names:
                yield f"the account {submission.value} is lost, or its seat"


class MoveIn(Action):
    """A guest signs in to an account of another device and adds the game to it.

    If the reply was lost, the request is sent again and finds nothing to add.
    """

    name = "move-in"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if game.players == 1 or account_of(game, player):
            return None
        return f"m{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        account = name_and_password(submission.value)
        other = Client(client.port)
        try:
            with suppress(UnexpectedStatus):  # it was stored, although the reply was lost
                await other.post("/account/sign-up", account, 303)
        finally:
            other.disconnect()
        await client.post("/account/sign-in", account, 303)
        if client.cookies.get("guest"):  # the reply may have arrived before a later one was lost
            await client.post("/account/guest-games", {}, 303)
        return (await client.load(game.path)).revision

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        names = stored.accounts.values()
        done = game.done(self.name)
        for submission in done:
            if submission.value not in names:
                yield f"the account {submission.value} has lost its seat"
        said = len(stored.announced(ACCOUNT_PLAYS))
        if said > len(done) + len(game.unsure(self.name)):
            yield f"{said} accounts were announced, but {len(done)} have moved in"


class SignIn(Action):
    """An account that was acknowledged can sign in, and the new session has the seat."""

    name = "sign-in"
    share = 0.05

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return account_of(game, player) or None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post("/account/sign-in", name_and_password(submission.value), 303)
        return (await client.load(game.path)).revision

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from ()


async def sign_up(client: Client, name: str) -> None:
    """Create an account, or sign in to it if it was stored although the reply was lost."""
    try:
        await client.post("/account/sign-up", name_and_password(name), 303)
    except UnexpectedStatus:
        await client.post("/account/sign-in", name_and_password(name), 303)


def account_of(game: Game, player: int) -> str:
    """The name of the account of a player; empty if there is none."""
    kinds = (GetAccount.name, SignUp.name, MoveIn.name)
    return next((known.value for kind in kinds for known in game.done(kind, player)), "")


def name_and_password(name: str) -> dict[str, str]:
    return {"name": name, "password": f"password of {name}"}
