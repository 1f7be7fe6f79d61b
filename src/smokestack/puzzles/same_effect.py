"""Whether two answers come to the same: the same things in another order."""

from __future__ import annotations

from collections.abc import Sequence

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game


def have_same_effect(game: Game, view: State, one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two lines lead to the same position at the end of the actor's action."""
    first, second = _after_action(game, view, one), _after_action(game, view, other)
    return first is not None and second is not None and first == second


def _after_action(game: Game, view: State, line: Sequence[int]) -> State | None:
    """The position when the actor's action is complete; None if the line ends before."""
    state = view.copy()
    state.redeal(view.actor, Stream(0))
    seat, turn = int(state.actor), int(state.turn)
    for answer in line:
        if not state.offers_answer(answer):
            return None
        state.apply(answer)
        ended = state.over or state.turn != turn or state.actor != seat
        if ended or game.decisions[state.decision] in game.first_decisions:
            return state
    return None
