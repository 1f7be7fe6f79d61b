"""A table: a match, its seats, and everything else that is not part of the rules."""

from __future__ import annotations

from datetime import datetime

import msgspec

from smokestack.engine.game import Game
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.games import find_game
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.pace import WITHOUT_CLOCK, Pace

WAITING = "waiting"  # for players to take the free seats, and for their part of the deal
RUNNING = "running"
OVER = "over"  # ended by the rules
RESIGNED = "resigned"
CLOSED = "closed"  # by the host before the start, or by the operator of the server
FINISHED = (OVER, RESIGNED, CLOSED)

SPECTATOR_SEAT = -1
NO_SEAT = -1

DEFAULT_ABSENCE_MINUTES = 24 * 60


class Seat(msgspec.Struct):
    """A seat: taken by a guest, played by a bot, or free."""

    number: int
    name: str
    guest: str = ""
    """The guest who took the seat and owns it; empty for bots and free seats."""
    bot: str = ""
    """The bot that answers for it; also set on a guest's seat while a bot substitutes."""
    has_left: bool = False
    """The guest has left the table."""
    bot_votes: list[int] = []
    """Seats that voted to let a bot take over."""
    proposed_bot: str = ""
    """The bot that they voted for."""
    token_nonce: str = ""
    """Part of what the seat's token is derived from; empty for bots, which have no token."""
    token_hash: str = ""
    """The hash of the seat's token; the token itself is not stored."""
    contribution: str = ""
    """What the seat contributes to the deal; see `engine/deal.py`."""
    used_token_hash: str = ""
    """The hash of the invitation with which the seat was taken; it takes no seat any more."""
    devices: list[str] = []
    """Guests who also use the seat: the other devices of its owner."""
    automatic: list[str] = []
    """What the server answers for its owner; see `domain.automatic`."""

    @property
    def free(self) -> bool:
        return not self.guest and not self.bot

    @property
    def for_person(self) -> bool:
        """Not a bot's own seat: a person has it or will take it."""
        return bool(self.guest) or not self.bot

    def is_of(self, guest: str) -> bool:
        """Whether a guest may use the seat, as its owner or from another device."""
        return bool(guest) and (guest == self.guest or guest in self.devices)


class AnswerMeta(msgspec.Struct, frozen=True, array_like=True):
    """Who gave an answer and when; the answers themselves are in `Match.history`."""

    seat: int
    by_bot: bool
    reveals: bool
    """It revealed hidden information, so it can't be undone."""
    at: datetime
    """Answers that were given together, and are undone together, have the same time."""


class ChatMessage(msgspec.Struct, frozen=True):
    """A line of chat."""

    number: int
    """Identifies the message at its table; increases."""
    author: str
    """The owner of the seat, or the guest who watches."""
    name: str
    seat: int
    """`SPECTATOR_SEAT` for a spectator."""
    text: str
    at: datetime


class Announcement(msgspec.Struct, frozen=True):
    """Something that everybody at the table must know and that is not part of the game."""

    number: int
    """Numbered from 1 at each table."""
    kind: str
    """One of the kinds in `domain.announcements`."""
    seat: int
    """The seat that it is about, or `NO_SEAT`."""
    at: datetime
    by_seat: int = NO_SEAT
    """Another seat that took part in it."""
    detail: str = ""
    """What else the sentence needs, such as the level of a bot; depends on the kind."""


class Mute(msgspec.Struct, frozen=True):
    """A guest does not want to read what another one writes at this table."""

    number: int
    """Identifies it at its table."""
    reader: str
    author: str
    name: str
    """The name of the author when the reader muted them."""


class RunningClock(msgspec.Struct, frozen=True):
    """A turn whose time runs; see `domain.clocks`."""

    seat: int
    turn: int
    """Completed turns of the game when it began."""
    answers: int
    """Answers given when it began."""
    since: datetime
    left: tuple[float, ...]
    """What all seats had left when it began."""
    used: float = 0.0
    """Seconds of the turn before `since`."""


class ClockState(msgspec.Struct, frozen=True):
    """The clocks of a table with a pace that has one."""

    left: tuple[float, ...]
    """Seconds of each seat for the rest of the game, not counting its current turn."""
    running: RunningClock | None = None
    previous: RunningClock | None = None
    """The turn before, which goes on if its last answer is taken back."""
    paused: bool = False
    votes: tuple[int, ...] = ()
    """Seats that agree to a pause."""
    timed_out: tuple[int, ...] = ()
    due: datetime | None = None
    """When the time of the running clock will be over."""


