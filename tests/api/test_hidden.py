"""Programs and logs are told no more than pages: whatever is hidden, not one byte is different."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.servers import Guest, Running
from server.houses import settings
from smokestack.engine.view import SPECTATOR
from smokestack.server.app import make_app
from smokestack.server.logs import JsonLines
from web.test_hidden import GUESTS, POSITIONS, SEED, TABLES, Round

ADDRESSES = ("", "/log", "/chat", "/record", "/score", *(f"?seat={seat}" for seat in range(4)))


class ApiRound(Round):
    """The same round; whoever asks is a program."""

    log: pytest.LogCaptureFixture

    def sent(self, seat: int) -> dict[str, str]:
        """Everything that a seat can be sent, and all that is written down meanwhile."""
        self.log.clear()
        self.client.app.state.stories.kept.clear()
        headers = {}
        if seat != SPECTATOR:
            token = self.house.identity.sign(GUESTS[seat])
            headers["authorization"] = f"Bearer {token}"
        path = f"/api/v1/tables/{self.table.id}"
        bodies = {"/tables": self._told("GET", "/api/v1/tables", headers)}
        for rest in ADDRESSES:
            bodies[rest] = self._told("GET", path + rest, headers)
        acts = self.table.actor is not None and self.table.actor.number == seat
        if not acts:
            bodies["/hint"] = self._told("GET", f"{path}/hint", headers)
        stale = {"version": self.table.version + 1, "key": "key-of-nobody", "answer": "nonsense"}
        bodies["stale"] = self._told("POST", f"{path}/answers", headers, stale)
        wrong = {**stale, "version": self.table.version}
        bodies["wrong"] = self._told("POST", f"{path}/answers", headers, wrong)
        bodies["log"] = self._written()
        return bodies

    def _told(self, method: str, address: str, headers: Any, body: Any = None) -> str:
        response = self.client.request(method, address, headers=headers, json=body)
        assert response.status_code < 500, response.text
        return f"{response.status_code} {response.text}"

    def _written(self) -> str:
        """All lines of the log, without what is different for each request."""
        ours = [record for record in self.log.records if not record.name.startswith("httpx")]
        lines = "\n".join(JsonLines().format(record) for record in ours)
        assert '"smokestack.requests"' in lines
        return re.sub(r'"(time|request)":"[^"]*"|"ms":[0-9.]+', "", lines)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with TestClient(make_app(settings(tmp_path))) as client:
        yield client


@pytest.mark.parametrize(("game", "edition", "people"), TABLES)
def test_what_is_hidden_changes_no_byte_that_programs_and_logs_get(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    game: str,
    edition: str,
    people: int,
) -> None:
    caplog.set_level(logging.INFO)
    around = ApiRound(client, game, edition, people)
    around.log = caplog
    for length in POSITIONS:
        if not around.play_until(length):
            break
        for seat in (SPECTATOR, *range(people)):
            usual = around.sent(seat)
            with around.dealt_anew(seat, monkeypatch):
                otherwise = around.sent(seat)
            assert usual.keys() == otherwise.keys()
            for address, body in usual.items():
                assert body == otherwise[address], f"{address} after {length}, seen by {seat}"
                assert str(SEED) not in body, address
            for guest in GUESTS:
                assert guest not in usual["log"]


def test_the_comparison_would_notice_a_card(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    around = ApiRound(client, "brass", "2007", 3)
    around.log = caplog
    around.play_until(12)
    usual = around.sent(0)
    with around.dealt_anew(SPECTATOR, monkeypatch):
        otherwise = around.sent(0)
    assert otherwise[""] != usual[""]
    assert otherwise["/log"] == usual["/log"]


def test_live_news_are_nothing_but_numbers(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben", game="brass", edition="2018")
    lines = []
    with server.guest().stream("GET", f"/tables/{table['id']}/events") as stream:
        ann.post(f"/tables/{table['id']}/chat", json={"text": "hello"})
        for line in stream.iter_lines():
            lines.append(line)
            if line == "data: 1":
                break
    assert set(lines) <= {"event: news", "data: 0", "data: 1", "retry: 1000", ""}
