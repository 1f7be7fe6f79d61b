"""What is counted for Prometheus, at `/metrics`."""

from __future__ import annotations

from collections import Counter as Counted
from typing import Final

from litestar import Response, get
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from smokestack.server.asking import Asked
from smokestack.server.house import House

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Counts:
    """Of one app: requests are counted as they come, the rest is asked for when somebody looks."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._counted: Counted[str] = Counted()
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
            "Answers that this process has acknowledged.",
            ["by"],
            registry=self.registry,
        )
        self._tables = Gauge(
            "smokestack_unfinished_tables", "Tables not over yet.", registry=self.registry
        )
        self._bots = Gauge(
            "smokestack_bots_to_answer",
            "Tables at which it is a bot's turn.",
            registry=self.registry,
        )
        self._streams = Gauge(
            "smokestack_event_streams",
            "Open streams of live updates in this process.",
            registry=self.registry,
        )

    def request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        self._requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route).observe(seconds)

    async def tell(self) -> bytes:
        census = await self._house.census()
        self._tables.set(census.unfinished)
        self._bots.set(census.bots_to_answer)
        self._streams.set(self._house.news().watchers)
        for who, times in self._house.answered.items():
            self._answers.labels(who).inc(times - self._counted[who])
            self._counted[who] = times
        return generate_latest(self.registry)


@get("/metrics", opt={"exclude_from_csrf": True})
async def metrics(request: Asked) -> Response[bytes]:
    counts: Counts = request.app.state.counts
    return Response(await counts.tell(), media_type=CONTENT_TYPE_LATEST)
