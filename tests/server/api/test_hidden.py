"""API responses and logs don't depend on hidden information: changing it changes no byte."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.engine.view import SPECTATOR
from smokestack.server.http.logging import JsonFormatter
from tests.server.api.servers import Guest, Running
from tests.server.services import NO_LIMITS, app_client
from tests.web.test_hidden import GUESTS, TABLES, HiddenTable

ADDRESSES = (
    *("", "/log", "/chat", "/record", "/score", "/analysis"),
    *(f"?seat={seat}" for seat in range(4)),
)


class ApiTable(HiddenTable):
    """The same table, requested through the API."""

    log: pytest.LogCaptureFixture

    def sent(self, seat: int) -> dict[str, str]:
        """Every response that a seat can get, and the log lines written meanwhile."""
        self.log.clear()
        self.client.app.state.event_logs.clear()
        headers = {}
        if seat != SPECTATOR:
            token = self.service.signer.sign(GUESTS[seat])
            headers["authorization"] = f"Bearer {token}"
        path = f"/api/v1/tables/{self.table.id}"
        bodies = {"/tables": self._response("GET", "/api/v1/tables", headers)}
        for rest in ADDRESSES:
            bodies[rest] = self._response("GET", path + rest, headers)
        is_actor = self.table.actor is not None and self.table.actor.number == seat
        if not is_actor:
            bodies["/hint"] = self._response("POST", f"{path}/hint", headers)
        stale = {"version": self.table.version + 1, "key": "unused-key", "answer": "nonsense"}
        bodies["stale"] = self._response("POST", f"{path}/answers", headers, stale)
        wrong = {**stale, "version": self.table.version}
        bodies["wrong"] = self._response("POST", f"{path}/answers", headers, wrong)
        foreign = (seat + 1) % 2
        for name, body in (
            (f"seats/{foreign}/renew-link", None),
            (f"seats/{foreign}/remove", None),
            ("close", None),
            ("mutes", {"message": 0}),
            ("mutes/99/remove", None),
            ("reports", {"message": 0}),
            ("contribution", {"text": "another text"}),
            ("deal", None),
            ("analysis", {}),
            ("play-on", {"after": 0, "seat": 0, "bot": "clerk", "name": "Ann"}),
        ):
            bodies[name] = self._response("POST", f"{path}/{name}", headers, body)
        for token in self.invitations:
            used = {"seat_token": token}
            bodies[f"used {token}"] = self._response("POST", "/api/v1/invitations", headers, used)
        bodies["log"] = self._log_lines()
        return bodies

    def _response(self, method: str, address: str, headers: Any, body: Any = None) -> str:
        response = self.client.request(method, address, headers=headers, json=body)
        assert response.status_code < 500, response.text
        return f"{response.status_code} {response.text}"

    def _log_lines(self) -> str:
        """All log lines, without what differs for each request."""
        own = [record for record in self.log.records if not record.name.startswith("httpx")]
        lines = "\n".join(JsonFormatter().format(record) for record in own)
        assert '"smokestack.requests"' in lines
        return re.sub(r'"(time|request_id)":"[^"]*"|"duration_ms":[0-9.]+', "", lines)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path, **NO_LIMITS) as client:
        yield client


@pytest.mark.parametrize(("game", "edition", "people"), TABLES)
def test_hidden_information_changes_no_byte_of_responses_and_logs(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    game: str,
    edition: str,
    people: int,
) -> None:
    caplog.set_level(logging.INFO)
    table = ApiTable(client, game, edition, people)
    table.log = caplog
    for sent in table.check_redeals(people, monkeypatch):
        for guest in GUESTS:
            assert guest not in sent["log"]


def test_a_running_game_can_not_be_analysed_or_continued(
    client: TestClient[Litestar], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    table = ApiTable(client, "brass", "2007", 3)
    table.log = caplog
    for seat in (0, 1, 2):
        sent = table.sent(seat)
        for refused in ("/analysis", "analysis", "play-on"):
            assert sent[refused].startswith("422 ")
        for without_effect in ("contribution", "deal"):
            assert sent[without_effect].startswith("200 ")


def test_the_comparison_notices_a_changed_card(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    table = ApiTable(client, "brass", "2007", 3)
    table.log = caplog
    table.play_until(12)
    original = table.sent(0)
    with table.redealt(SPECTATOR, monkeypatch):
        changed = table.sent(0)
    assert changed[""] != original[""]
    assert changed["/log"] == original["/log"]


def test_event_streams_contain_only_numbers(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben", game="brass", edition="2018")
    lines = []
    with server.guest().stream("GET", f"/tables/{table['id']}/events") as stream:
        ann.post(f"/tables/{table['id']}/chat", json={"text": "hello"})
        for line in stream.iter_lines():
            lines.append(line)
            if line == "data: 1":
                break
    assert set(lines) <= {
        "event: revision",
        "data: 0",
        "data: 1",
        "retry: 1000",
        "",
        "event: heartbeat",
        "data:",
    }
