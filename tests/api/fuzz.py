"""Everything that a careless or bad client might send: through the API's own document with
schemathesis, and through the forms of the pages with Hypothesis.

`python -m api.fuzz 100000` is the long form (`make fuzz-api`).
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

from api.servers import Data, Guest, Running, running
from api.warden import Warden

ROUND = 240  # seconds of schemathesis at a time
CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
[checks.allow_header_conformance]
enabled = false
"""


class Sentinel:
    """A game of people who take no part in this; it must be the same in the end."""

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
        assert _lasting(self.zoe.table(self.id)) == _lasting(self.before)


def _lasting(table: Data) -> Data:
    """Without what changes by itself or by talk, which anybody may: time passes, and news."""
    seats = [{**seat, "deserted": False} for seat in table["seats"]]
    return {**table, "news": 0, "changed": "", "seats": seats}


def fuzz_api(server: Running, folder: Path, seconds: int, seed: int) -> None:
    """Positive and negative requests, alone and in sequences, for so many seconds."""
    config = folder / "schemathesis.toml"
    config.write_text(CONFIG)
    guest = server.guest()
    guest.new_table("me", "here:Ben")
    over = guest.new_table("me", "here:Ben")
    guest.post(f"/tables/{over['id']}/seats/0/resign")
    guest.post(f"/tables/{over['id']}/seats/1/resign")
    command = [str(Path(sys.executable).with_name("st")), "--config-file", str(config), "run"]
    command += [f"{server.url}/api/v1/openapi.json", "--seed", str(seed)]
    command += ["--header", f"Authorization: Bearer {guest.token}"]
    command += ["--exclude-operation-id", "events"]  # it never ends
    command += ["--phases", "coverage,fuzzing,stateful", "--continue-on-failure"]
    command += ["--max-time", str(seconds), "--generation-database", "none", "--warnings", "off"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr


FORMS = (
    "/tables",
    "/language",
    "/tables/{id}/answers",
    "/tables/{id}/undo",
    "/tables/{id}/chat",
    "/tables/{id}/join",
    "/tables/{id}/rematch",
    "/tables/{id}/seats/{seat}/{deed}",
    "/tables/{id}/replay/{number}/play-on",
    "/seats/{token}",
)
FIELDS = (
    *("version", "key", "answer", "text", "name", "bot", "seat", "game", "edition", "players"),
    *("first", "open", "options", "seat-0", "seat-1", "name-1", "language", "back"),
    *("option-turn_limit", "option-whisky_converts"),
)
VALUES = (
    *("0", "1", "-1", "2", "99999999999", "move 1", "keykeykey", "glasgow", "brass", "2018"),
    *("standard", "me", "link", "here", "clerk", "yes", "de", "//evil.example", "Ann"),
)


def fuzz_forms(server: Running, tables: list[str], examples: int, seed: int) -> None:
    """Forms with fields that make sense or none, from somebody with the page's own token."""
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
        deed=st.sampled_from(["resign", "leave", "return", "agree", "dance"]),
        fields=st.dictionaries(st.sampled_from(FIELDS), values, max_size=12),
        signed=st.sampled_from([True, True, True, False]),
        script=st.booleans(),
    )
    def submit(
        form: str,
        table: str,
        seat: int,
        number: int,
        deed: str,
        fields: dict[str, str],
        signed: bool,
        script: bool,
    ) -> None:
        path = form.format(id=table, seat=seat, number=number, deed=deed, token="t" * 43)
        sent: dict[str, Any] = {**fields, "_csrf_token": csrf} if signed else dict(fields)
        headers = {"hx-request": "true"} if script else {}
        reply = client.post(path, data=sent, headers=headers)
        assert reply.status_code < 500, (path, fields)
        assert signed or reply.status_code in (403, 404)
        if reply.is_redirect:
            place = reply.headers["location"]
            assert place.startswith("/")
            assert not place.startswith("//")

    seeded(seed)(submit)()


def tables_for_forms(guest: Guest) -> list[Data]:
    return [
        guest.new_table("me", "here:Ben"),
        guest.new_table("me", "link", open=True),
    ]


def main(least: int) -> None:
    """Rounds of both until so many requests have come."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder, **CALM) as server:
            sentinel = Sentinel(server)
            warden = Warden(server.app, folder)
            tables = [table["id"] for table in tables_for_forms(server.guest())]
            turn = 0
            while warden.requests < least:
                fuzz_api(server, folder, ROUND, turn)
                fuzz_forms(server, [*tables, sentinel.id], 6000, turn)
                turn += 1
                print(f"{warden.requests} requests: {told(warden)}", flush=True)
                assert not warden.complaints, warden.complaints[:20]
                sentinel.check()
    minutes = (time.monotonic() - begun) / 60
    print(f"{warden.requests} requests in {minutes:.0f} minutes: no 5xx, nothing declined changed")


# No limits in the way, no bots in between, and hints that cost little.
CALM: dict[str, Any] = {
    "bots": 0,
    "hint_simulations": 10,
    "most_tables_each": 100_000,
    "most_tables": 1_000_000,
}


def told(warden: Warden) -> str:
    return ", ".join(f"{status}: {times}" for status, times in sorted(warden.statuses.items()))


if __name__ == "__main__":
    os.environ.setdefault("PYTHONWARNINGS", "ignore")
    main(int(sys.argv[1]))
