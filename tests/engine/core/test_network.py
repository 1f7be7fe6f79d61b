"""The network computes in packed integers what plain arithmetic computes."""

from __future__ import annotations

from random import Random

import pytest

from smokestack.engine.core.network import UNITS_PER_BLOCK, Accumulator, ActiveInputs, Network


def plain_output(
    amounts: list[int],
    hidden_bias: list[int],
    hidden: list[int],
    out: list[int],
    skip: list[int],
    bias: int,
) -> int:
    inputs = len(amounts)
    total = bias + sum(weight * amount for weight, amount in zip(skip, amounts, strict=True))
    for unit, start in enumerate(hidden_bias):
        weights = hidden[unit * inputs : (unit + 1) * inputs]
        total += out[unit] * max(
            0, start + sum(weight * amount for weight, amount in zip(weights, amounts, strict=True))
        )
    return total


@pytest.mark.parametrize("units", [UNITS_PER_BLOCK, 4 * UNITS_PER_BLOCK])
def test_it_computes_what_plain_arithmetic_computes(units: int) -> None:
    random = Random(units)
    inputs = 120
    for size in (1, 1000, 20_000):  # the last one fills the lanes of a word
        hidden_bias = [random.randint(-size, size) for _ in range(units)]
        hidden = [random.randint(-size, size) for _ in range(units * inputs)]
        out = [random.randint(-100_000, 100_000) for _ in range(units)]
        skip = [random.randint(-(10**9), 10**9) for _ in range(inputs)]
        network = Network(inputs, hidden_bias, hidden, out, skip, -7)
        accumulator = Accumulator(network)  # of one position after another
        for _ in range(20):
            flags = [random.choice((0, 1)) for _ in range(70)]  # in three words
            amounts = [random.choice((0, 0, 1, 1, 2)) for _ in range(inputs - 70)]
            active = ActiveInputs(inputs)
            for number, flag in enumerate(flags):
                if flag:
                    active.set(number)
            for number, amount in enumerate(amounts, 70):
                if amount:
                    active.add(number, amount)
            assert accumulator.output(active) == plain_output(
                [*flags, *amounts], hidden_bias, hidden, out, skip, -7
            )


@pytest.mark.parametrize("number", [0, 1, 30, 31, 32, 63, 64, 119])
def test_each_flag_has_its_own_weight(number: int) -> None:
    units = UNITS_PER_BLOCK
    network = Network(120, [0] * units, [0] * (120 * units), [0] * units, list(range(120)), 0)
    accumulator = Accumulator(network)
    active = ActiveInputs(120)
    active.set(number)
    assert active.set_flags() == [number]
    assert accumulator.output(active) == number
    active.clear()
    assert accumulator.output(active) == 0


def test_without_inputs_the_biases_decide() -> None:
    units = UNITS_PER_BLOCK
    network = Network(1, [3] * units, [0] * units, [2] * units, [0], 5)
    assert Accumulator(network).output(ActiveInputs(1)) == 5 + units * 6
