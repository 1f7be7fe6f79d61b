"""Signing in and out, your own account, profiles and leaderboards."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import unquote

from litestar import get, post
from litestar.params import JSONBody

from smokestack.games import DEFAULT_GAME
from smokestack.presentation.language import tr
from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.accounts import (
    AccountReply,
    DeviceBody,
    DeviceReply,
    GameStatisticsReply,
    GuestTokenBody,
    LeaderboardReply,
    OpponentReply,
    OwnRatingReply,
    ProfileReply,
    RankedReply,
    SessionReply,
    SignInBody,
)
from smokestack.server.api.bodies.fields import (
    AccountName,
    AgainstInQuery,
    GameInQuery,
    PlayersInQuery,
)
from smokestack.server.domain.account import Session
from smokestack.server.domain.errors import Unauthorized
from smokestack.server.domain.ratings import RatingList
from smokestack.server.http.rate_limit import RateLimiter
from smokestack.server.http.requests import HttpRequest, service_of
from smokestack.server.http.visitor import session_of


@post(
    "/sessions",
    summary="Sign in",
    tags=["accounts"],
    opt={"problems": ("sign-in-failed", "too-many-requests")},
)
async def sign_in(request: HttpRequest, data: JSONBody[SignInBody]) -> SessionReply:
    """Accounts are created on the page `/account`. The problem is the same whether the name or the
    password is wrong."""
    rate_limiter: RateLimiter = request.app.state.rate_limiter
    rate_limiter.check_sign_in(request.scope, data.name)
    agent = request.headers.get("user-agent", "")
    return SessionReply(await service_of(request).accounts.sign_in(data.name, data.password, agent))


@post(
    "/sessions/end",
    summary="Sign a device out",
    status_code=200,
    tags=["accounts"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def sign_out(request: HttpRequest, data: JSONBody[DeviceBody]) -> AccountReply:
    session = session_or_problem(request)
    accounts = service_of(request).accounts
    reply = await account_reply(request, session)
    number = session.number if data.device is None else data.device
    await accounts.sign_out(session.guest, number)
    return reply


@get(
    "/account",
    summary="Get your account",
    tags=["accounts"],
    opt={"guest": "required"},
)
async def account(request: HttpRequest) -> AccountReply:
    return await account_reply(request, session_or_problem(request))


@post(
    "/account/guest-games",
    summary="Add the games of a guest to your account",
    status_code=200,
    tags=["accounts"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def add_guest_games(request: HttpRequest, data: JSONBody[GuestTokenBody]) -> AccountReply:
    """The guest's token is of no use from then on."""
    session = session_or_problem(request)
    await service_of(request).add_guest_games(session, data.guest_token)
    return await account_reply(request, session)


@get(
    "/people/{name:str}",
    summary="Get the profile of an account",
    tags=["accounts"],
    opt={"guest": "optional", "problems": ("table-not-found",)},
)
async def profile(request: HttpRequest, name: AccountName) -> ProfileReply:
    """A private profile is a `table-not-found` problem for others, as if there were none."""
    session = session_of(request.scope["state"])
    reader = "" if session is None else session.guest
    found = await service_of(request).profiles.find(unquote(name), reader)
    return ProfileReply(
        found.account.name,
        [
            GameStatisticsReply(
                entry.game,
                entry.edition,
                entry.players,
                entry.games,
                entry.wins,
                entry.average,
                entry.best,
            )
            for entry in found.games
        ],
        [
            OpponentReply(entry.name, entry.is_bot, entry.games, entry.wins)
            for entry in found.opponents
        ],
        [
            OwnRatingReply(
                own.kind.game,
                own.kind.players,
                cast("Any", own.kind.against),
                own.rating.points,
                own.rating.provisional,
                own.rating.games,
                own.rating.wins,
            )
            for own in found.ratings
        ],
    )


@get(
    "/ratings",
    summary="Get a leaderboard",
    tags=["accounts"],
    opt={"problems": ("table-not-found",)},
)
async def leaderboard(
    request: HttpRequest,
    game: GameInQuery = DEFAULT_GAME,
    players: PlayersInQuery = 2,
    against: AgainstInQuery = "people",
) -> LeaderboardReply:
    """The best hundred people, without provisional ratings and private profiles; against bots also
    the levels, whose ratings were measured in matches between bots."""
    kind = RatingList(game, players, against)
    return LeaderboardReply(
        game,
        players,
        against,
        [
            RankedReply(
                player.name,
                player.is_bot,
                player.rating.points,
                player.rating.games,
                player.rating.wins,
            )
            for player in await service_of(request).ratings.leaderboard(kind)
        ],
    )


def session_or_problem(request: HttpRequest) -> Session:
    required_guest(request)
    session = session_of(request.scope["state"])
    if session is None:
        raise Unauthorized(tr("Please sign in first."))
    return session


async def account_reply(request: HttpRequest, session: Session) -> AccountReply:
    accounts = service_of(request).accounts
    found = await accounts.account(session.guest)
    return AccountReply(
        found.name,
        found.private,
        found.games_for_puzzles,
        found.created,
        found.email or None,
        found.has_password,
        [
            DeviceReply(
                device.number,
                device.name,
                device.created,
                device.seen,
                device.number == session.number,
            )
            for device in await accounts.devices(session.guest)
        ],
    )
