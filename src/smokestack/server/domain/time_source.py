"""The time of a server. Tests can set it, also for servers in other processes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, Protocol


class TimeSource(Protocol):
    def now(self) -> datetime: ...


class SystemTime:
    """The time of the machine."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class ShiftedTime:
    """The time of the machine plus the number of seconds in a file; for tests."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(seconds=self.shift)

    @property
    def shift(self) -> float:
        try:
            return float(self._file.read_text())
        except FileNotFoundError:
            return 0.0

    def advance(self, **by: float) -> None:
        """Let time pass: `advance(days=2)`."""
        shift = self.shift + timedelta(**by).total_seconds()
        draft = self._file.with_suffix(".new")
        draft.write_text(str(shift))
        draft.replace(self._file)  # no other process reads half of it


SYSTEM_TIME: Final = SystemTime()


def time_source(shift_file: str) -> TimeSource:
    return ShiftedTime(Path(shift_file)) if shift_file else SYSTEM_TIME
