"""Tournaments: list, create, sign up, start."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from litestar import get, post
from litestar.params import JSONBody

from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.bodies.fields import NameBody
from smokestack.server.api.bodies.tournaments import (
    EntrantNumber,
    NewTournamentBody,
    TournamentId,
    TournamentReply,
    TournamentSummaryReply,
)
from smokestack.server.api.paces import read_pace
from smokestack.server.api.tournament_serializers import (
    serialize_tournament,
    serialize_tournament_summary,
)
from smokestack.server.domain.creation import main_edition
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.domain.tournaments.tournament import Tournament
from smokestack.server.http.requests import HttpRequest, origin_of, service_of
from smokestack.server.service.table_service import TableService

PROBLEMS: Final = ("tournament-not-found", "invalid-action", "version-conflict")


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
    main = main_edition(data.game)
    plan = NewTournament(
        name=data.name,
        game=data.game,
        edition=data.edition or main,
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


def tournament_change(path: str, summary: str, *problems: str) -> post:
    """Declare a POST request of a guest, at a path below that of a tournament."""
    return post(
        f"/tournaments/{{tournament_id:str}}/{path}",
        summary=summary,
        status_code=200,
        tags=["tournaments"],
        opt={"guest": "required", "problems": (*PROBLEMS, *problems)},
    )


async def changed_tournament(
    request: HttpRequest, use_case: Callable[[TableService, str], Awaitable[Tournament]]
) -> TournamentReply:
    """The tournament that a use case of the guest who sent the request returns."""
    guest = required_guest(request)
    return serialize_tournament(await use_case(service_of(request), guest), guest)


@tournament_change("enter", "Sign up for a tournament", "forbidden")
async def enter_tournament(
    request: HttpRequest, tournament_id: TournamentId, data: JSONBody[NameBody]
) -> TournamentReply:
    """Before its start. When it starts, you have a seat at a table: see `pairings`."""
    return await changed_tournament(
        request, lambda service, guest: service.tournaments.enter(tournament_id, guest, data.name)
    )


@tournament_change("leave", "Leave a tournament", "forbidden")
async def leave_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """After its start you resign your current game and play no more rounds."""
    return await changed_tournament(
        request, lambda service, guest: service.tournaments.leave(tournament_id, guest)
    )


@tournament_change("entrants/{number:int}/remove", "Remove or withdraw an entrant", "not-host")
async def remove_entrant(
    request: HttpRequest, tournament_id: TournamentId, number: EntrantNumber
) -> TournamentReply:
    """Only the organiser can do this. After the start the entrant resigns their current game."""
    return await changed_tournament(
        request, lambda service, guest: service.tournaments.remove(tournament_id, guest, number)
    )


@tournament_change("start", "Start a tournament", "not-host", "too-many-requests")
async def start_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """Only the organiser can do this. The first round is paired, and its tables are created."""
    return await changed_tournament(
        request, lambda service, guest: service.tournaments.start(tournament_id, guest)
    )


@tournament_change("cancel", "Cancel a tournament", "not-host")
async def cancel_tournament(request: HttpRequest, tournament_id: TournamentId) -> TournamentReply:
    """Only the organiser can do this. Games that have begun can be played on."""
    return await changed_tournament(
        request, lambda service, guest: service.tournaments.cancel(tournament_id, guest)
    )
