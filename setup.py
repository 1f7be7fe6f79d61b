"""Compiles the engine, the rules and the bots; `SMOKESTACK_PURE=1` compiles nothing."""

import os
import sys
from pathlib import Path

from setuptools import setup

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
        "table_talk",
        "trace",
        "view",
        "weights",
        "words",
    },
    "games/brass": {
        "about",
        "board",
        "data",
        "drawing",
        "game",
        "guide",
        "icons",
        "loading",
        "notation",
        "phrases",
        "position",
        "words",
    },
    "games/glasgow": {
        "about",
        "board",
        "city_drawing",
        "deeds",
        "describing",
        "drawing",
        "game",
        "guide",
        "icons",
        "layout",
        "loading",
        "notation",
        "phrases",
        "position",
        "prompts",
        "rules_pictures",
        "sheet",
        "things",
        "tile_drawing",
        "tiles",
        "words",
    },
    "bots": {"bot", "careless", "greedy", "hint", "program", "random", "registry", "searcher"},
}


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


setup(ext_modules=extensions())
