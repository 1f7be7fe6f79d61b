"""A table in the house: a match, who sits at it, and all that is not a rule of the game."""

from __future__ import annotations

from datetime import datetime

import msgspec

from smokestack.engine.match import Match

WAITING = "waiting"  # for somebody to take a seat
RUNNING = "running"
OVER = "over"  # the rules say so
RESIGNED = "resigned"


class Seat(msgspec.Struct):
    """Who plays a seat: a guest of the house, a bot, or nobody yet."""

    number: int
    name: str
    guest: str = ""
    """The identity whose seat it is; empty for bots and for seats not taken yet."""
    bot: str = ""
    """The bot that answers for it; a guest's seat has one while a bot stands in."""
    left: bool = False
    """Its guest has left the table."""
    agreed: list[int] = []
    """Seats that want a bot to stand in for it."""
    stand_in: str = ""
    """The bot that they agreed to."""
    nonce: str = ""
    """Changes the seat's secret when it changes; empty for seats of bots, which have none."""
    lock: str = ""
    """The hash of the seat's secret: the secret itself is nowhere."""

    @property
    def free(self) -> bool:
        return not self.guest and not self.bot


class Given(msgspec.Struct, frozen=True, array_like=True):
    """How an answer came about; the answers themselves are in `Match.history`."""

    seat: int
    by_bot: bool
    reveals: bool
    """Something hidden came to light, so it can't be taken back."""
    at: datetime


class Saying(msgspec.Struct, frozen=True):
    """A line of chat."""

    name: str
    seat: int
    """-1: somebody who watches."""
    text: str
    at: datetime


class Table(msgspec.Struct):
    """What the house knows of a table; the match is the truth about the game.

    Nobody changes a table that the house has handed out: a change makes a new one (`copy`), so
    whoever holds one sees a table as it was at one moment, with nothing that is not stored yet.
    """

    id: str
    """Long and random: whoever knows it may watch."""
    host: str
    """The guest who set it up."""
    match: Match
    seats: list[Seat]
    version: int
    """Counts what happened to the game: answers, answers taken back, resignations."""
    news: int
    """Counts everything that a page shows, chat and seats too."""
    status: str
    open: bool
    """Listed on the start page for anybody to join."""
    created: datetime
    changed: datetime
    asked: datetime
    """When the standing question came up."""
    given: list[Given]
    """One for each answer."""
    sayings: list[Saying]
    resigned: int = -1
    """The seat that gave up, if that ended the game; -1 if everybody has left."""
    rematch: str = ""
    """The table at which they play again."""
    rewound: int = 0
    """How many answers were there when the game was last taken up from another one."""

    def copy(self) -> Table:
        """A table to change; the match is shared until somebody puts another in its place."""
        return msgspec.structs.replace(
            self,
            seats=[msgspec.structs.replace(seat, agreed=seat.agreed[:]) for seat in self.seats],
            given=self.given[:],
            sayings=self.sayings[:],
        )

    def seats_of(self, guest: str) -> list[int]:
        return [seat.number for seat in self.seats if guest and seat.guest == guest]

    @property
    def finished(self) -> bool:
        return self.status in (OVER, RESIGNED)

    @property
    def actor(self) -> Seat | None:
        """The seat that must answer now, once everybody is there."""
        if self.status != RUNNING or self.match.actor is None:
            return None
        return self.seats[self.match.actor]


class NewTable(msgspec.Struct, frozen=True):
    """What somebody who sets up a table chose; checked before it is used."""

    game: str
    edition: str
    options: dict[str, bool | int]
    seats: list[str]
    """For each: `me`, `here:NAME` (at the same screen), `link` (a friend), or a bot's name."""
    name: str
    """What the host is called."""
    first: int = -1
    """The index in `seats` of who sits in the first seat; -1 leaves it to chance."""
    open: bool = False
    seed: int | None = None
