"""The evaluator of each game: what bots may rely on."""

from __future__ import annotations

from itertools import pairwise

import pytest

import smokestack
from smokestack.bots.weights import load_weights, values_of
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game


def evaluator_of(game: Game) -> Evaluator:
    weights = load_weights(game.weight_file).evaluation
    return game.evaluator(values_of(weights, game.weight_names, game.weight_file))


@pytest.mark.parametrize("name", smokestack.game_names())
def test_the_share_left_falls_from_1_to_0(name: str) -> None:
    match = smokestack.new_game(name, seed=2)
    evaluator = evaluator_of(match.game)
    seats = range(len(match.setup.players))
    state = match.state
    stream = Stream(2)
    shares = [[evaluator.share_left(state, seat) for seat in seats]]
    while not state.over:
        state.apply(state.legal[stream.below(state.count)])
        shares.append([evaluator.share_left(state, seat) for seat in seats])
    assert min(shares[0]) > 0.9
    assert max(shares[0]) <= 1.0
    assert all(later <= earlier for earlier, later in pairwise(shares))


def test_a_complete_game_of_brass_leaves_nothing_to_play() -> None:
    match = smokestack.new_game("brass", seed=2)
    state = match.state
    stream = Stream(2)
    while not state.over:
        state.apply(state.legal[stream.below(state.count)])
    evaluator = evaluator_of(match.game)
    assert [evaluator.share_left(state, seat) for seat in range(4)] == [0.0] * 4
    assert [evaluator.expected_points(state, seat) for seat in range(4)] == [
        state.points(seat) for seat in range(4)
    ]


@pytest.mark.parametrize("name", smokestack.game_names())
def test_the_weights_change_the_expected_points(name: str) -> None:
    match = smokestack.new_game(name, seed=2)
    weights = load_weights(match.game.weight_file).evaluation
    values = values_of(weights, match.game.weight_names, match.game.weight_file)
    usual = match.game.evaluator(values)
    doubled = match.game.evaluator([2.0 * value for value in values])
    assert usual.expected_points(match.state, 0) != doubled.expected_points(match.state, 0)


@pytest.mark.parametrize("name", smokestack.game_names())
def test_routine_and_opening_decisions_are_decisions_of_the_game(name: str) -> None:
    game = smokestack.find_game(name)
    evaluator = evaluator_of(game)
    for mask in (evaluator.routine_decisions, evaluator.opening_decisions):
        assert mask < 1 << len(game.decisions)
    assert evaluator.opening_decisions != 0
