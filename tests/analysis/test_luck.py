"""Luck is 0 on average, for the deal and for every later reveal."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import msgspec
import pytest

import smokestack
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.luck import LuckMeasure, value_before_deal
from smokestack.analysis.units import UNITS, Units
from smokestack.analysis.values import Valuation
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["glasgow_city", "brass_2018_3"])
def test_the_luck_of_the_deal_is_0_on_average(name: str) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    valuation, measure = measure_of(match)
    lucks = []
    for seed in range(150):
        setup = msgspec.structs.replace(match.setup, seed=seed)
        value = valuation.value(match.game.start(setup), Stream(seed), 2)
        lucks.append(measure.of_deal(setup, value))
    check_mean(lucks)


@pytest.mark.parametrize(("name", "first"), [("glasgow_city", 21), ("brass_2018_3", 0)])
def test_the_luck_of_a_reveal_is_0_on_average(name: str, first: int) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    number = next_reveal(match, first)
    state, answer = match.state_at(number), match.history[number]
    valuation, measure = measure_of(match)
    lucks = []
    for seed in range(150):
        stream = Stream(seed)
        before = state.copy()
        before.reshuffle(stream)
        after = before.copy()
        after.apply(answer)
        value = valuation.value(after, stream, 2)
        lucks.append(measure.of_answer(before, answer, value, stream))
    check_mean(lucks)


@pytest.mark.parametrize("name", ["glasgow_city", "brass_2018_3"])
def test_the_value_before_the_deal_is_the_same_for_every_deal_of_a_table(name: str) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    names = ["Ann", "Ben", "Cleo"][: len(match.setup.players)]
    other = msgspec.structs.replace(match.setup, seed=match.setup.seed + 1, players=names)
    assert value_before_deal(match.game, other) == value_before_deal(match.game, match.setup)


def test_seats_are_alike_before_the_deal_draws_who_starts() -> None:
    match = smokestack.new_game("brass", players=4, seed=1)
    values = value_before_deal(match.game, match.setup)
    assert values[:4] == (250_000,) * 4
    assert len(set(values[4:])) == 1


def test_seats_differ_before_the_deal_if_the_first_one_was_chosen() -> None:
    match = smokestack.new_game("brass", players=3, edition="2007", seed=1)
    chosen = msgspec.structs.replace(match.setup, first=1)
    values = value_before_deal(match.game, chosen)
    assert len(set(values[:3])) == 3
    assert sum(values[:3]) == pytest.approx(UNITS, abs=3)


def check_mean(lucks: list[Units]) -> None:
    """There is luck, and its mean is 0 within four standard errors."""
    for column in zip(*lucks, strict=True):
        numbers = [number / UNITS for number in column]
        error = stdev(numbers) / sqrt(len(numbers))
        assert abs(fmean(numbers)) <= 4.0 * error
    assert any(any(luck) for luck in lucks)


def measure_of(match: Match) -> tuple[Valuation, LuckMeasure]:
    valuation = Valuation(match.game, basis_of(match.game, match.state), len(match.setup.players))
    return valuation, LuckMeasure(match.game, valuation, 2)


def next_reveal(match: Match, first: int) -> int:
    """The index of the first answer from `first` on after which something was revealed."""
    state = match.state_at(first)
    for number, answer in enumerate(match.history[first:], first):
        revealed = state.revealed
        state.apply(answer)
        if state.revealed != revealed:
            return number
    raise AssertionError("nothing was revealed")
