"""Bodies about guests, accounts, their devices and their ratings."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from smokestack.server.api.bodies.fields import MAX_NUMBER, Against, RequestBody
from smokestack.server.domain.account import MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH


class GuestReply(msgspec.Struct, frozen=True):
    """A new guest."""

    token: Annotated[
        str,
        Meta(
            description="Send it as `Authorization: Bearer TOKEN`. Keep it secret: anyone who has "
            "it can play for you. It can't be retrieved again."
        ),
    ]


class GuestTokenBody(RequestBody, frozen=True):
    """A guest whose games become yours."""

    guest_token: Annotated[str, Meta(max_length=100, description="As `POST /guests` returned it.")]


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
    games_for_puzzles: Annotated[
        bool, Meta(description="You agree that positions of your finished games become puzzles.")
    ]
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


class SignInBody(RequestBody, frozen=True):
    """The name and the password of an account."""

    name: Annotated[str, Meta(min_length=1, max_length=100)]
    password: Annotated[str, Meta(min_length=1, max_length=MAX_PASSWORD_LENGTH)]


class DeviceBody(RequestBody, frozen=True):
    """A device to sign out."""

    device: Annotated[
        Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | None,
        Meta(description="Its number; null for the one that sends the request."),
    ] = None


Password = Annotated[
    str, Meta(max_length=MAX_PASSWORD_LENGTH, description="The password of your account.")
]


class PasswordBody(RequestBody, frozen=True):
    """Your password, as a confirmation."""

    password: Password


class EmailBody(RequestBody, frozen=True):
    """A new email address for your account."""

    email: Annotated[str, Meta(min_length=1, max_length=MAX_EMAIL_LENGTH)]
    password: Password


class EmailTokenBody(RequestBody, frozen=True):
    """The token of a link that was sent to an address."""

    token: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=100,
            description="The last part of the link's path.",
        ),
    ]


class PasskeyBody(RequestBody, frozen=True):
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
