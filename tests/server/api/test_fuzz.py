"""A short run of schemathesis; `make fuzz-api` is the long one."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from tests.server.api.fuzz import UntouchedTable, fuzz_api, fuzzed_server
from tests.server.api.request_audit import RequestAudit


@pytest.mark.slow
def test_random_requests_cause_no_errors_and_no_changes(tmp_path: Path) -> None:
    with fuzzed_server(tmp_path) as server:
        untouched = UntouchedTable(server)
        audit = RequestAudit(server.app, tmp_path)
        seeds = count(1)
        while audit.requests < 200:  # a slow machine needs several rounds
            fuzz_api(server, tmp_path, 3, next(seeds))
        assert not audit.violations, audit.violations[:20]
        untouched.check()
        assert audit.statuses[200] > 10, str(audit)
