"""The lock that keeps processes away from a SQLite file that is being replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage import file_lock
from smokestack.server.storage.file_lock import FileLock
from tests.server.services import open_service


async def test_a_sqlite_file_that_is_being_replaced_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_lock, "TIMEOUT_SECONDS", 0.2)
    lock = FileLock(tmp_path / "tables.sqlite")
    lock.lock()

    with pytest.raises(InvalidInput, match="in use by another process"):
        async with open_service(tmp_path):
            pass
    lock.leave()
    async with open_service(tmp_path):
        pass
