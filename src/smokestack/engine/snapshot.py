"""States as plain data, to continue a game without replaying its answers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream

Frozen = dict[str, bool | int | list[int]]

NUMBERS: Final = vec[i64]


def freeze(state: State) -> Frozen:
    """All numbers of a state. What follows from its setup, such as the edition, is left out."""
    frozen: Frozen = {}
    for name in field_names(state):
        value = getattr(state, name)
        if isinstance(value, int):
            frozen[name] = value
        elif isinstance(value, NUMBERS):
            frozen[name] = [int(number) for number in value]
        elif isinstance(value, Stream):
            frozen[name] = [int(value.low), int(value.high)]
    return frozen


def thaw(state: State, frozen: Frozen) -> None:
    """Restore frozen numbers in a state of the same setup."""
    for name, value in frozen.items():
        if not isinstance(value, list):
            setattr(state, name, value)
        elif name == "stream":
            state.stream.low, state.stream.high = value
        else:
            setattr(state, name, vec[i64](value))


def field_names(state: State) -> list[str]:
    """The attributes of a state; compiled classes have no `__dict__`."""
    compiled: tuple[str, ...] | None = getattr(type(state), "__mypyc_attrs__", None)
    return sorted(vars(state) if compiled is None else compiled)
