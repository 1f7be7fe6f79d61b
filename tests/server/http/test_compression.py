from __future__ import annotations

import gc
from gzip import GzipFile

from litestar import Litestar, get, post
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.testing import TestClient

from smokestack.server.http.compression import LazyCompression

GZIP = {"accept-encoding": "gzip"}
TEXT = "cotton " * 1000


def test_long_responses_are_compressed() -> None:
    with TestClient(Litestar([page], compression_config=configuration())) as client:
        response = client.get("/", headers=GZIP)
        assert response.headers["content-encoding"] == "gzip"
        assert response.text == TEXT


def test_a_request_refused_for_its_csrf_token_leaves_no_open_compressor() -> None:
    app = Litestar(
        [form], compression_config=configuration(), csrf_config=CSRFConfig(secret="0" * 32)
    )
    with TestClient(app) as client:
        gc.disable()
        try:
            assert client.post("/", headers=GZIP).status_code == 403
            compressors = [thing for thing in gc.get_objects() if isinstance(thing, GzipFile)]
        finally:
            gc.enable()
    assert all(compressor.closed for compressor in compressors)


@get("/", sync_to_thread=False)
def page() -> str:
    return TEXT


@post("/", sync_to_thread=False)
def form() -> None:
    return None


def configuration() -> CompressionConfig:
    return CompressionConfig(backend="gzip", middleware_class=LazyCompression)
