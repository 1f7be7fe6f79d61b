"""Clients by address and network, and the proxies that may name them."""

from __future__ import annotations

from typing import Any

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.http.addresses import (
    LOCAL,
    LOOPBACK,
    UNKNOWN,
    ClientAddress,
    TrustedProxies,
    address_of,
    origin_of,
)


def identify(*forwarded: str, client: str = "127.0.0.1", proxies: Any = LOOPBACK) -> ClientAddress:
    return TrustedProxies(proxies).identify(scope(*forwarded, client=client))


def scope(*forwarded: str, client: str = "127.0.0.1") -> Any:
    headers = [(b"x-forwarded-for", text.encode("latin-1")) for text in forwarded]
    return {
        "client": (client, 1),
        "scheme": "http",
        "headers": [*headers, (b"x-forwarded-proto", b"https")],
    }


def local_request(*headers: tuple[bytes, bytes], http_version: str = "1.1") -> ClientAddress:
    given: Any = {
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "headers": list(headers),
        "http_version": http_version,
    }
    return TrustedProxies(()).identify(given)


@pytest.mark.parametrize(
    ("client", "address", "network"),
    [
        ("198.51.100.7", "198.51.100.7", "198.51.100.0/24"),
        ("::ffff:198.51.100.7", "198.51.100.7", "198.51.100.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"),
        ("fe80::1%eth0", "fe80::/64", "fe80::/48"),
    ],
)
def test_clients_are_identified_by_address_and_network(
    client: str, address: str, network: str
) -> None:
    assert address_of(client) == ClientAddress(address, network)


@pytest.mark.parametrize("client", ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_recognised(client: str) -> None:
    assert address_of(client) == LOCAL


@pytest.mark.parametrize("client", ["", "testclient", "198.51.100", "1.2.3.4.5", "é"])
def test_anything_else_is_unknown(client: str) -> None:
    assert address_of(client) == UNKNOWN


def test_only_the_last_entry_of_a_forwarded_header_counts() -> None:
    assert identify("6.6.6.6, 198.51.100.7").address == "198.51.100.7"
    assert identify("6.6.6.6", "198.51.100.7").address == "198.51.100.7"


@pytest.mark.parametrize(
    "entry", ["198.51.100.7", "198.51.100.7:4711", " 198.51.100.7 ", "[::ffff:198.51.100.7]:80"]
)
def test_an_entry_may_have_a_port(entry: str) -> None:
    assert identify(entry).address == "198.51.100.7"


def test_further_trusted_proxies_are_skipped() -> None:
    proxies = ("10.0.0.0/24", "127.0.0.1")
    assert identify("198.51.100.7, 10.0.0.5", proxies=proxies).address == "198.51.100.7"
    assert identify("6.6.6.6, 10.0.1.5", proxies=proxies).address == "10.0.1.5"


@pytest.mark.parametrize("entries", [(), ("",), ("unknown",), ("198.51.100.7,",), ("_secret",)])
def test_a_client_that_a_proxy_does_not_name_is_unknown(entries: tuple[str, ...]) -> None:
    assert identify(*entries) == UNKNOWN


def test_a_client_that_a_proxy_places_on_this_machine_is_not_exempt() -> None:
    assert not identify("127.0.0.1").is_local
    assert not identify("::1").is_local


def test_a_forwarded_header_from_elsewhere_is_ignored() -> None:
    given = scope("6.6.6.6", client="198.51.100.7")
    assert TrustedProxies(LOOPBACK).identify(given).address == "198.51.100.7"
    assert given["scheme"] == "http"
    given = scope("198.51.100.7")
    TrustedProxies(LOOPBACK).identify(given)
    assert given["scheme"] == "https"


def test_a_local_request_through_an_unknown_proxy_is_unknown() -> None:
    assert identify("198.51.100.7", proxies=()) == UNKNOWN
    plain: Any = {"client": ("127.0.0.1", 1), "scheme": "http", "headers": []}
    assert TrustedProxies(()).identify(plain) == LOCAL


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"forwarded", b"for=198.51.100.7"),
        (b"via", b"1.1 proxy"),
        (b"x-real-ip", b"198.51.100.7"),
        (b"x-forwarded-host", b"games.example"),
        (b"host", b"games.example"),
        (b"host", b"198.51.100.1:8750"),
        (b"host", b"localhost.example"),
    ],
)
def test_a_header_shows_that_a_local_request_is_for_somebody_else(
    name: bytes, value: bytes
) -> None:
    assert local_request((name, value)) == UNKNOWN


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST.:8750",
        "smokestack.localhost:80",
        "127.0.0.1:8750",
        "127.0.1.1",
        "[::1]:8750",
        "0.0.0.0:8750",
    ],
)
def test_a_browser_on_this_machine_is_local(host: str) -> None:
    assert local_request((b"host", host.encode())) == LOCAL


def test_a_local_request_in_an_old_version_of_http_comes_from_a_proxy() -> None:
    """nginx uses HTTP/1.0 unless it is configured otherwise, and sends no other sign of itself."""
    host = (b"host", b"127.0.0.1:8750")
    assert local_request(host, http_version="1.0") == UNKNOWN
    assert local_request(host, http_version="1.1") == LOCAL


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.0/33", "", "0.0.0.0/0", "::/0"])
def test_a_proxy_must_be_an_address_or_a_network(text: str) -> None:
    with pytest.raises(InvalidInput, match="trusted proxy"):
        TrustedProxies((text,))


def test_the_origin_of_a_table_does_not_show_the_address() -> None:
    signer = TokenSigner(b"key")
    one, neighbour = (origin_of(address_of(f"198.51.100.{last}"), signer) for last in (7, 8))
    assert one.address != neighbour.address
    assert one.network == neighbour.network
    assert "198" not in one.address + one.network
    assert one != origin_of(address_of("198.51.100.7"), TokenSigner(b"another"))
    assert origin_of(LOCAL, signer).address == ""
    assert not origin_of(UNKNOWN, signer).is_known
