"""Bodies of responses: what the page of a table shows, as data."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from smokestack.analysis.report import Analysis, Depth
from smokestack.engine.record import Result
from smokestack.server.domain.analyses import AnalysisStatus

Against = Literal["people", "bots"]


class OptionReply(msgspec.Struct, frozen=True):
    """A rule switch that a table may set."""

    name: str
    text: str
    default: bool | int
    min: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    max: Annotated[int | None, Meta(description="For numbers; null for switches.")]
    editions: Annotated[list[str], Meta(description="The editions in which it makes a difference.")]


class EditionReply(msgspec.Struct, frozen=True):
    """An edition of a game."""

    name: str
    title: str
    text: str
    player_counts: Annotated[
        list[int], Meta(description="Possible numbers of players, the default last.")
    ]
    options: Annotated[
        dict[str, bool | int], Meta(description="The default options of this edition.")
    ]


class GameReply(msgspec.Struct, frozen=True):
    """A game of this server."""

    name: str
    title: str
    summary: str
    rules: Annotated[int, Meta(description="The version of the rules; increases when they change.")]
    editions: Annotated[list[EditionReply], Meta(description="The default first.")]
    options: list[OptionReply]
    decisions: Annotated[list[str], Meta(description="The kinds of decisions that players make.")]
    hidden_hands: Annotated[
        bool, Meta(description="Whether seats have cards that others must not see.")
    ]


class BotReply(msgspec.Struct, frozen=True):
    """A bot that can take a seat."""

    name: str
    title: str
    text: str


class GuestReply(msgspec.Struct, frozen=True):
    """A new guest."""

    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer TOKEN`. Keep it secret: anyone who has "
            "it can play for you. It can't be retrieved again."
        ),
    ]


SeatKind = Literal["person", "bot", "free"]
Status = Literal["waiting", "running", "over", "resigned", "closed"]


class NightReply(msgspec.Struct, frozen=True):
    """Hours of the day in which no clock runs."""

    start: int
    end: int
    zone: str


class PaceReply(msgspec.Struct, frozen=True):
    """How much time players have; see the request to create a table."""

    kind: Literal["none", "live", "days"]
    seconds: Annotated[
        int, Meta(description="What each seat has at the start; if `days`, its reserve.")
    ]
    increment_seconds: int
    turn_seconds: Annotated[int, Meta(description="Time for each turn besides `seconds`.")]
    on_timeout: Literal["bot", "resign"]
    night: NightReply | None


class SeatClockReply(msgspec.Struct, frozen=True):
    """The time of a seat when the response was made."""

    seconds_left: Annotated[
        float, Meta(description="For the rest of the game; if the pace is `days`, the reserve.")
    ]
    turn_seconds_left: Annotated[
        float, Meta(description="Of the current turn, before `seconds_left` is used.")
    ]
    runs: Annotated[
        bool, Meta(description="Time passes: not for others, in a night, or in a pause.")
    ]
    timed_out: bool


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


class TableSummary(msgspec.Struct, frozen=True):
    """A table in a list."""

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
    version: Annotated[int, Meta(description="Increases with each answer, undo or resignation.")]
    revision: Annotated[
        int, Meta(description="Increases with every change, including chat and seats.")
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
    seats: list[SeatSummary]
    my_seats: list[int]
    actor: Annotated[int | None, Meta(description="The seat that must answer.")]
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


class TableReply(msgspec.Struct, frozen=True):
    """A table as one seat or a spectator sees it."""

    id: str
    game: str
    edition: str
    options: dict[str, bool | int]
    status: Status
    open: bool
    version: Annotated[int, Meta(description="Send it with an answer or an undo.")]
    revision: Annotated[int, Meta(description="Compare it with the numbers of the event stream.")]
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
    paused: Annotated[bool, Meta(description="All players have agreed to stop the clocks.")]
    pause_votes: Annotated[list[int], Meta(description="Seats that agree to a pause.")]
    is_host: Annotated[bool, Meta(description="You have created the table.")]
    chat_locked: Annotated[bool, Meta(description="Nobody can post messages.")]
    seats: list[SeatReply]
    my_seats: list[int]
    seat: Annotated[
        int | None, Meta(description="The seat whose view this is; null for spectators.")
    ]
    actor: Annotated[int | None, Meta(description="The seat that must answer.")]
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


class ChangeReply(msgspec.Struct, frozen=True):
    """An amount of a seat that grew or shrank."""

    seat: int
    text: str
    cause: str


class LogEntryReply(msgspec.Struct, frozen=True):
    """What an answer did, as spectators saw it."""

    number: Annotated[int, Meta(description="Numbered from 1.")]
    seat: int
    sentence: str
    changes: list[ChangeReply]
    headline: Annotated[
        str, Meta(description="The round or period that started with it, or empty.")
    ]


class AnnouncementReply(msgspec.Struct, frozen=True):
    """What everybody at the table must know besides the answers."""

    number: Annotated[int, Meta(description="Numbered from 1.")]
    kind: Annotated[
        str,
        Meta(
            description="For programs; new kinds may be added.",
            examples=["seat-taken", "device-added", "hint-used"],
        ),
    ]
    seat: Annotated[int | None, Meta(description="The seat that it is about.")]
    sentence: str
    at: datetime


class LogReply(msgspec.Struct, frozen=True):
    """The log of a table, oldest entry first."""

    version: int
    entries: list[LogEntryReply]
    announcements: Annotated[
        list[AnnouncementReply], Meta(description="The latest ones, oldest first.")
    ]


class ChatMessageReply(msgspec.Struct, frozen=True):
    """A chat message."""

    number: Annotated[int, Meta(description="Identifies it at its table.")]
    name: Annotated[str, Meta(description="Empty for a spectator without a name.")]
    seat: Annotated[int | None, Meta(description="null for a spectator.")]
    text: str
    at: datetime


class MuteReply(msgspec.Struct, frozen=True):
    """An author whose messages you don't get."""

    number: Annotated[int, Meta(description="Identifies it at its table.")]
    name: Annotated[str, Meta(description="Empty for a spectator without a name.")]


