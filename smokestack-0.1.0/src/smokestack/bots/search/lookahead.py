"""Exhaustive search of the seat's own turn."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.state import State


def values_of_answers(evaluator: Evaluator, samples: list[State], answered: i64 = 0) -> list[float]:
    """The value of each legal answer, averaged over several determinizations.

    `answered` are the decisions that lines must not reach, see `value_of_answer`.
    """
    totals = [0.0] * samples[0].count
    for state in samples:
        for i in range(state.count):
            totals[i] += value_of_answer(evaluator, state, i, state.actor, state.turn, answered)
    return [total / len(samples) for total in totals]


def value_of_answer(
    evaluator: Evaluator, state: State, index: i64, seat: i64, turn: i64, answered: i64
) -> float:
    """The value for `seat` of the best way to continue its turn after a legal answer.

    A line ends with the turn, with a decision of another seat, or with a decision whose bit is
    set in `answered`: the line has already answered such a decision, or must not reach it. At
    routine decisions only the first legal answer is tried.
    """
    answered |= 1 << state.decision
    openings = evaluator.opening_decisions
    child = state.copy()
    if answered & openings == openings:
        child.apply_without_listing(state.legal[index])
    else:
        child.apply(state.legal[index])
    if (
        child.over
        or child.turn != turn
        or child.actor != seat
        or answered & (1 << child.decision) != 0
    ):
        return evaluator.value(child, seat)
    best = -1e9
    is_routine = evaluator.routine_decisions & (1 << child.decision) != 0
    count: i64 = 1 if is_routine else child.count
    for i in range(count):
        value = value_of_answer(evaluator, child, i, seat, turn, answered)
        if value > best:
            best = value
    return best
