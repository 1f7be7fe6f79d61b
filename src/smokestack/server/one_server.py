"""One server at a time on a SQLite file: a second one is told so when it starts."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from smokestack.engine.errors import InvalidInput


class OneServer:
    """A lock that the system takes back when its process ends, however that comes about."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._file: IO[bytes] | None = None

    def lock(self) -> None:
        path = self._database.with_name(self._database.name + ".lock")
        try:
            file = path.open("ab")
        except OSError as error:
            raise InvalidInput(f"{path}: can't be written ({error.strerror})") from None
        try:
            _lock(file)
        except OSError:
            file.close()
            raise InvalidInput(
                f"{self._database} is in use by another server; close that one, or let several "
                "share a PostgreSQL database (--database postgresql://…)"
            ) from None
        self._file = file

    def unlock(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        file.seek(0, os.SEEK_SET)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
