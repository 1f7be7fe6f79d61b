"""A state of the rules inside an OpenSpiel state."""

from __future__ import annotations

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.record import Setup
from smokestack.engine.snapshot import Frozen, freeze, thaw
from smokestack.games import find_game


class KeptState:
    """OpenSpiel clones its states by deep copies and serializes them by pickling."""

    def __init__(self, setup: Setup, state: State) -> None:
        self.setup = setup
        self.state = state

    def __deepcopy__(self, memo: object) -> KeptState:
        return KeptState(self.setup, self.state.copy())

    def __reduce__(self) -> tuple[object, tuple[Setup, Frozen]]:
        frozen = freeze(self.state)
        if not isinstance(self.state.stream, Stream):
            del frozen["stream"]  # chosen orders, which every answer brings anew
        return restore, (self.setup, frozen)


def restore(setup: Setup, frozen: Frozen) -> KeptState:
    state = find_game(setup.game).starter(setup).start(Stream(0))
    thaw(state, frozen)
    return KeptState(setup, state)
