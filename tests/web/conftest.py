"""A real server on loopback and a real Chromium."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from benchmarks.browsing import FLAGS
from tools.system_packages import find_chromium

START_TIMEOUT_SECONDS = 30.0
PAGE_TIMEOUT_MILLISECONDS = 20_000  # for a busy machine
expect.set_options(timeout=PAGE_TIMEOUT_MILLISECONDS)
RETURNING_VISITOR = """
for (const name of ["guided-glasgow", "guided-brass"]) localStorage.setItem(name, "yes");
localStorage.setItem("ask", "no");
localStorage.setItem("pace", "instant");
"""


class Server:
    """`smokestack serve` in its own process; it can be stopped and started again."""

    def __init__(
        self,
        folder: Path,
        pause: float = 0.0,
        database: str = "",
        options: tuple[str, ...] = (),
        port: int = 0,
    ) -> None:
        self.folder = folder
        self.options = ["--bot-pause", str(pause), *(["--database", database] if database else [])]
        self.options += options
        self.process: subprocess.Popen[str] | None = None
        self.port = port
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "smokestack", "serve", "--port", str(self.port)]
        command += ["--data", str(self.folder), "--bots", "1", "--sign-up", "open", *self.options]
        log = (self.folder / "log.txt").open("a")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "open at" in line, (self.folder / "log.txt").read_text()
        self.port = int(line.split("http://localhost:")[1].split()[0])
        self._wait()

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        assert self.process is not None
        self.process.send_signal(with_signal)
        self.process.wait(timeout=30)
        if self.process.stdout:
            self.process.stdout.close()

    def log(self) -> str:
        return (self.folder / "log.txt").read_text()

    def _wait(self) -> None:
        end = time.monotonic() + START_TIMEOUT_SECONDS
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
    """One server for all tests of a worker; its log must contain no traceback at the end.

    It may send notices to loopback.
    """
    running = Server(tmp_path_factory.mktemp("server"), options=("--private-webhooks",))
    yield running
    running.stop()
    assert "Traceback" not in running.log()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this package in a worker.

    It ends before other packages are tested: while Playwright is active, its event loop counts as
    running in this thread, and other tests could not run one.
    """
    found = find_chromium()
    assert found, "Chromium is missing; `make test` installs it"
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Open a page in a new browser context: `visit(url, locale="de", width=390)`.

    Without a URL the page stays empty. By default it belongs to a returning visitor (`regular`)
    and shows no motion (`still`), so that elements don't move while they are clicked. Small
    windows have touch, others with `touch`.
    """
    contexts: list[BrowserContext] = []

    def visit(url: str = "", width: int = 1440, height: int = 900, **options: object) -> Page:
        touch = bool(options.get("touch", width < 500))
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
            context.add_init_script(RETURNING_VISITOR)
        page = context.new_page()
        page.set_default_timeout(PAGE_TIMEOUT_MILLISECONDS)
        if url:
            page.goto(url)
        return page

    yield visit
    for context in contexts:
        context.close()
