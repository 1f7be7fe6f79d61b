"""What is counted for Prometheus, at `/metrics`."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from litestar import Response, get
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from smokestack.server.asking import Asked
from smokestack.server.house import House

COUNTS: Final = "PROMETHEUS_MULTIPROC_DIR"  # names the folder in which processes count together
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Counts:
    """Of one app; where several processes serve together, each can tell the counts of all."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "smokestack_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "smokestack_request_seconds",
            "How long requests took; streams are left out.",
            ["route"],
            buckets=SECONDS,
            registry=self.registry,
        )
        self._answers = Counter(
            "smokestack_answers",
            "Answers that were acknowledged.",
            ["by"],
            registry=self.registry,
        )
        self._tables = Gauge(
            "smokestack_unfinished_tables",
            "Tables not over yet.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self._bots = Gauge(
            "smokestack_bots_to_answer",
            "Tables at which it is a bot's turn.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self._streams = Gauge(
            "smokestack_event_streams",
            "Open streams of live updates.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        # Looking for a label takes longer than counting.
        self._requests_of = cache(self._requests.labels)
        self._seconds_of = cache(self._seconds.labels)
        house.answered = self._answered
        house.news().counted = self._streams.set

    def _answered(self, who: str) -> None:
        self._answers.labels(who).inc()

    def request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        self._requests_of(method, route, str(status)).inc()
        if seconds is not None:
            self._seconds_of(route).observe(seconds)

    async def tell(self) -> bytes:
        census = await self._house.census()
        self._tables.set(census.unfinished)
        self._bots.set(census.bots_to_answer)
        if COUNTS not in os.environ:
            return generate_latest(self.registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)
        return generate_latest(together)


@contextmanager
def counting_together() -> Iterator[None]:
    """The processes that are begun meanwhile tell each other what they have counted."""
    with tempfile.TemporaryDirectory(prefix="smokestack-") as folder:
        os.environ[COUNTS] = folder
        try:
            yield
        finally:
            del os.environ[COUNTS]


def forget_process(process: int) -> None:
    """What a process counted that is no more still counts, but its streams are gone."""
    mark_process_dead(process)


@get("/metrics", opt={"exclude_from_csrf": True})
async def metrics(request: Asked) -> Response[bytes]:
    counts: Counts = request.app.state.counts
    return Response(await counts.tell(), media_type=CONTENT_TYPE_LATEST)
