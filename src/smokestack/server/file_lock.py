"""Who uses a SQLite file: many servers at a time, or somebody who puts another in its place."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final

from smokestack.engine.errors import InvalidInput

PATIENCE: Final = 10.0  # seconds for others that open the file or put another in its place
PAUSE: Final = 0.02


class FileLock:
    """A lock that the system takes back when its process ends, however that comes about."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: IO[bytes] | None = None

    def enter(self) -> bool:
        """Come to use the file; whether nobody else does, who then has to wait for `share`."""
        self._file = self._open()
        if _lock(self._file):
            return True
        self._wait(self._file)
        return False

    def share(self) -> None:
        """Let others in."""
        assert self._file is not None
        self._wait(self._file)

    def lock(self) -> None:
        """Keep everybody else out."""
        self._file = self._open()
        if not _lock(self._file):
            self.leave()
            raise InvalidInput(f"{self._database} is in use by a server; close that one first")

    def leave(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _wait(self, file: IO[bytes]) -> None:
        """Until whoever keeps others out lets them in."""
        end = monotonic() + PATIENCE
        while not _share(file):
            if monotonic() > end:
                self.leave()
                raise InvalidInput(f"{self._database} is in use by another process; close that one")
            sleep(PAUSE)

    def _open(self) -> IO[bytes]:
        path = self._database.with_name(self._database.name + ".lock")
        try:
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
        """There is no such lock there, so one server at a time has to do."""
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
