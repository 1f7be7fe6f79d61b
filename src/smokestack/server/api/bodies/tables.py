"""Tables in responses: what the page of a table shows, as data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from smokestack.engine.record import Result
from smokestack.server.api.bodies.pace import PaceReply, SeatClockReply

SeatKind = Literal["person", "bot", "free"]
Status = Literal["waiting", "running", "over", "resigned", "closed"]


class SeatRating(msgspec.Struct, frozen=True):
    """The rating of a player on the list of this game and number of players."""

    rating: Annotated[int, Meta(description="Everybody starts with 1500.")]
    provisional: Annotated[bool, Meta(description="It is still uncertain.")]


class SeatSummary(msgspec.Struct, frozen=True):
    """A seat in a list of tables."""

    number: int
    name: str
    kind: Annotated[
        SeatKind,
        Meta(description="Who answers for it; `bot` also while a bot plays for a guest."),
    ]
    rating: Annotated[
        SeatRating | None,
        Meta(
            description="In lists of open tables and invitations: of a player who has played "
            "rated games and whose profile is not private."
        ),
    ] = None


class TableFields(msgspec.Struct, frozen=True):
    """What lists and views of tables share."""

    id: str
    game: str
    edition: str
    status: Annotated[
        Status,
        Meta(
            description="`waiting` for players and their contributions to the deal, `running`, "
            "`over` by the rules, `resigned` if it ended because players resigned or left, or "
            "`closed` by its host before the start or by the operator."
        ),
    ]
    open: Annotated[bool, Meta(description="Anyone may join while it waits for players.")]
    version: Annotated[
        int,
        Meta(
            description="Increases with each answer, undo or resignation. Send it with an answer "
            "or an undo."
        ),
    ]
    revision: Annotated[
        int,
        Meta(
            description="Increases with every change, including chat and seats. Compare it with "
            "the numbers of the event stream."
        ),
    ]
    created: datetime
    changed: datetime
    hints: Annotated[bool, Meta(description="Players may ask for hints.")]
    absence_minutes: Annotated[
        int,
        Meta(
            description="How long the others wait for an answer before they may let a bot take "
            "over; 0: they never may."
        ),
    ]
    pace: PaceReply
    rated: Annotated[bool, Meta(description="The result changes the ratings of the players.")]
    my_seats: list[int]
    actor: Annotated[int | None, Meta(description="The seat that must answer.")]


class TableSummary(TableFields, frozen=True):
    """A table in a list."""

    seats: list[SeatSummary]
    my_turn: Annotated[bool, Meta(description="You must answer.")]


class FactReply(msgspec.Struct, frozen=True):
    """An amount that a seat has, in words."""

    name: str
    value: str
    note: str


class SeatReply(msgspec.Struct, frozen=True):
    """A seat with what you may know about it."""

    number: int
    name: str
    kind: SeatKind
    bot: Annotated[str, Meta(description="The bot that answers for it, or empty.")]
    mine: bool
    has_left: Annotated[bool, Meta(description="Its guest has left the table.")]
    bot_substitutes: Annotated[bool, Meta(description="A bot plays for its guest, who may return.")]
    absent: Annotated[
        bool, Meta(description="A bot may take over once all other present guests vote for it.")
    ]
    bot_votes: Annotated[list[int], Meta(description="Seats that voted for a bot to take over.")]
    facts: list[FactReply]
    bot_may_take_over_at: Annotated[
        datetime | None,
        Meta(
            description="When the others may let a bot take over, if this seat keeps them waiting."
        ),
    ]
    devices: Annotated[
        int, Meta(description="On how many devices it is used, that is, by how many guests.")
    ]
    can_renew_link: Annotated[
        bool, Meta(description="You have taken the seat, so you can renew its private link.")
    ]
    seat_token: Annotated[
        str,
        Meta(
            description="The secret token of the seat, or empty. While the seat is free its host "
            "sees it: an invitation, which works once. Then the seat has a new token, which only "
            "its guests see, to use the seat on further devices."
        ),
    ]
    ready: Annotated[
        bool, Meta(description="It has contributed to the deal; the game starts when all have.")
    ]
    clock: Annotated[SeatClockReply | None, Meta(description="null without a clock.")]
    automatic: Annotated[
        list[str], Meta(description="Decisions that the server answers for you; your seats only.")
    ]


class DealReply(msgspec.Struct, frozen=True):
    """The verifiable deal of a table; the secret is in the record of the finished game."""

    algorithm: str
    table: Annotated[str, Meta(description="The table for which the secret was made.")]
    commitment: Annotated[
        str, Meta(description="The hash of the secret, published before anyone contributed.")
    ]
    contributions: Annotated[
        list[str], Meta(description="One for each seat, once the game has started.")
    ]


class ChoiceReply(msgspec.Struct, frozen=True):
    """An answer that you may give."""

    answer: Annotated[str, Meta(description="In notation, as you send it.")]
    group: Annotated[str, Meta(description="The heading for answers of one kind, or empty.")]
    label: str
    detail: Annotated[str, Meta(description="Its costs and benefits.")]


class TableReply(TableFields, frozen=True):
    """A table as one seat or a spectator sees it."""

    options: dict[str, bool | int]
    paused: Annotated[bool, Meta(description="All players have agreed to stop the clocks.")]
    pause_votes: Annotated[list[int], Meta(description="Seats that agree to a pause.")]
    is_host: Annotated[bool, Meta(description="You have created the table.")]
    chat_locked: Annotated[bool, Meta(description="Nobody can post messages.")]
    seats: list[SeatReply]
    seat: Annotated[
        int | None, Meta(description="The seat whose view this is; null for spectators.")
    ]
    my_turn: Annotated[bool, Meta(description="You must answer, with one of the choices.")]
    decision: Annotated[str | None, Meta(description="The kind of the current decision.")]
    prompt: Annotated[
        str, Meta(description="The current decision, or how the game ended, in words.")
    ]
    choices: Annotated[list[ChoiceReply], Meta(description="The answers that you may give now.")]
    view: Annotated[
        dict[str, Any] | None,
        Meta(
            description="What this seat may know about the game: `table` contains the data of the "
            "game; `answers` are the choices in notation. null before the cards are dealt."
        ),
    ]
    answers_given: Annotated[int, Meta(description="The number of answers so far.")]
    can_undo: Annotated[bool, Meta(description="You may undo your last answer.")]
    bot_to_move: Annotated[bool, Meta(description="A bot must answer.")]
    result: Annotated[Result | None, Meta(description="Set once the game is `over`.")]
    resigned: Annotated[int | None, Meta(description="The seat whose resignation ended the game.")]
    rematch: Annotated[str, Meta(description="The id of the table of the rematch, or empty.")]
    deal: Annotated[DealReply | None, Meta(description="null for games dealt from a seed.")]
