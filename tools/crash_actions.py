"""What players do in the crash test, and how to see that none of it is lost or applied twice.

To test another kind of request, add a subclass of `Action` to `ACTIONS`. It says what to send, when
the server has acknowledged it, and what the database must contain from then on.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, pairwise
from random import Random
from typing import ClassVar, Final

from benchmarks.web_client import Client, Page, UnexpectedStatus, revision_of
from smokestack.engine.deal import PERSON
from smokestack.server.domain.announcements import (
    ACCOUNT_PLAYS,
    BOT_TOOK_OVER,
    CHAT_LOCKED,
    CHAT_UNLOCKED,
    CLOCK_PAUSED,
    CLOCK_RESUMED,
    HINT_USED,
    INVITED,
    LEFT,
    LINK_RENEWED,
    PLAYER_REMOVED,
    RETURNED,
    SEAT_GIVEN_TO_BOT,
    SEAT_TAKEN,
    TIMED_OUT,
)
from smokestack.server.domain.automatic import ONLY_ANSWER
from smokestack.server.domain.table import CLOSED, RESIGNED, RUNNING
from tools.crash_game import Game, Stored, Submission

MAX_REPORTS: Final = 5  # of a game; the server stores at most 20 of a guest

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
        for path in await _offered(client, game, r"seats/\d/bot"):
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
        if not await _offered(client, game, removing):
            stranger = Client(client.port)
            try:
                await stranger.post(await client.invitation(game.path), {"name": "Eve"}, 303)
            finally:
                stranger.disconnect()
        for path in await _offered(client, game, removing):
            await client.post(path, {}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        removed = stored.table.removed_guests
        said = len(stored.announced(PLAYER_REMOVED))
        if said != len(removed) or said < len(game.done(self.name)):
            yield f"{said} players were removed, but {len(removed)} are remembered"
        if any(seat.guest in removed for seat in stored.table.seats):
            yield "a removed player has a seat"


class GetAccount(FirstAction):
    """A guest gets an account before they have a seat."""

    name = "account"

    def first(self, game: Game, rng: Random) -> str:
        return f"a{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await _sign_up(client, submission.value)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from ()  # the account has a seat once it accepts its invitation


class InviteByName(FirstAction):
    """The host invites the account of the other player."""

    name = "invitation"

    def first(self, game: Game, rng: Random) -> str:
        return _account_of(game, 1)

    def is_possible(self, game: Game, player: int) -> bool:
        return bool(game.done(GetAccount.name, 1))

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post(f"{game.path}/invitations", {"name": submission.value}, 303)
        return 0

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        if len(stored.announced(INVITED)) < len(game.done(self.name)):
            yield "an invitation is not announced"


class AcceptInvitation(FirstAction):
    """Who accepts an invitation again, because the reply was lost, keeps the seat."""

    name = "acceptance"

    def first(self, game: Game, rng: Random) -> str:
        return _account_of(game, 1)

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


class PostMessage(Action):
    """Chat has no idempotency key: a repeated message may be stored twice, but is never lost."""

    name = "message"
    share = 0.05

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        return None if self.is_too_late(page) else f"message {rng.getrandbits(64):x}"

    def is_too_late(self, page: Page) -> bool:
        return page.over or 'id="chat-form"' not in page.text

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await _post(client, f"{game.path}/chat", {"text": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        found = [message.text for message in stored.table.chat_messages]
        yield from _lost_or_never_sent(self.name, found, game)


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
        return await _post(client, f"{game.path}/chat-lock", {"locked": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        done = game.done(self.name)
        locked = bool(done) and done[-1].value == "yes"
        if not game.unsure(self.name) and stored.table.chat_locked != locked:
            yield f"the chat is {'not ' if locked else ''}locked"
        yield from _announced_twice(stored.announced(CHAT_LOCKED, CHAT_UNLOCKED))


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
        return await _post(client, f"{game.path}/{path}", {"message": message})

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
        return await _post(client, f"{game.path}/reports", {"text": submission.value})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from _lost_or_never_sent(self.name, stored.reports, game)


class RenewLink(Action):
    """The private link of a seat is renewed; a repeated request renews it once more."""

    name = "link"
    share = 0.05

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        seats = sorted(set(re.findall(r"/seats/(\d)/renew-link", page.text)))
        return rng.choice(seats) if seats else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await _post(client, f"{game.path}/seats/{submission.value}/renew-link", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        lost = len(game.done(self.name)) - len(stored.announced(LINK_RENEWED))
        if lost > 0:
            yield f"{lost} new links are lost"


class SignUp(Action):
    """A guest gets an account and keeps the seat.

    The account may be stored although the reply was lost; then its name and password are known.
    """

    name = "sign-up"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        if game.players == 1 or _account_of(game, player):
            return None
        return f"p{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await _sign_up(client, submission.value)
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
        if game.players == 1 or _account_of(game, player):
            return None
        return f"m{rng.getrandbits(48):x}"

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        account = _name_and_password(submission.value)
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
        return _account_of(game, player) or None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        await client.post("/account/sign-in", _name_and_password(submission.value), 303)
        return (await client.load(game.path)).revision

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from ()


class Pause(Action):
    """Clocks stop once both players agree, and run again when one of them wants it."""

    name = "pause"
    share = 0.1

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        offered = re.findall(r'hx-post="/tables/[^"]*/(pause|resume)"', page.text)
        if not offered or (offered == ["pause"] and rng.random() > 0.3):
            return None
        return str(rng.choice(offered))

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        return await _post(client, f"{game.path}/{submission.value}", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(CLOCK_PAUSED, CLOCK_RESUMED)
        yield from _announced_twice(said)
        clock = stored.table.clock
        if clock is not None and stored.table.status == RUNNING:
            paused = said[-1:] == [CLOCK_PAUSED]
            if clock.paused != paused:
                yield f"the clocks {'run' if paused else 'stand still'}"


class AnswerAutomatically(Action):
    """The last setting that was acknowledged is stored."""

    name = "automatic"
    share = 0.02

    def choose(self, game: Game, player: int, page: Page, rng: Random) -> str | None:
        seats = sorted(set(re.findall(r'hx-post="/tables/[^"]*/automatic/(\d)"', page.text)))
        return f"{rng.choice(seats)} {rng.choice(['yes', ''])}" if seats else None

    async def send(self, client: Client, game: Game, submission: Submission) -> int:
        seat, _, chosen = submission.value.partition(" ")
        return await _post(client, f"{game.path}/automatic/{seat}", {ONLY_ANSWER: chosen})

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
        return await _post(client, f"{game.path}/{submission.value}/leave", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(LEFT, RETURNED)
        yield from _announced_twice(said)
        yield from _wrong_number(self.name, said.count(LEFT), game)
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
        return await _post(client, path, {"bot": "apprentice"})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        said = stored.announced(BOT_TOOK_OVER, RETURNED)
        yield from _wrong_number(self.name, said.count(BOT_TOOK_OVER), game)
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
        return await _post(client, f"{game.path}/{submission.value}/return", {})

    def problems(self, stored: Stored, game: Game) -> Iterator[str]:
        yield from _wrong_number(self.name, len(stored.announced(RETURNED)), game)


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


def clock_problems(stored: Stored) -> Iterator[str]:
    """Clocks are neither lost nor negative, and time runs out once, whatever was killed."""
    table, clock = stored.table, stored.table.clock
    if clock is None:
        if table.pace.has_clock:
            yield "the clocks are lost"
        return
    if any(not 0 <= left <= table.pace.seconds for left in clock.left):
        yield f"the seats have {clock.left} seconds"
    if table.status == RUNNING and clock.running is None:
        yield "no clock runs"
    if stored.timeout_jobs != (clock.due is not None):
        yield f"{stored.timeout_jobs} jobs for the time-out at {clock.due}"
    timeouts = len(stored.announced(TIMED_OUT))
    if not timeouts == len(clock.timed_out) == (table.status == RESIGNED):
        yield f"{timeouts} time-outs announced, {clock.timed_out} stored, status {table.status}"


def new_key() -> str:
    return f"key-{next(_keys):08}"


async def _post(client: Client, path: str, fields: dict[str, str]) -> int:
    """Send what a script of the page sends; returns the revision of the page in the reply."""
    return revision_of((await client.post(path, fields, 200, fragment=True)).text)


async def _offered(client: Client, game: Game, pattern: str) -> list[str]:
    """The paths of forms on the page before the start."""
    page = await client.request("GET", game.path)
    return re.findall(rf'action="({game.path}/{pattern})"', page.text)


async def _sign_up(client: Client, name: str) -> None:
    """Create an account, or sign in to it if it was stored although the reply was lost."""
    try:
        await client.post("/account/sign-up", _name_and_password(name), 303)
    except UnexpectedStatus:
        await client.post("/account/sign-in", _name_and_password(name), 303)


def _account_of(game: Game, player: int) -> str:
    """The name of the account of a player; empty if there is none."""
    kinds = (GetAccount.name, SignUp.name, MoveIn.name)
    return next((known.value for kind in kinds for known in game.done(kind, player)), "")


def _name_and_password(name: str) -> dict[str, str]:
    return {"name": name, "password": f"password of {name}"}


def _lost_or_never_sent(kind: str, found: list[str], game: Game) -> Iterator[str]:
    done = {known.value for known in game.done(kind)}
    yield from (f"{text!r} is lost" for text in done if text not in found)
    sent = done | {submission.value for submission in game.unsure(kind)}
    yield from (f"{text!r} was never sent" for text in found if text not in sent)


def _wrong_number(kind: str, stored: int, game: Game) -> Iterator[str]:
    """What has no effect if it is sent again is stored as often as it was sent."""
    done = len(game.done(kind))
    if not done <= stored <= done + len(game.unsure(kind)):
        yield f"{stored} times {kind} instead of {done}"


def _announced_twice(kinds: list[str]) -> Iterator[str]:
    """A switch is announced only when it changes."""
    yield from (f"{kind} is announced twice" for kind, after in pairwise(kinds) if kind == after)


TAKE_SEAT: Final = TakeSeat()
QUICK_MATCH: Final = QuickMatch()
CONTRIBUTE: Final = Contribute()
DEAL_NOW: Final = DealNow()
SEAT_BOT: Final = SeatBot()
CLOSE_TABLE: Final = CloseTable()
REMOVE_PLAYER: Final = RemovePlayer()
GET_ACCOUNT: Final = GetAccount()
INVITE_BY_NAME: Final = InviteByName()
ACCEPT_INVITATION: Final = AcceptInvitation()
PLAY_ON: Final = PlayOn()
ACTIONS: Final[tuple[Action, ...]] = (
    TAKE_SEAT,
    QUICK_MATCH,
    CONTRIBUTE,
    DEAL_NOW,
    SEAT_BOT,
    CLOSE_TABLE,
    REMOVE_PLAYER,
    GET_ACCOUNT,
    INVITE_BY_NAME,
    ACCEPT_INVITATION,
    PostMessage(),
    LockChat(),
    Mute(),
    Report(),
    RenewLink(),
    SignUp(),
    MoveIn(),
    SignIn(),
    Pause(),
    AnswerAutomatically(),
    Leave(),
    VoteForBot(),
    Return(),
    AskForHint(),
    GiveAnswer(),
    PLAY_ON,
)
BY_NAME: Final = {action.name: action for action in ACTIONS}
