"""Bodies of requests and responses about tournaments."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, PathParameter
from msgspec import Meta

from smokestack.server.api.bodies.fields import MAX_NUMBER, EditionName, GameName, RequestBody
from smokestack.server.api.bodies.pace import PaceBody, PaceReply
from smokestack.server.domain.tournaments.signing_up import MAX_TITLE_LENGTH
from smokestack.server.domain.tournaments.tournament import MAX_ENTRANTS, MAX_ROUNDS

Format = Literal["round-robin", "swiss"]
Status = Literal["open", "running", "over", "cancelled"]

TournamentId = FromPath[
    Annotated[
        str,
        Meta(
            description="The id of a tournament.",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
            examples=["Qm3vZ1f8Jx0aTn2c"],
        ),
    ]
]
EntrantNumber = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of an entrant."),
    PathParameter(ge=1, le=MAX_NUMBER),
]


class NewTournamentBody(RequestBody, frozen=True):
    """A tournament to create; you are its organiser."""

    name: Annotated[str, Meta(min_length=1, max_length=MAX_TITLE_LENGTH)]
    game: GameName
    edition: EditionName = ""
    table_size: Annotated[
        int,
        Meta(
            ge=2,
            le=4,
            description="Players at a table, as the edition allows. If tables of four can't seat "
            "all, some are for three.",
        ),
    ] = 2
    format: Format = "round-robin"
    rounds: Annotated[
        int, Meta(ge=1, le=MAX_ROUNDS, description="Of the Swiss system.", examples=[5])
    ] = 5
    max_entrants: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] = 16
    starts: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        Meta(description="When it starts automatically; null: when you start it."),
    ] = None
    pace: PaceBody = PaceBody()
    rated: Annotated[
        bool,
        Meta(description="All games are rated; needs a clock, no hints, and accounts."),
    ] = False
    hints: bool = False


class EntrantReply(msgspec.Struct, frozen=True):
    """Somebody who plays in a tournament."""

    number: int
    name: str
    withdrawn: bool


class PairingReply(msgspec.Struct, frozen=True):
    """A game of a tournament, or somebody without an opponent."""

    round: int
    entrants: Annotated[list[int], Meta(description="Their numbers, by seat.")]
    table: Annotated[str, Meta(description="The id of the table; empty without an opponent.")]
    places: Annotated[
        list[int] | None,
        Meta(
            description="Of each seat; 0 for those who left, resigned or ran out of time. Null "
            "until the game is over."
        ),
    ]
    points: Annotated[list[float] | None, Meta(description="Of the tournament, for each seat.")]


class StandingReply(msgspec.Struct, frozen=True):
    """A line of the standings."""

    place: int
    entrant: int
    points: float
    opponents_points: Annotated[float, Meta(description="The first tie-break (Buchholz).")]
    second_tie_break: Annotated[
        float,
        Meta(
            description="Sonneborn-Berger at tables for two; else the sum of one's shares of the "
            "points made in each game."
        ),
    ]
    games: int
    wins: int


class TournamentSummaryReply(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    name: str
    game: str
    edition: str
    table_size: int
    format: Format
    status: Status
    entrants: int
    max_entrants: int
    starts: datetime | None


class TournamentReply(msgspec.Struct, frozen=True):
    """A tournament."""

    id: str
    name: str
    game: str
    edition: str
    table_size: int
    format: Format
    rounds: Annotated[int, Meta(description="0 before the start of a round robin.")]
    current_round: int
    status: Status
    revision: int
    created: datetime
    changed: datetime
    starts: datetime | None
    max_entrants: int
    pace: PaceReply
    rated: bool
    hints: bool
    is_organiser: bool
    my_number: Annotated[int | None, Meta(description="Your number, if you have signed up.")]
    entrants: list[EntrantReply]
    pairings: list[PairingReply]
    standings: Annotated[list[StandingReply], Meta(description="Empty before the start.")]
