"""No text from files, databases or other people controls the terminal."""

from __future__ import annotations

import ast
import io
import json
from pathlib import Path

import pytest
from rich.table import Table
from rich.text import Text

import smokestack
from smokestack.terminal import printing
from smokestack.terminal.printing import MAX_LINE_LENGTH, SafeConsole, say
from tests.terminal.commands import plain_environment, run_here

SOURCES = Path(smokestack.__file__).parent / "terminal"
ATTACK = "\x1b]0;title\x07\x1b[2J\u202e"


def test_control_characters_are_escaped_in_lines_tables_and_prompts() -> None:
    file = io.StringIO()
    console = SafeConsole(file=file, force_terminal=True, width=200)
    table = Table("name")
    table.add_row(Text(ATTACK))
    say(f"line {ATTACK}\nforged", console, "bold")
    console.print(table)
    console.print(Text(f"prompt {ATTACK}> ", "bold"), end="")
    shown = file.getvalue()
    for unsafe in ("\x1b]", "\x1b[2J", "\x07", "\u202e", "\nforged"):
        assert unsafe not in shown
    assert "\\x1b]0;title\\x07" in shown
    assert "\x1b[1m" in shown, "the console's own styles must still work"


def test_a_line_has_a_maximum_length() -> None:
    file = io.StringIO()
    say("x" * 1_000_000, SafeConsole(file=file))
    assert len(file.getvalue()) <= MAX_LINE_LENGTH + 1


@pytest.mark.parametrize("command", [["tiles", "show"], ["tiles", "check"], ["replay"]])
def test_commands_escape_what_a_file_contains(tmp_path: Path, command: list[str]) -> None:
    if command == ["replay"]:
        match = smokestack.new_game("glasgow", seed=5, players=["Ann", "Ben"])
        data = json.loads(match.record().to_json())
        data["setup"][f"x{ATTACK}"] = 1
        (tmp_path / "file").write_text(json.dumps(data))
    else:
        name = "".join(f"\\u{ord(letter):04x}" for letter in ATTACK)
        shipped = (SOURCES.parent / "games/glasgow/data/tiles.toml").read_text("utf-8")
        (tmp_path / "file").write_text(shipped.replace("reconstructed-1", name))
    done = run_here(*command, "file", folder=tmp_path, environment=plain_environment(tmp_path))
    assert not {"\x07", "\u202e"} & set(done.stdout + done.stderr)
    assert "\x1b" not in done.stdout + done.stderr


def test_all_output_goes_through_one_module() -> None:
    """`Console`, `print`, `typer.echo` and `sys.stdout.write` would print text as it is."""
    direct = {"print", "Console", "typer.secho", "sys.stdout.write", "sys.stderr.write"}
    found = []
    for path in SOURCES.rglob("*.py"):
        names = set(direct)
        if path.name not in ("__init__.py", "parameters.py"):  # version and help: our own texts
            names.add("typer.echo")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                found.append(path)
    assert set(found) == {Path(printing.__file__)}
