"""Metrics for Prometheus.

This module knows nothing of the web framework, because the supervisor imports it.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from smokestack.server.domain.metrics import TableMetrics

SHARED_FOLDER_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"  # read by prometheus_client
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics(TableMetrics):
    """The metrics of one process. With several processes, each can render the sum of all."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "smokestack_http_requests",
            "HTTP requests answered.",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._durations = Histogram(
            "smokestack_http_request_duration_seconds",
            "Duration of HTTP requests, event streams excepted.",
            ["route"],
            buckets=BUCKETS,
            registry=self.registry,
        )
        self._answers = Counter(
            "smokestack_answers", "Answers stored.", ["by"], registry=self.registry
        )
        self._unfinished_tables = Gauge(
            "smokestack_unfinished_tables",
            "Tables whose game is not over.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self._pending_bot_jobs = Gauge(
            "smokestack_pending_bot_jobs",
            "Tables that wait for a bot's answer.",
            registry=self.registry,
            multiprocess_mode="mostrecent",
        )
        self._event_streams = Gauge(
            "smokestack_event_streams",
            "Open event streams.",
            registry=self.registry,
            multiprocess_mode="livesum",
        )
        # Finding the child of a label takes longer than counting.
        self._requests_of = cache(self._requests.labels)
        self._durations_of = cache(self._durations.labels)

    def count_request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """`seconds` is None for event streams."""
        self._requests_of(method, route, str(status)).inc()
        if seconds is not None:
            self._durations_of(route).observe(seconds)

    def answer_given(self, by: str) -> None:
        self._answers.labels(by).inc()

    def event_streams_changed(self, count: int) -> None:
        self._event_streams.set(count)

    def render(self, unfinished_tables: int, pending_bot_jobs: int) -> bytes:
        """All metrics in the text format of Prometheus."""
        self._unfinished_tables.set(unfinished_tables)
        self._pending_bot_jobs.set(pending_bot_jobs)
        if SHARED_FOLDER_VARIABLE not in os.environ:
            return generate_latest(self.registry)
        all_processes = CollectorRegistry()
        MultiProcessCollector(all_processes)
        return generate_latest(all_processes)


@contextmanager
def shared_metrics() -> Iterator[None]:
    """Let the processes started inside this context share their metrics through files."""
    with tempfile.TemporaryDirectory(prefix="smokestack-") as folder:
        os.environ[SHARED_FOLDER_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[SHARED_FOLDER_VARIABLE]


def forget_process(pid: int) -> None:
    """Remove the gauges of a dead process, such as its event streams; its counters remain."""
    mark_process_dead(pid)
