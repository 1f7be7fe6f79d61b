"""The course of a tournament: the start, the results of games, and the next round."""

from __future__ import annotations

from collections.abc import Sequence
from random import SystemRandom

from msgspec.structs import replace

from smokestack.presentation.language import trn
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.tournaments.pairings import next_pairings, number_of_rounds
from smokestack.server.domain.tournaments.tournament import OPEN, OVER, RUNNING, Tournament


def can_start(tournament: Tournament) -> bool:
    return tournament.status == OPEN and len(tournament.entrants) >= tournament.min_entrants


def start(tournament: Tournament) -> Tournament:
    """Draw the order of the entrants and pair the first round; its tables are still missing."""
    if tournament.status != OPEN:
        return tournament
    if not can_start(tournament):
        raise InvalidAction(
            trn(
                "The tournament needs at least {n} player.",
                "The tournament needs at least {n} players.",
                tournament.min_entrants,
            )
        )
    order = [entrant.number for entrant in tournament.entrants]
    SystemRandom().shuffle(order)
    drawn = replace(tournament, status=RUNNING, order=tuple(order))
    return advance(replace(drawn, rounds=number_of_rounds(drawn)))


def record(
    tournament: Tournament,
    table_id: str,
    places: Sequence[int],
    scores: Sequence[int] | None,
) -> Tournament:
    """Note the result of a game, once."""
    return replace(
        tournament,
        pairings=tuple(
            replace(
                pairing,
                places=tuple(places),
                scores=None if scores is None else tuple(scores),
            )
            if pairing.table_id == table_id and pairing.places is None
            else pairing
            for pairing in tournament.pairings
        ),
    )


def advance(tournament: Tournament) -> Tournament:
    """Pair the next round once all games of the current one are over, or end the tournament.

    A round in which nobody has an opponent is over at once. New pairings have no tables yet.
    """
    while tournament.status == RUNNING and all(
        pairing.is_done for pairing in tournament.of_round(tournament.current_round)
    ):
        enough = len(tournament.active) >= tournament.min_entrants
        if tournament.current_round >= tournament.rounds or not enough:
            return replace(tournament, status=OVER)
        paired = next_pairings(tournament)
        tournament = replace(tournament, pairings=(*tournament.pairings, *paired))
    return tournament
