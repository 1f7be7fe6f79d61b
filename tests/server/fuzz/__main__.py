"""Send generated requests to servers in several processes: `python -m tests.server.fuzz 500000`.

Every route of the app is covered. No response may be a server error, break the OpenAPI document,
lack a security header or contain somebody else's secret, and no refused request may change the
database. The input of a failure is saved in `fuzz-failures/`.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

from tests.server.api.fuzz import fuzz_api, fuzzed_server
from tests.server.fuzz.rounds import FAILURES, Figures, fast_folder, fuzz_round

ROUND_REQUESTS = 20_000  # to one server; then a new one with an empty database
MIN_REQUESTS = 100_000  # after which every operation must have succeeded once
NO_ANALYSES = "no bot process makes analyses, so that only requests write to the database"
NEVER_SUCCESSFUL: dict[str, str] = {
    "GET /terms": "this server has no terms",
    "GET /tables/{table_id}/analysis.png": NO_ANALYSES,
    "GET /tables/{table_id}/analysis.svg": NO_ANALYSES,
    "GET /tables/{table_id}/mistakes/{seat}/{number}": NO_ANALYSES,
    "GET /tables/{table_id}/mistakes/{seat}/{number}/about/{thing}": NO_ANALYSES,
    "POST /tables/{table_id}/mistakes/{seat}/{number}": NO_ANALYSES,
}
"""Operations that no request can complete, and why."""


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.server.fuzz", description=__doc__)
    parser.add_argument("requests", type=int, help="number of requests")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first round")
    parser.add_argument(
        "--contract-seconds", type=int, default=60, help="time for schemathesis; 0 leaves it out"
    )
    options = parser.parse_args()
    shutil.rmtree(FAILURES, ignore_errors=True)
    started = time.monotonic()
    size = min(ROUND_REQUESTS, -(-options.requests // options.processes))
    rounds = -(-options.requests // size)
    total = Figures(0, 0.0, {}, {}, [], set(), [])
    with ProcessPoolExecutor(options.processes, get_context("spawn")) as pool:
        work = [pool.submit(fuzz_round, size, options.seed + number) for number in range(rounds)]
        for done in as_completed(work):
            if done.cancelled():
                continue
            _add(total, done.result())
            rate = total.requests / (time.monotonic() - started)
            print(f"{total.requests:,} requests, {rate:.0f}/s: {_statuses(total)}", flush=True)
            if total.violations:
                for waiting in work:
                    waiting.cancel()
    if options.contract_seconds and not total.violations:
        total.violations += check_contract(options.contract_seconds, options.seed)
    finish(total, time.monotonic() - started)


def check_contract(seconds: int, seed: int) -> list[str]:
    """Let schemathesis look for requests that the fuzzer does not think of."""
    with (
        tempfile.TemporaryDirectory(dir=fast_folder()) as name,
        fuzzed_server(Path(name)) as server,
    ):
        try:
            fuzz_api(server, Path(name), seconds, seed)
        except AssertionError as error:
            FAILURES.mkdir(exist_ok=True)
            (FAILURES / "schemathesis.txt").write_text(str(error))
            return ["schemathesis: see schemathesis.txt"]
    print(f"schemathesis: {seconds} s without a failure", flush=True)
    return []


def finish(total: Figures, seconds: float) -> None:
    """Print figures and the verdict; exit with 1 after a failure."""
    missing = sorted(set(total.operations) - total.counts.keys())
    declined = sorted(set(total.operations) - total.succeeded - NEVER_SUCCESSFUL.keys())
    least = min(total.counts.items(), key=lambda item: item[1])
    print(f"{len(total.operations)} operations, each at least {least[1]:,} times ({least[0]})")
    total.violations += [f"never requested: {name}" for name in missing]
    if total.requests >= MIN_REQUESTS:
        total.violations += [f"never successful: {name}" for name in declined]
    elif declined:
        print(f"never successful in this short run: {', '.join(declined)}")
    print(f"{total.requests:,} requests in {seconds / 60:.1f} minutes: {_statuses(total)}")
    if total.violations:
        for violation in list(dict.fromkeys(total.violations))[:80]:
            print(f"  {violation[:300]}")
        print(f"FAILED: {len(total.violations)} violations; their requests are in {FAILURES}/")
        sys.exit(1)
    print("PASSED: no server error, no change by a refused request, no secret of others")


def _add(total: Figures, found: Figures) -> None:
    total.requests += found.requests
    total.statuses = dict(Counter(total.statuses) + Counter(found.statuses))
    total.counts = dict(Counter(total.counts) + Counter(found.counts))
    total.operations = found.operations
    total.succeeded |= found.succeeded
    total.violations += found.violations


def _statuses(figures: Figures) -> str:
    return ", ".join(f"{status}: {count:,}" for status, count in sorted(figures.statuses.items()))


if __name__ == "__main__":
    main()
