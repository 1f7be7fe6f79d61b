"""The tables of a round: their seats are given to the entrants, and everything is as agreed."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from msgspec.structs import replace

from smokestack.server.domain import creation
from smokestack.server.domain.dealing import deal_without_absent
from smokestack.server.domain.leaving import resign
from smokestack.server.domain.ratings import check_rated
from smokestack.server.domain.seats import update_player_names
from smokestack.server.domain.table import WAITING, NewTable, Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.domain.tournaments.tournament import Pairing, Tournament

HOST_PREFIX: Final = "tournament-"


def with_tables(
    tournament: Tournament, signer: TokenSigner, now: datetime
) -> tuple[Tournament, list[Table]]:
    """Create the tables of pairings that have none."""
    created: list[Table] = []
    pairings = []
    for pairing in tournament.pairings:
        if not pairing.is_bye and not pairing.table_id:
            table = _new_table(tournament, pairing, signer, now)
            created.append(table)
            pairing = replace(pairing, table_id=table.id)
        pairings.append(pairing)
    return replace(tournament, pairings=tuple(pairings)), created


def withdraw_from(table: Table, signer: TokenSigner, guest: str, now: datetime) -> None:
    """Resign for somebody who has withdrawn from the tournament."""
    if table.status == WAITING:
        deal_without_absent(table, now)
    for number in table.seats_of(guest):
        if not table.finished and table.seats[number].guest == guest:
            resign(table, signer, guest, number, now)


def _new_table(
    tournament: Tournament, pairing: Pairing, signer: TokenSigner, now: datetime
) -> Table:
    plan = NewTable(
        game=tournament.game,
        edition=tournament.edition,
        options={},
        seats=["link"] * len(pairing.entrants),
        name="",
        first=0,
        hints=tournament.hints,
        pace=tournament.pace,
    )
    # Nobody is the host: the organiser may be a player, and must not close a game that goes badly.
    table = creation.create(signer, f"{HOST_PREFIX}{tournament.id}", plan, now)
    for seat, number in zip(table.seats, pairing.entrants, strict=True):
        entrant = tournament.entrant(number)
        assert entrant is not None
        seat.guest, seat.name = entrant.guest, entrant.name
    update_player_names(table)
    table.tournament = tournament.id
    table.origin = tournament.origin
    if tournament.rated:
        table.rated = True
        check_rated(table)
    return table