class ChatReply(msgspec.Struct, frozen=True):
    """The latest chat messages, oldest first, without those of authors whom you have muted."""

    revision: int
    locked: Annotated[bool, Meta(description="Nobody can post messages.")]
    messages: list[ChatMessageReply]
    muted: list[MuteReply]


class ReportReply(msgspec.Struct, frozen=True):
    """The operator of the server has a record of your report."""

    table: str


class HintReply(msgspec.Struct, frozen=True):
    """An answer that the search considers good."""

    answer: str
    label: str
    chance: Annotated[float, Meta(description="The probability to win, from 0 to 1.")]
    points: Annotated[list[float], Meta(description="The expected final points of each seat.")]
    line: Annotated[
        list[str], Meta(description="The expected answers, this one first; may be empty.")
    ]


class HintsReply(msgspec.Struct, frozen=True):
    """Hints for the current decision, best first."""

    version: int
    hints: list[HintReply]


class ScoreLineReply(msgspec.Struct, frozen=True):
    """Points of a seat and their source."""

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
    """The seat that an invitation is for."""

    table: TableSummary
    seat: Annotated[int, Meta(description="The seat of the token.")]
    free: Annotated[
        bool, Meta(description="False if it is taken; taking it then adds a device to it.")
    ]


class AnalysisReply(msgspec.Struct, frozen=True):
    """The analysis of a finished game, or how far it is."""

    depth: Depth
    status: Annotated[
        AnalysisStatus,
        Meta(description="`none`: nobody has asked for it. `failed`: ask for it again."),
    ]
    examined: Annotated[int, Meta(description="The answers examined so far.")]
    answers: Annotated[int, Meta(description="The answers of the game.")]
    analysis: Annotated[Analysis | None, Meta(description="Null unless the status is `done`.")]


class OpeningCount(msgspec.Struct, frozen=True):
    """How often a move was chosen, and how these games ended for its player."""

    games: int
    wins: Annotated[float, Meta(description="Shared wins count as shares.")]
    points: Annotated[float, Meta(description="On average.")]


