"""Compiled and interpreted builds play the same games, and the package is complete."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import files
from pathlib import Path
from zipfile import ZipFile

import pytest

from smokestack import pure
from tests.sizes import LONG

PROJECT = Path(__file__).parent.parent
SOURCE = PROJECT / "src" / "smokestack"

PRINT_TRACES = """
import sys
import smokestack
from smokestack.bots.networks import learned_evaluator, shipped_networks
from smokestack.bots.registry import make_bot
from smokestack.bots.weights import load_weights
from smokestack.engine.core.encoder import encode
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
        weights = load_weights(rules.weight_file).evaluation
        evaluator = rules.evaluator([weights[name].value for name in rules.weight_names])
        state = match.state
        encoder = rules.encoder(match.setup)
        for seat in range(players):
            print(bytes(memoryview(encode(encoder, state, seat))).hex())
            print(evaluator.expected_points(state, seat), evaluator.share_left(state, seat))
        networks = shipped_networks(rules, rules.table_of(state))
        if networks is not None:
            learned = learned_evaluator(rules, networks)
            for seat in range(players):
                print(repr(learned.expected_points(state, seat)))
            if match.actor is not None:
                searching = make_bot("search:simulations=2:evaluation=learned", rules, seed, 0)
                print(searching.answer(match.view(match.actor)))
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


def test_the_installed_rules_are_compiled() -> None:
    assert pure.is_compiled()


def test_the_installed_package_has_every_source_and_compiled_module() -> None:
    names = installed_files()
    sources = {path.relative_to(SOURCE.parent).as_posix() for path in SOURCE.rglob("*.py")}
    assert sources <= names
    compiled = {
        name.partition(".")[0] for name in names if name.endswith(tuple(EXTENSION_SUFFIXES))
    }
    folders = (
        "engine/core",
        "games/*/rules",
        "games/*/evaluation",
        "games/*/observation",
        "bots/search",
    )
    for path in (path for folder in folders for path in SOURCE.glob(f"{folder}/*.py")):
        module = path.relative_to(SOURCE.parent).with_suffix("").as_posix()
        assert (module in compiled) == (path.stem != "__init__"), module


def test_the_installed_package_has_types_data_texts_and_assets() -> None:
    names = installed_files()
    for pattern in (
        "py.typed",
        "analysis/*.toml",
        "arena/*.html",
        "bots/*.toml",
        "games/*/data/*.json",
        "games/*/data/*.jsonl",
        "games/*/data/*.network",
        "games/*/data/*.toml",
        "games/*/rulebook/*.md",
        "games/*/ui/*.css",
        "games/*/ui/*.js",
        "presentation/*.css",
        "server/storage/migrations/**/*.mako",
        "web/templates/*",
        "web/static/*.*",
    ):
        files_here = {path.relative_to(SOURCE.parent).as_posix() for path in SOURCE.glob(pattern)}
        assert files_here, pattern
        assert files_here <= names
    for language in ("de", "fr", "nl"):
        assert f"smokestack/locale/{language}/LC_MESSAGES/smokestack.mo" in names
    for asset in ("htmx.js", "besley-400.woff2", "besley-700.woff2"):
        assert f"smokestack/web/static/npm/{asset}" in names


def test_a_pure_wheel_has_no_compiled_module(tmp_path: Path) -> None:
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
    assert "smokestack/games/glasgow/data/tiles.toml" in names
    assert not [name for name in names if name.endswith((".so", ".pyd"))]


def test_the_source_archive_has_what_building_needs(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "build", "--sdist", "--no-isolation"]
    command += ["-o", str(tmp_path), str(PROJECT)]
    subprocess.run(command, check=True, capture_output=True)
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"setup.py", "pyproject.toml"} <= names
    assert "src/smokestack/web/static/npm/htmx.js" in names  # so that npm is not needed
    assert "src/smokestack/locale/de/LC_MESSAGES/smokestack.po" in names
    assert "src/smokestack/web/templates/base.html" in names


def test_build_play_and_dev_lock_the_same_versions() -> None:
    build, play, dev = (
        locked_versions(PROJECT / "requirements" / f"{name}.txt")
        for name in ("build", "play", "dev")
    )
    assert build.items() <= play.items() <= dev.items()


def installed_files() -> set[str]:
    return {path.as_posix() for path in files("smokestack") or []}


def locked_versions(lock_file: Path) -> dict[str, str]:
    lines = re.findall(r"^([\w.-]+)==(\S+)", lock_file.read_text(encoding="utf-8"), re.M)
    return dict(lines)


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


@pytest.mark.parametrize(
    ("platform", "system"),
    [
        ("linux", "manylinux_x86_64 manylinux_aarch64"),
        ("macos", "macosx_arm64"),
        ("windows", "win_amd64"),
    ],
)
def test_a_release_has_compiled_wheels_for_common_systems(platform: str, system: str) -> None:
    command = [sys.executable, "-m", "cibuildwheel", "--print-build-identifiers"]
    run = subprocess.run(
        [*command, "--platform", platform, str(PROJECT)], capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) == {
        f"cp3{minor}-{name}" for minor in (11, 12, 13, 14) for name in system.split()
    }
