"""Output to terminals, pipes and full disks, and interruptions."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.terminal.commands import COMMAND, Run, error_line, plain_environment


@pytest.mark.parametrize("command", [["trace", "glasgow"], ["tiles", "show"]], ids=" ".join)
def test_a_full_disk_prints_one_line(tmp_path: Path, command: list[str]) -> None:
    with open("/dev/full", "w") as full:
        result = subprocess.run(
            [*COMMAND, *command],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=plain_environment(tmp_path),
        )
    error_line(result)
    assert result.returncode == 1


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize(
    "command", [["tiles", "show"], ["replay", "game.json", "--at", "9"]], ids=" ".join
)
def test_a_terminal_without_unicode_works(tmp_path: Path, command: list[str]) -> None:
    result = subprocess.run(
        [*COMMAND, *command],
        capture_output=True,
        cwd=tmp_path,
        env={**plain_environment(tmp_path / "home"), "PYTHONIOENCODING": "ascii"},
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert result.stdout.isascii()


@pytest.mark.usefixtures("record")
@pytest.mark.parametrize("command", ["trace glasgow", "tiles show", "replay game.json --moves"])
def test_a_closed_pipe_is_not_an_error(tmp_path: Path, command: str) -> None:
    pipe = f"set -o pipefail; {sys.executable} -m smokestack {command} | head -1"
    result = subprocess.run(
        ["bash", "-c", pipe],
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env=plain_environment(tmp_path),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert len(result.stdout.splitlines()) == 1


def start_up_seconds(environment: dict[str, str]) -> float:
    """How long a simulation of one game takes under the current load."""
    start = time.monotonic()
    one_game = [*COMMAND, "simulate", "glasgow", "--games", "1"]
    subprocess.run(one_game, check=True, capture_output=True, env=environment)
    return time.monotonic() - start


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupted_simulation_exits_with_130_and_prints_nothing(
    tmp_path: Path, workers: str
) -> None:
    games = ["simulate", "glasgow", "--games", "1000000", "--workers", workers]
    environment = plain_environment(tmp_path)
    while_playing = 2 * start_up_seconds(environment)
    with subprocess.Popen(
        [*COMMAND, *games],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(while_playing)
            os.killpg(process.pid, signal.SIGINT)
            output = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    assert (process.returncode, output) == (130, ("", ""))


TABLE = ["replay", "game.json", "--at", "40"]


ESCAPE = re.compile(r"\x1b\[[\d;]*m")


COLOUR = re.compile(r"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")


def shown_in_terminal(home: Path, **environment: str) -> str:
    """What the command writes to a real terminal."""
    leader, follower = pty.openpty()
    with subprocess.Popen(
        [*COMMAND, *TABLE],
        stdin=follower,
        stdout=follower,
        stderr=follower,
        cwd=home,
        env={**plain_environment(home), **environment},
    ):
        os.close(follower)
        shown = b""
        try:
            while chunk := os.read(leader, 65536):
                shown += chunk
        except OSError:  # the terminal's other end is closed
            pass
        os.close(leader)
    return shown.decode()


@pytest.mark.usefixtures("record")
def test_output_to_a_terminal_has_colours(tmp_path: Path) -> None:
    assert COLOUR.search(shown_in_terminal(tmp_path))


@pytest.mark.usefixtures("record")
def test_no_color_removes_colours_in_a_terminal(tmp_path: Path) -> None:
    shown = shown_in_terminal(tmp_path, NO_COLOR="1")
    assert not COLOUR.search(shown)
    assert "architect" in ESCAPE.sub("", shown)


@pytest.mark.usefixtures("record")
def test_piped_output_has_no_escape_codes(run: Run) -> None:
    assert "\x1b" not in run(*TABLE).stdout


@pytest.mark.usefixtures("record")
def test_no_color_means_no_escape_codes_in_a_pipe(run: Run) -> None:
    assert "\x1b" not in run(*TABLE, NO_COLOR="1").stdout


@pytest.mark.usefixtures("record")
def test_force_color_adds_colours_in_a_pipe(run: Run) -> None:
    assert COLOUR.search(run(*TABLE, FORCE_COLOR="1").stdout)
