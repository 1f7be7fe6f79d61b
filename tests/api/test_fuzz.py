"""The short form of the fuzzing; `make fuzz-api` is the long one."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from api.fuzz import CALM, Sentinel, fuzz_api, fuzz_forms, tables_for_forms, told
from api.servers import running
from api.warden import Warden


def test_no_request_breaks_anything(tmp_path: Path) -> None:
    with running(tmp_path, **CALM) as server:
        sentinel = Sentinel(server)
        warden = Warden(server.app, tmp_path)
        tables = [table["id"] for table in tables_for_forms(server.guest())]
        fuzz_forms(server, [*tables, sentinel.id], 60, 1)
        seeds = count(1)
        while warden.requests < 200:  # however slow the machine is
            fuzz_api(server, tmp_path, 5, next(seeds))
        assert not warden.complaints, warden.complaints[:20]
        sentinel.check()
        assert warden.statuses[200] > 10, told(warden)
        assert warden.statuses[422] > 10, told(warden)
