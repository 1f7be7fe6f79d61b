"""Rated games: with accounts only, counted once, shown on profiles and leaderboards."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from smokestack.server.domain.account import Proof
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.pace import live
from smokestack.server.domain.ratings import PEOPLE, Rating, RatingList
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.pages.rating_curve import rating_curve
from smokestack.server.pages.waiting_page import waiting_page_of
from smokestack.server.service.table_service import TableService
from smokestack.server.storage.schema import rating_changes
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    hears_of_no_change,
    open_service,
    open_two_services,
    plan,
    take_seat,
    wait_until,
)

GLASGOW = RatingList("glasgow", 2, PEOPLE)
PASSWORD = "correct horse battery"


async def sign_up(service: TableService, **names: str) -> None:
    for name, guest in names.items():
        await service.accounts.sign_up(guest, name, PASSWORD, "")


async def rated_game(service: TableService) -> Table:
    chosen = plan("me", "link", rated=True, pace=live(30, 0), first=-1)
    table = await create(service, ANN, chosen)
    free = next(seat.number for seat in table.seats if seat.free)
    return await take_seat(service, table, free, BOB, "Bob")


async def resigned_by(service: TableService, guest: str) -> Table:
    table = await rated_game(service)
    return await service.seats.resign(table.id, guest, table.seats_of(guest)[0])


async def rating_of(service: TableService, guest: str) -> Rating:
    return (await service.ratings.of_guests(GLASGOW, [guest])).get(guest, Rating())


async def test_a_rated_game_counts_once_whichever_process_does_it(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        await sign_up(one, Ann=ANN, Bob=BOB)
        table = await resigned_by(one, BOB)
        await asyncio.gather(*[service._jobs.run_due() for service in (one, other) * 3])
        for service in (one, other):  # also if a process has died before it could say so
            await service.ratings.apply_result(await service.find(table.id))
        async with asyncio.timeout(20):
            while not (await rating_of(one, BOB)).games:
                await asyncio.sleep(0.05)
        winner, loser = await rating_of(one, ANN), await rating_of(one, BOB)
        assert (winner.games, winner.wins, loser.games, loser.wins) == (1, 1, 1, 0)
        assert winner.points > 1500 > loser.points
        query = select(rating_changes.c.guest)
        found = await one._database.read(lambda read: read.execute(query).scalars().all())
        assert sorted(found) == sorted([ANN, BOB])


async def test_a_process_that_has_not_heard_of_the_end_rates_the_game_as_well(
    tmp_path: Path, database: str
) -> None:
    async with open_two_services(tmp_path, database=database, bots=0) as (one, other):
        await sign_up(one, Ann=ANN, Bob=BOB)
        table = await rated_game(one)
        await one._jobs.close()
        await wait_until(other, table.id, lambda found: found.status == RUNNING)
        hears_of_no_change(other)
        await one.seats.resign(table.id, BOB, table.seats_of(BOB)[0])
        async with asyncio.timeout(20):
            while not (await rating_of(one, BOB)).games:
                await asyncio.sleep(0.05)


async def test_only_accounts_play_rated_games(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        chosen = plan("me", "link", rated=True, pace=live(30, 0), first=-1, open=True)
        with pytest.raises(InvalidAction):
            await service.creation.create(ANN, chosen)
        await sign_up(service, Ann=ANN)
        table = await create(service, ANN, chosen)
        with pytest.raises(InvalidAction):
            await service.seats.join(table.id, EVE, "Eve")
        free = next(seat.number for seat in table.seats if seat.free)
        with pytest.raises(InvalidAction):
            await take_seat(service, table, free, EVE, "Eve")
        await sign_up(service, Eve=EVE)
        joined, _ = await service.seats.join(table.id, EVE, "Eve")
        assert joined.rated


async def test_leaderboards_show_settled_ratings_of_public_profiles(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await sign_up(service, Ann=ANN, Bob=BOB)
        for number in range(14):
            table = await resigned_by(service, BOB if number % 3 else ANN)
            await service.ratings.apply_result(table)
        ranked = await service.ratings.leaderboard(GLASGOW)
        assert [(player.name, player.rating.games) for player in ranked] == [
            ("Ann", 14),
            ("Bob", 14),
        ]
        (own,) = (await service.profiles.find("Ann", "")).ratings
        assert (own.kind, own.rating.wins, len(own.curve)) == (GLASGOW, 9, 14)
        assert own.curve[-1].mu == own.rating.mu
        assert rating_curve(own.curve).count(",") >= 14
        await service.accounts.set_private(BOB, True)
        assert len(await service.ratings.leaderboard(GLASGOW)) == 1
        await service.delete_account(ANN, Proof(PASSWORD))
        assert await service.ratings.leaderboard(GLASGOW) == []
        assert not (await rating_of(service, ANN)).games
        with pytest.raises(TableNotFound):
            await service.ratings.leaderboard(RatingList("glasgow", 3, PEOPLE))


async def points_of_ann_after_beating_bob(folder: Path, bob_deletes_account: bool) -> int:
    async with open_service(folder, bots=0) as service:
        await sign_up(service, Ann=ANN, Bob=BOB)
        for _ in range(3):
            await service.ratings.apply_result(await resigned_by(service, ANN))
        await service._jobs.close()  # they come too late
        if bob_deletes_account:
            await rated_game(service)
            await service.delete_account(BOB, Proof(PASSWORD))
        else:
            await resigned_by(service, BOB)
        await service._jobs.run_due()
        return (await rating_of(service, ANN)).points


async def test_others_gain_as_much_if_the_loser_deletes_the_account(tmp_path: Path) -> None:
    stays, leaves = tmp_path / "stays", tmp_path / "leaves"
    expected = await points_of_ann_after_beating_bob(stays, bob_deletes_account=False)
    assert await points_of_ann_after_beating_bob(leaves, bob_deletes_account=True) == expected


async def test_a_rated_rematch_begins_only_when_all_have_agreed(tmp_path: Path) -> None:
    time = ShiftedTime(tmp_path / "shift")
    async with open_service(tmp_path, bots=0, time_shift_file=str(tmp_path / "shift")) as service:
        await sign_up(service, Ann=ANN, Bob=BOB)
        table = await resigned_by(service, BOB)
        again = await service.creation.rematch(table.id, ANN)
        await service.deals.contribute(again.id, ANN, "text")
        time.advance(hours=2)
        with pytest.raises(InvalidAction, match="once all players have opened the table"):
            await service.deals.deal_now(again.id, ANN)
        shown = waiting_page_of(service, await service.find(again.id), ANN, False)
        assert shown.can_deal_in is None
        assert shown.agreements[-1].startswith("A rated rematch begins once all")
        again = await service.deals.contribute(again.id, BOB, "text")
        assert again.status == RUNNING


async def test_a_rated_game_starts_without_a_player_who_took_the_seat(tmp_path: Path) -> None:
    time = ShiftedTime(tmp_path / "shift")
    async with open_service(tmp_path, bots=0, time_shift_file=str(tmp_path / "shift")) as service:
        await sign_up(service, Ann=ANN, Bob=BOB)
        chosen = plan("me", "link", rated=True, pace=live(30, 0), first=-1, open=True)
        table = await service.creation.create(ANN, chosen)
        shown = waiting_page_of(service, table, ANN, False)
        assert not any("rematch" in line for line in shown.agreements)
        await service.seats.join(table.id, BOB, "Bob")
        time.advance(minutes=1)
        assert (await service.deals.deal_now(table.id, ANN)).status == RUNNING


async def test_a_rematch_is_rated_as_well(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        await sign_up(service, Ann=ANN, Bob=BOB)
        table = await resigned_by(service, BOB)
        assert (await service.creation.rematch(table.id, BOB)).rated
        unrated = await service.creation.play_on(table.id, 0, ANN, 0, "clerk", "Ann")
        assert not unrated.rated
