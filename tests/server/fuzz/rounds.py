"""One round of fuzzing: a new server with an empty database, and a fuzzer."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import msgspec

from tests.server.api.fuzz import UntouchedTable, fuzzed_server
from tests.server.fuzz.fuzzer import Fuzzer

FAILURES = Path("fuzz-failures")


class Figures(msgspec.Struct):
    """What a round has done."""

    requests: int
    seconds: float
    statuses: dict[int, int]
    counts: dict[str, int]
    operations: list[str]
    succeeded: set[str]
    violations: list[str]


def fuzz_round(requests: int, seed: int) -> Figures:
    """Runs in a process of its own."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(dir=fast_folder()) as name:
        folder = Path(name)
        with fuzzed_server(folder) as server:
            untouched = UntouchedTable(server)
            fuzzer = Fuzzer(server, folder / "tables.sqlite", seed, FAILURES)
            try:
                fuzzer.run(requests)
            finally:
                fuzzer.close()
            try:
                untouched.check()
            except AssertionError:
                fuzzer.violations.append(f"seed {seed}: the table of other guests was changed")
    return Figures(
        fuzzer.requests,
        time.monotonic() - started,
        dict(fuzzer.statuses),
        dict(fuzzer.counts),
        [operation.name for operation in fuzzer.operations],
        fuzzer.succeeded,
        fuzzer.violations,
    )


def fast_folder() -> str | None:
    """A folder in memory: the tests of durability are elsewhere."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
