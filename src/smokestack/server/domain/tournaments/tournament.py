"""A tournament: who plays in it, how, and what was paired and played so far.

Nothing here is modified: every change makes a new `Tournament`.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

import msgspec

from smokestack.games import find_game
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.pace import WITHOUT_CLOCK, Pace

ROUND_ROBIN: Final = "round-robin"
SWISS: Final = "swiss"
FORMATS: Final = (ROUND_ROBIN, SWISS)

OPEN: Final = "open"
RUNNING: Final = "running"
OVER: Final = "over"
CANCELLED: Final = "cancelled"
STATUSES: Final = (OPEN, RUNNING, OVER, CANCELLED)

MAX_ENTRANTS: Final = 64
MAX_ROUNDS: Final = 15
SMALLEST_TABLE: Final = 3
"""If the entrants don't fill all tables, some have a seat less, but never fewer seats than this."""


class Entrant(msgspec.Struct, frozen=True):
    number: int
    """From 1, in the order of signing up; never used twice."""
    guest: str
    name: str
    withdrawn: bool = False
    """Plays no more rounds; the results so far count."""


class Pairing(msgspec.Struct, frozen=True):
    """Entrants who play at one table in a round, or one who has no opponent."""

    round: int
    number: int
    """From 1 in each round."""
    entrants: tuple[int, ...]
    """Their numbers, in the order of the seats."""
    table_id: str = ""
    """Empty for somebody without an opponent."""
    places: tuple[int, ...] | None = None
    """Of each seat once the game is over; 0 for those who left, resigned or ran out of time."""
    scores: tuple[int, ...] | None = None
    """The points of the game, if it was played to its end."""

    @property
    def is_bye(self) -> bool:
        return len(self.entrants) == 1

    @property
    def is_done(self) -> bool:
        return self.is_bye or self.places is not None


class Tournament(msgspec.Struct, frozen=True):
    id: str
    name: str
    organiser: str
    """The guest who created it."""
    game: str
    edition: str
    table_size: int
    format: str
    rounds: int
    """How many are played; 0 before the start of a round robin."""
    created: datetime
    changed: datetime
    revision: int = 0
    """Counts changes; also used for optimistic locking."""
    status: str = OPEN
    pace: Pace = WITHOUT_CLOCK
    rated: bool = False
    hints: bool = False
    starts: datetime | None = None
    """When it starts automatically; None if the organiser starts it."""
    max_entrants: int = MAX_ENTRANTS
    origin: Origin = THIS_MACHINE
    entrants: tuple[Entrant, ...] = ()
    last_number: int = 0
    """The highest number of an entrant so far, also of one who has left."""
    order: tuple[int, ...] = ()
    """The numbers of the entrants in the order that was drawn at the start."""
    pairings: tuple[Pairing, ...] = ()
    removed: tuple[str, ...] = ()
    """Guests that the organiser removed; they can't sign up again."""

    @property
    def current_round(self) -> int:
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def active(self) -> list[int]:
        """The numbers of those who still play, in the drawn order."""
        playing = {entrant.number for entrant in self.entrants if not entrant.withdrawn}
        return [number for number in self.order if number in playing]

    @property
    def min_entrants(self) -> int:
        return min(table_sizes(self.game, self.edition, self.table_size))

    def of_guest(self, guest: str) -> Entrant | None:
        return next((each for each in self.entrants if guest and each.guest == guest), None)

    def entrant(self, number: int) -> Entrant | None:
        return next((each for each in self.entrants if each.number == number), None)

    def is_organiser(self, guest: str) -> bool:
        return bool(guest) and guest == self.organiser

    def of_round(self, number: int) -> list[Pairing]:
        return [pairing for pairing in self.pairings if pairing.round == number]


def table_sizes(game: str, edition: str, largest: int) -> Collection[int]:
    """The sizes of tables: that of the tournament, and one less if the edition allows it."""
    smaller = largest - 1
    allowed = find_game(game).player_counts(edition)
    return (largest, smaller) if smaller in allowed and smaller >= SMALLEST_TABLE else (largest,)


class TournamentSummary(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    tournament: Tournament
    """Without its pairings."""
    entrants: int
