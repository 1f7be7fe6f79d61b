"""What programs get: what a table's page shows, as data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from smokestack.engine.record import Result


class OptionReply(msgspec.Struct, frozen=True):
    """A ruling that a table may choose."""

    name: str
    text: str
    default: bool | int
    least: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    most: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    editions: Annotated[
        list[str], Meta(description="The names of those in which it makes a difference.")
    ]


class EditionReply(msgspec.Struct, frozen=True):
    """An edition of a game."""

    name: str
    title: str
    text: str
    player_counts: Annotated[
        list[int], Meta(description="With how many it is played, the usual number last.")
    ]
    options: Annotated[dict[str, bool | int], Meta(description="Its rulings, unless you differ.")]


class GameReply(msgspec.Struct, frozen=True):
    """A game that is played here."""

    name: str
    title: str
    summary: str
    rules: Annotated[int, Meta(description="The version of the rules; grows when they change.")]
    editions: Annotated[list[EditionReply], Meta(description="The usual one first.")]
    options: list[OptionReply]
    decisions: Annotated[list[str], Meta(description="The kinds of questions that players face.")]
    hidden_hands: Annotated[bool, Meta(description="Whether seats hold what others must not see.")]


class BotReply(msgspec.Struct, frozen=True):
    """A bot that can sit at a table."""

    name: str
    title: str
    text: str


class GuestReply(msgspec.Struct, frozen=True):
    """Who you are from now on."""

    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer TOKEN`. Keep it secret: whoever has it "
            "plays for you. It can't be had again."
        ),
    ]


SeatKind = Literal["person", "bot", "free"]
Status = Literal["waiting", "running", "over", "resigned"]


class SeatSummary(msgspec.Struct, frozen=True):
    """Who sits where."""

    number: int
    name: str
    kind: Annotated[
        SeatKind,
        Meta(description="Who answers for it: a bot also where it stands in for a person."),
    ]


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

    id: str
    game: str
    edition: str
    status: Annotated[
        Status,
        Meta(
            description="`waiting` for players, `running`, `over` by the rules, or `resigned`: "
            "ended because players left."
        ),
    ]
    open: Annotated[bool, Meta(description="Anybody may join while it waits.")]
    version: Annotated[int, Meta(description="Grows with each answer, undo or resignation.")]
    news: Annotated[int, Meta(description="Grows with every change, chat and seats too.")]
    created: datetime
    changed: datetime
    seats: list[SeatSummary]
    mine: Annotated[list[int], Meta(description="Your seats.")]
    turn: Annotated[int | None, Meta(description="The seat that must answer.")]
    my_turn: Annotated[bool, Meta(description="You must answer.")]


class FactReply(msgspec.Struct, frozen=True):
    """Something that a seat has, in words."""

    name: str
    value: str
    note: str


class SeatReply(msgspec.Struct, frozen=True):
    """A seat with what everybody may know of it."""

    number: int
    name: str
    kind: SeatKind
    bot: Annotated[str, Meta(description="The bot that answers for it, or empty.")]
    mine: bool
    left: Annotated[bool, Meta(description="Its guest has left the table.")]
    stand_in: Annotated[bool, Meta(description="A bot plays for its guest, who may return.")]
    deserted: Annotated[
        bool, Meta(description="A bot may stand in, once all others who are there agree.")
    ]
    agreed: Annotated[list[int], Meta(description="Seats that want a bot to stand in.")]
    facts: list[FactReply]
    seat_token: Annotated[
        str,
        Meta(
            description="The seat's secret, for its guest, and for the host while it is free; "
            "empty for others. Whoever has it can take the seat."
        ),
    ]


class ChoiceReply(msgspec.Struct, frozen=True):
    """An answer that you may give."""

    answer: Annotated[str, Meta(description="In notation, as you send it.")]
    group: Annotated[str, Meta(description="A heading for answers of one kind, or empty.")]
    label: str
    detail: Annotated[str, Meta(description="What it costs and brings.")]


class TableReply(msgspec.Struct, frozen=True):
    """A table through the eyes of one seat, or of somebody who watches."""

    id: str
    game: str
    edition: str
    options: dict[str, bool | int]
    status: Status
    open: bool
    version: Annotated[int, Meta(description="Send it along with an answer or an undo.")]
    news: Annotated[int, Meta(description="Compare with the numbers of the event stream.")]
    created: datetime
    changed: datetime
    seats: list[SeatReply]
    mine: Annotated[list[int], Meta(description="Your seats.")]
    seat: Annotated[
        int | None, Meta(description="Through whose eyes this is; null for all who watch.")
    ]
    turn: Annotated[int | None, Meta(description="The seat that must answer.")]
    my_turn: Annotated[bool, Meta(description="You must answer, with one of the choices.")]
    decision: Annotated[str | None, Meta(description="The kind of question that stands.")]
    prompt: Annotated[str, Meta(description="The question, or how it ended, in words.")]
    choices: Annotated[list[ChoiceReply], Meta(description="All answers that you may give now.")]
    view: Annotated[
        dict[str, Any],
        Meta(
            description="All that this seat may know of the game: `table` is the game's own data, "
            "told in the rules' documents; `answers` are the choices in notation."
        ),
    ]
    answers_given: Annotated[int, Meta(description="How many answers the game has so far.")]
    may_undo: Annotated[bool, Meta(description="You may take your last answer back.")]
    bot_thinks: Annotated[bool, Meta(description="A bot is about to answer.")]
    result: Annotated[Result | None, Meta(description="Once the game is `over`.")]
    resigned: Annotated[int | None, Meta(description="The seat whose resignation ended it.")]
    rematch: Annotated[str, Meta(description="The table at which they play again, or empty.")]


class ChangeReply(msgspec.Struct, frozen=True):
    """Something of a seat that became more or less."""

    seat: int
    text: str
    cause: str


class DeedReply(msgspec.Struct, frozen=True):
    """What an answer did, as everybody could see it."""

    number: Annotated[int, Meta(description="Counted from 1.")]
    seat: int
    sentence: str
    changes: list[ChangeReply]
    headline: Annotated[str, Meta(description="A round or period that began with it, or empty.")]


class LogReply(msgspec.Struct, frozen=True):
    """What happened at a table, oldest first."""

    version: int
    deeds: list[DeedReply]


class SayingReply(msgspec.Struct, frozen=True):
    """A line of chat."""

    name: Annotated[str, Meta(description="Empty for somebody without a name.")]
    seat: Annotated[int | None, Meta(description="null for somebody who watches.")]
    text: str
    at: datetime


class ChatReply(msgspec.Struct, frozen=True):
    """The latest lines of chat, oldest first."""

    news: int
    sayings: list[SayingReply]


class HintReply(msgspec.Struct, frozen=True):
    """An answer that a strong player would consider."""

    answer: str
    label: str
    chance: Annotated[float, Meta(description="To win, from 0 to 1.")]
    points: Annotated[list[float], Meta(description="That each seat may expect at the end.")]
    line: Annotated[list[str], Meta(description="The answers expected, if any: this one first.")]


class HintsReply(msgspec.Struct, frozen=True):
    """Hints for the standing question, best first."""

    version: int
    hints: list[HintReply]


class ScoreLineReply(msgspec.Struct, frozen=True):
    """Points of a seat and where they come from."""

    seat: int
    item: str
    points: int
    bonus: int
    text: str


class ScoreReply(msgspec.Struct, frozen=True):
    """Every point of a finished game."""

    result: Result | None
    lines: list[ScoreLineReply]


class InvitationReply(msgspec.Struct, frozen=True):
    """Where an invitation leads."""

    table: TableSummary
    seat: Annotated[int, Meta(description="The seat that the token opens.")]
    free: Annotated[bool, Meta(description="False if somebody has it: taking it moves it to you.")]
