"""Rate limits by guest, table and address."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.http.rate_limit import TokenBuckets, address_of
from tests.server.api.servers import Guest, Running, problem, running


def _from(server: Running, address: str) -> Guest:
    return server.guest(**{"x-forwarded-for": address})


def test_a_guest_over_the_limit_is_told_when_to_retry(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=20) as server:
        ann, bob = (_from(server, "198.51.100.1") for _ in range(2))
        table = ann.new_table("me", "link", open=True)
        address = f"/tables/{table['id']}/chat"
        replies = [ann.post(address, json={"text": "hello"}) for _ in range(20)]
        assert [reply.status_code for reply in replies[:8]] == [200] * 8
        declined = next(reply for reply in replies if reply.status_code != 200)
        assert problem(declined) == "too-many-requests"
        assert 0 < int(declined.headers["retry-after"]) == declined.json()["retry_after"] <= 3
        assert bob.post(address, json={"text": "hello"}).status_code == 200
        assert ann.get(address).status_code == 200, "reading is not limited"


def test_a_table_has_a_limit_of_its_own(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=20) as server:
        table = _from(server, "198.51.100.1").new_table("me", "link")
        guests = [_from(server, f"203.0.113.{number}") for number in range(10)]
        address = f"/tables/{table['id']}/chat"
        replies = [
            guest.post(address, json={"text": "hello"}) for guest in guests for _ in range(3)
        ]
        statuses = [reply.status_code for reply in replies]
        assert statuses[:19] == [200] * 19
        assert 429 in statuses[19:]


def test_new_guests_share_the_limit_of_their_address(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=2) as server:
        statuses = [
            httpx.post(
                f"{server.url}/api/v1/guests", headers={"x-forwarded-for": "198.51.100.1"}
            ).status_code
            for _ in range(30)
        ]
        assert statuses[:5] == [201] * 5
        assert 429 in statuses[5:]
        assert _from(server, "198.51.100.2").token


def test_forms_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=2) as server:
        headers = {"x-forwarded-for": "198.51.100.1"}
        with httpx.Client(base_url=server.url, headers=headers) as browser:
            browser.get("/new")
            form = {"_csrf_token": browser.cookies["csrftoken"], "language": "de"}
            replies = [browser.post("/language", data=form) for _ in range(8)]
        assert replies[0].status_code == 303
        assert replies[-1].status_code == 429
        assert int(replies[-1].headers["retry-after"]) > 0


def test_an_address_has_a_maximum_number_of_event_streams(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, max_event_streams_per_address=2) as server:
        ann, bob = _from(server, "198.51.100.1"), _from(server, "198.51.100.2")
        table = ann.new_table("me", "link")
        address = f"/tables/{table['id']}/events"
        with ann.stream("GET", address) as first, ann.stream("GET", address) as second:
            lines = [first.iter_lines(), second.iter_lines()]
            assert all(next(stream) for stream in lines)
            assert problem(ann.get(address)) == "too-many-requests"
            with bob.stream("GET", address) as other:
                assert other.status_code == 200


def test_requests_from_this_machine_are_not_limited(tmp_path: Path) -> None:
    with running(tmp_path, changes_per_minute=2) as server:
        assert all(server.guest().token for _ in range(20))


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("127.0.0.1", ""),
        ("::1", ""),
        ("198.51.100.1", "198.51.100.1"),
        ("::ffff:198.51.100.1", "198.51.100.1"),
        ("::ffff:127.0.0.1", ""),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("testclient", ""),
    ],
)
def test_clients_are_identified_by_address_or_network(client: str, address: str) -> None:
    assert address_of({"client": (client, 1)}) == address


def test_a_bucket_fills_evenly() -> None:
    buckets = TokenBuckets(60)
    for _ in range(30):
        assert buckets.wait("ann", 0.0) == 0
        buckets.take("ann", 0.0)
    assert buckets.wait("ann", 0.0) == pytest.approx(1.0)
    assert buckets.wait("ann", 0.5) == pytest.approx(0.5)
    assert buckets.wait("ann", 1.0) == 0
    assert buckets.wait("bob", 0.0) == 0


def test_an_exceeded_limit_may_say_when_to_retry() -> None:
    assert LimitExceeded("wait", 3).retry_after == 3
    assert LimitExceeded("wait").retry_after is None
