"""What players do before a game starts: take seats, invite, contribute to the deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.web_client import Client, UnexpectedStatus
from smokestack.engine.deal import PERSON
from smokestack.server.domain.announcements import (
    INVITED,
    PLAYER_REMOVED,
    SEAT_GIVEN_TO_BOT,
    SEAT_TAKEN,
)
from smokestack.server.domain.table import CLOSED
from tools.crash_test.actions.accounts import GetAccount, account_of
from tools.crash_test.actions.action import FirstAction, offered
from tools.crash_test.game import Game, Stored, Submission


class TakeSeat(FirstAction):
    """An invitation works once, even if it is sent again by the guest who has used it."""

    name = "seat"

    def first(self, game: Game, rng: Random) -> str:
        return game.link

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        if not client.cookies:
            await client.request("GET", game.link)  # as a browser does, which gives it a cookie
        await client.post(game.link, {"name": "Ben"}, 303)
        stranger = Client(client.port)
        try:
            await stranger.post(game.link, {"name": "Eve"}, 410)
        finally:
            stranger.disconnect()
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        table = stored.table
        taken = [seat.number for seat in table.seats if seat.guest not in ("", table.host)]
        said: list[int] = []
        for announcement in table.announcements:
            if announcement.kind == SEAT_TAKEN:
                said.append(announcement.seat)
            elif announcement.kind == PLAYER_REMOVED:
                said.remove(announcement.seat)
        if said != taken:
            yield f"seats {taken} are taken, but {said} were announced"
        if any(seat.devices for seat in table.seats):
            yield "a seat has two owners"
        if len(taken) < len(game.done(self.name)):
            yield "a seat that was taken is free"


class QuickMatch(FirstAction):
    """The first player opens a table, the second one joins it; nobody gets two tables."""

    name = "quick match"

    def first(self, game: Game, rng: Random) -> str:
        return ""

    def is_possible(self, game: Game, player: int) -> bool:
        return player == 0 or bool(game.path)

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        if not client.cookies:
            await client.become_guest()
        fields = {"game": "glasgow", "pace": "none", "name": f"Player {submission.player}"}
        path = (await client.post("/quick-match", fields, 303)).location
        if game.path and path != game.path:
            raise UnexpectedStatus(f"a seat at {path} instead of {game.path}")
        game.path = path
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        owners = {seat.guest for seat in stored.table.seats if seat.guest}
        if len(owners) < len(game.done(self.name)):
            yield "a seat of a quick match is lost"


class Contribute(FirstAction):
    """What a player adds to the deal; see docs/fair-dealing.md."""

    name = "contribution"

    def first(self, game: Game, rng: Random) -> str:
        return f"{rng.getrandbits(128):032x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/contribution", {"text": submission.value}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        done = game.done(self.name)
        if len(done) == game.players and not stored.table.started:
            yield "all have contributed, but the game has not started"
        texts = {seat.contribution for seat in stored.table.seats}
        for submission in done:
            if PERSON + submission.value not in texts:
                yield f"the contribution of player {submission.player} is lost"


class DealNow(FirstAction):
    """The game starts without the contribution of a player who has not opened the table."""

    name = "deal"

    def first(self, game: Game, rng: Random) -> str:
        return ""

    def is_possible(self, game: Game, player: int) -> bool:
        return game.may_deal

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/deal", {}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        if game.done(self.name) and not stored.table.started:
            yield "the game has not started without those who are missing"


class SeatBot(FirstAction):
    """The host lets a bot play on the free seat; sent again, the request finds no free seat."""

    name = "bot"

    def first(self, game: Game, rng: Random) -> str:
        return "apprentice"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        for path in await offered(client, game, r"seats/\d/bot"):
            await client.post(path, {"bot": submission.value}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = len(stored.announced(SEAT_GIVEN_TO_BOT))
        bots = [seat.number for seat in stored.table.seats if seat.bot and not seat.guest]
        if game.done(self.name) and not said:
            yield "the bot has lost its seat"
        if said and len(bots) != said:
            yield f"{said} seats were given to bots, but bots have the seats {bots}"


class CloseTable(FirstAction):
    """The host closes a table of theirs that waits for players, besides that of the game."""

    name = "close"

    def first(self, game: Game, rng: Random) -> str:
        return ""

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        form = {"game": "glasgow", "seat-0": "me", "seat-1": "link", "name": "Ann"}
        path = (await client.post("/tables", form, 303)).location
        await client.post(f"{path}/close", {}, 303)
        game.others[submission.key] = path
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        for submission in game.done(self.name):
            table = stored.others.get(submission.key)
            if table is None or table.status != CLOSED:
                yield "a table that was closed is open or lost"


class RemovePlayer(FirstAction):
    """The host removes a stranger who has taken the seat of a friend."""

    name = "remove"

    def first(self, game: Game, rng: Random) -> str:
        return ""

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        removing = r"seats/\d/remove"
        if not await offered(client, game, removing):
            stranger = Client(client.port)
            try:
                await stranger.post(await client.invitation(game.path), {"name": "Eve"}, 303)
            finally:
                stranger.disconnect()
        for path in await offered(client, game, removing):
            await client.post(path, {}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        removed = stored.table.removed_guests
        said = len(stored.announced(PLAYER_REMOVED))
        if said != len(removed) or said < len(game.done(self.name)):
            yield f"{said} players were removed, but {len(removed)} are remembered"
        if any(seat.guest in removed for seat in stored.table.seats):
            yield "a removed player has a seat"


class InviteByName(FirstAction):
    """The host invites the account of the other player."""

    name = "invitation"

    def first(self, game: Game, rng: Random) -> str:
        return account_of(game, 1)

    def is_possible(self, game: Game, player: int) -> bool:
        return bool(game.done(GetAccount.name, 1))

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/invitations", {"name": submission.value}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        if len(stored.announced(INVITED)) < len(game.done(self.name)):
            yield "an invitation is not announced"


class AcceptInvitation(FirstAction):
    """Accepting an invitation again, because the reply was lost, keeps the seat."""

    name = "acceptance"

    def first(self, game: Game, rng: Random) -> str:
        return account_of(game, 1)

    def is_possible(self, game: Game, player: int) -> bool:
        return bool(game.done(InviteByName.name))

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/invitation", {"accept": "yes"}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        names = [seat.name for seat in stored.table.seats]
        for submission in game.done(self.name):
            accounts = stored.accounts.values()
            if submission.value not in accounts or submission.value not in names:
                yield f"the account {submission.value} has lost its seat"