class Table(msgspec.Struct):
    """The state of a table; `match` is authoritative for the game once it has started.

    A table that was loaded is never modified: every change works on a `copy`, so all holders see
    the table as it was committed.
    """

    id: str
    """Long and random: anyone who knows it may watch."""
    host: str
    """The guest who created the table."""
    setup: Setup
    """What the game starts from; its deal is complete once the game has started."""
    dealt: Match | None
    """The match, or None before the start; use `match` where the game must have started."""
    seats: list[Seat]
    version: int
    """Counts changes of the game: answers, undone answers, resignations."""
    revision: int
    """Counts every visible change, including chat and seats."""
    status: str
    open: bool
    """Listed on the start page for anyone to join."""
    created: datetime
    changed: datetime
    decision_since: datetime
    """When the current decision came up."""
    answer_log: list[AnswerMeta]
    """One entry for each answer in `match.history`."""
    chat_messages: list[ChatMessage]
    announcements: list[Announcement] = []
    mutes: list[Mute] = []
    removed_guests: list[str] = []
    """Guests that the host removed before the start; they need a new invitation to join again."""
    chat_locked: bool = False
    """Nobody can post messages."""
    hints: bool = False
    """Players may ask for hints; agreed before the game."""
    absence_minutes: int = DEFAULT_ABSENCE_MINUTES
    """How long to wait for an answer before a bot may take over; 0: none may. Agreed as well."""
    resigned: int = -1
    """The seat whose resignation ended the game; -1 if none did."""
    rematch: str = ""
    """The id of the table of the rematch."""
    inherited_answers: int = 0
    """How many answers were copied from another game; they can't be undone."""
    origin: Origin = THIS_MACHINE
    """Where it was created from."""
    pace: Pace = WITHOUT_CLOCK
    """How much time the players have; agreed as well."""
    clock: ClockState | None = None
    """None if the pace has no clock."""
    rated: bool = False
    """The result changes the ratings of its players; agreed as well."""
    tournament: str = ""
    """The id of the tournament that it belongs to."""

    def copy(self) -> Table:
        """A table to change; the match is shared until it is replaced."""
        return msgspec.structs.replace(
            self,
            seats=[
                msgspec.structs.replace(
                    seat,
                    bot_votes=seat.bot_votes[:],
                    devices=seat.devices[:],
                    automatic=seat.automatic[:],
                )
                for seat in self.seats
            ],
            answer_log=self.answer_log[:],
            chat_messages=self.chat_messages[:],
            announcements=self.announcements[:],
            mutes=self.mutes[:],
            removed_guests=self.removed_guests[:],
        )

    @property
    def game(self) -> Game:
        return find_game(self.setup.game)

    @property
    def started(self) -> bool:
        return self.dealt is not None

    @property
    def match(self) -> Match:
        """The match; `InvalidAction` before the cards are dealt."""
        if self.dealt is None:
            raise InvalidAction(tr("The game has not started yet."))
        return self.dealt

    def seats_of(self, guest: str) -> list[int]:
        return [seat.number for seat in self.seats if seat.is_of(guest)]

    def owner_for(self, guest: str) -> str:
        """Who took the seat that a guest uses, maybe from another device; empty if none."""
        owners = [self.seats[number].guest for number in self.seats_of(guest)]
        return guest if guest in owners else next(iter(owners), "")

    def has_substitute(self, guest: str) -> bool:
        """Whether a bot plays for the guest."""
        return any(seat.bot and seat.is_of(guest) for seat in self.seats)

    @property
    def people(self) -> int:
        """The number of seats for people."""
        return sum(seat.for_person for seat in self.seats)

    @property
    def attended(self) -> bool:
        """Whether a person is seated who would notice how long a bot takes."""
        return any(seat.guest and not seat.bot and not seat.has_left for seat in self.seats)

    @property
    def finished(self) -> bool:
        return self.status in FINISHED

    @property
    def continues_another(self) -> bool:
        """It began with the deal or the answers of another game, which its players may know."""
        deal = self.setup.deal
        return self.inherited_answers > 0 or (deal is not None and deal.table != self.id)

    @property
    def actor(self) -> Seat | None:
        """The seat that must answer, once the game has started."""
        if self.status != RUNNING or self.dealt is None or self.dealt.actor is None:
            return None
        return self.seats[self.dealt.actor]


class NewTable(msgspec.Struct, frozen=True):
    """A request to create a table; `creation.create` validates it."""

    game: str
    edition: str
    options: dict[str, bool | int]
    seats: list[str]
    """For each seat: `me`, `here:NAME` (same screen), `link` (a friend), or the level of a bot."""
    name: str
    """The host's name."""
    first: int = -1
    """The index in `seats` of the first player; -1 chooses at random."""
    open: bool = False
    hints: bool | None = None
    """Whether players may ask for hints; None: only if a single person plays."""
    absence_minutes: int = DEFAULT_ABSENCE_MINUTES
    """One of `leaving.ABSENCE_CHOICES`."""
    tile_set: str = ""
    """The id of a stored tile set; empty for the tiles that come with the game."""
    pace: Pace = WITHOUT_CLOCK
    rated: bool = False
    secret: str = ""
    """The secret of the deal, for reproducible pictures and tests; empty for a new one."""
