"""Tables, positions and timing for the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.table import Table

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream

ROUNDS = 5


def new_table(*titles: str) -> Table:
    table = Table(header_style="bold")
    for number, title in enumerate(titles):
        table.add_column(title, justify="right" if number else "left")
    return table


def middle_state(state: State, answers: int) -> State:
    """A state after some random answers."""
    stream = Stream(answers)
    for _ in range(answers):
        state.apply(state.legal[stream.below(state.count)])
    return state


def nanoseconds(action: Callable[[State], object], states: list[State]) -> float:
    """The time of an action on one of these states, the call from Python included.

    It is the fastest of several rounds: other load on the machine slows the rest down.
    """
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(1000):
            for state in states:
                action(state)
        rounds.append((time.perf_counter() - start) / (1000 * len(states)))
    return min(rounds) * 1e9
