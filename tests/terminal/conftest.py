"""What the tests of commands share."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.terminal.commands import Run, finished_game, plain_environment, run_here
from tests.terminal.terminal_table import Table


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run the command in an empty folder."""

    def run_command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        whole = {**plain_environment(tmp_path / "home"), **environment}
        return run_here(*arguments, folder=tmp_path, environment=whole)

    return run_command


@pytest.fixture
def record(tmp_path: Path) -> str:
    """The file of a finished game."""
    finished_game().record().save(tmp_path / "game.json")
    return "game.json"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)
