"""Rate limits by guest, table, address and network, shared by all processes."""

from __future__ import annotations

from pathlib import Path
from time import monotonic, sleep

import httpx
import pytest

from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.http.addresses import LOOPBACK
from tests.server.api.servers import (
    NO_CERTIFICATES,
    Data,
    Guest,
    Running,
    problem,
    running,
    two_guests,
)
from tests.server.server_process import processes_of, serving


def _from(server: Running, address: str) -> Guest:
    return server.guest(**{"x-forwarded-for": address})


def _get(server: Running, forwarded: str) -> int:
    return read(f"{server.url}/api/v1/bots", forwarded)


def read(url: str, forwarded: str) -> int:
    """A request on a connection of its own; the status of the response."""
    headers = {"x-forwarded-for": forwarded}
    return httpx.get(url, headers=headers, verify=NO_CERTIFICATES).status_code


def _chat(guest: Guest, table: Data) -> int:
    return guest.post(f"/tables/{table['id']}/chat", json={"text": "hello"}).status_code


def test_a_guest_over_the_limit_is_told_when_to_retry(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=20) as server:
        ann, bob = (_from(server, "198.51.100.1") for _ in range(2))
        table = ann.new_table("me", "link", open=True)
        address = f"/tables/{table['id']}/chat"
        replies = [ann.post(address, json={"text": "hello"}) for _ in range(20)]
        assert [reply.status_code for reply in replies[:8]] == [200] * 8
        declined = next(reply for reply in replies if reply.status_code != 200)
        assert problem(declined) == "too-many-requests"
        assert 0 < int(declined.headers["retry-after"]) == declined.json()["retry_after"] <= 3
        assert bob.post(address, json={"text": "hello"}).status_code == 200
        assert ann.get(address).status_code == 200, "reading has a limit of its own"


def test_the_players_of_a_table_share_a_limit(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=20) as server:
        guests = [_from(server, f"203.0.113.{number}") for number in range(4)]
        table = guests[0].new_table("me", "link", "link", "link", game="brass")
        for guest, seat in zip(guests[1:], table["seats"][1:], strict=True):
            body = {"seat_token": seat["seat_token"], "name": "Bob"}
            assert guest.post("/seats", json=body).status_code == 200
        statuses = [_chat(guest, table) for _ in range(7) for guest in guests]
        assert statuses[:16] == [200] * 16
        assert 429 in statuses[16:]


def test_a_stranger_does_not_use_up_the_limit_of_a_table(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=40) as server:
        ann = _from(server, "198.51.100.1")
        table = ann.new_table("me", "here:Ben")
        for number in range(6):
            stranger = _from(server, f"203.0.113.{number}")
            for _ in range(20):
                stranger.post(f"/tables/{table['id']}/answers", json={})
        for _ in range(15):
            table = ann.table(table["id"])
            assert ann.answer(table).status_code == 200


def test_the_devices_of_a_seat_use_up_nothing_of_another_seat(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=40) as server:
        ann = _from(server, "198.51.100.1")
        devices = [_from(server, f"203.0.113.{number}") for number in range(3)]
        table = two_guests(ann, devices[0])
        seat = devices[0].table(table["id"])["seats"][1]
        for device in devices[1:]:
            body = {"seat_token": seat["seat_token"], "name": "Bob"}
            assert device.post("/seats", json=body).status_code == 200
        address = f"/tables/{table['id']}/answers"
        statuses = [
            device.post(address, json={}).status_code for _ in range(22) for device in devices
        ]
        assert statuses.count(400) < 30, "the devices of a seat share one allowance"
        assert statuses.count(429) > 30
        assert [_chat(ann, table) for _ in range(10)] == [200] * 10
        assert ann.answer(ann.table(table["id"])).status_code == 200


def test_reading_is_limited_by_address(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=20) as server:
        ann, bob = (_from(server, f"198.51.100.{number}") for number in (1, 2))
        replies = [ann.get("/games") for _ in range(12)]
        assert [reply.status_code for reply in replies[:10]] == [200] * 10
        assert problem(replies[-1]) == "too-many-requests"
        assert int(replies[-1].headers["retry-after"]) == replies[-1].json()["retry_after"] > 0
        assert bob.get("/games").status_code == 200
        for path in ("/", "/nothing", "/static/nothing"):
            headers = {"x-forwarded-for": "198.51.100.1"}
            assert httpx.get(server.url + path, headers=headers).status_code == 429
        assert httpx.get(f"{server.url}/health").status_code == 200


