"""Raw connections to a server, for requests that no HTTP client would send."""

from __future__ import annotations

import socket

from tests.server.api.servers import Running


def connect(server: Running) -> socket.socket:
    client = socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2])))
    client.settimeout(20)
    return client


def send(server: Running, data: bytes) -> bytes:
    """The first bytes of the response; empty if the server closes the connection."""
    with connect(server) as client:
        client.sendall(data)
        return client.recv(65536)
