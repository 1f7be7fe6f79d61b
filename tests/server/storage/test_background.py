"""Tasks in the background: they end when they are closed, and errors do not end them."""

from __future__ import annotations

import asyncio
import logging

import pytest

from smokestack.server.domain.errors import StorageUnavailable
from smokestack.server.storage.background import BackgroundTask, LogErrors

log = logging.getLogger("smokestack.test")


async def test_a_closed_task_has_ended() -> None:
    ended = asyncio.Event()

    async def work() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.set()

    task = BackgroundTask()
    task.start(work())
    await asyncio.sleep(0)
    await task.close()
    assert ended.is_set()


async def test_a_task_that_was_not_started_can_be_closed() -> None:
    task = BackgroundTask()
    assert not task.is_started
    await task.close()


def test_an_error_is_logged_with_its_traceback(caplog: pytest.LogCaptureFixture) -> None:
    with LogErrors(log, "can't count"):
        raise ValueError("no number")
    (logged,) = caplog.records
    assert logged.getMessage() == "can't count"
    assert logged.exc_info is not None


def test_an_unavailable_database_is_logged_without_a_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with LogErrors(log, "can't count"):
        raise StorageUnavailable("The database can't be written.", "disk full")
    (logged,) = caplog.records
    assert logged.getMessage() == "can't count: disk full"
    assert logged.exc_info is None


def test_cancelling_is_not_an_error() -> None:
    with pytest.raises(asyncio.CancelledError), LogErrors(log, "can't count"):
        raise asyncio.CancelledError
