"""Lets msgspec inspect all types of the server before threads use them.

msgspec inspects a Struct when it is first decoded. If a second thread decodes the same Struct in
that moment, the process crashes (msgspec 0.22), and with it every request in flight.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import msgspec

from smokestack import games


@cache
def inspect_struct_types() -> None:
    """Inspect every Struct that is imported, and those of the games, which are imported late."""
    for module in pkgutil.walk_packages(games.__path__, f"{games.__name__}."):
        import_module(module.name)
    for kind in _subclasses(msgspec.Struct):
        msgspec.json.Decoder(kind)


def _subclasses(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)
