"""The examples and links in the documents work."""

from __future__ import annotations

import ast
import doctest
import os
import re
import shlex
import signal
import subprocess
import sys
from importlib import import_module
from operator import attrgetter
from pathlib import Path
from types import ModuleType

import pytest

import smokestack
from smokestack.engine import match
from smokestack.envs import batch
from smokestack.envs import setup as env_setup
from smokestack.envs.dataset.description import ARRAYS, COLUMNS
from tests.terminal.commands import plain_environment, run_here

PROJECT = Path(__file__).parent.parent
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)
README = (PROJECT / "README.md").read_text(encoding="utf-8")


def test_the_python_example_of_the_readme_runs() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.S)
    run = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, cwd=PROJECT / "tests"
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("0 move ['move 1', 'move 2', 'move 3']")


COMMANDS = re.findall(r"\| `(smokestack [^`]+)` \|", README)
SERVER_COMMANDS = {"smokestack serve", "smokestack worker"}


def test_the_server_of_the_readme_starts_and_stops(tmp_path: Path) -> None:
    assert "smokestack serve" in COMMANDS
    command = [sys.executable, "-m", "smokestack", "serve", "--port", "0", "--bots", "1"]
    environment = {**os.environ, "SMOKESTACK_HOME": str(tmp_path)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        assert "open at http://localhost:" in server.stdout.readline()
        server.terminate()
        assert server.wait(timeout=60) in (0, -signal.SIGTERM)


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in SERVER_COMMANDS])
def test_the_commands_of_the_readme_run(command: str, tmp_path: Path) -> None:
    smokestack.new_game("glasgow", seed=1).record().save(tmp_path / "my-game.json")
    arguments = [word.replace("1000", "20") for word in shlex.split(command)[1:]]
    if {"simulate", "arena"} & set(arguments):
        arguments += ["--workers", "1"]
    run = run_command(tmp_path, *arguments)
    assert run.returncode == 0, run.stderr
    assert run.stdout


def test_the_tile_commands_of_the_readme_run(tmp_path: Path) -> None:
    commands = re.findall(r"^(smokestack (?:tiles|play) \S.*?)(?:\s+#.*)?$", README, re.M)
    assert len(commands) == 3
    for command in commands:
        run = run_command(tmp_path, *shlex.split(command)[1:])
        assert run.returncode == 0, run.stderr


