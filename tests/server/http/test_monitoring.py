"""Liveness, readiness and metrics."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from sqlalchemy import Connection

from smokestack.server.http.addresses import LOOPBACK
from smokestack.server.service import database_check
from smokestack.server.storage import table_counts
from tests.server.api.servers import NO_CERTIFICATES, Running, data, running

ELSEWHERE = {"x-forwarded-for": "198.51.100.1"}


def status_of(server: Running, path: str) -> int:
    return httpx.get(server.url + path, headers=ELSEWHERE, verify=NO_CERTIFICATES).status_code


def test_health_readiness_and_metrics(tmp_path: Path) -> None:
    with running(tmp_path, metrics=True) as server, server.guest() as ann:
        assert httpx.get(f"{server.url}/health").json() == {"status": "ok"}
        assert httpx.get(f"{server.url}/ready").json() == {"status": "ready"}
        table = ann.new_table("me", "here:Ben")
        data(ann.answer(table))
        ann.answer(table)
        ann.get("/nothing")
        with ann.stream("GET", f"/tables/{table['id']}/events") as stream:
            lines = stream.iter_lines()
            next(lines)
            metrics = httpx.get(f"{server.url}/metrics").text
        route = 'route="/api/v1/tables/{table_id}/answers"'
        requests = "smokestack_http_requests_total"
        assert f'{requests}{{method="POST",{route},status="200"}} 1.0' in metrics
        assert f'{requests}{{method="POST",{route},status="409"}} 1.0' in metrics
        assert 'route="(none)",status="404"' in metrics
        assert f"smokestack_http_request_duration_seconds_count{{{route}}} 2.0" in metrics
        assert 'smokestack_answers_total{by="person"} 1.0' in metrics
        assert "smokestack_event_streams 1.0" in metrics
        assert "smokestack_unfinished_tables 1.0" in metrics
        assert "smokestack_pending_bot_jobs 0.0" in metrics
        assert table["id"] not in metrics


def test_a_server_without_its_database_is_not_ready(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        (tmp_path / "tables.sqlite").rename(tmp_path / "elsewhere")
        (tmp_path / "tables.sqlite").mkdir()
        server.app.state.service._database.sync._engine.dispose()
        reply = httpx.get(f"{server.url}/ready")
        assert reply.status_code == 503
        assert reply.json()["reason"] == "the database can't be read or written"
        assert httpx.get(f"{server.url}/health").status_code == 200
        (tmp_path / "tables.sqlite").rmdir()
        (tmp_path / "elsewhere").rename(tmp_path / "tables.sqlite")


def test_many_requests_for_metrics_count_tables_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = []
    count = table_counts.count_pending_bot_jobs

    def count_and_note(connection: Connection) -> int:
        counted.append(connection)
        return count(connection)

    monkeypatch.setattr(table_counts, "count_pending_bot_jobs", count_and_note)
    monkeypatch.setattr(database_check, "TOTALS_SECONDS", 60.0)
    with running(tmp_path, metrics=True) as server:
        for _ in range(5):
            assert httpx.get(f"{server.url}/metrics").status_code == 200
    assert len(counted) == 1


@pytest.mark.parametrize("metrics", [True, False])
def test_metrics_have_the_limits_of_other_requests(tmp_path: Path, metrics: bool) -> None:
    chosen = {"trusted_proxies": LOOPBACK, "requests_per_minute": 20, "metrics": metrics}
    with running(tmp_path, **chosen) as server:
        found = [status_of(server, "/metrics") for _ in range(15)]
        assert found[:10] == [200 if metrics else 404] * 10
        assert found[11:] == [429] * 4


def test_health_checks_have_a_limit_of_their_own(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=20) as server:
        for _ in range(15):
            status_of(server, "/api/v1/bots")
        assert status_of(server, "/api/v1/bots") == 429
        with httpx.Client(base_url=server.url, headers=ELSEWHERE) as client:
            found = [client.get("/health").status_code for _ in range(400)]
        assert found[:300] == [200] * 300
        assert 429 in found[300:]
        assert httpx.get(f"{server.url}/health").status_code == 200, "other addresses"


def test_metrics_are_off_by_default(server: Running) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404
