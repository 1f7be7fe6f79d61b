"""The measured luck is 0 on average, whatever the evaluator, and explains results."""

from __future__ import annotations

from math import sqrt
from random import Random
from statistics import fmean, stdev, variance

import pytest

import smokestack
from smokestack.arena.intervals import without_luck
from smokestack.arena.luck import LuckMeter
from smokestack.arena.playing import play_game
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.network import Network
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.games.brass.rules.turn import Brass


def test_without_luck_the_mean_is_the_same_and_the_variance_smaller() -> None:
    """On simulated results, of which luck explains three quarters of the variance."""
    random = Random(1)
    plain, adjusted = [], []
    for _ in range(400):
        luck = [random.gauss(0.0, 1.0) for _ in range(40)]
        results = [0.3 + 0.1 * (sqrt(3.0) * x + random.gauss(0.0, 1.0)) for x in luck]
        plain.append(fmean(results))
        adjusted.append(fmean(without_luck(results, luck)))
    error = stdev(adjusted) / sqrt(len(adjusted))
    assert abs(fmean(adjusted) - 0.3) < 3.5 * error
    assert variance(plain) / variance(adjusted) > 2.5  # 4 if the coefficient were known


def test_luck_that_explains_nothing_does_no_harm() -> None:
    random = Random(2)
    results = [random.random() for _ in range(200)]
    luck = [random.gauss(0.0, 5.0) for _ in range(200)]
    assert variance(without_luck(results, luck)) < 1.05 * variance(results)


def test_few_groups_are_not_adjusted() -> None:
    assert without_luck([0.0, 1.0, 0.5], [1.0, -1.0, 3.0]) == [0.0, 1.0, 0.5]


def bad_evaluator(game: Game) -> Evaluator:
    """One with random networks."""
    random = Random(3)
    inputs = game.networks.inputs
    networks = [
        Network(
            inputs,
            [random.randint(-100, 100) for _ in range(24)],
            [random.randint(-100, 100) for _ in range(24 * inputs)],
            [random.randint(-3000, 3000) for _ in range(24)],
            [random.randint(-3_000_000, 3_000_000) for _ in range(inputs)],
            0,
        )
        for _ in game.networks.names
    ]
    return game.networks.evaluator(networks)


@pytest.mark.parametrize(("game", "games"), [("glasgow", 400), ("brass", 150)])
def test_luck_is_0_on_average_even_with_a_bad_evaluator(game: str, games: int) -> None:
    lucks = []
    for seed in range(games):
        match = smokestack.new_game(game, seed=seed)
        meter = LuckMeter(match.game, match.setup, match.state)
        meter.evaluator = bad_evaluator(match.game)
        meter.add_deal(match.state)
        state = match.state.copy()
        stream = Stream(seed + 1000)
        while not state.over:
            answer = int(state.legal[stream.below(state.count)])
            before = state.copy()
            state.apply(answer)
            meter.add_answer(before, answer, state)
        lucks.append(meter.result().points[0])
    assert stdev(lucks) > 0.1
    assert abs(fmean(lucks)) < 3.5 * stdev(lucks) / sqrt(len(lucks))


def test_a_reshuffle_keeps_hands_and_everything_visible() -> None:
    match = smokestack.new_game("brass", seed=5)
    stream = Stream(1)
    state = match.state
    for _ in range(40):
        state.apply(state.legal[stream.below(state.count)])
    other = state.copy()
    other.reshuffle(stream)
    assert isinstance(state, Brass)
    assert isinstance(other, Brass)
    assert other.hands == state.hands
    assert other.deck != state.deck
    for seat in range(4):
        assert match.game.show(other.seen_by(seat)) == match.game.show(state.seen_by(seat))
    unseen = [sorted(_unseen(table)) for table in (state, other)]
    assert unseen[0] == unseen[1]


def _unseen(table: Brass) -> list[int]:
    return [int(table.deck[i]) for i in range(table.deck_count)] + [
        int(table.aside[i]) for i in range(len(table.aside))
    ]


def test_a_game_has_the_luck_of_each_seat_and_the_same_each_time() -> None:
    setup = smokestack.new_game("glasgow", seed=3).setup
    outcomes = [play_game(setup, ["greedy:samples=1", "random"]) for _ in range(2)]
    luck = outcomes[0].luck
    assert luck is not None
    assert len(luck.points) == len(luck.wins) == 2
    assert luck == outcomes[1].luck
