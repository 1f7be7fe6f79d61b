"""A keep-alive connection that sends exactly the bytes it is given."""

from __future__ import annotations

import socket
import zlib

import msgspec

TIMEOUT_SECONDS = 90.0


class Reply(msgspec.Struct):
    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def header(self, name: str) -> str:
        return next((value for found, value in self.headers if found == name), "")

    @property
    def text(self) -> str:
        return self.body.decode("utf-8", "replace")


class Connection:
    """Opened again whenever the server has closed it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._buffer = b""

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
        self._socket, self._buffer = None, b""

    def exchange(self, request: bytes, is_head: bool) -> Reply:
        """The response; an idle connection may have been closed, so a second attempt is made."""
        if self._socket is not None:
            try:
                return self._exchange(request, is_head)
            except ConnectionError:
                self.close()
        self._socket = socket.create_connection(("127.0.0.1", self._port), TIMEOUT_SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self._exchange(request, is_head)

    def _exchange(self, request: bytes, is_head: bool) -> Reply:
        assert self._socket is not None
        self._socket.sendall(request)
        head = self._read_until(b"\r\n\r\n")
        while head.startswith(b"HTTP/1.1 100"):  # asked for by `expect: 100-continue`
            head = self._read_until(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = [
            (name.lower(), value)
            for name, _, value in (line.partition(": ") for line in lines[1:] if line)
        ]
        reply = Reply(int(lines[0].split()[1]), headers, b"")
        if reply.header("content-type").startswith("text/event-stream"):
            if not is_head:
                reply.body = self._read_until(b"\r\n\r\n")
            self.close()  # the stream never ends
            return reply
        if not is_head and reply.status not in (204, 304):
            reply.body = self._read(int(reply.header("content-length") or 0))
        if reply.header("connection") == "close":
            self.close()
        if reply.header("content-encoding") == "gzip":
            reply.body = zlib.decompress(reply.body, 31)
        return reply

    def _read_until(self, end: bytes) -> bytes:
        while end not in self._buffer:
            self._receive()
        found, _, self._buffer = self._buffer.partition(end)
        return found

    def _read(self, length: int) -> bytes:
        while len(self._buffer) < length:
            self._receive()
        found, self._buffer = self._buffer[:length], self._buffer[length:]
        return found

    def _receive(self) -> None:
        assert self._socket is not None
        data = self._socket.recv(1 << 18)
        if not data:
            raise ConnectionError("the server closed the connection")
        self._buffer += data
