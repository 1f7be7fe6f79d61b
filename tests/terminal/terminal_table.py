"""A folder in which games are played in the terminal."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from smokestack.engine.record import load_record
from tests.terminal.commands import plain_environment, run_here

# With this seed the first tiles are stone-stone, double, gold-2 and gold-1; 9 is replace.
PEOPLE = ("--seats", "Ann,Ben", "--seed", "3")
AGAINST_BOT = ("--seats", "Ann,greedy", "--seed", "3")


class Table:
    """A folder in which games are played by running the real command."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"

    def play(self, *arguments: str, lines: str | bytes = "", **environment: str) -> str:
        """The output of `play` with these lines typed; it must succeed."""
        result = run_here(
            *("play", *arguments),
            folder=self.folder,
            environment={**self.environment(), **environment},
            lines=lines if isinstance(lines, bytes) else lines.replace("; ", "\n"),
        )
        assert (result.returncode, result.stderr) == (0, "")
        return result.stdout

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "smokestack", "play", *arguments]

    def environment(self) -> dict[str, str]:
        return {**plain_environment(self.home), "COLUMNS": "100"}

    def kept(self) -> list[Path]:
        """The files of the saved games, oldest first."""
        return sorted((self.home / "games").glob("*"))

    def answers(self) -> list[str]:
        """The answers of the only saved game."""
        (path,) = self.kept()
        return load_record(path).answers


def after(text: str, prompt: str) -> str:
    """The reply to the line typed at the first such prompt."""
    return text.split(f"{prompt}> ", 1)[1].split("> ", 1)[0]


def options_in(text: str) -> list[str]:
    """The notation of the listed answers, in order."""
    return re.findall(r"^ +\d+  (\S+(?: \S+)*)  ", text, re.MULTILINE)
