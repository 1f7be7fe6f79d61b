"""A file that grows by a line for each piece of work that is done, so that a run can be continued.

The first line says what the run does. An incomplete last line, left by a crash, is cut off when
the file is opened again.
"""

from __future__ import annotations

from io import BufferedWriter
from pathlib import Path
from typing import Self

import msgspec

from smokestack.engine.errors import InvalidInput


class LineFile:
    """A context manager that holds the file open."""

    def __init__(self, path: Path, first_line: msgspec.Struct) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            kept = self._read() if path.exists() else 0
            self._file: BufferedWriter = path.open("ab")
            self._file.truncate(kept)
            if kept == 0:
                self._write(first_line)
        except OSError as error:
            raise InvalidInput(
                f"{path}: can't be written ({error.strerror or error}); choose another --out"
            ) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def _read(self) -> int:
        """Read the file and return how many bytes of it stay."""
        raise NotImplementedError

    def _write(self, line: msgspec.Struct) -> None:
        """Write a line at once."""
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()
