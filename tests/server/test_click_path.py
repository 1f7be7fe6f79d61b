"""docs/architecture.md follows one click with real names: this test follows the same click."""

from __future__ import annotations

import asyncio
import re
import sys
import threading
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import FrameType
from typing import Any
from weakref import WeakSet

import httpx
import pytest

from smokestack.server.accounts import signed_up
from smokestack.server.jobs import runner
from smokestack.server.storage.writer import BatchWriter
from tests.server.api.servers import NO_CERTIFICATES, running

ARCHITECTURE = Path(__file__).parents[2] / "docs" / "architecture.md"
FIRST_MODULE = "smokestack.server.http.protocol"
MAX_STEPS = 12


def documented_steps() -> dict[str, str]:
    """The modules of the numbered list "One click", up to the commit, and what runs there."""
    steps = re.findall(r"^\d+\. `([\w/<>]+)\.py`, `([\w.]+)`", _up_to_the_commit(), re.M)
    return {_module(path): name for path, name in steps}


def documented_helpers() -> list[str]:
    """The modules of the table of helpers."""
    rows = re.findall(r"^\| [^|]+ \| (.+) \|$", _section().partition("### Helpers")[2], re.M)
    return [_module(path) for row in rows for path in re.findall(r"`([\w/<>]+)\.py`", row)]


def _section() -> str:
    text = ARCHITECTURE.read_text("utf-8").partition("## One click")[2]
    return text.partition("\n## ")[0]


def _up_to_the_commit() -> str:
    return _section().partition("**commits**")[0]


def _module(path: str) -> str:
    return f"smokestack.{path.replace('<game>', 'glasgow').replace('/', '.')}"


class Recorder:
    """Records which modules run first, in every thread, until the next commit.

    Tasks that have run before the click are the server's own work and are left out.
    """

    def __init__(self) -> None:
        self.modules: list[str] = []
        self.is_on = False
        self._background: WeakSet[asyncio.Task[Any]] = WeakSet()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event != "call" or not name.startswith("smokestack.") or name in self.modules:
            return
        task = _current_task()
        if not self.is_on:
            if task is not None:
                self._background.add(task)
        elif task not in self._background:
            self.modules.append(name)


def _current_task() -> asyncio.Task[Any] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:  # a thread without an event loop
        return None


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
            httpx.Client(base_url=server.url, verify=NO_CERTIFICATES, timeout=60) as browser,
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
    steps, helpers = documented_steps(), documented_helpers()
    assert 0 < len(steps) <= MAX_STEPS
    assert not set(helpers) & set(steps)
    interpreted = [name for name in steps if not _is_compiled(name)]
    assert [name for name in recorder.modules if name in steps] == interpreted
    passed = set(recorder.modules) - set(steps)
    assert (sorted(passed - set(helpers)), sorted(set(helpers) - passed)) == ([], [])


def test_the_documented_steps_exist() -> None:
    for module, name in documented_steps().items():
        assert attrgetter(name)(import_module(module)), f"{module} has no {name}"


def _is_compiled(name: str) -> bool:
    """Compiled functions are invisible to the profiler."""
    return not str(sys.modules[name].__file__).endswith(".py")
