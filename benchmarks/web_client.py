"""A lean client of the web table: people who look at pages and press what the pages offer.

It speaks just enough HTTP to cost the machine little beside the server that it measures.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from html import unescape
from typing import Final
from urllib.parse import urlencode

import msgspec

PATIENCE: Final = 60.0

_VERSION = re.compile(r'data-version="(\d+)"')
_NEWS = re.compile(r'data-news="(\d+)"')
_FORM = '<form id="answers"'
_ANSWER = re.compile(r'<button name="answer" value="([^"]*)"')
_LINK = re.compile(r"/seats/[A-Za-z0-9_-]{43}")
_TOKEN = re.compile(r'name="_csrf_token" value="([^"]*)"')


class Answered(msgspec.Struct, frozen=True):
    """What a server sent back."""

    status: int
    location: str
    text: str


class Page(msgspec.Struct, frozen=True):
    """What somebody sees of a table."""

    version: int
    news: int
    answers: list[str]
    """What can be pressed now."""
    over: bool
    text: str


class Refused(Exception):
    """Another status than the one that was expected."""


class Person:
    """Somebody with cookies and one connection, which is opened again when it is lost."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._token = ""

    async def create(self, **plan: str) -> str:
        """Set up a table; its path."""
        return (await self._post("/tables", plan, 303)).location

    async def invitation(self, path: str) -> str:
        """The link of a seat that is free, for its host."""
        own = await self.ask("GET", path)
        links = _LINK.findall(own.text)
        return str(links[0])

    async def take_seat(self, link: str, name: str) -> None:
        await self._post(link, {"name": name}, 303)

    async def look(self, path: str) -> Page:
        return _page(await self.ask("GET", path, fragment=True), 200)

    async def answer(self, path: str, version: int, key: str, answer: str) -> Page:
        """Press a button; what is shown then. A second time is answered like the first."""
        fields = {"version": str(version), "key": key, "answer": answer}
        return _page(await self._post(f"{path}/answers", fields, 200, fragment=True), 200)

    async def ask(self, method: str, path: str, body: str = "", fragment: bool = False) -> Answered:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._ask(method, path, body, fragment)
        except BaseException:
            self.leave()
            raise

    async def watch(self, path: str) -> AsyncIterator[int]:
        """The numbers of a table's news, on a connection of their own."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"GET {path}/events HTTP/1.1\r\nhost: localhost\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head.partition(b"\r\n")[0]:
                raise Refused(head.decode("latin-1"))
            while line := await reader.readline():
                if line.startswith(b"data: ") and line[6:].strip().isdigit():
                    yield int(line[6:])
        finally:
            writer.close()

    def leave(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _post(
        self, path: str, fields: dict[str, str], status: int, fragment: bool = False
    ) -> Answered:
        if not self._token:
            found = _TOKEN.search((await self.ask("GET", "/")).text)
            assert found is not None
            self._token = found[1]
        body = urlencode({**fields, "_csrf_token": self._token})
        answered = await self.ask("POST", path, body, fragment)
        if answered.status != status:
            raise Refused(f"{path}: {answered.status} {answered.text[-300:]}")
        return answered

    async def _ask(self, method: str, path: str, body: str, fragment: bool) -> Answered:
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
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
        text = (await reader.readexactly(length)).decode()
        return Answered(int(head[0].split()[1]), location, text)


def _page(answered: Answered, status: int) -> Page:
    if answered.status != status:
        raise Refused(f"{answered.status} {answered.text[-300:]}")
    version, news = _VERSION.search(answered.text), _NEWS.search(answered.text)
    assert version is not None
    assert news is not None
    form = answered.text.find(_FORM)  # much sooner found than by looking for answers everywhere
    return Page(
        int(version[1]),
        int(news[1]),
        [unescape(answer) for answer in _ANSWER.findall(answered.text, form)] if form >= 0 else [],
        "data-seated" not in answered.text,
        answered.text,
    )
