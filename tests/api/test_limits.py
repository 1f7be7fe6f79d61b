"""How much a client may do, and how it is told."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from api.servers import Guest, Running, problem, running
from smokestack.server.errors import TooMuch
from smokestack.server.limits import Buckets, address_of


def _from(server: Running, address: str) -> Guest:
    return server.guest(**{"x-forwarded-for": address})


def test_a_guest_who_changes_too_much_is_told_when_to_go_on(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=20) as server:
        ann, bob = (_from(server, "198.51.100.1") for _ in range(2))
        table = ann.new_table("me", "link", open=True)
        address = f"/tables/{table['id']}/chat"
        replies = [ann.post(address, json={"text": "hello"}) for _ in range(20)]
        assert [reply.status_code for reply in replies[:9]] == [200] * 9
        declined = next(reply for reply in replies if reply.status_code != 200)
        assert problem(declined) == "too-much"
        assert 0 < int(declined.headers["retry-after"]) == declined.json()["retry_after"] <= 3
        assert bob.post(address, json={"text": "hello"}).status_code == 200
        assert ann.get(address).status_code == 200, "looking is always allowed"


def test_a_table_that_is_changed_too_much_rests(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=20) as server:
        table = _from(server, "198.51.100.1").new_table("me", "link")
        guests = [_from(server, f"203.0.113.{number}") for number in range(10)]
        address = f"/tables/{table['id']}/chat"
        replies = [
            guest.post(address, json={"text": "hello"}) for guest in guests for _ in range(3)
        ]
        statuses = [reply.status_code for reply in replies]
        assert statuses[:20] == [200] * 20
        assert 429 in statuses[20:]


def test_new_guests_do_not_help_against_the_limit_of_an_address(tmp_path: Path) -> None:
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


def test_pages_are_limited_too(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, changes_per_minute=2) as server:
        headers = {"x-forwarded-for": "198.51.100.1"}
        with httpx.Client(base_url=server.url, headers=headers) as browser:
            browser.get("/new")
            form = {"_csrf_token": browser.cookies["csrftoken"], "language": "de"}
            replies = [browser.post("/language", data=form) for _ in range(8)]
        assert replies[0].status_code == 303
        assert replies[-1].status_code == 429
        assert int(replies[-1].headers["retry-after"]) > 0


def test_an_address_has_only_so_many_streams(tmp_path: Path) -> None:
    with running(tmp_path, behind_proxy=True, most_watchers_each=2) as server:
        ann, bob = _from(server, "198.51.100.1"), _from(server, "198.51.100.2")
        table = ann.new_table("me", "link")
        address = f"/tables/{table['id']}/events"
        with ann.stream("GET", address) as first, ann.stream("GET", address) as second:
            lines = [first.iter_lines(), second.iter_lines()]
            assert all(next(stream) for stream in lines)
            assert problem(ann.get(address)) == "too-much"
            with bob.stream("GET", address) as other:
                assert other.status_code == 200


def test_this_machine_itself_has_no_limits(tmp_path: Path) -> None:
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
def test_clients_are_known_by_their_address(client: str, address: str) -> None:
    assert address_of({"client": (client, 1)}) == address


def test_a_bucket_is_filled_evenly() -> None:
    buckets = Buckets(60)
    for _ in range(30):
        assert buckets.wait("ann", 0.0) == 0
        buckets.take("ann", 0.0)
    assert buckets.wait("ann", 0.0) == pytest.approx(1.0)
    assert buckets.wait("ann", 0.5) == pytest.approx(0.5)
    assert buckets.wait("ann", 1.0) == 0
    assert buckets.wait("bob", 0.0) == 0


def test_what_is_too_much_may_say_until_when() -> None:
    assert TooMuch("wait", 3).retry_after == 3
    assert TooMuch("wait").retry_after is None
