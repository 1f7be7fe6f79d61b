"""Imports source files even where compiled modules are installed beside them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType


class _SourceFinder:
    """Finds the modules of one package, source files only."""

    def __init__(self, package: str) -> None:
        self.prefix = package + "."

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(self.prefix):
            return None
        for folder in path or ():
            finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
            spec = finder.find_spec(name, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def prefer_source(package: str) -> None:
    """Import the package's modules from source from now on (`SMOKESTACK_PURE=1`)."""
    sys.meta_path.insert(0, _SourceFinder(package))


def is_compiled() -> bool:
    """Whether the rules are compiled."""
    from smokestack.engine.core import state

    return not str(state.__file__).endswith(".py")
