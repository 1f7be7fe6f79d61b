"""Playing tournaments in tests: sign people up, start the games, end them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from smokestack.server.domain.table import RUNNING as TABLE_RUNNING
from smokestack.server.domain.tournaments.signing_up import NewTournament
from smokestack.server.domain.tournaments.tournament import Pairing, Tournament
from smokestack.server.service.table_service import TableService

ORGANISER = "organiser-------------"
PEOPLE = {name: name.lower().ljust(22, "-") for name in ("Ann", "Bob", "Cid", "Dot", "Eve")}


def plan(**chosen: Any) -> NewTournament:
    usual = {"name": "Club night", "game": "glasgow", "edition": "standard", "table_size": 2}
    return NewTournament(**{**usual, **chosen})


async def with_people(service: TableService, people: int, **chosen: Any) -> Tournament:
    """A tournament for which so many have signed up."""
    found = await service.tournaments.create(ORGANISER, plan(**chosen))
    for name, guest in list(PEOPLE.items())[:people]:
        found = await service.tournaments.enter(found.id, guest, name)
    return found


async def started(service: TableService, people: int, **chosen: Any) -> Tournament:
    found = await with_people(service, people, **chosen)
    return await service.tournaments.start(found.id, ORGANISER)


def open_games(found: Tournament) -> list[Pairing]:
    return [each for each in found.of_round(found.current_round) if not each.is_done]


async def deal(service: TableService, pairing: Pairing) -> None:
    """Everybody opens the table, so that the game starts."""
    table = await service.find(pairing.table_id)
    for seat in table.seats:
        table = await service.deals.contribute(table.id, seat.guest, "text")
    assert table.status == TABLE_RUNNING


async def resign(service: TableService, pairing: Pairing, seat: int) -> None:
    """End a game for two: the other one wins."""
    await deal(service, pairing)
    table = await service.find(pairing.table_id)
    await service.seats.resign(table.id, table.seats[seat].guest, seat)


async def wait_for(
    service: TableService,
    tournament_id: str,
    reached: Callable[[Tournament], bool],
    seconds: float = 30.0,
) -> Tournament:
    async with asyncio.timeout(seconds):
        while not reached(found := await service.tournaments.find(tournament_id)):
            await service._jobs.run_due()
            await asyncio.sleep(0.02)
    return found


async def wait_for_round(service: TableService, tournament_id: str, number: int) -> Tournament:
    return await wait_for(service, tournament_id, lambda found: found.current_round == number)
