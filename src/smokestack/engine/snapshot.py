"""States as plain data, from which a game goes on without playing again what led there."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.state import State
from smokestack.engine.stream import Stream

Frozen = dict[str, bool | int | list[int]]

NUMBERS: Final = vec[i64]


def freeze(state: State) -> Frozen:
    """All numbers of a state; what belongs to its setup, as an edition, is left out."""
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
    """Make a state, one of the same setup, what another was when it was frozen."""
    for name, value in frozen.items():
        if not isinstance(value, list):
            setattr(state, name, value)
        elif name == "stream":
            state.stream.low, state.stream.high = value
        else:
            setattr(state, name, vec[i64](value))


def field_names(state: State) -> list[str]:
    """What a state consists of; compiled ones have no dictionary."""
    compiled: tuple[str, ...] | None = getattr(type(state), "__mypyc_attrs__", None)
    return sorted(vars(state) if compiled is None else compiled)
