"""Requests that people ask for don't reach the host's own network."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from smokestack.server.notices import outgoing
from smokestack.server.notices.outgoing import (
    MAX_REQUESTS_PER_HOST,
    MAX_WAITING_PER_HOST,
    AddressRefused,
    NotSent,
    OutgoingRequests,
    ReceiverBusy,
    UnclearResult,
    is_valid_url,
)
from smokestack.server.notices.public_addresses import is_public
from tests.server.notices.receivers import Receiver, receiver


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.255.0.9",
        "0.0.0.0",
        "10.0.0.1",
        "172.16.5.5",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::1",
        "::",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "fd12:3456::1",
        "fec0::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::127.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::",
        "2002:c0a8:101::1",
        "2002:909:909::1",
        "2001:0:7f00:1::",
        "2001:db8::1",
        "not an address",
    ],
)
def test_addresses_that_are_not_on_the_internet(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9"])
def test_addresses_on_the_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org/",
        "http://example.org/",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:pass@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://exam ple.org/",
        "https://example.org/\r\nx: y",
        "https://example.org/" + "x" * 500,
        "https://[::1/",
        "file:///etc/passwd",
    ],
)
def test_urls_that_are_refused(url: str) -> None:
    assert not is_valid_url(url, allow_private=False)


def test_urls_that_are_accepted() -> None:
    assert is_valid_url("https://example.org:8443/hooks/1?x=y", allow_private=False)
    assert is_valid_url("http://127.0.0.1:80/", allow_private=True)


async def test_a_name_is_checked_after_it_is_resolved(
    web: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(web.url.rpartition(":")[2])
    answers = {
        "one.example": ["127.0.0.1"],
        "mixed.example": ["9.9.9.9", "127.0.0.1"],
        "mapped.example": ["::ffff:127.0.0.1"],
    }

    def resolve(host: str, *args: Any, **named: Any) -> list[Any]:
        kinds = [socket.AF_INET6 if ":" in each else socket.AF_INET for each in answers[host]]
        return [
            (kind, socket.SOCK_STREAM, 6, "", (each, port))
            for kind, each in zip(kinds, answers[host], strict=True)
        ]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    requests = OutgoingRequests(allow_private=False)
    for name in answers:
        with pytest.raises(AddressRefused):
            await requests.post(f"http://{name}:{port}/", {}, b"x")
    for number in ("127.0.0.1", "2130706433", "0x7f.1"):
        answers[number] = ["127.0.0.1"]
        with pytest.raises(AddressRefused):
            await requests.post(f"http://{number}:{port}/", {}, b"x")
    await requests.close()
    assert web.requests == []


async def test_redirects_are_not_followed_and_a_closed_port_is_not_a_delivery(
    web: Receiver,
) -> None:
    requests = OutgoingRequests(allow_private=True)
    web.statuses = [302]
    assert await requests.post(f"{web.url}/hook", {}, b"x") == 302
    assert [request.path for request in web.requests] == ["/hook"]
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        with pytest.raises(NotSent):
            await requests.post(f"http://127.0.0.1:{unused.getsockname()[1]}/", {}, b"x")
    await requests.close()


@contextmanager
def silent_receiver() -> Iterator[str]:
    """The URL of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as found:
        yield f"http://127.0.0.1:{found.getsockname()[1]}/"


async def test_a_request_that_waited_too_long_for_a_connection_was_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(outgoing, "MAX_CONNECTIONS", 1)
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.5)
    requests = OutgoingRequests(allow_private=True)
    with silent_receiver() as url:
        found = await asyncio.gather(
            *[requests.post(url, {}, b"x") for _ in range(2)], return_exceptions=True
        )
    assert [type(each) for each in found] == [UnclearResult, NotSent]
    await requests.close()


async def test_a_quick_receiver_gets_a_burst_of_requests_without_delay(web: Receiver) -> None:
    requests = OutgoingRequests(allow_private=True)
    burst = MAX_REQUESTS_PER_HOST + MAX_WAITING_PER_HOST
    for _ in range(2):
        found = await asyncio.gather(
            *[requests.post(f"{web.url}/hook", {}, b"x") for _ in range(burst)]
        )
        assert found == [201] * burst
    await requests.close()


async def test_a_slow_receiver_gets_few_requests_at_a_time_and_does_not_hold_up_others(
    web: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 3.0)
    requests = OutgoingRequests(allow_private=True)
    with silent_receiver() as url:
        slow = asyncio.gather(
            *[requests.post(url, {}, b"x") for _ in range(30)], return_exceptions=True
        )
        await asyncio.sleep(0)
        good = [await requests.post(f"{web.url}/hook", {}, b"x") for _ in range(10)]
        assert good == [201] * 10
        assert not slow.done()
        kinds = [type(each) for each in await slow]
    assert kinds.count(UnclearResult) == MAX_REQUESTS_PER_HOST
    assert kinds.count(ReceiverBusy) == 30 - MAX_REQUESTS_PER_HOST
    await requests.close()
