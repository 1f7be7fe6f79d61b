"""Path and query parameters and bodies of requests, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter
from msgspec import Meta

from smokestack.analysis.openings import MAX_LINE_LENGTH
from smokestack.analysis.report import Depth
from smokestack.engine.deal import MAX_CONTRIBUTION_LENGTH
from smokestack.server.domain.account import MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH
from smokestack.server.domain.names import MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH
from smokestack.server.domain.reports import MAX_REPORT_LENGTH

MAX_NUMBER = 2**31 - 1
MAX_SEATS = 4

AbsenceMinutes = Literal[15, 60, 360, 1440, 4320, 10080, 0]  # `leaving.ABSENCE_CHOICES`

TableId = FromPath[
    Annotated[
        str,
        Meta(
            description="The id of a table. Anyone who knows it may watch.",
            pattern=r"^[A-Za-z0-9_-]{1,32}$",
            examples=["Qm3vZ1f8Jx0aTn2c"],
        ),
    ]
]
SeatNumber = Annotated[
    int, Meta(ge=0, lt=MAX_SEATS, description="The number of a seat; seat 0 plays first.")
]
SeatInPath = FromPath[SeatNumber]
MuteNumber = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of a muted author."),
    PathParameter(ge=1, le=MAX_NUMBER),
]
PasskeyNumber = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of a passkey."),
    PathParameter(ge=1, le=MAX_NUMBER),
]
MessageNumber = Annotated[
    int, Meta(ge=0, le=MAX_NUMBER, description="The number of a chat message.")
]
SeatInQuery = FromQuery[SeatNumber | None]
AnalysisDepth = Annotated[
    Depth, Meta(description="A quick analysis takes seconds, a deep one a minute or two.")
]
DepthInQuery = FromQuery[AnalysisDepth]
FirstEntry = Annotated[
    int,
    Meta(ge=1, le=MAX_NUMBER, description="The number of the first entry to return."),
    QueryParameter(ge=1, le=MAX_NUMBER),
]
Version = Annotated[
    int,
    Meta(
        ge=0,
        le=MAX_NUMBER,
        description="The `version` of the table that your request is based on. If the game has "
        "changed since, the request is declined with a `version-conflict` problem that contains "
        "the current table.",
    ),
]
Key = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{8,64}$",
        description="An idempotency key of your choice, such as a UUID, new for each request to "
        "this table. Repeating a request with the same key has no further effect, so it is safe "
        "to retry when no response arrived.",
        examples=["3f8a9c1e-6d2b-4f57-9a0e-1c2d3e4f5a6b"],
    ),
]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_NAME_LENGTH,
        description="The name that others see; a number is added if it is taken at the table.",
        examples=["Ann"],
    ),
]
SeatToken = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=100,
        description="The secret token of a seat: the last part of its invitation link, or of its "
        "private link once it is taken.",
    ),
]
Bot = Annotated[str, Meta(max_length=40, description="The name of a bot, see `/bots`.")]


AccountName = FromPath[
    Annotated[str, Meta(min_length=1, max_length=100, description="The name of an account.")]
]


GameInQuery = FromQuery[Annotated[str, Meta(max_length=40, description="The name of a game.")]]
PlayersInQuery = Annotated[
    int,
    Meta(ge=2, le=MAX_SEATS, description="The number of players."),
    QueryParameter(ge=2, le=MAX_SEATS),
]
EditionInQuery = FromQuery[
    Annotated[str, Meta(max_length=40, description="The name of an edition of the game.")]
]
LineInQuery = FromQuery[
    Annotated[
        str,
        Meta(
            max_length=MAX_LINE_LENGTH,
            description="The player's own moves so far, with slashes between them.",
        ),
    ]
]
AgainstInQuery = FromQuery[
    Annotated[
        Literal["people", "bots"],
        Meta(description="The list of games among people, or of one person against bots."),
    ]
]


class SignInBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name and the password of an account."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD_LENGTH)]


class DeviceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device to sign out."""

    device: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | None,
        Meta(description="Its number; null for the one that sends the request."),
    ] = None