def test_a_refused_request_looks_up_no_session(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up = []

    async def find_session(_: AccountService, token: str) -> None:
        looked_up.append(token)

    monkeypatch.setattr(AccountService, "find_session", find_session)
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=20) as server:
        headers = {"x-forwarded-for": "198.51.100.1", "accept-language": "de"}
        for number in range(20):
            reply = httpx.get(
                f"{server.url}/lessons",
                headers={**headers, "cookie": f"session=s_{number}"},
                verify=NO_CERTIFICATES,
            )
        assert reply.status_code == 429
        assert "Anfragen" in reply.text
    assert 10 <= len(looked_up) <= 11


def test_a_refused_page_does_not_replace_the_table_in_a_browser(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=2) as server:
        headers = {"x-forwarded-for": "198.51.100.1", "hx-request": "true"}
        replies = [httpx.get(f"{server.url}/new", headers=headers) for _ in range(3)]
        assert replies[-1].status_code == 429
        assert replies[-1].headers["hx-retarget"] == "#notices"
        assert replies[-1].text.startswith('<p class="notice">')


def test_a_network_has_a_limit_that_many_addresses_share(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=20) as server:
        for address in ("2001:db8:5:{}::1", "198.51.100.{}"):
            statuses = [_get(server, address.format(number)) for number in range(90)]
            assert statuses[:40] == [200] * 40
            assert 429 in statuses
        assert _get(server, "2001:db8:6::1") == 200


def test_all_addresses_in_an_ipv6_64_are_one(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=10) as server:
        statuses = [_get(server, f"2001:db8:5:1::{number:x}") for number in range(1, 16)]
        assert statuses[:5] == [200] * 5
        assert statuses.count(429) > 5


def test_clients_without_a_valid_address_share_a_lower_limit(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, requests_per_minute=50) as server:
        claims = ["", "unknown", "x" * 50, "198.51.100.256", "_hidden", "1,", "no:port:here"]
        statuses = [_get(server, claims[number % len(claims)]) for number in range(20)]
        assert statuses[:5] == [200] * 5
        assert statuses.count(429) > 5
        without_header = [httpx.get(f"{server.url}/api/v1/bots").status_code for _ in range(9)]
        assert 429 in without_header
        assert [_get(server, "198.51.100.1") for _ in range(20)] == [200] * 20


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-forwarded-for", "198.51.100.{}"),
        ("forwarded", "for=198.51.100.{}"),
        ("via", "1.1 proxy{}"),
        ("x-real-ip", "198.51.100.{}"),
        ("host", "games{}.example"),
    ],
)
def test_clients_of_a_proxy_that_is_not_configured_are_limited(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, value: str
) -> None:
    """All of them seem to come from this machine, whose requests are not limited."""
    with running(tmp_path, requests_per_minute=50) as server:
        statuses = [
            httpx.get(
                f"{server.url}/api/v1/bots",
                headers={name: value.format(number)},
                verify=NO_CERTIFICATES,
            ).status_code
            for number in range(20)
        ]
        assert statuses[:5] == [200] * 5
        assert statuses.count(429) > 5
        assert httpx.get(f"{server.url}/new").status_code == 200
    warnings = [text for text in caplog.messages if "a proxy that is not trusted" in text]
    assert len(warnings) == 1


def test_a_stranger_can_not_keep_somebody_from_signing_in(tmp_path: Path) -> None:
    options = {"trusted_proxies": LOOPBACK, "sign_ins_per_minute": 4}
    with running(tmp_path, bots=0, **options) as server:
        body = {"name": "Ann", "password": "wrong"}

        def sign_in(address: str) -> int:
            headers = {"x-forwarded-for": address}
            url = f"{server.url}/api/v1/sessions"
            return httpx.post(url, json=body, headers=headers, verify=NO_CERTIFICATES).status_code

        # All addresses of a network count together.
        assert 429 in [sign_in(f"203.0.113.{number}") for number in range(1, 8)]
        assert sign_in("198.51.100.1") == 401
        # Many networks together are limited for one name, too.
        assert 429 in [sign_in(f"198.51.{number}.1") for number in range(101, 180)]


