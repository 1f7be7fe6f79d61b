"""Random play and exhaustive counting at the full speed of the rules."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream


def play_out(state: State, stream: Stream) -> int:
    """Give uniformly random answers until the game is over; return the number of answers."""
    given: i64 = 0
    while not state.over:
        state.apply(state.legal[stream.below(state.count)])
        given += 1
    return given


def count_leaves(state: State, depth: int) -> int:
    """The number of sequences of `depth` answers (perft); those of a finished game are shorter."""
    if depth == 0 or state.over:
        return 1
    if depth == 1:
        return int(state.count)
    leaves = 0
    for i in range(state.count):
        child = state.copy()
        child.apply(state.legal[i])
        leaves += count_leaves(child, depth - 1)
    return leaves
