"""Tournaments on real databases: sign-up, rounds that begin once, withdrawals, limits."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from smokestack.server.domain.account import Proof
from smokestack.server.domain.errors import (
    InvalidAction,
    LimitExceeded,
    NotHost,
    NotYourSeat,
    TournamentNotFound,
)
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.pace import days, live
from smokestack.server.domain.table import CLOSED, RESIGNED, RUNNING, WAITING
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.domain.tournaments import tournament as status
from smokestack.server.domain.tournaments.standings import standings
from smokestack.server.domain.tournaments.tournament import SWISS
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.game_admin import GameAdmin
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.schema import jobs, tables
from smokestack.server.storage.tournament_jobs import RESULT_JOB
from tests.server.services import (
    hears_of_no_change,
    open_service,
    open_two_services,
    settings,
    wait_until,
)
from tests.server.tournaments.games import (
    ORGANISER,
    PEOPLE,
    deal,
    open_games,
    plan,
    resign,
    started,
    wait_for,
    wait_for_round,
    with_people,
)

ANN, BOB, CID, DOT, EVE = PEOPLE.values()


def shifted(folder: Path) -> tuple[ShiftedTime, dict[str, Any]]:
    return ShiftedTime(folder / "shift"), {"time_shift_file": str(folder / "shift")}


async def count_tables(service: TableService) -> int:
    query = select(func.count()).select_from(tables)
    return await service._database.read(lambda read: read.execute(query).scalar_one())


async def test_a_whole_tournament(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        found = await started(service, 3, pace=days(24, 0), hints=True)
        assert (found.status, found.rounds, found.current_round) == (status.RUNNING, 3, 1)
        for number in (1, 2, 3):
            found = await wait_for_round(service, found.id, number)
            (game,) = open_games(found)
            table = await service.find(game.table_id)
            assert (table.tournament, table.pace, table.hints) == (found.id, days(24, 0), True)
            assert [seat.guest for seat in table.seats] == [
                each.guest for number in game.entrants if (each := found.entrant(number))
            ]
            # Player 1 wins, then player 2.
            await resign(service, game, game.entrants.index(max(game.entrants)))
        found = await wait_for(service, found.id, lambda each: each.status == status.OVER)
        table_of = standings(found)
        assert [(each.entrant, str(each.points)) for each in table_of] == [
            (1, "3"),
            (2, "2"),
            (3, "1"),  # for the round without an opponent
        ]
        assert await count_tables(service) == 3
        assert found == await service.tournaments.find(found.id)


async def test_two_games_that_end_at_once_begin_one_round(tmp_path: Path, database: str) -> None:
    """Two processes end the last two games of a round at the same time."""
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        found = await started(one, 4, format=SWISS, rounds=2)
        first, second = open_games(found)
        for game in (first, second):
            await deal(one, game)
        guests = [(await one.find(game.table_id)).seats[0].guest for game in (first, second)]
        await asyncio.gather(
            one.seats.resign(first.table_id, guests[0], 0),
            other.seats.resign(second.table_id, guests[1], 0),
        )
        await asyncio.gather(*[each._jobs.run_due() for each in (one, other) * 3])
        found = await wait_for(other, found.id, lambda each: each.current_round == 2)
        # Also if the jobs run again, because a process has died before it could say that it did.
        for game in (first, second):
            for service in (one, other):
                await asyncio.gather(*[_note_again(service, game.table_id) for _ in range(3)])
        found = await one.tournaments.find(found.id)
        assert len(found.of_round(2)) == 2
        assert await count_tables(one) == 4
        assert sum(each.points for each in standings(found)) == 2


async def _note_again(service: TableService, table_id: str) -> None:
    await service.tournaments._note_result(Job(RESULT_JOB, table_id, {}, 0, ""))


async def test_it_starts_at_its_time_once(tmp_path: Path, database: str) -> None:
    time, options = shifted(tmp_path)
    async with open_two_services(tmp_path, database=database, bots=0, **options) as (one, other):
        starts = one.now() + timedelta(hours=2)
        found = await with_people(one, 4, starts=starts, pace=live(10, 0))
        lonely = await one.tournaments.create(EVE, plan(starts=starts))
        time.advance(hours=1)
        await one._jobs.run_due()
        assert (await one.tournaments.find(found.id)).status == status.OPEN
        time.advance(hours=1, seconds=1)
        await asyncio.gather(*[each._jobs.run_due() for each in (one, other) * 3])
        found = await wait_for(one, found.id, lambda each: each.status == status.RUNNING)
        assert await count_tables(one) == 2
        lonely = await wait_for(one, lonely.id, lambda each: each.status != status.OPEN)
        assert lonely.status == status.CANCELLED  # nobody has signed up
        # The games start after two minutes, whether or not the players have come.
        game = open_games(found)[0]
        assert (await one.find(game.table_id)).status == WAITING
        time.advance(minutes=2, seconds=1)
        async with asyncio.timeout(20):
            while (await other.find(game.table_id)).status != RUNNING:
                await one._jobs.run_due()
                await asyncio.sleep(0.02)
        query = select(jobs.c.kind).where(jobs.c.kind.like("tournament%"))
        async with asyncio.timeout(20):
            while await one._database.read(lambda read: read.execute(query).all()):
                await one._jobs.run_due()
                await asyncio.sleep(0.02)


async def test_signing_up_and_what_only_the_organiser_may_do(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        found = await with_people(service, 2, max_entrants=3)
        service_ = service.tournaments
        again = await service_.enter(found.id, ANN, "Ann")
        assert again.revision == found.revision
        twin = await service_.enter(found.id, CID, "Ann")
        assert twin.entrants[2].name == "Ann 2"
        with pytest.raises(InvalidAction):  # full
            await service_.enter(found.id, DOT, "Dot")
        for action in (service_.start, service_.cancel):
            with pytest.raises(NotHost):
                await action(found.id, ANN)
        with pytest.raises(NotHost):
            await service_.remove(found.id, ANN, 2)
        removed = await service_.remove(found.id, ORGANISER, 3)
        assert [each.number for each in removed.entrants] == [1, 2]
        with pytest.raises(InvalidAction):
            await service_.enter(found.id, CID, "Cid")
        left = await service_.leave(found.id, BOB)
        assert [each.name for each in left.entrants] == ["Ann"]
        with pytest.raises(NotYourSeat):
            await service_.leave(found.id, BOB)
        back = await service_.enter(found.id, BOB, "Bob")
        assert back.entrants[-1].number == 4  # a number is never used twice
        with pytest.raises(NotYourSeat):
            await service_.enter(found.id, "", "Nobody")
        cancelled = await service_.cancel(found.id, ORGANISER)
        assert cancelled.status == status.CANCELLED
        with pytest.raises(InvalidAction):
            await service_.enter(found.id, DOT, "Dot")
        for unknown in ("nothing", "../etc", ""):
            with pytest.raises(TournamentNotFound):
                await service_.find(unknown)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "  "},
        {"name": "x" * 61},
        {"game": "chess"},
        {"edition": "1066"},
        {"table_size": 3},
        {"game": "brass", "edition": "2018", "table_size": 5},
        {"format": "knockout"},
        {"format": SWISS, "rounds": 0},
        {"max_entrants": 65},
        {"max_entrants": 1},
        {"rated": True},  # without a clock
        {"rated": True, "pace": live(10, 0)},  # without an account
        {"rated": True, "pace": live(10, 0), "hints": True},
    ],
)
async def test_tournaments_that_can_not_be_played_are_refused(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    async with open_service(tmp_path, bots=0) as service:
        with pytest.raises(InvalidAction):
            await service.tournaments.create(ANN, plan(**wrong))
        assert await service.tournaments.latest() == []


async def test_a_start_in_the_past_is_refused(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        for starts in (timedelta(seconds=-1), timedelta(days=400)):
            with pytest.raises(InvalidAction):
                await service.tournaments.create(ANN, plan(starts=service.now() + starts))


async def test_those_who_withdraw_lose_their_game(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        found = await started(service, 3)
        (game,) = open_games(found)
        table = await service.find(game.table_id)
        loser = table.seats[0].guest
        with pytest.raises(InvalidAction):  # nobody escapes a game that has not begun yet
            await service.seats.leave(table.id, loser, 0)
        number = found.of_guest(loser)
        assert number is not None
        await service.tournaments.remove(found.id, ORGANISER, number.number)
        assert (await service.find(table.id)).status == RESIGNED
        found = await wait_for(service, found.id, lambda each: each.current_round > 1)
        assert found.pairings[0].places == (0, 1)
        # The last game of a round robin is between the two who are left.
        later = [each for each in found.pairings if each.round > 1]
        assert not any(number.number in each.entrants for each in later)


async def test_a_process_that_has_not_heard_of_the_end_notes_the_result_as_well(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        found = await started(one, 2)
        (game,) = open_games(found)
        await deal(one, game)
        await one._jobs.close()
        await wait_until(other, game.table_id, lambda table: table.status == RUNNING)
        hears_of_no_change(other)
        first = (await one.find(game.table_id)).seats[0]
        loser = found.of_guest(first.guest)
        assert loser is not None
        await one.seats.resign(game.table_id, first.guest, 0)
        found = await wait_for(other, found.id, lambda each: each.status == status.OVER)
        places = tuple(0 if number == loser.number else 1 for number in game.entrants)
        assert found.pairings[0].places == places


async def test_games_that_the_operator_ends_or_removes_hold_up_nobody(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        found = await started(service, 4, format=SWISS, rounds=1)
        first, second = open_games(found)
        admin = GameAdmin(settings(tmp_path))
        admin.end(first.table_id)
        admin.remove([second.table_id])
        admin.close()
        found = await wait_for(service, found.id, lambda each: each.status == status.OVER)
        assert (await service.find(first.table_id)).status == CLOSED
        assert [each.places for each in found.pairings] == [(1, 1), (1, 1)]


async def test_a_brass_tournament_mixes_tables_of_four_and_three(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        found = await service.tournaments.create(
            ORGANISER, plan(game="brass", edition="2018", table_size=4, rounds=2, format=SWISS)
        )
        for number in range(7):
            found = await service.tournaments.enter(found.id, f"guest-{number}", "Guest")
        found = await service.tournaments.start(found.id, ORGANISER)
        sizes = [len(each.entrants) for each in found.pairings]
        assert sizes == [4, 3]
        assert [len((await service.find(e.table_id)).seats) for e in found.pairings] == sizes


async def test_people_with_an_account_play_under_its_name(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await service.accounts.sign_up(ANN, "Ann", "correct horse battery", "")
        found = await service.tournaments.create(ORGANISER, plan())
        for guest, name in ((BOB, "ann"), (CID, "Ann 2"), (ANN, "Not Bob"), (DOT, "Ann")):
            found = await service.tournaments.enter(found.id, guest, name)
        names = {entrant.guest: entrant.name for entrant in found.entrants}
        assert names == {ANN: "Ann", BOB: "Ann 3", CID: "Ann 2", DOT: "Ann 4"}
        assert found == await service.tournaments.find(found.id)
        found = await service.tournaments.start(found.id, ORGANISER)
        marked = {
            account.name
            for game in open_games(found)
            for account in (
                await service.accounts.at_table(await service.find(game.table_id))
            ).values()
        }
        assert marked == {"Ann"}


async def test_rated_tournaments_are_for_accounts(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        for name, guest in (("Orla", ORGANISER), ("Ann", ANN), ("Bob", BOB)):
            await service.accounts.sign_up(guest, name, "correct horse battery", "")
        found = await with_people(service, 2, rated=True, pace=live(10, 0))
        with pytest.raises(InvalidAction):
            await service.tournaments.enter(found.id, CID, "Cid")
        found = await service.tournaments.start(found.id, ORGANISER)
        assert (await service.find(open_games(found)[0].table_id)).rated


async def test_an_account_exports_and_leaves_its_tournaments(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await service.accounts.sign_up(ANN, "Ann", "correct horse battery", "")
        running = await started(service, 2)
        waiting = await with_people(service, 2)
        own = await service.tournaments.create(ANN, plan())
        exported = (await service.profiles.export(ANN))["tournaments"]
        assert {each["tournament"]: each["organiser"] for each in exported} == {
            running.id: False,
            waiting.id: False,
            own.id: True,
        }
        await service.delete_account(ANN, Proof("correct horse battery"))
        running = await wait_for(service, running.id, lambda each: each.status == status.OVER)
        assert [each.name for each in running.entrants] == ["–", "Bob"]
        waiting = await service.tournaments.find(waiting.id)
        assert [each.name for each in waiting.entrants] == ["Bob"]
        assert (await service.tournaments.find(own.id)).status == status.CANCELLED


async def test_limits(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0, max_tables_per_address=2) as service:
        origin = Origin("address", "network")
        created = [await service.tournaments.create(ANN, plan(), origin) for _ in range(5)]
        with pytest.raises(LimitExceeded):
            await service.tournaments.create(ANN, plan(), origin)
        for found in created[:2]:
            for name, guest in list(PEOPLE.items())[:4]:
                await service.tournaments.enter(found.id, guest, name)
        await service.tournaments.start(created[0].id, ANN)
        with pytest.raises(LimitExceeded):  # its games would be too many for the address
            await service.tournaments.start(created[1].id, ANN)
        for number in range(15):
            await service.tournaments.create(f"guest-{number}", plan(), origin)
        with pytest.raises(LimitExceeded):
            await service.tournaments.create("another", plan(), origin)


async def test_many_tournaments_at_once_do_not_exceed_a_limit(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        work = [service.tournaments.create(ANN, plan()) for service in (one, other) * 20]
        found = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(each, LimitExceeded) for each in found) == 35
        assert len(await one.tournaments.latest()) == 5


async def test_tournaments_that_start_at_once_do_not_exceed_the_limit_of_tables(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0, max_tables=3) as service:
        created = [await with_people(service, 2) for _ in range(5)]
        work = [service.tournaments.start(found.id, ORGANISER) for found in created]
        found = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(each, LimitExceeded) for each in found) == 2
