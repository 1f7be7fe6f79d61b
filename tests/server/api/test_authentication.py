"""Guest tokens."""

from __future__ import annotations

import httpx
import pytest

from tests.server.api.servers import Guest, Running, problem


def test_each_guest_gets_a_different_token(ann: Guest, bob: Guest) -> None:
    assert ann.token != bob.token


def test_a_missing_token_is_a_problem_that_names_the_remedy(server: Running) -> None:
    reply = httpx.get(f"{server.url}/api/v1/tables")
    assert reply.status_code == 401
    assert problem(reply) == "unauthorized"
    assert reply.headers["www-authenticate"] == "Bearer"
    assert "/api/v1/guests" in reply.json()["detail"]


@pytest.mark.parametrize("header", ["Bearer x", "Bearer", "Basic YTpi", "", "Bearer ü"])
def test_invalid_tokens_are_rejected(server: Running, header: str) -> None:
    reply = httpx.get(
        f"{server.url}/api/v1/open-tables", headers=[(b"authorization", header.encode())]
    )
    assert problem(reply) == "unauthorized"


def test_cookies_are_ignored(server: Running, ann: Guest) -> None:
    reply = httpx.get(f"{server.url}/api/v1/tables", cookies={"guest": ann.token})
    assert problem(reply) == "unauthorized"
    assert "set-cookie" not in reply.headers
