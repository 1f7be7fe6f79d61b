"""Bot processes: number, timeouts, restarts and shutdown."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children

import pytest

from smokestack.server.bots.pool import BotFailed, BotProcessPool, Priority


@asynccontextmanager
async def open_pool(processes: int = 1) -> AsyncIterator[BotProcessPool]:
    pool = BotProcessPool(processes)
    try:
        yield pool
    finally:
        await pool.close()


def sleep_and_return_pid(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def ignores_interrupts() -> bool:
    os.kill(os.getpid(), signal.SIGINT)
    return signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def fail() -> None:
    raise ValueError("a bug in a bot")


async def test_tasks_share_the_given_number_of_processes() -> None:
    others = len(active_children())
    async with open_pool(2) as pool:
        pids = await asyncio.gather(
            *(pool.run(Priority.ANSWER, 30.0, sleep_and_return_pid, 0.1) for _ in range(8))
        )
        assert len(set(pids)) <= 2
        assert len(active_children()) - others == 2


async def test_warming_up_starts_the_processes() -> None:
    others = len(active_children())
    async with open_pool(2) as pool:
        pool.warm_up()
        assert len(active_children()) - others == 2
        pool.warm_up()
        assert len(active_children()) - others == 2
    assert len(active_children()) == others


async def test_only_the_task_that_takes_too_long_is_killed() -> None:
    async with open_pool(2) as pool:
        await pool.run(Priority.ANSWER, 30.0, os.getpid)
        slow = asyncio.create_task(pool.run(Priority.ANSWER, 30.0, sleep_and_return_pid, 2.0))
        with pytest.raises(BotFailed, match=r"no answer after 0\.3 seconds"):
            await pool.run(Priority.ANSWER, 0.3, sleep_and_return_pid, 60.0)
        assert await slow != os.getpid()
        assert await pool.run(Priority.ANSWER, 30.0, os.getpid) != os.getpid()


async def test_a_task_whose_process_dies_is_run_again() -> None:
    async with open_pool() as pool:
        pid = await pool.run(Priority.ANSWER, 30.0, os.getpid)
        task = asyncio.create_task(pool.run(Priority.ANSWER, 30.0, sleep_and_return_pid, 0.5))
        await asyncio.sleep(0.2)
        os.kill(pid, signal.SIGKILL)
        assert await task not in (pid, os.getpid())


async def test_a_process_that_dies_while_idle_is_replaced() -> None:
    async with open_pool() as pool:
        for pause in (0.0, 1.0):  # before and after the pool notices
            pid = await pool.run(Priority.ANSWER, 30.0, os.getpid)
            os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(pause)
            assert await pool.run(Priority.ANSWER, 30.0, os.getpid) not in (pid, os.getpid())


async def test_a_task_that_always_kills_its_process_is_given_up() -> None:
    async with open_pool() as pool:
        with pytest.raises(BotFailed, match="died 3 times"):
            await pool.run(Priority.ANSWER, 30.0, os._exit, 1)
        assert await pool.run(Priority.ANSWER, 30.0, os.getpid) != os.getpid()


async def test_answers_of_bots_come_before_hints_and_analyses() -> None:
    async with open_pool() as pool:
        await pool.run(Priority.ANSWER, 30.0, os.getpid)
        done: list[str] = []

        async def run(priority: Priority, name: str) -> None:
            await pool.run(priority, 30.0, sleep_and_return_pid, 0.05)
            done.append(name)

        tasks = [
            asyncio.create_task(run(priority, name))
            for priority, name in (
                (Priority.ON_REQUEST, "running"),
                (Priority.ON_REQUEST, "first hint"),
                (Priority.ON_REQUEST, "cancelled"),
                (Priority.ON_REQUEST, "analysis"),
                (Priority.ON_REQUEST, "second hint"),
                (Priority.ANSWER, "first bot"),
                (Priority.ANSWER, "second bot"),
            )
        ]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert done == [
            "running",
            "first bot",
            "second bot",
            "first hint",
            "analysis",
            "second hint",
        ]


async def test_a_task_that_is_cancelled_when_its_turn_comes_lets_the_next_one_run() -> None:
    async with open_pool() as pool:
        slots = pool._slots
        async with slots.taken(Priority.ANSWER):
            waiting = asyncio.create_task(pool.run(Priority.ANSWER, 30.0, os.getpid))
            await asyncio.sleep(0)
        waiting.cancel()  # it has got the slot, but does not know it yet
        async with asyncio.timeout(10):
            assert await pool.run(Priority.ANSWER, 30.0, os.getpid) != os.getpid()


async def test_an_error_in_a_task_is_raised() -> None:
    async with open_pool() as pool:
        with pytest.raises(ValueError, match="a bug in a bot"):
            await pool.run(Priority.ANSWER, 30.0, fail)


async def test_a_cancelled_task_is_killed() -> None:
    async with open_pool() as pool:
        await pool.run(Priority.ANSWER, 30.0, os.getpid)
        task = asyncio.create_task(pool.run(Priority.ANSWER, 60.0, sleep_and_return_pid, 60.0))
        await asyncio.sleep(0.3)
        task.cancel()
        assert await pool.run(Priority.ANSWER, 30.0, os.getpid) != os.getpid()


async def test_processes_ignore_interrupts() -> None:
    async with open_pool() as pool:
        assert await pool.run(Priority.ANSWER, 30.0, ignores_interrupts)


async def test_closing_kills_busy_processes_at_once() -> None:
    others = active_children()
    async with open_pool(2) as pool:
        tasks = [
            asyncio.create_task(pool.run(Priority.ANSWER, 60.0, sleep_and_return_pid, 60.0))
            for _ in range(2)
        ]
        await asyncio.sleep(1.0)
        started = time.monotonic()
        for task in tasks:
            task.cancel()
    assert time.monotonic() - started < 3.0
    assert active_children() == others
    with pytest.raises(BotFailed, match="shutting down"):
        await pool.run(Priority.ANSWER, 30.0, os.getpid)
