"""A state of the rules inside an OpenSpiel state."""

from __future__ import annotations

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.record import Setup
from smokestack.engine.snapshot import StateData, restore_state, save_state
from smokestack.games import find_game


class SerializableState:
    """OpenSpiel clones its states by deep copies and serializes them by pickling."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state

    def __deepcopy__(self, memo: object) -> SerializableState:
        return SerializableState(self.setup, self.state.copy())

    def __reduce__(self) -> tuple[object, tuple[Setup, StateData]]:
        data = save_state(self.state)
        if not isinstance(self.state.stream, Stream):
            del data["stream"]  # chosen orders, which every answer sets again
        return restore, (self.setup, data)


def restore(setup: Setup, data: StateData) -> SerializableState:
    state = find_game(setup.game).starter(setup).start(Stream(0))
    restore_state(state, data)
    return SerializableState(setup, state)
