"""A small client for the web pages: it loads tables and submits the answers that they offer.

It implements only as much HTTP as it needs, because it shares the machine with the server that it
measures.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from html import unescape
from typing import Final
from urllib.parse import urlencode

import msgspec

TIMEOUT_SECONDS: Final = 60.0

_VERSION = re.compile(r'data-version="(\d+)"')
_REVISION = re.compile(r'data-revision="(\d+)"')
_FORM = '<form id="answers"'
_ANSWER = re.compile(r'<button name="answer" value="([^"]*)"')
_LINK = re.compile(r"/seats/[A-Za-z0-9_-]{43}")
_TOKEN = re.compile(r'name="_csrf_token" value="([^"]*)"')


class Response(msgspec.Struct, frozen=True):
    status: int
    location: str
    text: str


class Page(msgspec.Struct, frozen=True):
    """The page of a table."""

    version: int
    revision: int
    answers: list[str]
    """In notation; empty if another player must answer."""
    over: bool
    text: str


class UnexpectedStatus(Exception):
    """The response has another status than expected."""


class Client:
    """Has cookies and one connection, which is opened again when it is lost."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._token = ""

    async def create(self, **plan: str) -> str:
        """Create a table, contribute to its deal, and return its path."""
        path = (await self.post("/tables", plan, 303)).location
        await self._contribute(path)
        return path

    async def invitation(self, path: str) -> str:
        """The path of the link to a free seat, which the host sees."""
        page = await self.request("GET", path)
        links = _LINK.findall(page.text)
        return str(links[0])

    async def take_seat(self, link: str, name: str) -> None:
        path = (await self.post(link, {"name": name}, 303)).location
        await self._contribute(path)

    async def _contribute(self, path: str) -> None:
        await self.post(f"{path}/contribution", {"text": secrets.token_hex(16)}, 303)

    async def become_guest(self) -> None:
        """Get the cookie that other visitors get with their first seat."""
        reply = await self.request("POST", "/api/v1/guests")
        self.cookies["guest"] = msgspec.json.decode(reply.text, type=dict[str, str])["token"]

    async def load(self, path: str) -> Page:
        return _page(await self.request("GET", path, fragment=True), 200)

    async def answer(self, path: str, version: int, key: str, answer: str) -> Page:
        """Submit an answer; submitting it again with the same key has no effect."""
        fields = {"version": str(version), "key": key, "answer": answer}
        return _page(await self.post(f"{path}/answers", fields, 200, fragment=True), 200)

    async def request(
        self, method: str, path: str, body: str = "", fragment: bool = False
    ) -> Response:
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                return await self._request(method, path, body, fragment)
        except BaseException:
            self.disconnect()
            raise

    async def watch(self, path: str) -> AsyncIterator[int]:
        """The revisions of a table, from an event stream on a connection of its own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {path}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.partition(b"\r\n")[0]:
                raise UnexpectedStatus(head.decode("latin-1"))
            while line := await reader.readline():
                if line.startswith(b"data: ") and line[6:].strip().isdigit():
                    yield int(line[6:])
        finally:
            writer.close()

    def disconnect(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def post(
        self, path: str, fields: dict[str, str], status: int, fragment: bool = False
    ) -> Response:
        if not self._token:
            found = _TOKEN.search((await self.request("GET", "/")).text)
            assert found is not None
            self._token = found[1]
        body = urlencode({**fields, "_csrf_token": self._token})
        response = await self.request("POST", path, body, fragment)
        if response.status != status:
            raise UnexpectedStatus(f"{path}: {response.status} {_shown(response.text)}")
        return response

    async def _request(self, method: str, path: str, body: str, fragment: bool) -> Response:
        if self._streams is None or self._streams[0].at_eof():
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 20)
        reader, writer = self._streams
        lines = [
            f"{method} {path} HTTP/1.1",
            "host: localhost",
            "cookie: " + "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            f"content-length: {len(body)}",
            "content-type: application/x-www-form-urlencoded",
        ]
        if fragment:
            lines.append("hx-request: true")
        writer.write("\r\n".join([*lines, "", body]).encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length, location = 0, ""
        for line in head[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "location":
                location = value
            elif name.lower() == "set-cookie":
                self._keep_cookie(value)
        text = (await reader.readexactly(length)).decode()
        return Response(int(head[0].split()[1]), location, text)

    def _keep_cookie(self, header: str) -> None:
        """Store a cookie, or delete one that has expired, as browsers do."""
        cookie, *attributes = [part.strip() for part in header.split(";")]
        name, _, content = cookie.partition("=")
        if "max-age=0" in map(str.lower, attributes):
            self.cookies.pop(name, None)
        else:
            self.cookies[name] = content


def revision_of(text: str) -> int:
    """The revision that the page of a table shows."""
    found = _REVISION.search(text)
    assert found is not None
    return int(found[1])


def _page(response: Response, status: int) -> Page:
    if response.status != status:
        raise UnexpectedStatus(f"{response.status} {response.text[-300:]}")
    version = _VERSION.search(response.text)
    assert version is not None
    form = response.text.find(_FORM)  # faster than searching the whole page for answers
    return Page(
        int(version[1]),
        revision_of(response.text),
        [unescape(answer) for answer in _ANSWER.findall(response.text, form)] if form >= 0 else [],
        "data-seated" not in response.text,
        response.text,
    )


def _shown(page: str) -> str:
    """The words of a page that says why something was refused."""
    main = page.partition("<main")[2].partition("</main>")[0] or page
    return " ".join(re.sub(r"<[^>]*>", " ", f"<{main}").split())[:300]
