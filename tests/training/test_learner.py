"""The learner fits networks that compute what it says they compute."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from smokestack.bots.networks import check_sums
from smokestack.engine.core.network import OUTPUT_UNIT, Accumulator, ActiveInputs, Network
from smokestack.training.learner import LearnerSettings, blended, fit, one_cycle, predict

SETTINGS = LearnerSettings(units=24, epochs=8, batch=64, learning_rate=0.02)
MAX_AMOUNTS = [1] * 9 + [40]


def samples(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Gains that no linear function explains: the first input reverses what the second means."""
    random = np.random.default_rng(1)
    inputs = random.integers(0, 2, (count, 10)).astype(np.int8)
    inputs[:, 9] = random.integers(0, 41, count)
    reversed_sign = np.where(inputs[:, 0] == 1, -1.0, 1.0)
    gains = 50.0 + 20.0 * reversed_sign * inputs[:, 1] + 0.5 * inputs[:, 9]
    return inputs, gains.astype(np.float32), np.arange(count) // 20


def test_it_learns_what_no_linear_function_can_express() -> None:
    inputs, gains, games = samples(6000)
    found = fit(inputs, gains, games, MAX_AMOUNTS, SETTINGS)
    assert found.r_squared > 0.98
    assert found.error < 2.0


def test_the_compiled_network_computes_the_predictions_of_the_learner() -> None:
    inputs, gains, games = samples(2000)
    part = fit(inputs, gains, games, MAX_AMOUNTS, SETTINGS).part
    check_sums(part, MAX_AMOUNTS)
    network = Network(
        10,
        list(part.hidden_bias),
        list(part.hidden),
        list(part.out),
        list(part.skip),
        part.bias,
    )
    expected = predict(part, inputs[:50])
    for row, prediction in zip(inputs[:50], expected, strict=True):
        active = ActiveInputs(10)
        for number in np.flatnonzero(row):
            active.add(int(number), int(row[number]))
        output = Accumulator(network).output(active)
        assert output / OUTPUT_UNIT == pytest.approx(prediction, abs=1e-3)


def test_large_weights_are_scaled_down_until_they_fit() -> None:
    inputs, gains, games = samples(400)
    settings = LearnerSettings(units=24, epochs=4, batch=16, learning_rate=30.0, weight_decay=0.0)
    part = fit(inputs, gains, games, MAX_AMOUNTS, settings).part
    check_sums(part, MAX_AMOUNTS)


def test_the_same_seed_gives_the_same_network() -> None:
    inputs, gains, games = samples(400)
    assert fit(inputs, gains, games, MAX_AMOUNTS, SETTINGS) == fit(
        inputs, gains, games, MAX_AMOUNTS, SETTINGS
    )


def test_the_learning_rate_rises_and_then_falls_to_zero() -> None:
    rates = [one_cycle(done / 30) for done in range(31)]
    assert rates[0] == pytest.approx(0.1)
    assert max(rates) == pytest.approx(1.0) == rates[10]
    assert rates[30] == pytest.approx(0.0)


def test_a_blended_network_is_between_the_fitted_and_the_linear_one() -> None:
    inputs, gains, games = samples(400)
    part = fit(inputs, gains, games, MAX_AMOUNTS, SETTINGS).part
    linear = [0.5 * number for number in range(10)]
    found = predict(blended(part, linear, 0.25), inputs)
    expected = 0.25 * predict(part, inputs) + 0.75 * (inputs @ np.array(linear))
    assert found == pytest.approx(expected, abs=0.05)
    settings = msgspec.structs.replace(SETTINGS, blend=0.25)
    assert fit(inputs, gains, games, MAX_AMOUNTS, settings, linear).part == blended(
        part, linear, 0.25
    )
