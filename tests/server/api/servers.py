"""A real server on loopback, in a thread of the test process, and API clients for it."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import httpx
from litestar import Litestar

from smokestack.server.app import make_app
from smokestack.server.serve import Server
from tests.server.services import settings
from tests.server.storage.migrated import prepare

START_TIMEOUT_SECONDS = 20.0
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Loopback needs none, and loading them for each client would be slow."""
Data: TypeAlias = dict[str, Any]

_keys = count()


def key() -> str:
    return f"api-key-{next(_keys):08}"


class Running:
    """A running server: its URL and its app."""

    def __init__(self, app: Litestar, port: int) -> None:
        self.app = app
        self.url = f"http://127.0.0.1:{port}"
        self.mails: list[EmailMessage] = []

    def guest(self, **headers: str) -> Guest:
        return Guest(self.url, **headers)


class Guest(httpx.Client):
    """An API client with its own guest token; paths are below `/api/v1`."""

    def __init__(self, url: str, **headers: str) -> None:
        super().__init__(
            base_url=f"{url}/api/v1", timeout=60.0, headers=headers, verify=NO_CERTIFICATES
        )
        reply = httpx.post(f"{url}/api/v1/guests", verify=NO_CERTIFICATES)
        self.token = reply.json()["token"]
        self.headers["authorization"] = f"Bearer {self.token}"

    def new_table(self, *seats: str, game: str = "glasgow", **fields: Any) -> Data:
        plan = {"game": game, "seats": list(seats), "name": "Ann", "first": 0, **fields}
        reply = self.post("/tables", json=plan)
        assert reply.status_code == 201, reply.text
        table = data(reply)
        return self.contribute(table) if table["my_seats"] else table

    def contribute(self, table: Data) -> Data:
        """Contribute to the deal, so that the game starts if nobody else is missing."""
        reply = self.post(f"/tables/{table['id']}/contribution", json={"text": "a random text"})
        assert reply.status_code == 200, reply.text
        return data(reply)

    def table(self, table_id: str, **query: Any) -> Data:
        return data(self.get(f"/tables/{table_id}", params=query))

    def answer(self, table: Data, answer: str = "", **fields: Any) -> httpx.Response:
        """Give an answer; by default the first choice."""
        body = {
            "version": table["version"],
            "key": key(),
            "answer": answer or table["choices"][0]["answer"],
            **fields,
        }
        return self.post(f"/tables/{table['id']}/answers", json=body)

    def wait_until(self, table_id: str, reached: Callable[[Data], bool]) -> Data:
        end = time.monotonic() + 60
        while not reached(table := self.table(table_id)):
            assert time.monotonic() < end, "the expected state was not reached"
            time.sleep(0.01)
        return table


def two_guests(ann: Guest, bob: Guest, **fields: Any) -> Data:
    """A table with Ann in seat 0 and Bob in seat 1, as Ann sees it."""
    table = ann.new_table("me", "link", **fields)
    body = {"seat_token": table["seats"][1]["seat_token"], "name": "Bob"}
    assert bob.post("/seats", json=body).status_code == 200
    bob.contribute(table)
    return ann.table(table["id"])


def data(reply: httpx.Response) -> Data:
    found: Data = reply.json()
    return found


def problem(reply: httpx.Response) -> str:
    """The problem type of a reply."""
    assert reply.headers["content-type"] == "application/problem+json", reply.text
    found = data(reply)
    assert found["status"] == reply.status_code
    return str(found["type"]).removeprefix("/api/v1/problems/")


@contextmanager
def running(folder: Path, **options: Any) -> Iterator[Running]:
    used = settings(folder, **options)
    prepare(used)
    app = make_app(used)
    server = Server(app)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    end = time.monotonic() + START_TIMEOUT_SECONDS
    while not server.started:
        assert thread.is_alive(), "the server did not start"
        assert time.monotonic() < end, "the server did not start in time"
        time.sleep(0.01)
    try:
        yield Running(app, listener.getsockname()[1])
    finally:
        server.handle_exit(2, None)
        thread.join(timeout=30)
        assert not thread.is_alive(), "the server did not stop"
