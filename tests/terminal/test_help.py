"""`--help` of the program and of every command."""

from __future__ import annotations

import re

import pytest

import smokestack
from tests.terminal.commands import Run


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_help_lists_the_commands(run: Run, arguments: list[str]) -> None:
    result = run(*arguments)
    assert (result.returncode, result.stderr) == (0, "")
    listed = re.findall(r"^  (\w+)  ", result.stdout.split("Commands:")[1], re.MULTILINE)
    assert listed == [
        "play",
        "serve",
        "worker",
        "backup",
        "restore",
        "simulate",
        "arena",
        "trace",
        "replay",
        "analyse",
        "verify",
        "perft",
        "tune",
        "train",
        "dataset",
        "benchmark",
        "puzzles",
        "tiles",
        "openings",
        "games",
        "people",
        "tournaments",
        "reports",
    ]


GROUPS = ["puzzles", "tiles", "openings", "games", "people", "tournaments", "reports"]


@pytest.mark.parametrize("group", ["", *GROUPS])
def test_the_summary_of_each_command_fits_on_its_line(run: Run, group: str) -> None:
    listed = run(*group.split(), "--help").stdout.split("Commands:")[1].split("Examples:")[0]
    assert "..." not in listed


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_without_a_command_prints_its_help(run: Run, group: str) -> None:
    result = run(group)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == run(group, "--help").stdout


def test_help_explains_the_exit_codes(run: Run) -> None:
    text = " ".join(run("--help").stdout.split())
    assert "0 success, 1 invalid input, 2 wrong usage, 130 interrupted" in text


@pytest.mark.parametrize(
    "command",
    [
        *("", "play", "serve", "simulate", "arena", "trace", "replay", "perft", "tune", "train"),
        "analyse",
        *("tiles check", "tiles show", "tiles copy", "worker", "backup", "restore"),
        *(f"games {command}" for command in ("list", "show", "export", "import", "prune")),
        *(f"people {command}" for command in ("list", "show", "rename", "ban", "reset", "invite")),
    ],
)
def test_the_help_of_every_command_has_an_example(run: Run, command: str) -> None:
    result = run(*command.split(), "--help")
    assert (result.returncode, result.stderr) == (0, "")
    assert f"Examples:\n    smokestack {command}".rstrip() in result.stdout


def test_a_variable_named_like_the_version_is_ignored(run: Run) -> None:
    result = run("perft", "glasgow", "--depth", "1", SMOKESTACK_VERSION="0.1.0")
    assert (result.returncode, result.stderr) == (0, "")


def test_the_version_shows_whether_the_rules_are_compiled(run: Run) -> None:
    mode = "compiled" if smokestack.pure.is_compiled() else "interpreted"
    result = run("--version")
    assert result.stdout == f"smokestack {smokestack.__version__} ({mode})\n"
    assert (result.returncode, result.stderr) == (0, "")