def test_spectators_share_a_limit_of_messages_at_a_table(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK) as server:
        ann = _from(server, "198.51.100.1")
        table = ann.new_table("me", "here:Ben")
        strangers = [_from(server, f"203.0.{number}.1") for number in range(6)]
        statuses = [_chat(stranger, table) for _ in range(8) for stranger in strangers]
        assert 15 <= statuses.count(200) <= 18
        assert [_chat(ann, table) for _ in range(30)] == [200] * 30
        other = ann.new_table("me", "here:Ben")
        one_address = [_chat(strangers[0], other) for _ in range(10)]
        assert one_address.count(200) in (5, 6), "the others may write as well"
        assert _chat(strangers[1], other) == 200


def test_reports_are_limited_by_address(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK) as server:
        ann, bob = (_from(server, f"198.51.100.{number}") for number in (1, 2))
        statuses = []
        for _ in range(4):
            table = ann.new_table("me", "here:Ben")
            for _ in range(3):
                guest = _from(server, "203.0.113.1")
                address = f"/tables/{table['id']}/reports"
                statuses += [guest.post(address, json={}).status_code for _ in range(4)]
        assert statuses.count(201) in (20, 21)
        assert statuses.count(429) == 48 - statuses.count(201)
        assert bob.post(address, json={}).status_code == 201


def test_analyses_are_limited_by_address(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, bots=0) as server:
        guests = [_from(server, "198.51.100.1") for _ in range(3)]
        statuses = [
            guest.post("/tables/none/analysis", json={"depth": "quick"}).status_code
            for _ in range(6)
            for guest in guests
        ]
        assert statuses == [404] * 10 + [429] * 8


def test_a_guest_is_recognised_in_every_form_of_the_cookie(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=6) as server:
        signer = server.app.state.service.signer
        token = signer.sign(signer.new_guest())
        statuses = []
        for cookie in (token, f'"{token}"', f"%{ord(token[0]):02x}{token[1:]}") * 2:
            headers = {"cookie": f"guest={cookie}", "x-forwarded-for": "198.51.100.1"}
            reply = httpx.post(f"{server.url}/language", headers=headers, verify=NO_CERTIFICATES)
            statuses.append(reply.status_code)
        assert statuses == [403] * 3 + [429] * 3


def test_hints_are_limited(tmp_path: Path) -> None:
    with running(
        tmp_path, trusted_proxies=LOOPBACK, hints_per_minute=6, hint_simulations=5
    ) as server:
        ann, bob = (_from(server, f"198.51.100.{number}") for number in (1, 2))
        tables = [guest.new_table("me", "here:Ben", hints=True) for guest in (ann, bob)]
        replies = [ann.post(f"/tables/{tables[0]['id']}/hint") for _ in range(4)]
        assert [reply.status_code for reply in replies] == [200] * 3 + [429]
        assert problem(replies[-1]) == "too-many-requests"
        assert bob.post(f"/tables/{tables[1]['id']}/hint").status_code == 200


def test_all_processes_of_a_server_share_the_limits(tmp_path: Path) -> None:
    options = ["--processes", "3", "--behind-proxy", "--request-limit", "20"]
    with serving(tmp_path, *options) as address:
        end = monotonic() + 30  # the first process answers before the last starts
        while len(processes_of(tmp_path)) < 3:
            assert monotonic() < end
            sleep(0.1)
        begun = monotonic()
        # The system gives each connection to any of the processes.
        statuses = [read(f"{address}/api/v1/bots", "198.51.100.1") for _ in range(60)]
        permitted = 10 + (monotonic() - begun) * 20 / 60
        assert 10 <= statuses.count(200) <= permitted + 1


def test_new_guests_share_the_limit_of_their_address(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=2) as server:
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
    with running(tmp_path, trusted_proxies=LOOPBACK, changes_per_minute=2) as server:
        headers = {"x-forwarded-for": "198.51.100.1"}
        with httpx.Client(base_url=server.url, headers=headers) as browser:
            browser.get("/new")
            form = {"_csrf_token": browser.cookies["csrftoken"], "language": "de"}
            replies = [browser.post("/language", data=form) for _ in range(8)]
        assert replies[0].status_code == 303
        assert replies[-1].status_code == 429
        assert int(replies[-1].headers["retry-after"]) > 0


def test_an_address_has_a_maximum_number_of_event_streams(tmp_path: Path) -> None:
    with running(tmp_path, trusted_proxies=LOOPBACK, max_event_streams_per_address=2) as server:
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


def test_an_exceeded_limit_may_say_when_to_retry() -> None:
    assert LimitExceeded("wait", 3).retry_after == 3
    assert LimitExceeded("wait").retry_after is None
