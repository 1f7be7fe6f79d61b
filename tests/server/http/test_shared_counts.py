"""Counts in memory that several processes share."""

from __future__ import annotations

from multiprocessing import get_context

import pytest

from smokestack.server.http.shared_counts import (
    Count,
    Limit,
    Rate,
    SharedCounts,
    SharedMemory,
    SharedRates,
)

PER_SECOND = Limit(Rate.CHANGES_OF_GUEST, 60)


def test_requests_are_permitted_evenly_after_a_burst() -> None:
    rates = SharedRates(SharedMemory())
    for _ in range(30):
        assert rates.wait(PER_SECOND, "ann", 100.0) == 0
        rates.take(PER_SECOND, "ann", 100.0)
    assert rates.wait(PER_SECOND, "ann", 100.0) == pytest.approx(1.0)
    assert rates.wait(PER_SECOND, "ann", 100.5) == pytest.approx(0.5)
    assert rates.wait(PER_SECOND, "ann", 101.0) == 0
    assert rates.wait(PER_SECOND, "bob", 100.0) == 0
    assert rates.wait(Limit(Rate.CHANGES_OF_SEAT, 60), "ann", 100.0) == 0


def test_a_limit_of_less_than_two_a_minute_permits_one() -> None:
    rates = SharedRates(SharedMemory())
    limit = Limit(Rate.HINTS_OF_GUEST, 1)
    assert rates.wait(limit, "ann", 50.0) == 0
    rates.take(limit, "ann", 50.0)
    assert rates.wait(limit, "ann", 50.0) == pytest.approx(60.0)


def test_thousands_of_names_hardly_affect_another() -> None:
    rates = SharedRates(SharedMemory())
    for number in range(3000):
        for _ in range(30):
            rates.take(PER_SECOND, f"guest {number}", 100.0)
    free = sum(rates.wait(PER_SECOND, f"other {number}", 100.0) == 0 for number in range(1000))
    assert free > 970


def test_processes_share_their_counts() -> None:
    memory = SharedMemory(2)
    one = SharedCounts(memory, 0)
    one.add(Count.CONNECTIONS, "198.51.100.7", 3)
    context = get_context("spawn")
    for _ in range(2):  # the second finds the counts of the first, as after a restart
        process = context.Process(target=count_in_another_process, args=[memory])
        process.start()
        process.join()
        assert process.exitcode == 0
        assert one.total(Count.CONNECTIONS, "198.51.100.7") == 5
        assert one.total(Count.EVENT_STREAMS, "198.51.100.7") == 0
        assert SharedRates(memory).wait(PER_SECOND, "ann", 100.0) > 0
    one.add(Count.CONNECTIONS, "198.51.100.7", -3)
    assert one.total(Count.CONNECTIONS, "198.51.100.7") == 2


def count_in_another_process(memory: SharedMemory) -> None:
    SharedCounts(memory, 1).add(Count.CONNECTIONS, "198.51.100.7", 2)
    for _ in range(31):
        SharedRates(memory).take(PER_SECOND, "ann", 100.0)
