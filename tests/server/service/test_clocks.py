"""Time-outs happen once, at their time, whatever happens to the server."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from time import sleep
from typing import Any

import httpx
from sqlalchemy import select

from smokestack.server.domain.announcements import CLOCK_PAUSED, TIMED_OUT
from smokestack.server.domain.errors import DomainError
from smokestack.server.domain.pace import days, live
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.jobs.runner import JobKind
from smokestack.server.service.table_service import TableService
from smokestack.server.settings import Settings
from smokestack.server.storage.jobs import Job, schedule
from smokestack.server.storage.schema import downtimes, jobs
from smokestack.server.storage.tables import TIMEOUT_JOB
from tests.server.server_process import serving
from tests.server.services import (
    ANN,
    BOB,
    create,
    hears_of_no_change,
    open_service,
    plan,
    play,
    two_people,
    wait_until,
)


def shifted(folder: Path) -> tuple[ShiftedTime, dict[str, Any]]:
    return ShiftedTime(folder / "shift"), {"time_shift_file": str(folder / "shift")}


def timeouts(table: Table) -> int:
    return sum(said.kind == TIMED_OUT for said in table.announcements)


async def pending(service: TableService) -> list[str]:
    query = select(jobs.c.key).where(jobs.c.kind == TIMEOUT_JOB)
    found = await service._database.read(lambda connection: connection.execute(query).scalars())
    return list(found)


async def test_one_of_several_processes_notices_that_the_time_is_over(
    tmp_path: Path, database: str
) -> None:
    time, options = shifted(tmp_path)
    async with (
        open_service(tmp_path, database=database, **options) as one,
        open_service(tmp_path, database=database, **options) as other,
    ):
        table = await two_people(one, pace=live(5, 0))
        assert await pending(one) == [table.id]
        time.advance(minutes=4)
        await asyncio.gather(one.clocks.runner.run_due(), other.clocks.runner.run_due())
        assert timeouts(await one.find(table.id)) == 0
        time.advance(minutes=2)
        await asyncio.gather(*[service.clocks.runner.run_due() for service in (one, other) * 4])
        for service in (one, other):
            found = await wait_until(service, table.id, lambda table: timeouts(table) > 0)
            assert (timeouts(found), found.seats[0].bot) == (1, "clerk")
        # The bot plays on, and then the time of Bob runs.
        played = await wait_until(one, table.id, lambda table: table.match.actor == 1)
        assert one.clocks.seat_times(played)[1].runs


async def test_a_worker_runs_no_clocks(tmp_path: Path, database: str) -> None:
    time, options = shifted(tmp_path)
    async with open_service(tmp_path, database=database, **options) as server:
        table = await two_people(server, pace=live(5, 0))
    worker = Settings(
        data_folder=tmp_path, database=database, bots=0, keeps_clocks=False, **options
    )
    service = TableService(worker)
    await service.open()
    time.advance(hours=1)
    service.clocks.runner.wake()
    await asyncio.sleep(0.5)
    assert timeouts(await service.find(table.id)) == 0
    await service.close()
    async with open_service(tmp_path, database=database, **options) as server:
        await server.clocks.runner.run_due()
        found = await server.find(table.id)
        assert timeouts(found) == 0
        assert server.clocks.seat_times(found)[0].left > 4 * 60


async def test_a_turn_moves_the_time_out_and_the_end_of_the_game_cancels_it(
    tmp_path: Path, database: str
) -> None:
    time, options = shifted(tmp_path)
    async with open_service(tmp_path, database=database, **options) as service:
        table = await two_people(service, pace=days(24, 0))
        time.advance(hours=23)
        table = await play(service, table, ANN)
        time.advance(hours=23)
        await service.clocks.runner.run_due()
        assert timeouts(await service.find(table.id)) == 0
        await service.seats.resign(table.id, BOB, 1)
        assert await pending(service) == []


async def test_clocks_stand_still_while_no_server_runs(tmp_path: Path, database: str) -> None:
    time, options = shifted(tmp_path)
    async with open_service(tmp_path, database=database, **options) as service:
        table = await two_people(service, pace=live(10, 0))
        time.advance(minutes=4)
        await service._uptime.write_heartbeat()
    time.advance(days=3)
    async with open_service(tmp_path, database=database, **options) as service:
        await service.clocks.runner.run_due()
        table = await service.find(table.id)
        assert timeouts(table) == 0
        assert 355 < service.clocks.seat_times(table)[0].left <= 360
        query = select(downtimes.c.started, downtimes.c.ended)
        rows = await service._database.read(lambda connection: connection.execute(query).all())
        assert [row.ended - row.started > timedelta(days=2) for row in rows] == [True]
        time.advance(minutes=7)
        await wait_until(service, table.id, lambda table: timeouts(table) == 1)


async def test_a_process_that_dies_at_a_time_out_delays_it_by_seconds(
    tmp_path: Path, database: str
) -> None:
    time, options = shifted(tmp_path)
    async with open_service(tmp_path, database=database, bots=0, **options) as dies:
        table = await two_people(dies, pace=live(5, 0))
        await dies.clocks.runner.close()
        time.advance(minutes=6)
        await dies._uptime.write_heartbeat()
        claimed = await dies.clocks.runner._jobs.claim(time.now(), [TIMEOUT_JOB], [], 10)
        assert [job.key for job in claimed] == [table.id]
        async with open_service(tmp_path, database=database, bots=0, **options) as other:
            await wait_until(other, table.id, lambda table: timeouts(table) == 1, seconds=30)


async def test_a_process_that_has_not_heard_of_the_end_of_a_pause_notices_the_time_out(
    tmp_path: Path, database: str
) -> None:
    time, options = shifted(tmp_path)
    async with (
        open_service(tmp_path, database=database, bots=0, **options) as one,
        open_service(tmp_path, database=database, bots=0, **options) as other,
    ):
        table = await two_people(one, pace=live(5, 0))
        await one.clocks.runner.close()
        for guest in (ANN, BOB):
            await one.clocks.vote_for_pause(table.id, guest)
        await wait_until(other, table.id, lambda found: bool(found.clock and found.clock.paused))
        hears_of_no_change(other)
        await one.clocks.end_pause(table.id, BOB)
        time.advance(minutes=6)
        await one._uptime.write_heartbeat()
        await wait_until(one, table.id, lambda table: timeouts(table) == 1, seconds=30)


async def test_no_other_job_delays_a_time_out(tmp_path: Path, database: str) -> None:
    """Such as the one that stores the results of all old games after an upgrade."""
    time, options = shifted(tmp_path)
    begun = asyncio.Event()

    async def take_long(job: Job) -> None:
        begun.set()
        await asyncio.Event().wait()

    async with open_service(tmp_path, database=database, bots=0, **options) as service:
        table = await two_people(service, pace=live(5, 0))
        service._jobs.add("long", JobKind(take_long, 1, True))
        await service._database.write("~", schedule, "long", "any", time.now(), {})
        await asyncio.wait_for(begun.wait(), 30)
        time.advance(minutes=6)
        await wait_until(service, table.id, lambda table: timeouts(table) == 1, seconds=30)


def test_a_server_that_is_killed_when_the_time_is_over_leaves_one_time_out(tmp_path: Path) -> None:
    """Killed at that moment and started again: the job is still there, and happens once."""
    time = ShiftedTime(tmp_path / "shift")
    options = ("--time-shift-file", str(tmp_path / "shift"))
    with serving(tmp_path, *options, stop_signal=signal.SIGKILL) as url:
        with _guest(url) as ann, _guest(url) as bob:
            plan = {
                "game": "glasgow",
                "seats": ["me", "link"],
                "name": "Ann",
                "first": 0,
                "pace": {"kind": "live", "minutes": 5},
            }
            table = ann.post("/tables", json=plan).json()
            token = table["seats"][1]["seat_token"]
            bob.post("/seats", json={"seat_token": token, "name": "Bob"})
            for guest in (ann, bob):
                running = guest.post(f"/tables/{table['id']}/contribution", json={"text": "x"})
        actor = running.json()["actor"]
        time.advance(minutes=4, seconds=58)
        wait_for_heartbeat(tmp_path, time)
    time.advance(seconds=3)  # less than the interval of heartbeats, so it counts
    with serving(tmp_path, *options) as url, _guest(url) as eve:
        for _ in range(100):
            log = eve.get(f"/tables/{table['id']}/log").json()
            said = [each for each in log["announcements"] if each["kind"] == "timed-out"]
            if said:
                break
            sleep(0.1)
        assert [each["seat"] for each in said] == [actor]
        found = eve.get(f"/tables/{table['id']}").json()
        assert found["seats"][actor]["clock"]["timed_out"]


def wait_for_heartbeat(folder: Path, time: ShiftedTime) -> None:
    """Wait until the server has noted that it was up at the time that was set."""
    since = time.now().replace(tzinfo=None).isoformat(" ")
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        while connection.execute("SELECT at FROM heartbeats").fetchone()[0] < since:
            sleep(0.1)


def _guest(url: str) -> httpx.Client:
    token = httpx.post(f"{url}/api/v1/guests").json()["token"]
    return httpx.Client(
        base_url=f"{url}/api/v1", headers={"authorization": f"Bearer {token}"}, timeout=30
    )


async def test_a_pause_at_the_moment_of_a_time_out_stops_the_clock_or_comes_too_late(
    tmp_path: Path, database: str
) -> None:
    time, options = shifted(tmp_path)
    async with (
        open_service(tmp_path, database=database, bots=0, **options) as one,
        open_service(tmp_path, database=database, bots=0, **options) as other,
    ):
        for _ in range(5):
            table = await two_people(one, pace=live(5, 0, "resign"))
            await one.clocks.vote_for_pause(table.id, ANN)
            time.advance(minutes=5, seconds=1)
            await asyncio.gather(
                other.clocks.vote_for_pause(table.id, BOB),
                one.clocks.runner.run_due(),
                return_exceptions=True,
            )
            found = await wait_until(
                one, table.id, lambda table: table.finished or is_paused(table)
            )
            assert timeouts(found) == (0 if is_paused(found) else 1)
            said = [each.kind for each in found.announcements]
            assert said.count(CLOCK_PAUSED) + said.count(TIMED_OUT) == 1


async def test_two_votes_for_a_pause_at_once_both_count(tmp_path: Path, database: str) -> None:
    async with (
        open_service(tmp_path, database=database, bots=0) as one,
        open_service(tmp_path, database=database, bots=0) as other,
    ):
        for _ in range(5):
            table = await two_people(one, pace=live(5, 0))
            await asyncio.gather(
                one.clocks.vote_for_pause(table.id, ANN), other.clocks.vote_for_pause(table.id, BOB)
            )
            found = await wait_until(one, table.id, is_paused)
            said = [each.kind for each in found.announcements]
            assert said.count(CLOCK_PAUSED) == 1


async def test_a_free_seat_goes_to_a_bot_or_to_the_one_who_joins(
    tmp_path: Path, database: str
) -> None:
    async with (
        open_service(tmp_path, database=database, bots=0) as one,
        open_service(tmp_path, database=database, bots=0) as other,
    ):
        for _ in range(5):
            table = await create(one, ANN, plan("me", "link", open=True))
            results = await asyncio.gather(
                one.hosting.give_to_bot(table.id, ANN, 1, "apprentice"),
                other.seats.join(table.id, BOB, "Bob"),
                return_exceptions=True,
            )
            refused = [each for each in results if isinstance(each, BaseException)]
            assert len(refused) == 1
            assert isinstance(refused[0], DomainError)
            seat = (await one.find(table.id)).seats[1]
            assert (seat.bot == "apprentice") != (seat.guest == BOB)


def is_paused(table: Table) -> bool:
    return table.clock is not None and table.clock.paused
