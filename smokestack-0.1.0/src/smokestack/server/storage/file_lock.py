"""A lock beside a SQLite file: shared by servers, exclusive while the file is replaced."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final

from smokestack.engine.errors import InvalidInput
from smokestack.server.storage.file_permissions import create_private_file

TIMEOUT_SECONDS: Final = 10.0  # for a process that opens or replaces the file
RETRY_SECONDS: Final = 0.02


class FileLock:
    """Released by the operating system when the process ends for any reason."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: IO[bytes] | None = None

    def enter(self) -> bool:
        """Start to use the file; True if no other process does. Others then wait for `share`."""
        self._file = self._open()
        if _lock(self._file):
            return True
        self._wait(self._file)
        return False

    def share(self) -> None:
        """Let other servers use the file."""
        assert self._file is not None
        self._wait(self._file)

    def lock(self) -> None:
        """Take the file for this process alone."""
        self._file = self._open()
        if not _lock(self._file):
            self.leave()
            raise InvalidInput(f"{self._database} is in use by a server; stop it first")

    def leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _wait(self, file: IO[bytes]) -> None:
        """Wait until an exclusive lock is given up."""
        end = monotonic() + TIMEOUT_SECONDS
        while not _share(file):
            if monotonic() > end:
                self.leave()
                raise InvalidInput(f"{self._database} is in use by another process; stop it first")
            sleep(RETRY_SECONDS)

    def _open(self) -> IO[bytes]:
        path = self._database.with_name(self._database.name + ".lock")
        try:
            create_private_file(path)
            return path.open("ab")
        except OSError as error:
            raise InvalidInput(f"{path}: can't be written ({error.strerror})") from None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> bool:
        file.seek(0, os.SEEK_SET)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _share(file: IO[bytes]) -> bool:
        """Windows has no shared locks: only one server at a time."""
        with suppress(OSError):
            msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)
        return _lock(file)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> bool:
        return _try(file, fcntl.LOCK_EX)

    def _share(file: IO[bytes]) -> bool:
        return _try(file, fcntl.LOCK_SH)

    def _try(file: IO[bytes], kind: int) -> bool:
        try:
            fcntl.flock(file, kind | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