class OpeningChoiceReply(msgspec.Struct, frozen=True):
    """A move that was chosen after a line of openings."""

    move: Annotated[str, Meta(description="To be appended to `line`, after a slash.")]
    text: Annotated[str, Meta(description="The move in words.")]
    bot: Annotated[
        OpeningCount | None, Meta(description="By the strongest bot; null if it never did.")
    ]
    server: Annotated[
        OpeningCount | None,
        Meta(description="In finished games of this server; null if nobody did."),
    ]


class OpeningsReply(msgspec.Struct, frozen=True):
    """What was chosen after the first moves of a player, the most frequent first."""

    game: str
    edition: str
    players: int
    line: str
    choices: list[OpeningChoiceReply]


class SessionReply(msgspec.Struct, frozen=True):
    """A device that is signed in."""

    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer TOKEN` instead of the token of a guest. "
            "Keep it secret. It can't be retrieved again."
        ),
    ]


class DeviceReply(msgspec.Struct, frozen=True):
    """A device that is signed in."""

    number: int
    name: Annotated[str, Meta(description="Browser and system, or empty if unknown.")]
    created: datetime
    seen: datetime
    current: Annotated[bool, Meta(description="It sent the request.")]


class AccountReply(msgspec.Struct, frozen=True):
    """Your account."""

    name: str
    private: Annotated[bool, Meta(description="Only you can see your profile.")]
    created: datetime
    email: Annotated[str | None, Meta(description="Once it is confirmed; null if there is none.")]
    has_password: Annotated[
        bool, Meta(description="false: you sign in with passkeys only, on pages.")
    ]
    devices: list[DeviceReply]


class EmailConfirmed(msgspec.Struct, frozen=True):
    """An address belongs to its account now."""

    confirmed: bool


class PasskeyReply(msgspec.Struct, frozen=True):
    """A passkey with which you sign in."""

    number: int
    name: Annotated[str, Meta(description="The browser and the system on which it was made.")]
    created: datetime


class GameStatisticsReply(msgspec.Struct, frozen=True):
    """Finished games of one game, edition and number of players."""

    game: str
    edition: str
    players: int
    games: int
    wins: int
    average_points: Annotated[
        float | None, Meta(description="Of games that were played to the end; null if none was.")
    ]
    best_points: int | None


class OpponentReply(msgspec.Struct, frozen=True):
    """Finished games against one person, or against bots of one level."""

    name: str
    is_bot: bool
    games: int
    wins: int


class OwnRatingReply(msgspec.Struct, frozen=True):
    """The rating of a person on one list."""

    game: str
    players: int
    against: Against
    rating: Annotated[int, Meta(description="Everybody starts with 1500.")]
    provisional: Annotated[bool, Meta(description="It is still uncertain.")]
    games: int
    wins: int


class ProfileReply(msgspec.Struct, frozen=True):
    """The statistics of an account."""

    name: str
    games: list[GameStatisticsReply]
    opponents: list[OpponentReply]
    ratings: list[OwnRatingReply]


class WebhookReply(msgspec.Struct, frozen=True):
    """Where notices are sent to."""

    url: str
    form: str


class NoticesReply(msgspec.Struct, frozen=True):
    """What you are told, and where."""

    kinds: Annotated[dict[str, list[str]], Meta(description="The channels of each kind.")]
    channels: Annotated[list[str], Meta(description="The channels that this server has.")]
    webhook: WebhookReply | None
    push_devices: Annotated[int, Meta(description="The number of browsers with push messages.")]
    language: Annotated[str, Meta(description="The language of your notices.")]


class RankedReply(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    name: Annotated[str, Meta(description="Of the account, or the level of a bot.")]
    is_bot: bool
    rating: int
    games: Annotated[int, Meta(description="Rated games; 0 for bots.")]
    wins: int


class LeaderboardReply(msgspec.Struct, frozen=True):
    """The best players of a list, best first."""

    game: str
    players: int
    against: Against
    ranked: list[RankedReply]
