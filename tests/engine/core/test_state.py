"""Applying an answer without listing leads to the same state, apart from the legal answers."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.engine.core.stream import Stream


@pytest.mark.parametrize("game", smokestack.game_names())
def test_without_listing_only_the_legal_answers_of_a_state_may_be_missing(game: str) -> None:
    state = smokestack.new_game(game, seed=4).state
    stream = Stream(4)
    while not state.over:
        answer = state.legal[stream.below(state.count)]
        other = state.copy()
        other.apply_without_listing(answer)
        state.apply(answer)
        assert (other.actor, other.decision, other.over) == (
            state.actor,
            state.decision,
            state.over,
        )
        assert (other.turn, other.revealed) == (state.turn, state.revealed)
        assert other.answers() in ([], state.answers())
        assert other == state


def test_brass_leaves_out_its_actions_without_listing() -> None:
    state = smokestack.new_game("brass", seed=4).state
    first = state.decision
    unlisted = 0
    for _ in range(100):
        other = state.copy()
        other.apply_without_listing(state.legal[0])
        state.apply(state.legal[0])
        assert (other.count == 0) == (state.decision == first)
        unlisted += other.count == 0
    assert unlisted > 10
