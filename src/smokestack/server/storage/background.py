"""Tasks that a process runs in the background, until the server stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from types import TracebackType
from typing import Any

from smokestack.server.domain.errors import StorageUnavailable


class BackgroundTask:
    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    @property
    def is_started(self) -> bool:
        return self._task is not None

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        self._task = asyncio.create_task(work)

    async def close(self) -> None:
        """Cancel the task, if it was started, and wait until it has ended."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class LogErrors:
    """Logs exceptions instead of raising them, so that the task can go on: `with LogErrors(…)`."""

    def __init__(self, log: logging.Logger, message: str) -> None:
        self._log = log
        self._message = message

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        log_error(self._log, self._message, error)
        return True


def log_error(
    log: logging.Logger, message: str, error: Exception, extra: dict[str, object] | None = None
) -> None:
    """A traceback would tell nothing about a database that can't be used."""
    if isinstance(error, StorageUnavailable):
        log.error("%s: %s", message, error.reason, extra=extra)
    else:
        log.error(message, exc_info=error, extra=extra)
