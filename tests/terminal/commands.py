"""Runs the command `smokestack` for tests of its output."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import patch

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from smokestack.terminal.main import main

TILES = Path(smokestack.__file__).parent / "games" / "glasgow" / "data" / "tiles.toml"
COMMAND = [sys.executable, "-m", "smokestack"]
Run = Callable[..., CompletedProcess[str]]
PREFERENCES = (
    *("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"),
    *("LC_ALL", "LC_MESSAGES", "LANG"),
)


def plain_environment(home: Path) -> dict[str, str]:
    """The environment without settings for colours or a language; saved games go to `home`."""
    kept = {name: value for name, value in os.environ.items() if name not in PREFERENCES}
    return {**kept, "SMOKESTACK_HOME": str(home), "TERM": "xterm-256color"}


def run_here(
    *arguments: str, folder: Path, environment: Mapping[str, str], lines: str | bytes = ""
) -> CompletedProcess[str]:
    """Run the command in a folder, in this process, which is much faster than starting one.

    Tests of signals and pipes need a process.
    """
    typed = lines if isinstance(lines, bytes) else lines.encode()
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with ExitStack() as here:
        here.enter_context(chdir(folder))
        here.enter_context(patch.dict(os.environ, environment, clear=True))
        here.enter_context(patch.object(sys, "argv", ["smokestack", *arguments]))
        here.enter_context(patch.object(sys, "stdin", TextIOWrapper(BytesIO(typed), "utf-8")))
        here.enter_context(redirect_stdout(out))
        here.enter_context(redirect_stderr(err))
        try:
            main()
        except SystemExit as left:
            code = left.code
    said, errors = (stream.buffer.getvalue().decode() for stream in (out, err))
    return CompletedProcess(["smokestack", *arguments], int(code or 0), said, errors)


def finished_game() -> Match:
    match = smokestack.new_game("glasgow", seed=5, players=["Ann", "Ben"])
    bots = [make_bot("random", match.game, 5, seat) for seat in range(2)]
    while match.actor is not None:
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match


def error_line(result: CompletedProcess[str]) -> str:
    """The one error line of a command that failed."""
    assert "Traceback" not in result.stderr
    (line,) = result.stderr.splitlines()
    assert line.startswith("smokestack: ")
    return line.removeprefix("smokestack: ")
