"""docs/architecture.md follows one click with real names: this test follows the same click."""

from __future__ import annotations

import re
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import httpx
import pytest

from smokestack.server.accounts import signed_up
from smokestack.server.jobs import runner
from smokestack.server.storage.writer import BatchWriter
from tests.server.api.servers import NO_CERTIFICATES, running

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
FIRST_MODULE = "smokestack.server.http.protocol"
MAX_MODULES = 12


def documented_path() -> list[str]:
    """The modules of the numbered list "One click", up to the commit."""
    text = ARCHITECTURE.read_text("utf-8").partition("## One click")[2]
    steps = text.partition("**commits**")[0]
    return [
        f"smokestack.{name.replace('<game>', 'glasgow').replace('/', '.')}"
        for name in re.findall(r"^\d+\. `([\w/<>]+)\.py`", steps, re.M)
    ]


class Recorder:
    """Records which modules run first, in every thread, until the next commit."""

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.is_on = False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if self.is_on and event == "call" and name not in self.modules:
            self.modules.append(name)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Recorder:
    recorder = Recorder()
    commit = BatchWriter._commit

    def commit_and_stop(writer: BatchWriter) -> None:
        if FIRST_MODULE in recorder.modules:
            recorder.is_on = False
        else:  # something that the server does by itself, before the click has arrived
            recorder.modules.clear()
        commit(writer)

    monkeypatch.setattr(BatchWriter, "_commit", commit_and_stop)
    for polling in (runner, signed_up):  # it would look like a part of the click
        monkeypatch.setattr(polling, "POLL_SECONDS", 3600.0)
    return recorder


def test_a_click_takes_the_documented_path(tmp_path: Path, recorder: Recorder) -> None:
    threading.setprofile(recorder)  # before the server starts its thread
    try:
        with (
            running(tmp_path, bots=0, heartbeat=3600) as server,  # nor polling for bot jobs
            httpx.Client(base_url=server.url, verify=NO_CERTIFICATES) as browser,
        ):
            browser.get("/")
            csrf = {"_csrf_token": browser.cookies["csrftoken"]}
            created = browser.post("/tables", data={"seat-0": "me", "seat-1": "here", **csrf})
            table = created.headers["location"]
            browser.post(f"{table}/contribution", data={"text": "text", **csrf})
            page = browser.get(table).text
            fields = dict(re.findall(r'name="(version|key)" value="([^"]*)"', page))
            recorder.is_on = True
            response = browser.post(f"{table}/answers", data={**fields, **csrf, "answer": "move 1"})
            assert response.status_code == 303
    finally:
        threading.setprofile(None)
    path = documented_path()
    assert 0 < len(path) <= MAX_MODULES
    interpreted = [name for name in path if not _is_compiled(name)]
    assert [name for name in recorder.modules if name in path] == interpreted


def _is_compiled(name: str) -> bool:
    """Compiled functions are invisible to the profiler."""
    return not str(sys.modules[name].__file__).endswith(".py")