def run_command(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = plain_environment(folder)
    return run_here(*arguments, folder=folder, environment=environment, lines="quit\n")


ENVIRONMENTS = (PROJECT / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", ENVIRONMENTS, re.S))
def test_the_examples_of_the_environments_run(example: str) -> None:
    exec(compile(example, "environments.md", "exec"), {})


@pytest.mark.parametrize("module", [smokestack, match, batch, env_setup])
def test_the_examples_in_docstrings_work(module: ModuleType) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0
    assert results.failed == 0


@pytest.mark.parametrize(
    "document", [*sorted(PROJECT.glob("*.md")), *sorted(PROJECT.glob("docs/*.md"))]
)
def test_links_between_documents_have_targets(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


SOURCES = PROJECT / "src" / "smokestack"
ARCHITECTURE = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_log_messages_in_the_documents_exist() -> None:
    text = (PROJECT / "docs" / "hosting.md").read_text(encoding="utf-8")
    table = text.partition("Messages to watch for")[2].partition("\n\nSIGTERM")[0]
    rows = re.findall(r"^\| (.+?) \| \w+ \|", table, re.M)
    messages = [message for row in rows for message in re.findall(r"`([^`]+)`", row)]
    assert len(messages) > 20
    sources = "".join(path.read_text("utf-8") for path in (SOURCES / "server").rglob("*.py"))
    for message in messages:
        assert re.split(r"[:;…]", message)[0].strip() in sources, message


def folders(parent: Path) -> set[str]:
    return {path.name for path in parent.iterdir() if path.is_dir() and path.name != "__pycache__"}


def test_every_package_is_in_the_table_of_packages() -> None:
    packages, _, rest = ARCHITECTURE.partition("### Inside the server")
    rows = re.findall(r"^\| `(\w+)/(?:<game>/)?` \|", packages, re.M)
    assert set(rows) == folders(SOURCES)
    inside = re.findall(r"^\| `(\w+)/` \|", rest, re.M)
    assert set(inside) == folders(SOURCES / "server")


def test_every_folder_and_every_module_of_the_server_itself_is_in_the_architecture() -> None:
    named = {
        part for path in re.findall(r"`([\w/<>]+)/`", ARCHITECTURE) for part in path.split("/")
    }
    packages = {file.parent.name for file in SOURCES.rglob("__init__.py")}
    assert packages - {"smokestack", "brass", "glasgow", "versions"} <= named
    modules = {file.name for file in (SOURCES / "server").glob("[!_]*.py")}
    assert modules <= set(re.findall(r"`(\w+\.py)`", ARCHITECTURE))


def test_a_simulation_runs_what_the_architecture_names(tmp_path: Path) -> None:
    section = ARCHITECTURE.partition("## One simulation")[2].partition("\n## ")[0]
    for path, name in re.findall(r"`([\w/]+)\.py`, `([\w.]+)`", section):
        assert attrgetter(name)(module_of(path))
    ran: set[str] = set()
    sys.setprofile(lambda frame, event, argument: ran.add(frame.f_globals.get("__name__", "")))
    try:
        bots = "master:simulations=5,greedy"
        command = ("simulate", "glasgow", "--bots", bots, "--games", "1", "--workers", "1")
        run_here(*command, folder=tmp_path, environment=plain_environment(tmp_path))
    finally:
        sys.setprofile(None)
    named = {module_of(path) for path in re.findall(r"`([\w/]+)\.py`", section)}
    assert len(named) > 8
    visible = {module.__name__ for module in named if str(module.__file__).endswith(".py")}
    assert visible <= ran


def module_of(path: str) -> ModuleType:
    return import_module(f"smokestack.{path.replace('/', '.')}")


def test_the_drawing_of_the_architecture_has_every_package() -> None:
    text = (PROJECT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r'<text class="(?:note )?package"[^>]*>(\w+)</text>', text))
    game = SOURCES / "games" / "glasgow"
    files_only = {"web", "locale"}
    parts = {"core", "search"}
    assert drawn == (
        folders(SOURCES) - files_only | folders(SOURCES / "server") | folders(game) | parts
    )


def test_the_names_in_the_drawing_of_the_architecture_exist() -> None:
    text = (PROJECT / "docs" / "architecture.svg").read_text(encoding="utf-8")
    labels = " ".join(re.findall(r"<text[^>]*>([^<]+)</text>", text))
    names = set(re.findall(r"\b(?:[a-z]\w*\.\w+|\w+_\w+|[A-Z][a-z]+[A-Z]\w*(?:\.\w+)?)\b", labels))
    assert {"TableStore.change", "turns.answer_for_person", "rate_limit"} <= names
    assert names <= defined_names()


def defined_names() -> set[str]:
    """Modules, classes, methods as `Class.method`, and functions with and without their module."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        found.add(path.stem)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                methods = [part for part in node.body if isinstance(part, FUNCTION)]
                found |= {node.name, *(f"{node.name}.{method.name}" for method in methods)}
            elif isinstance(node, FUNCTION):
                found |= {node.name, f"{path.stem}.{node.name}"}
    return found


def test_the_citation_names_this_version() -> None:
    citation = (PROJECT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {smokestack.__version__}" in citation.splitlines()


def test_the_arrays_of_a_dataset_are_documented() -> None:
    page = (PROJECT / "docs" / "datasets.md").read_text(encoding="utf-8")
    numpy, _, parquet = page.partition("### Parquet")
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| ([^|]+) \|", numpy, re.M)
    assert rows == [(name, a.type, " × ".join(a.shape)) for name, a in ARRAYS.items()]
    kinds = {"D": "", "size": "fixed_size_list of ", "P": "fixed_size_list of ", "list": "list of "}
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", parquet, re.M)
    assert rows == [(name, kinds[a.shape[-1]] + a.type) for name, a in COLUMNS.items()]