Password = Annotated[
    str, Meta(max_length=MAX_PASSWORD_LENGTH, description="The password of your account.")
]


class PasswordBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your password, as a confirmation."""

    password: Password


class EmailBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new email address for your account."""

    email: Annotated[str, Meta(min_length=1, max_length=MAX_EMAIL_LENGTH)]
    password: Password


class EmailTokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a link that was sent to an address."""

    token: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="The last part of the link's path.",
        ),
    ]


class PasskeyBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that was made."""

    response: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=16_000,
            description="The new credential as JSON text: what `PublicKeyCredential.toJSON()` "
            "returns.",
        ),
    ]


class NightBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hours of the day in which no clock runs; it may span midnight. At most 16 hours."""

    start: Annotated[int, Meta(ge=0, le=23, description="The hour at which it begins.")]
    end: Annotated[int, Meta(ge=0, le=23, description="The hour at which it ends.")]
    zone: Annotated[
        str,
        Meta(
            max_length=40,
            description="A time zone of the IANA database.",
            examples=["Europe/Berlin"],
        ),
    ] = "UTC"


class PaceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much time players have."""

    kind: Annotated[
        Literal["none", "live", "days"],
        Meta(
            description="`none`: no clock. `live`: minutes for each seat plus an increment. "
            "`days`: hours for each turn plus a reserve."
        ),
    ] = "none"
    minutes: Annotated[
        Literal[5, 10, 15, 20, 30, 45, 60, 90, 120, 180],  # `pace.LIVE_MINUTES`
        Meta(description="If live: for each seat."),
    ] = 30
    increment_seconds: Annotated[
        Literal[0, 5, 10, 15, 30, 60],  # `pace.INCREMENTS`
        Meta(description="If live: what a seat gains with each turn."),
    ] = 0
    turn_hours: Annotated[
        Literal[8, 12, 24, 48, 72, 168],  # `pace.TURN_HOURS`
        Meta(description="If days: for each turn."),
    ] = 24
    reserve_hours: Annotated[
        Literal[0, 12, 24, 72, 168, 336],  # `pace.RESERVE_HOURS`
        Meta(description="If days: for the whole game, used when a turn takes longer."),
    ] = 72
    on_timeout: Annotated[
        Literal["bot", "resign"],
        Meta(
            description="What happens when the time of a seat runs out: a bot plays on for it, or "
            "it resigns. Where others play on, a bot takes over a seat that has resigned."
        ),
    ] = "bot"
    night: Annotated[NightBody | None, Meta(description="If days; null: clocks run all day.")] = (
        None
    )


NoticeChannel = Literal["push", "mail", "webhook"]


class WebhookBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where notices are sent to."""

    url: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=500,
            description="An https address on the internet. Redirects are not followed.",
            examples=["https://example.org/notices"],
        ),
    ]
    form: Annotated[
        Literal["json", "discord", "slack"],
        Meta(
            description="`json`: an object with `kind`, `table`, `title`, `text`, `link` and `at`. "
            "`discord`, `slack`: what the incoming webhooks of these services expect."
        ),
    ] = "json"


class NoticesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you want to be told, and where."""

    kinds: Annotated[
        dict[str, Annotated[list[NoticeChannel], Meta(max_length=3)]],
        Meta(
            description="The channels of each kind (`your-turn`, `game-begun`, `game-over`, "
            "`invitation`, `clock`, `chat`); none for a kind that is left out.",
        ),
    ] = {}
    webhook: WebhookBody | None = None


class NewTableBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to create."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game, see `/games`.")]
    seats: Annotated[
        list[
            Annotated[
                str,
                Meta(
                    max_length=60,
                    description="`me`; `link`, a free seat that is taken with its token; "
                    "`here:NAME`, another player for whom you answer; or the name of a bot.",
                ),
            ]
        ],
        Meta(
            min_length=1,
            max_length=MAX_SEATS,
            description="The players, as many as the edition allows.",
            examples=[["me", "clerk"]],
        ),
    ]
    name: Name
    edition: Annotated[
        str, Meta(max_length=40, description="The name of an edition; empty for the default.")
    ] = ""
    options: Annotated[
        dict[
            Annotated[str, Meta(max_length=60)],
            bool | Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)],
        ],
        Meta(
            max_length=40,
            description="Options that differ from those of the edition, see `/games`.",
        ),
    ] = {}
    first: Annotated[
        int,
        Meta(
            ge=-1,
            lt=MAX_SEATS,
            description="The index in `seats` of the first player; -1 draws it by lot. Without "
            "effect in editions that draw the whole order.",
        ),
    ] = -1
    open: Annotated[
        bool, Meta(description="List the table, so that anyone may take a `link` seat.")
    ] = False
    hints: Annotated[
        bool | None,
        Meta(
            description="Whether players may ask for hints, which everybody at the table sees. "
            "Null: only if a single person plays."
        ),
    ] = None
    absence_minutes: Annotated[
        AbsenceMinutes,
        Meta(
            description="How long the others wait for an answer before they may let a bot take "
            "over; 0: they never may. Without effect at a table with a clock."
        ),
    ] = 1440
    pace: PaceBody = PaceBody()
    rated: Annotated[
        bool,
        Meta(
            description="The result changes the ratings of the players, who all need an account. "
            "Needs a clock, no hints, the usual options and a first player who is drawn; either "
            "people only, or one person against bots."
        ),
    ] = False


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer to the current decision."""

    version: Version
    key: Key
    answer: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            description="One of the `choices`, in notation.",
            examples=["move 2"],
        ),
    ]
    seat: Annotated[
        SeatNumber | None,
        Meta(description="Which of your seats answers; null for the one that must."),
    ] = None


class AutomaticBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decisions that the server answers for you."""

    answers: Annotated[
        list[Literal["only-answer", "no-more-sales"]],  # `automatic.CHOICES`
        Meta(
            max_length=2,
            description="`only-answer`: the only legal answer. `no-more-sales`: end an action "
            "after its first sale.",
        ),
    ]


class UndoBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Undo your last answer."""

    version: Version
    key: Key


class ChatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_MESSAGE_LENGTH)]
    name: Annotated[
        str,
        Meta(
            max_length=MAX_NAME_LENGTH,
            description="The name of a spectator; players appear under the name of their seat.",
        ),
    ] = ""


class ContributionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What you contribute to the deal."""

    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MAX_CONTRIBUTION_LENGTH,
            description="Any printable text that nobody can guess, such as a random number.",
            examples=["7c9e6679f7425d0ebd0b2a56b5f1c6ab"],
        ),
    ]


class MuteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A chat message whose author you don't want to read."""

    message: MessageNumber


class ChatLockBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the chat is locked."""

    locked: bool


class ReportBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a chat message, about a seat, or about the table if both are null."""

    text: Annotated[
        str, Meta(max_length=MAX_REPORT_LENGTH, description="What the operator should know.")
    ] = ""
    message: MessageNumber | None = None
    seat: SeatNumber | None = None


class NameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your name."""

    name: Name


class SeatTokenBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation."""

    seat_token: SeatToken


class TakeSeatBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a seat to take, and your name."""

    seat_token: SeatToken
    name: Name


class BotBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot for a free seat."""

    bot: Bot


class QuickMatchBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that you want to play with other people."""

    game: Annotated[str, Meta(max_length=40, description="The name of a game.")]
    name: Name
    pace: Literal["none", "live", "days"] = "live"
    rated: bool = False


class InvitationAnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether you accept an invitation, and the name that others see."""

    accept: bool
    name: Name


class BotVoteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bot that should take over an absent seat."""

    bot: Bot


class PlayOnBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game to continue against bots."""

    after: Annotated[
        int, Meta(ge=0, le=MAX_NUMBER, description="The number of answers of the game to keep.")
    ]
    seat: SeatNumber
    bot: Bot
    name: Name


class AnalysisBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An analysis to make."""

    depth: AnalysisDepth = "quick"
