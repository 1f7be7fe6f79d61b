"""Luck is 0 on average, for the deal and for every later reveal."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest

import smokestack
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.luck import LuckMeasure
from smokestack.analysis.units import UNITS, Units
from smokestack.analysis.values import Valuation
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["glasgow_city", "brass_2018_3"])
def test_the_luck_of_the_deal_is_0_on_average(name: str) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    measure = measure_of(match)
    lucks = []
    for seed in range(150):
        setup = msgspec.structs.replace(match.setup, seed=seed)
        stream = Stream(seed)
        lucks.append(measure.of_deal(setup, match.game.start(setup), stream))
    check_mean(lucks)


@pytest.mark.parametrize(("name", "first"), [("glasgow_city", 21), ("brass_2018_3", 0)])
def test_the_luck_of_a_reveal_is_0_on_average(name: str, first: int) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    number = next_reveal(match, first)
    state, answer = match.state_at(number), match.history[number]
    measure = measure_of(match)
    lucks = []
    for seed in range(150):
        stream = Stream(seed)
        before = state.copy()
        before.reshuffle(stream)
        after = before.copy()
        after.apply(answer)
        lucks.append(measure.of_answer(before, answer, after, stream))
    check_mean(lucks)


def check_mean(lucks: list[Units]) -> None:
    """There is luck, and its mean is 0 within four standard errors."""
    for column in zip(*lucks, strict=True):
        numbers = [number / UNITS for number in column]
        error = stdev(numbers) / sqrt(len(numbers))
        assert abs(fmean(numbers)) <= 4.0 * error
    assert any(any(luck) for luck in lucks)


def measure_of(match: Match) -> LuckMeasure:
    valuation = Valuation(match.game, basis_of(match.game, match.state), len(match.setup.players))
    return LuckMeasure(match.game, valuation, 2)


def next_reveal(match: Match, first: int) -> int:
    """The index of the first answer from `first` on after which something was revealed."""
    state = match.state_at(first)
    for number, answer in enumerate(match.history[first:], first):
        revealed = state.revealed
        state.apply(answer)
        if state.revealed != revealed:
            return number
    raise AssertionError("nothing was revealed")
