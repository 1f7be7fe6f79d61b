"""What the benchmarks share."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich.table import Table

from smokestack.engine.state import State
from smokestack.engine.stream import Stream

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
        state.apply(state.options[stream.below(state.count)])
    return state


def nanoseconds(action: Callable[[State], object], states: list[State]) -> float:
    """Time of an action on each of these states, the call from Python included.

    The best of several rounds: whatever is slower is the doing of the machine's other users.
    """
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(1000):
            for state in states:
                action(state)
        rounds.append((time.perf_counter() - start) / (1000 * len(states)))
    return min(rounds) * 1e9
