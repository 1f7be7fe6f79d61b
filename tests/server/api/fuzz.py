"""Random requests to the API with schemathesis, from its OpenAPI document.

`tests.server.fuzz` sends many more, to all routes, and uses this for a short while.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

from smokestack.server.bots import watching
from smokestack.server.domain import dealing
from smokestack.server.notices.service import NoticeService
from tests.server.api.servers import Data, Guest, Running, running
from tests.server.notices.receivers import mailbox

CONFIG = """
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
[checks.negative_data_rejection]
# Also 413: a text that is longer than its schema allows can make the body too large.
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "429"]
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
    guest.new_table("me", "here:Ben")
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


def create_tables(guest: Guest) -> list[Data]:
    return [
        guest.new_table("me", "here:Ben"),
        guest.new_table("me", "link", open=True),
    ]


# No limits, no bots, cheap hints, and nothing written without a request.
FUZZ_SETTINGS: dict[str, Any] = {
    "bots": 0,
    "heartbeat": 3600.0,
    "hint_simulations": 10,
    "max_tables_per_guest": 100_000,
    "max_tables_per_address": 1_000_000,
    "sign_ins_per_minute": 0,
    "max_tables": 1_000_000,
    "sends_notices": False,
    "smtp_host": "127.0.0.1",
    "smtp_tls": "none",
    "mail_from": "games@example.org",
    "public_url": "http://games.example.org",
}


@contextmanager
def fuzzed_server(folder: Path) -> Iterator[Running]:
    """A server that writes to its database only because of requests."""
    with (
        mailbox() as mails,
        patch.object(watching, "NOTE_SECONDS", 86_400.0),
        # Nobody waits half a minute for the contributions of others.
        patch.object(dealing, "CONTRIBUTION_TIMEOUT", timedelta(seconds=-1)),
        # Mails go to loopback; notices would go to addresses that the requests made up.
        patch.object(NoticeService, "open", lambda service: service._mails.open()),
        running(folder, smtp_port=mails.port, **FUZZ_SETTINGS) as server,
    ):
        server.mails = mails.mails
        yield server
