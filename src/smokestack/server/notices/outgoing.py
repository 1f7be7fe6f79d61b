"""Sends requests to addresses that people have given.

The connection goes to the very address that was checked, so a name can't resolve to another one
afterwards. Redirects are not followed, and responses are not read. One receiver gets few requests
at a time, and few others wait for it, so that a slow one does not hold up the others.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import httpcore

from smokestack.server.notices.public_addresses import is_public

CONNECT_SECONDS: Final = 5.0
TOTAL_SECONDS: Final = 15.0
MAX_CONNECTIONS: Final = 100  # more than the jobs that run at a time
MAX_REQUESTS_PER_HOST: Final = 4  # at a time
MAX_WAITING_PER_HOST: Final = 20  # for these
MAX_WAIT_SECONDS: Final = 1.0
MAX_URL_LENGTH: Final = 500
MAX_ADDRESSES: Final = 3  # of a host, to which a connection is tried


class AddressRefused(Exception):
    """The address is not on the internet."""


class NotSent(Exception):
    """Nothing was sent, so it is safe to try again."""


class ReceiverBusy(Exception):
    """The host still has to answer earlier requests, so this one must wait."""


class UnclearResult(Exception):
    """Something was sent, and no response came; it may have arrived."""


def is_valid_url(url: str, allow_private: bool) -> bool:
    """Whether a URL can be requested: https, or with `allow_private` also http."""
    if len(url) > MAX_URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url:
        return False
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return False
    schemes = ("https", "http") if allow_private else ("https",)
    return (
        parts.scheme in schemes
        and bool(parts.hostname)
        and port != 0
        and parts.username is None
        and parts.password is None
    )


@cache
def _ssl_context() -> ssl.SSLContext:
    """The certificates of the machine; reading them takes 20 ms."""
    return ssl.create_default_context()


class OutgoingRequests:
    def __init__(self, allow_private: bool) -> None:
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=_ssl_context(),
            max_connections=MAX_CONNECTIONS,
            max_keepalive_connections=0,
            network_backend=_CheckedNetwork(allow_private),
        )
        self._hosts: dict[str, _Host] = {}

    async def close(self) -> None:
        await self._pool.aclose()

    async def post(self, url: str, headers: Mapping[str, str], content: bytes) -> int:
        """Send a request; returns the status of the response."""
        name = urlsplit(url).netloc.lower()
        host = self._hosts.setdefault(name, _Host())
        if host.requests >= MAX_REQUESTS_PER_HOST + MAX_WAITING_PER_HOST:
            raise ReceiverBusy
        host.requests += 1
        try:
            await host.wait()
            try:
                return await self._post(url, headers, content)
            finally:
                host.free.release()
        finally:
            host.requests -= 1
            if not host.requests:
                del self._hosts[name]

    async def _post(self, url: str, headers: Mapping[str, str], content: bytes) -> int:
        is_sent = False

        async def trace(event: str, info: dict[str, Any]) -> None:
            nonlocal is_sent
            is_sent = is_sent or event.endswith("send_request_headers.started")

        timeouts = dict.fromkeys(("connect", "read", "write", "pool"), TOTAL_SECONDS)
        timeouts["connect"] = CONNECT_SECONDS
        request = self._pool.stream(
            "POST",
            url,
            headers=list(headers.items()),
            content=content,
            extensions={"timeout": timeouts, "trace": trace},
        )
        try:
            async with asyncio.timeout(TOTAL_SECONDS), request as response:
                return response.status
        except (TimeoutError, httpcore.NetworkError, httpcore.TimeoutException) as error:
            if is_sent:
                raise UnclearResult(type(error).__name__) from None
            raise NotSent(type(error).__name__) from None
        except (httpcore.ProtocolError, httpcore.UnsupportedProtocol) as error:
            raise UnclearResult(type(error).__name__) from None


class _Host:
    """The requests to a host."""

    def __init__(self) -> None:
        self.requests = 0
        """In progress or waiting."""
        self.free = asyncio.Semaphore(MAX_REQUESTS_PER_HOST)

    async def wait(self) -> None:
        """Wait until one more request may be sent; `ReceiverBusy` if that takes too long."""
        try:
            async with asyncio.timeout(MAX_WAIT_SECONDS):
                await self.free.acquire()
        except TimeoutError:
            raise ReceiverBusy from None


class _CheckedNetwork(httpcore.AsyncNetworkBackend):
    """Connects to public addresses only, unless private ones are allowed."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._network = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        addresses = await _resolve(host, port)
        if not self._allow_private and not all(is_public(address) for address in addresses):
            raise AddressRefused
        for address in addresses[: MAX_ADDRESSES - 1]:
            try:
                return await self._network.connect_tcp(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if address == addresses[-1]:
                    raise
        return await self._network.connect_tcp(addresses[-1], port, timeout)

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        raise AddressRefused

    async def sleep(self, seconds: float) -> None:
        await self._network.sleep(seconds)


async def _resolve(host: str, port: int) -> list[str]:
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise httpcore.ConnectError from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not addresses:
        raise httpcore.ConnectError
    return addresses
