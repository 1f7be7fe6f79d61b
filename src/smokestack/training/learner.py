"""Fits a network to samples: AdamW with a one-cycle learning rate, in NumPy.

The error is the squared difference to what the seat really gained. Inputs are divided by their
highest amount, and gains by their standard deviation, while training; `to_part` undoes both and
rounds the weights to the integers of `engine/core/network.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from smokestack.bots.networks import Part
from smokestack.engine.core.network import MAX_SUM, OUTPUT_UNIT, UNIT

Floats = NDArray[np.float32]

MAX_WEIGHT = 32_000  # fits into 16 bits
VALIDATION_SHARE = 0.05  # of the games
MIN_VALIDATION_GAMES = 10


class LearnerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    units: int = 48
    epochs: int = 3
    batch: int = 1024
    learning_rate: float = 0.002
    """The highest one, after a third of the steps."""
    weight_decay: float = 0.02
    blend: float = 1.0
    """The share of the fitted network; the rest is the linear evaluation, where there is one.

    A fit to noisy results knows the difference between two answers less well than the value of a
    position. The weights of the linear evaluation were tuned for these differences.
    """
    seed: int = 0


class Fit(NamedTuple):
    """A network and how well it explains gains in other games, before it was blended."""

    part: Part
    r_squared: float
    error: float
    """The root of the mean squared error, in points."""


class Parameters(NamedTuple):
    hidden: Floats
    hidden_bias: Floats
    out: Floats
    skip: Floats
    bias: Floats


def fit(
    inputs: NDArray[np.int8],
    gains: Floats,
    games: NDArray[np.int64],
    max_amounts: Sequence[int],
    settings: LearnerSettings,
    linear: Sequence[float] | None = None,
) -> Fit:
    """Train a network from scratch; `linear` are weights of the inputs to blend it with."""
    random = np.random.default_rng(settings.seed)
    validation = _choose_validation(games, random)
    training = np.flatnonzero(~validation)
    scale = np.array(max_amounts, np.float32)
    mean, deviation = float(gains[training].mean()), float(gains[training].std()) or 1.0
    parameters = _start(len(max_amounts), settings.units, random)
    optimizer = AdamW(parameters, settings.weight_decay)
    batches = max(1, len(training) // settings.batch)
    steps = settings.epochs * batches
    for epoch in range(settings.epochs):
        order = random.permutation(training)
        for n in range(batches):
            rows = np.sort(order[n * settings.batch : (n + 1) * settings.batch])
            rate = settings.learning_rate * one_cycle((epoch * batches + n) / steps)
            batch = inputs[rows] / scale
            optimizer.step(_gradients(parameters, batch, (gains[rows] - mean) / deviation), rate)
    part = to_part(parameters, max_amounts, mean, deviation)
    held = np.flatnonzero(validation)
    errors = predict(part, inputs[held]) - gains[held]
    squared = float(np.mean(errors**2))
    if linear is not None:
        part = blended(part, linear, settings.blend)
    return Fit(part, 1.0 - squared / (float(gains[held].var()) or 1.0), squared**0.5)


def blended(part: Part, linear: Sequence[float], share: float) -> Part:
    """A network that expects `share` of what a network does, and for the rest a linear function."""
    skip = share * np.array(part.skip) + (1.0 - share) * OUTPUT_UNIT * np.array(linear)
    return part._replace(
        out=np.rint(share * np.array(part.out)).astype(int).tolist(),
        skip=np.rint(skip).astype(int).tolist(),
        bias=round(share * part.bias),
    )


def predict(part: Part, inputs: NDArray[np.int8]) -> Floats:
    """The outputs of the rounded network for many samples."""
    units = len(part.out)
    hidden = np.array(part.hidden, np.float32).reshape(units, -1)
    predictions = np.empty(len(inputs), np.float32)
    for start in range(0, len(inputs), 4096):
        batch = inputs[start : start + 4096].astype(np.float32)
        sums = np.maximum(batch @ hidden.T + np.array(part.hidden_bias, np.float32), 0.0)
        outputs = sums @ np.array(part.out, np.float64) + batch @ np.array(part.skip, np.float64)
        predictions[start : start + 4096] = (outputs + part.bias) / OUTPUT_UNIT
    return predictions


def to_part(
    parameters: Parameters, max_amounts: Sequence[int], mean: float, deviation: float
) -> Part:
    """Rounded weights for raw inputs; a unit that could overflow is scaled down, its output up."""
    amounts = np.array(max_amounts, np.float64)
    hidden = (parameters.hidden.astype(np.float64) / amounts[:, None]).T * UNIT
    hidden_bias = parameters.hidden_bias.astype(np.float64) * UNIT
    sums = np.abs(hidden) @ amounts + np.abs(hidden_bias) + amounts.sum()
    largest = np.maximum(sums / MAX_SUM, np.abs(hidden).max(axis=1) / MAX_WEIGHT)
    shrink = np.maximum(largest, 1.0)
    rounded = np.rint(hidden / shrink[:, None]).astype(int)
    rounded_bias = np.rint(hidden_bias / shrink).astype(int)
    out = np.rint(parameters.out * shrink * deviation * (OUTPUT_UNIT / UNIT)).astype(int)
    skip = np.rint(parameters.skip / amounts * deviation * OUTPUT_UNIT).astype(int)
    bias = round((float(parameters.bias[0]) * deviation + mean) * OUTPUT_UNIT)
    return Part(rounded_bias.tolist(), rounded.ravel().tolist(), out.tolist(), skip.tolist(), bias)


def one_cycle(done: float) -> float:
    """The learning rate at a share of the steps: up for the first third, then down to 0."""
    if done < 1 / 3:
        return float(0.1 + 0.9 * 0.5 * (1 - np.cos(3 * np.pi * done)))
    return float(0.5 * (1 + np.cos(np.pi * (done - 1 / 3) * 1.5)))


class AdamW:
    """Adam with decoupled weight decay (Loshchilov and Hutter 2019); biases do not decay."""

    def __init__(self, parameters: Parameters, weight_decay: float) -> None:
        self.parameters = parameters
        self.decays = [weight_decay, 0.0, weight_decay, weight_decay, 0.0]
        self.means = [np.zeros_like(p) for p in parameters]
        self.squares = [np.zeros_like(p) for p in parameters]
        self.steps = 0

    def step(self, gradients: Parameters, rate: float) -> None:
        self.steps += 1
        correction = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for parameter, gradient, mean, square, decay in zip(
            self.parameters, gradients, self.means, self.squares, self.decays, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            parameter *= 1 - rate * decay
            parameter -= np.float32(rate * correction) * mean / (np.sqrt(square) + np.float32(1e-8))


def _choose_validation(games: NDArray[np.int64], random: np.random.Generator) -> NDArray[np.bool_]:
    """The rows of some games, all rows of each."""
    seeds = np.unique(games)
    count = min(len(seeds) - 1, max(MIN_VALIDATION_GAMES, int(VALIDATION_SHARE * len(seeds))))
    return np.isin(games, random.choice(seeds, count, replace=False))


def _start(inputs: int, units: int, random: np.random.Generator) -> Parameters:
    spread = np.sqrt(2.0 / 80.0)  # about 80 inputs of a position are not 0
    return Parameters(
        (random.standard_normal((inputs, units)) * spread * 0.5).astype(np.float32),
        np.zeros(units, np.float32),
        (random.standard_normal(units) / np.sqrt(units)).astype(np.float32),
        np.zeros(inputs, np.float32),
        np.zeros(1, np.float32),
    )


def _gradients(parameters: Parameters, inputs: Floats, targets: Floats) -> Parameters:
    sums = inputs @ parameters.hidden + parameters.hidden_bias
    active = np.maximum(sums, 0.0)
    outputs = active @ parameters.out + inputs @ parameters.skip + parameters.bias
    slope = (outputs - targets) * np.float32(2.0 / len(targets))
    back = np.outer(slope, parameters.out) * (sums > 0.0)
    return Parameters(
        inputs.T @ back,
        back.sum(axis=0),
        active.T @ slope,
        inputs.T @ slope,
        np.array([slope.sum()], np.float32),
    )
