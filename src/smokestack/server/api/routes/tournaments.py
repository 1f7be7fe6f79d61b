"""Tournaments: list, create, sign up, start."""

from __future__ import annotations

from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.bodies.fields import NameBody
from smokestack.server.api.bodies.tournaments import (
    EntrantNumber,
    NewTournamentBody,
    TournamentId,
    TournamentReply,
    TournamentSummaryReply,
)
from smokestack.server.api.routes.tables import read_pace
from smokestack.server.api.tournament_serializers import (
    serialize_tournament,
    serialize_tournament_summary,
)
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.http.requests import HttpRequest, origin_of, service_of

PROBLEMS: Final = ("tournament-not-found", "invalid-action", "version-conflict")
FOR_ORGANISERS: Final = {"guest": "required", "problems": (*PROBLEMS, "not-host")}
FOR_PLAYERS: Final = {"guest": "required", "problems": (*PROBLEMS, "forbidden")}


@get(
    "/tournaments",
    summary="List tournaments",
    tags=["tournaments"],
)
async def tournaments(request: HttpRequest) -> list[TournamentSummaryReply]:
    """Open and running ones first, then those that ended last; at most 50."""
    found = await service_of(request).tournaments.latest()
    return [serialize_tournament_summary(each) for each in found]


@post(
    "/tournaments",
    summary="Create a tournament",
    tags=["tournaments"],
    opt={"guest": "required", "problems": ("invalid-action", "too-many-requests")},
)
async def create_tournament(
    request: HttpRequest, data: JSONBody[NewTournamentBody]
) -> TournamentReply:
    """You are its organiser. To play in it as well, sign up for it."""
    guest = required_guest(request)
    if data.game not in game_names():
        raise InvalidAction(tr("There is no game with this name."))
    plan = NewTournament(
        name=data.name,
        game=data.game,
        edition=data.edition or find_game(data.game).editions[0],
        table_size=data.table_size,
        format=data.format,
        rounds=data.rounds,
        pace=read_pace(data.pace),
        rated=data.rated,
        hints=data.hints,
        starts=data.starts,
        max_entrants=data.max_entrants,
    )
    created = await service_of(request).tournaments.create(guest, plan, origin_of(request))
    return serialize_tournament(created, guest)


@get(
    "/tournaments/{tournament_id:str}",
    summary="Get a tournament",
    tags=["tournaments"],
    opt={"guest": "optional", "problems": ("tournament-not-found", "invalid-action")},
)
async def tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """With its entrants, pairings and standings."""
    guest = optional_guest(request)
    return serialize_tournament(await service_of(request).tournaments.find(tournament_id), guest)


@post(
    "/tournaments/{tournament_id:str}/enter",
    summary="Sign up for a tournament",
    status_code=200,
    tags=["tournaments"],
    opt=FOR_PLAYERS,
)
async def enter_tournament(
    request: HttpRequest, tournament_id: TournamentId, data: JSONBody[NameBody]
) -> TournamentReply:
    """Before its start. When it starts, you have a seat at a table: see `pairings`."""
    guest = required_guest(request)
    tournaments = service_of(request).tournaments
    return serialize_tournament(await tournaments.enter(tournament_id, guest, data.name), guest)


@post(
    "/tournaments/{tournament_id:str}/leave",
    summary="Leave a tournament",
    status_code=200,
    tags=["tournaments"],
    opt=FOR_PLAYERS,
)
async def leave_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """After its start you resign your current game and play no more rounds."""
    guest = required_guest(request)
    tournaments = service_of(request).tournaments
    return serialize_tournament(await tournaments.leave(tournament_id, guest), guest)


@post(
    "/tournaments/{tournament_id:str}/entrants/{number:int}/remove",
    summary="Remove or withdraw an entrant",
    status_code=200,
    tags=["tournaments"],
    opt=FOR_ORGANISERS,
)
async def remove_entrant(
    request: HttpRequest, tournament_id: TournamentId, number: EntrantNumber
) -> TournamentReply:
    """Only the organiser may. After the start the entrant resigns their current game."""
    guest = required_guest(request)
    tournaments = service_of(request).tournaments
    return serialize_tournament(await tournaments.remove(tournament_id, guest, number), guest)


@post(
    "/tournaments/{tournament_id:str}/start",
    summary="Start a tournament",
    status_code=200,
    tags=["tournaments"],
    opt={"guest": "required", "problems": (*PROBLEMS, "not-host", "too-many-requests")},
)
async def start_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """Only the organiser may. The first round is paired, and its tables are created."""
    guest = required_guest(request)
    tournaments = service_of(request).tournaments
    return serialize_tournament(await tournaments.start(tournament_id, guest), guest)


@post(
    "/tournaments/{tournament_id:str}/cancel",
    summary="Cancel a tournament",
    status_code=200,
    tags=["tournaments"],
    opt=FOR_ORGANISERS,
)
async def cancel_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """Only the organiser may. Games that have begun can be played on."""
    guest = required_guest(request)
    tournaments = service_of(request).tournaments
    return serialize_tournament(await tournaments.cancel(tournament_id, guest), guest)
