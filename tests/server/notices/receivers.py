"""What notices are sent to, on loopback: a push service, a webhook and an SMTP server."""

from __future__ import annotations

import json
import socket
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as SmtpSession
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

NO_RESPONSE = 0


class Received:
    """A request."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    @property
    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


class Receiver:
    """An HTTP server that keeps what it gets; `statuses` are its next replies, then 201."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.requests: list[Received] = []
        self.statuses: list[int] = []


@contextmanager
def receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            found.requests.append(Received(self.path, headers, body))
            status = found.statuses.pop(0) if found.statuses else 201
            if status == NO_RESPONSE:
                self.close_connection = True
                return
            self.send_response(status)
            self.send_header("content-length", "0")
            if status == 302:
                self.send_header("location", f"{found.url}/elsewhere")
            self.end_headers()

        def log_message(self, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 128  # with the usual 5, connections of a burst may be reset

    server = Server(("127.0.0.1", 0), Handler)
    found = Receiver(server.server_port)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield found
    finally:
        server.shutdown()
        server.server_close()


class Browser:
    """The keys of a browser that has subscribed to push messages."""

    def __init__(self, receiver: Receiver, name: str = "push") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._receiver = receiver
        self.endpoint = f"{receiver.url}/{name}"
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = _encode(raw)
        self._auth = b"0123456789abcdef"
        self.auth = _encode(self._auth)

    def messages(self, server_key: str) -> list[dict[str, Any]]:
        """What it got, decrypted; every request must be signed with the key of the server."""
        path = self.endpoint.removeprefix(self._receiver.url)
        return [
            self._decrypt(request, server_key)
            for request in self._receiver.requests
            if request.path == path
        ]

    def _decrypt(self, request: Received, server_key: str) -> dict[str, Any]:
        authorization = request.headers["authorization"]
        assert Vapid02.verify(authorization)
        parts = dict(part.split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
        assert parts["k"] == server_key
        payload = parts["t"].split(".")[1]
        claims = json.loads(urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
        assert claims["aud"] == self._receiver.url
        assert request.headers["content-encoding"] == "aes128gcm"
        assert int(request.headers["ttl"]) > 0
        text = http_ece.decrypt(
            request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"
        )
        found: dict[str, Any] = json.loads(text)
        return found


class Mailbox:
    """What an SMTP server got; `replies` are its next replies to a mail."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.replies: list[str] = []
        self.port = 0

    async def handle_DATA(self, server: SMTP, session: SmtpSession, envelope: Envelope) -> str:
        reply = self.replies.pop(0) if self.replies else "250 OK"
        if reply.startswith("250"):
            assert isinstance(envelope.content, bytes)
            found = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(found, EmailMessage)
            self.mails.append(found)
        return reply


@contextmanager
def mailbox() -> Iterator[Mailbox]:
    found = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        found.port = free.getsockname()[1]
    controller = Controller(found, hostname="127.0.0.1", port=found.port)
    controller.start()
    try:
        yield found
    finally:
        controller.stop()


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
