"""Searching one's own turn."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.engine.state import State


def values_of_answers(samples: list[State]) -> list[float]:
    """The value of each offered answer, averaged over several guesses of what is hidden."""
    totals = [0.0] * samples[0].count
    for state in samples:
        for i in range(state.count):
            totals[i] += value_of_answer(state, i, state.actor, state.turn, 0)
    return [total / len(samples) for total in totals]


def value_of_answer(state: State, index: i64, seat: i64, turn: i64, answered: i64) -> float:
    """How well the turn can go on for `seat` after an answer.

    The line ends with the turn, with a question to somebody else, or when a question of a kind
    comes round again that was `answered` in it (a bit for each kind): that one is thought about
    when it stands. Routine questions on the way get their first answer.
    """
    answered |= 1 << state.decision
    child = state.copy()
    child.glance = answered & child.openings == child.openings
    child.apply(state.options[index])
    if (
        child.over
        or child.turn != turn
        or child.actor != seat
        or answered & (1 << child.decision) != 0
    ):
        return child.appraise(seat)
    best = -1e9
    count: i64 = 1 if child.routine & (1 << child.decision) != 0 else child.count
    for i in range(count):
        value = value_of_answer(child, i, seat, turn, answered)
        if value > best:
            best = value
    return best
