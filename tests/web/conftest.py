"""A real server on loopback and a real Chromium, for tests that click."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from browsing import FLAGS

STARTING = 30.0
BEEN_HERE = """
for (const name of ["guided-glasgow", "guided-brass"]) localStorage.setItem(name, "yes");
localStorage.setItem("ask", "no");
"""


class Server:
    """`smokestack serve` in a process of its own; it can be stopped and started again."""

    def __init__(self, folder: Path, pause: float = 0.0, database: str = "") -> None:
        self.folder = folder
        self.options = ["--bot-pause", str(pause), *(["--database", database] if database else [])]
        self.process: subprocess.Popen[str] | None = None
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "smokestack", "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder), "--bots", "1", *self.options]
        log = (self.folder / "log.txt").open("a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "open at" in line, (self.folder / "log.txt").read_text()
        self.port = int(line.split("http://localhost:")[1].split()[0])
        self._wait()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(timeout=30)
        if self.process.stdout:
            self.process.stdout.close()

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()

    def _wait(self) -> None:
        end = time.monotonic() + STARTING
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/health", timeout=2):
                    return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a worker; it must not have failed inside by the end."""
    running = Server(tmp_path_factory.mktemp("house"))
    yield running
    running.stop()
    assert "Traceback" not in running.log()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a worker that follow each other here.

    It ends before tests elsewhere run: as long as Playwright works, its event loop counts as
    running in this thread, and nobody else could run one.
    """
    found = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    assert found, "Chromium is missing; on Debian: apt-get install chromium"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A new person at a browser of their own: `visit(url, locale="de", width=390)`.

    Usually one who has been here before (`regular`), sees no motion (`still`, so that what is
    clicked stands still) and has a finger where the window is small.
    """
    contexts: list[BrowserContext] = []

    def visit(url: str, width: int = 1440, height: int = 900, **options: object) -> Page:
        touch = width < 500
        context = browser.new_context(
            viewport={"width": width, "height": height},
            has_touch=touch,
            is_mobile=touch,
            locale=str(options.get("locale", "en-GB")),
            color_scheme="dark" if options.get("dark") else "light",
            reduced_motion="reduce" if options.get("still", True) else "no-preference",
            bypass_csp=bool(options.get("inspected")),
        )
        contexts.append(context)
        if options.get("regular", True):
            context.add_init_script(BEEN_HERE)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.goto(url)
        return page

    yield visit
    for context in contexts:
        context.close()
