"""Counts that all processes of a server share, in memory of fixed size.

The supervisor creates the memory and hands it to its processes. Names are hashed to places in it,
two for each name, of which the lower count applies: a count can only be too high, and only if both
places are shared with busier names. The hash has a random key, so that nobody can choose such
names.

Nothing is locked, because a process that dies must not block the others. Places of `SharedRates`
may be written by two processes at the same moment; then one of the two requests is not counted.
Each place of `SharedCounts` has only one writer.

This module knows nothing of the web framework, because the supervisor imports it.
"""

from __future__ import annotations

import secrets
from ctypes import Array, c_double, c_int32
from enum import IntEnum
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from typing import Final

RATE_PLACES: Final = 2**15  # for each kind and each of the two hashes
COUNT_PLACES: Final = 2**13
MAX_CACHED_NAMES: Final = 50_000
BURST: Final = 0.5  # share of a minute's requests that may come at once


class Rate(IntEnum):
    """What is counted over time."""

    REQUESTS_OF_ADDRESS = 0
    REQUESTS_OF_NETWORK = 1
    CHANGES_OF_GUEST = 2
    CHANGES_OF_ADDRESS = 3
    CHANGES_OF_NETWORK = 4
    CHANGES_OF_SEAT = 5
    HINTS_OF_GUEST = 6
    HINTS_OF_ADDRESS = 7
    SIGN_INS_OF_NAME = 8
    SIGN_INS_OF_ADDRESS = 9
    SIGN_INS_OF_NAME_IN_NETWORK = 10
    SPECTATOR_MESSAGES = 11
    REPORTS_OF_ADDRESS = 12
    REPORTS_OF_NETWORK = 13
    ANALYSES_OF_ADDRESS = 14
    ANALYSES_OF_NETWORK = 15
    MONITORING_OF_ADDRESS = 16


class Count(IntEnum):
    """What is counted while it lasts."""

    CONNECTIONS = 0
    EVENT_STREAMS = 1


class Limit:
    """So many requests per minute, and so many at once: by default half of them."""

    def __init__(self, rate: Rate, per_minute: float, at_once: float | None = None) -> None:
        self.rate = rate
        self.interval = 60 / per_minute
        burst = per_minute * BURST if at_once is None else at_once
        self.tolerance = self.interval * (max(1.0, burst) - 1.0)


class SharedMemory:
    """The memory of one server, for `processes` processes."""

    def __init__(self, processes: int = 1) -> None:
        context = get_context("spawn")
        self.key = secrets.token_bytes(16)
        self.rates: Array[c_double] = context.RawArray(c_double, len(Rate) * 2 * RATE_PLACES)
        self.counts: list[Array[c_int32]] = [
            context.RawArray(c_int32, len(Count) * 2 * COUNT_PLACES) for _ in range(processes)
        ]


class SharedRates:
    """Requests per minute by name: the generic cell rate algorithm (ITU-T I.371).

    A place holds the time at which all requests so far would have arrived at the permitted rate.
    """

    def __init__(self, memory: SharedMemory) -> None:
        self._times = memory.rates
        self._places = lru_cache(MAX_CACHED_NAMES)(_Places(memory.key, RATE_PLACES).find)

    def wait(self, limit: Limit, name: str, now: float) -> float:
        """Seconds until a request is permitted; 0 if one is now. `now` is `time.monotonic()`."""
        first, second = self._places(limit.rate, name)
        time = min(self._times[first], self._times[second])
        return max(0.0, time - limit.tolerance - now)

    def take(self, limit: Limit, name: str, now: float) -> None:
        """Count a request."""
        times = self._times
        first, second = self._places(limit.rate, name)
        time = max(now, min(times[first], times[second])) + limit.interval
        times[first] = max(times[first], time)
        times[second] = max(times[second], time)


class SharedCounts:
    """What is open now, by name, in all processes; this process writes its own counts."""

    def __init__(self, memory: SharedMemory, process: int = 0) -> None:
        self._all = memory.counts
        self._own = memory.counts[process]
        self._places = lru_cache(MAX_CACHED_NAMES)(_Places(memory.key, COUNT_PLACES).find)
        self._own[:] = [0] * len(self._own)  # left by a process that died

    def total(self, count: Count, name: str) -> int:
        first, second = self._places(count, name)
        return min(
            sum(counts[first] for counts in self._all), sum(counts[second] for counts in self._all)
        )

    def add(self, count: Count, name: str, change: int) -> None:
        for place in self._places(count, name):
            self._own[place] += change


class _Places:
    """Where the counts of a name are."""

    def __init__(self, key: bytes, places: int) -> None:
        self._key = key
        self._size = places

    def find(self, kind: int, name: str) -> tuple[int, int]:
        digest = blake2b(name.encode(), key=self._key, digest_size=8).digest()
        start = kind * 2 * self._size
        first = int.from_bytes(digest[:4], "big") % self._size
        second = int.from_bytes(digest[4:], "big") % self._size
        return start + first, start + self._size + second
