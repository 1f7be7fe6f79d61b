from __future__ import annotations

from collections.abc import AsyncIterator

from litestar import Litestar, get
from litestar.config.compression import CompressionConfig
from litestar.response import Stream
from litestar.testing import TestClient

from smokestack.server.http.compression import FastCompression

GZIP = {"accept-encoding": "gzip"}
LINE = "cotton "
LINES = 1000


def test_a_long_response_is_compressed() -> None:
    with client() as http:
        response = http.get("/long", headers=GZIP)
        assert response.headers["content-encoding"] == "gzip"
        assert int(response.headers["content-length"]) < len(LINE * LINES) / 10
        assert "accept-encoding" in response.headers["vary"].lower()
        assert response.text == LINE * LINES


def test_a_client_that_does_not_accept_gzip_gets_the_response_as_it_is() -> None:
    with client() as http:
        response = http.get("/long", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in response.headers
        assert response.text == LINE * LINES


def test_a_short_response_is_not_compressed() -> None:
    with client() as http:
        response = http.get("/short", headers=GZIP)
        assert "content-encoding" not in response.headers
        assert response.text == LINE


def test_a_stream_is_not_compressed() -> None:
    with client() as http:
        response = http.get("/stream", headers=GZIP)
        assert "content-encoding" not in response.headers
        assert response.text == LINE * LINES


@get("/long", sync_to_thread=False)
def long() -> str:
    return LINE * LINES


@get("/short", sync_to_thread=False)
def short() -> str:
    return LINE


@get("/stream", sync_to_thread=False)
def stream() -> Stream:
    async def lines() -> AsyncIterator[str]:
        for _ in range(LINES):
            yield LINE

    return Stream(lines())


def client() -> TestClient[Litestar]:
    configuration = CompressionConfig(backend="gzip", middleware_class=FastCompression)
    return TestClient(Litestar([long, short, stream], compression_config=configuration))
