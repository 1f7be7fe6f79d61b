"""Random requests, valid and invalid: to the API with schemathesis, from its OpenAPI document, and
to the forms of the pages with Hypothesis.

`python -m tests.server.api.fuzz 100000` is the long run (`make fuzz-api`).
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from tests.server.api.request_audit import RequestAudit
from tests.server.api.servers import Data, Guest, Running, running

ROUND_SECONDS = 240  # of schemathesis
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "410", "422", "429"]
[checks.allow_header_conformance]
enabled = false
"""


class UntouchedTable:
    """A table of other guests, which must be the same after the fuzzing."""

    def __init__(self, server: Running) -> None:
        self.zoe = server.guest()
        table = self.zoe.new_table("me", "here:Yan")
        for _ in range(3):
            table = self.zoe.answer(table).json()
        self.before = table

    @property
    def id(self) -> str:
        return str(self.before["id"])

    def check(self) -> None:
        assert _stable_part(self.zoe.table(self.id)) == _stable_part(self.before)


def _stable_part(table: Data) -> Data:
    """The table without what changes with time or by chat, which anyone may use."""
    seats = [{**seat, "absent": False} for seat in table["seats"]]
    return {**table, "revision": 0, "changed": "", "seats": seats}


def fuzz_api(server: Running, folder: Path, seconds: int, seed: int) -> None:
    """Send valid and invalid requests, alone and in sequences, for `seconds`."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG)
    guest = server.guest()
    guest.new_table("me", "here:Ben", hints=True)
    over = guest.new_table("me", "here:Ben")
    guest.post(f"/tables/{over['id']}/seats/0/resign")
    guest.post(f"/tables/{over['id']}/seats/1/resign")
    command = [str(Path(sys.executable).with_name("st")), "--config-file", str(config), "run"]
    command += [f"{server.url}/api/v1/openapi.json", "--seed", str(seed)]
    command += ["--header", f"Authorization: Bearer {guest.token}"]
    command += ["--exclude-operation-id", "events"]  # the stream never ends
    command += ["--phases", "coverage,fuzzing,stateful", "--continue-on-failure"]
    command += ["--max-time", str(seconds), "--generation-database", "none", "--warnings", "off"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert run.returncode == 0, run.stdout + run.stderr


FORMS = (
    "/tables",
    "/language",
    "/tables/{id}/answers",
    "/tables/{id}/undo",
    "/tables/{id}/chat",
    "/tables/{id}/chat-lock",
    "/tables/{id}/close",
    "/tables/{id}/hint",
    "/tables/{id}/mutes",
    "/tables/{id}/mutes/{number}/remove",
    "/tables/{id}/reports",
    "/tables/{id}/join",
    "/tables/{id}/rematch",
    "/tables/{id}/seats/{seat}/{action}",
    "/tables/{id}/replay/{number}/play-on",
    "/seats/{token}",
)
ACTIONS = ("resign", "leave", "return", "bot-vote", "renew-link", "remove", "dance")
FIELDS = (
    *("version", "key", "answer", "text", "name", "bot", "seat", "game", "edition", "players"),
    *("first", "open", "options", "seat-0", "seat-1", "name-1", "language", "back"),
    *("hints", "absence", "message", "locked"),
    *("option-turn_limit", "option-whisky_converts"),
)
VALUES = (
    *("0", "1", "-1", "2", "99999999999", "move 1", "keykeykey", "glasgow", "brass", "2018"),
    *("standard", "me", "link", "here", "clerk", "yes", "no", "1440", "de", "//evil.example"),
    "Ann",
)


def fuzz_forms(server: Running, tables: list[str], examples: int, seed: int) -> None:
    """Submit forms with plausible and random fields, most of them with a valid CSRF token."""
    client = httpx.Client(base_url=server.url, timeout=60.0)
    client.get("/new")
    csrf = client.cookies["csrftoken"]
    values = st.one_of(
        st.sampled_from(VALUES),
        st.text(max_size=40),
    )

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        form=st.sampled_from(FORMS),
        table=st.sampled_from([*tables, "none", "x" * 40]),
        seat=st.integers(-1, 5),
        number=st.integers(-1, 10),
        action=st.sampled_from(ACTIONS),
        fields=st.dictionaries(st.sampled_from(FIELDS), values, max_size=12),
        signed=st.sampled_from([True, True, True, False]),
        by_script=st.booleans(),
    )
    def submit(
        form: str,
        table: str,
        seat: int,
        number: int,
        action: str,
        fields: dict[str, str],
        signed: bool,
        by_script: bool,
    ) -> None:
        path = form.format(id=table, seat=seat, number=number, action=action, token="t" * 43)
        fields_sent: dict[str, Any] = {**fields, "_csrf_token": csrf} if signed else dict(fields)
        headers = {"hx-request": "true"} if by_script else {}
        reply = client.post(path, data=fields_sent, headers=headers)
        assert reply.status_code < 500, (path, fields)
        assert signed or reply.status_code in (403, 404)
        if reply.is_redirect:
            location = reply.headers["location"]
            assert location.startswith("/")
            assert not location.startswith("//")

    seeded(seed)(submit)()


def create_tables(guest: Guest) -> list[Data]:
    return [
        guest.new_table("me", "here:Ben", hints=True),
        guest.new_table("me", "link", open=True),
    ]


def main(min_requests: int) -> None:
    """Run rounds of both kinds until enough requests were sent."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder, **FUZZ_SETTINGS) as server:
            untouched = UntouchedTable(server)
            audit = RequestAudit(server.app, folder)
            tables = [table["id"] for table in create_tables(server.guest())]
            seed = 0
            while audit.requests < min_requests:
                fuzz_api(server, folder, ROUND_SECONDS, seed)
                fuzz_forms(server, [*tables, untouched.id], 6000, seed)
                seed += 1
                print(audit, flush=True)
                assert not audit.violations, audit.violations[:20]
                untouched.check()
    minutes = (time.monotonic() - start) / 60
    print(f"{audit.requests} requests in {minutes:.0f} minutes: no 5xx, no unwanted changes")


# No limits, no bots, and cheap hints.
FUZZ_SETTINGS: dict[str, Any] = {
    "bots": 0,
    "hint_simulations": 10,
    "max_tables_per_guest": 100_000,
    "max_tables": 1_000_000,
}


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    main(int(sys.argv[1]))
