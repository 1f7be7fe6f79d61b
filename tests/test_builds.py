"""The compiled build and the interpreted one are the same game, and the package is complete."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import files
from pathlib import Path
from zipfile import ZipFile

import pytest

from long_form import LONG
from smokestack import pure

PROJECT = Path(__file__).parent.parent

PRINT_TRACES = """
import sys
import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.trace import trace

game, bot, games = sys.argv[1], sys.argv[2], int(sys.argv[3])
rules = smokestack.find_game(game)
tables = [(edition, n) for edition in rules.editions for n in rules.player_counts(edition)]
for seed in range(games):
    for edition, players in tables:
        match = smokestack.new_game(game, seed=seed * 777_777, edition=edition, players=players)
        bots = [make_bot(bot, match.game, seed, seat) for seat in range(players)]
        for line in trace(match, lambda view: bots[view.seat].answer(view)):
            print(line)
        match.go_to(len(match.history) // 2)
        print([(match.state.prospects(n), match.state.left(n)) for n in range(players)])
print(smokestack.pure.is_compiled(), file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("game", "bot", "games"),
    [
        ("glasgow", "random", 25 * LONG),
        ("glasgow", "greedy", LONG),
        ("glasgow", "search:simulations=4", LONG),
        ("brass", "random", 4 * LONG),
    ],
)
def test_interpreted_and_compiled_builds_give_byte_identical_traces(
    game: str, bot: str, games: int
) -> None:
    compiled = _traces(game, bot, games, {"SMOKESTACK_PURE": "0"})
    interpreted = _traces(game, bot, games, {"SMOKESTACK_PURE": "1"})
    assert compiled.stderr.strip() == b"True"
    assert interpreted.stderr.strip() == b"False"
    assert len(compiled.stdout.splitlines()) > 100 * games
    assert compiled.stdout == interpreted.stdout


def test_the_tests_run_compiled() -> None:
    assert pure.is_compiled()


def test_the_installed_package_has_compiled_modules_types_and_data() -> None:
    names = {str(path) for path in files("smokestack") or []}
    data = ("glasgow/tiles", "brass/map", "brass/tiles", "brass/editions")
    assert {f"smokestack/games/{name}.toml" for name in data} <= names
    assert {f"smokestack/games/{name}/weights.toml" for name in ("brass", "glasgow")} <= names
    assert {"smokestack/bots/levels.toml", "smokestack/arena/page.html"} <= names
    assert "smokestack/py.typed" in names
    for module in (
        "engine/state",
        "games/glasgow/turn",
        "games/brass/turn",
        "bots/lookahead",
        "bots/search",
    ):
        assert f"smokestack/{module}.py" in names
        assert any(
            name.startswith(f"smokestack/{module}.") and not name.endswith(".py") for name in names
        ), module


def test_a_pure_build_compiles_nothing(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    needed = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE", "node_modules")
    for name in (*needed, "package.json", "package-lock.json"):
        (source / name).symlink_to(PROJECT / name)
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    environment = {**os.environ, "SMOKESTACK_PURE": "1"}
    subprocess.run([*command, "-w", tmp_path, source], check=True, env=environment)
    (wheel,) = tmp_path.glob("*.whl")
    names = ZipFile(wheel).namelist()
    assert wheel.name.endswith("-py3-none-any.whl")
    assert "smokestack/games/glasgow/tiles.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]


def _traces(
    game: str, bot: str, games: int, environment: dict[str, str]
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", PRINT_TRACES, game, bot, str(games)],
        check=True,
        capture_output=True,
        cwd=PROJECT / "tests",
        env={**os.environ, **environment},
    )
