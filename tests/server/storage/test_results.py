"""Statistics: what a finished game counts for those who played it."""

from __future__ import annotations

import asyncio
from pathlib import Path

from smokestack.server.domain import clocks, creation, leaving
from smokestack.server.domain.pace import TIMEOUT_BOT, live
from smokestack.server.domain.ratings import BOTS, RatingList
from smokestack.server.domain.table import Table
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import results
from smokestack.server.storage.results import GameStatistics, OpponentStatistics, result_rows
from tests.server.domain.tables import NOW, SIGNER, three_guests
from tests.server.domain.test_ratings import finished, rated, seat_of
from tests.server.services import ANN, BOB, EVE, create, open_service, plan, two_people


def winners(table: Table) -> list[int]:
    return [row["seat"] for row in result_rows(table) if row["won"]]


def test_those_who_resigned_have_not_won() -> None:
    table = three_guests()
    leaving.resign(table, SIGNER, ANN, 0, NOW)
    leaving.resign(table, SIGNER, BOB, 1, NOW)
    assert table.finished
    assert winners(table) == [2]


def test_the_bot_of_somebody_who_ran_out_of_time_does_not_win_for_them() -> None:
    table = rated(ANN, BOB, EVE, game="brass")
    clocks.settle(table, NOW, [])
    assert table.clock is not None
    assert table.clock.due is not None
    assert table.actor is not None
    late = table.actor.number
    clocks.time_out(table, table.clock.due, [])
    assert table.seats[late].bot
    finished(table)
    assert len(result_rows(table)) == 3
    assert winners(table)
    assert late not in winners(table)


def test_a_game_that_continues_another_has_no_result() -> None:
    table = finished(rated(ANN, BOB))
    for length in (0, 3):
        again = creation.play_on(SIGNER, table, length, ANN, seat_of(table, ANN), "clerk", "A", NOW)
        assert result_rows(finished(again)) == []


async def statistics(
    service: TableService, guest: str
) -> tuple[list[GameStatistics], list[OpponentStatistics]]:
    read = service._database.read
    return await read(results.by_game, guest), await read(results.by_opponent, guest, 10)


async def test_a_game_of_one_person_against_themselves_is_neither_won_nor_lost(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        table = await create(service, ANN, plan("me", "here:Ben"))
        await service.seats.resign(table.id, ANN, 1)
        (alone,), opponents = await statistics(service, ANN)
        assert (alone.games, alone.wins, alone.best, opponents) == (1, 0, None, [])
        table = await two_people(service)
        await service.seats.resign(table.id, BOB, 1)
        (both,), (bob,) = await statistics(service, ANN)
        assert (both.games, both.wins, bob.games, bob.wins) == (2, 1, 1, 1)


async def test_the_points_of_a_bot_are_not_those_of_the_person_it_replaced(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        played, replaced = (finished(rated(ANN, BOB, EVE, game="brass")) for _ in range(2))
        replaced.seats[seat_of(replaced, ANN)].bot = TIMEOUT_BOT
        assert played.match.result is not None
        points = played.match.result.scores[seat_of(played, ANN)]
        await service._store.add(replaced)
        await service._database.write("~", results.add_missing, replaced)
        (game,), _ = await statistics(service, ANN)
        assert (game.games, game.average, game.best) == (1, None, None)
        await service._store.add(played)
        await service._database.write("~", results.add_missing, played)
        (game,), _ = await statistics(service, ANN)
        assert (game.games, game.average, game.best) == (2, points, points)


async def test_a_rated_game_against_bots_moves_the_list_for_bots(
    tmp_path: Path, database: str
) -> None:
    kind = RatingList("brass", 3, BOTS)
    async with open_service(tmp_path, database=database, bots=0) as service:
        await service.accounts.sign_up(ANN, "Ann", "correct horse battery", "")
        chosen = plan("me", "clerk", "clerk", game="brass", rated=True, pace=live(30, 0), first=-1)
        table = await create(service, ANN, chosen)
        await service.seats.resign(table.id, ANN, table.seats_of(ANN)[0])
        async with asyncio.timeout(20):
            while not (found := await service.ratings.of_guests(kind, [ANN])):
                await service._jobs.run_due()
        assert (found[ANN].games, found[ANN].wins) == (1, 0)
        assert found[ANN].points < 1500
        # The profile counts it as well: one game against two bots of a level is one game.
        (game,), (clerk,) = await statistics(service, ANN)
        assert (game.games, game.wins, clerk.name, clerk.games) == (1, 0, "clerk", 1)
