"""Liveness, readiness and metrics."""

from __future__ import annotations

from pathlib import Path

import httpx

from tests.server.api.servers import Running, data, running


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


def test_metrics_are_off_by_default(server: Running) -> None:
    assert httpx.get(f"{server.url}/metrics").status_code == 404
