"""States as plain data, to continue a game without replaying its answers."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.shuffler import Shuffler
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.messages import mark

StateData = dict[str, bool | int | list[int]]

NUMBERS: Final = vec[i64]


def save_state(state: State) -> StateData:
    """All numbers of a state. What follows from its setup, such as the edition, is left out."""
    data: StateData = {}
    for name in field_names(state):
        value = getattr(state, name)
        if isinstance(value, int):
            data[name] = value
        elif isinstance(value, NUMBERS):
            data[name] = [int(number) for number in value]
        elif isinstance(value, Shuffler):
            data[name] = [int(number) for number in value.numbers()]
    return data


def restore_state(state: State, data: StateData) -> None:
    """Set the saved numbers in a state of the same setup."""
    for name, value in data.items():
        if not isinstance(value, list):
            setattr(state, name, value)
        elif name == "stream":
            state.stream.restore(vec[i64](value))
        else:
            setattr(state, name, vec[i64](value))


def seeded_stream(state: State) -> tuple[int, int]:
    """The stream of a state for a position; `InvalidInput` if it is one with a secret key."""
    stream = state.stream
    if not isinstance(stream, Stream):
        raise InvalidInput(mark("a game with a verifiable deal has a record, but no position"))
    return int(stream.low), int(stream.high)


def field_names(state: State) -> list[str]:
    """The attributes of a state; compiled classes have no `__dict__`."""
    compiled: tuple[str, ...] | None = getattr(type(state), "__mypyc_attrs__", None)
    return sorted(vars(state) if compiled is None else compiled)
