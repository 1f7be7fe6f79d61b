"""Random play and exhaustive counting, as fast as the rules go."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.engine.state import State
from smokestack.engine.stream import Stream


def play_out(state: State, stream: Stream) -> int:
    """Answer uniformly at random until the game is over; how many answers that took."""
    given: i64 = 0
    while not state.over:
        state.apply(state.options[stream.below(state.count)])
        given += 1
    return given


def count_leaves(state: State, depth: int) -> int:
    """How many sequences of `depth` answers there are from here (shorter where the game ends)."""
    if depth == 0 or state.over:
        return 1
    if depth == 1:
        return int(state.count)
    leaves = 0
    for i in range(state.count):
        child = state.copy()
        child.apply(state.options[i])
        leaves += count_leaves(child, depth - 1)
    return leaves
