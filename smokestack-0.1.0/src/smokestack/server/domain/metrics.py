"""Events that the layers below `http` report for the metrics."""

from __future__ import annotations

from typing import Protocol


class TableMetrics(Protocol):
    def answer_given(self, by: str) -> None:
        """An answer by a `person` or a `bot` was committed."""
        ...

    def event_streams_changed(self, count: int) -> None:
        """This process has `count` open event streams."""
        ...


class NoMetrics:
    """For processes without metrics."""

    def answer_given(self, by: str) -> None:
        pass

    def event_streams_changed(self, count: int) -> None:
        pass
