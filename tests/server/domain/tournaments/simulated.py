"""Tournaments for tests, and results without games."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random

from msgspec.structs import replace

from smokestack.server.domain.tournaments import rounds, signing_up
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.domain.tournaments.tournament import (
    ROUND_ROBIN,
    RUNNING,
    SWISS,
    Pairing,
    Tournament,
)

NOW = datetime(2026, 5, 1, tzinfo=UTC)
EDITIONS = {"glasgow": "standard", "brass": "2018"}


def tournament(
    entrants: int, table_size: int = 2, rounds: int = 0, game: str = "", edition: str = ""
) -> Tournament:
    """With so many entrants, ready to start; Swiss if the number of rounds is given."""
    game = game or ("glasgow" if table_size == 2 else "brass")
    plan = NewTournament(
        "Spring cup",
        game,
        edition or EDITIONS[game],
        table_size,
        SWISS if rounds else ROUND_ROBIN,
        rounds or 1,
        max_entrants=64,
    )
    found = signing_up.create("organiser", plan, NOW)
    for number in range(1, entrants + 1):
        found = signing_up.enter(found, f"guest-{number}", f"Player {number}")
    return found


def with_ids(found: Tournament) -> Tournament:
    """Every game gets a table, which these tests don't need."""
    return replace(
        found,
        pairings=tuple(
            pairing if pairing.is_bye else replace(pairing, table_id=_id(pairing))
            for pairing in found.pairings
        ),
    )


def play_round(found: Tournament, random: Random) -> Tournament:
    """End all games of the current round with random places, then begin the next."""
    found = with_ids(found)
    for pairing in found.of_round(found.current_round):
        if not pairing.is_bye:
            places = [random.randint(0, 3) for _ in pairing.entrants]
            order = sorted(set(places) - {0})
            dense = [order.index(place) + 1 if place else 0 for place in places]
            scores = [random.randint(0, 100) for _ in places]
            found = rounds.record(found, pairing.table_id, dense, scores)
    return rounds.advance(found)


def play_all(found: Tournament, seed: int = 0) -> Tournament:
    random = Random(seed)
    found = rounds.start(found)
    while found.status == RUNNING:
        found = play_round(found, random)
    return found


def _id(pairing: Pairing) -> str:
    return f"table-{pairing.round}-{pairing.number}"
