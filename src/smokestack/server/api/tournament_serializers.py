"""Tournaments as response bodies. They name tables, and contain nothing of their games."""

from __future__ import annotations

from typing import Any, cast

from smokestack.server.api.bodies.tournaments import (
    EntrantReply,
    PairingReply,
    StandingReply,
    TournamentReply,
    TournamentSummaryReply,
)
from smokestack.server.api.paces import serialize_pace
from smokestack.server.domain.tournaments.points import points_of
from smokestack.server.domain.tournaments.standings import Standing, standings
from smokestack.server.domain.tournaments.tournament import (
    OPEN,
    Pairing,
    Tournament,
    TournamentSummary,
)


def serialize_tournament_summary(summary: TournamentSummary) -> TournamentSummaryReply:
    tournament = summary.tournament
    return TournamentSummaryReply(
        id=tournament.id,
        name=tournament.name,
        game=tournament.game,
        edition=tournament.edition,
        table_size=tournament.table_size,
        format=cast("Any", tournament.format),
        status=cast("Any", tournament.status),
        entrants=summary.entrants,
        max_entrants=tournament.max_entrants,
        starts=tournament.starts,
    )


def serialize_tournament(tournament: Tournament, guest: str) -> TournamentReply:
    mine = tournament.of_guest(guest)
    return TournamentReply(
        id=tournament.id,
        name=tournament.name,
        game=tournament.game,
        edition=tournament.edition,
        table_size=tournament.table_size,
        format=cast("Any", tournament.format),
        rounds=tournament.rounds,
        current_round=tournament.current_round,
        status=cast("Any", tournament.status),
        revision=tournament.revision,
        created=tournament.created,
        changed=tournament.changed,
        starts=tournament.starts,
        max_entrants=tournament.max_entrants,
        pace=serialize_pace(tournament.pace),
        rated=tournament.rated,
        hints=tournament.hints,
        is_organiser=tournament.is_organiser(guest),
        my_number=None if mine is None else mine.number,
        entrants=[
            EntrantReply(entrant.number, entrant.name, entrant.withdrawn)
            for entrant in tournament.entrants
        ],
        pairings=[_pairing(pairing) for pairing in tournament.pairings],
        standings=[_standing(each) for each in standings(tournament) if tournament.status != OPEN],
    )


def _pairing(pairing: Pairing) -> PairingReply:
    places = pairing.places
    return PairingReply(
        pairing.round,
        list(pairing.entrants),
        pairing.table_id,
        None if places is None else list(places),
        None if places is None else [float(points) for points in points_of(places)],
    )


def _standing(standing: Standing) -> StandingReply:
    return StandingReply(
        standing.place,
        standing.entrant,
        float(standing.points),
        float(standing.opponents_points),
        float(standing.second_tie_break),
        standing.games,
        standing.wins,
    )
