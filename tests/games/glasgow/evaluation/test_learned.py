"""Glasgow's networks: two of them, evaluated from the view of the seat that moves next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import smokestack
from smokestack.bots.weights import load_weights, values_of
from smokestack.engine.core.network import OUTPUT_UNIT, UNITS_PER_BLOCK, Network
from smokestack.engine.core.state import State
from smokestack.games.glasgow.evaluation.inputs import best_tenement_site, free_corners
from smokestack.games.glasgow.evaluation.learned import VICTORY, LearnedGlasgowEvaluator
from smokestack.games.glasgow.evaluation.linear_inputs import linear_lead
from smokestack.games.glasgow.rules.scoring import bonus, winner
from smokestack.games.glasgow.rules.turn import Glasgow
from tests.bots.matches import played

GLASGOW = smokestack.find_game("glasgow")
WEIGHTS = values_of(
    load_weights(GLASGOW.weight_file).evaluation, GLASGOW.weight_names, GLASGOW.weight_file
)


def linear_network(weights: list[float], bias: float = 0.0) -> Network:
    """A network whose hidden units do nothing."""
    inputs = GLASGOW.networks.inputs
    nothing = [0] * UNITS_PER_BLOCK
    skip = [round(weight * OUTPUT_UNIT) for weight in weights]
    return Network(inputs, nothing, nothing * inputs, nothing, skip, round(bias * OUTPUT_UNIT))


def positions(seed: int) -> Iterator[Glasgow]:
    """Those of a game between greedy bots, at every new turn."""
    match = played(smokestack.new_game("glasgow", seed=seed), ["greedy:samples=1"] * 2)
    for count in range(len(match.history)):
        state = match.state_at(count)
        assert isinstance(state, Glasgow)
        if GLASGOW.decisions[state.decision] == "move":
            yield state


def has_one_station_at_most(state: Glasgow) -> bool:
    return all(bin(state.owned(seat) & state.tiles.stations).count("1") <= 1 for seat in range(2))


def test_the_linear_evaluation_can_be_written_as_weights_of_the_inputs() -> None:
    zeros = [0.0] * GLASGOW.networks.inputs
    learned = LearnedGlasgowEvaluator([linear_network(linear_lead(WEIGHTS)), linear_network(zeros)])
    linear = GLASGOW.evaluator(WEIGHTS)
    compared = 0
    for seed in range(3):
        for state in positions(seed):
            if state.built <= 15 and has_one_station_at_most(state):
                compared += 1
                for seat in range(2):
                    expected = linear.value(state, seat)
                    assert learned.value(state, seat) == pytest.approx(expected, abs=0.01)
    assert compared > 100


def test_the_leads_of_both_seats_are_opposite_and_fit_their_points() -> None:
    lead = [float(number % 7 - 3) / 4.0 for number in range(GLASGOW.networks.inputs)]
    total = [0.0] * GLASGOW.networks.inputs
    learned = LearnedGlasgowEvaluator([linear_network(lead), linear_network(total, bias=80.0)])
    for state in positions(5):
        points = [learned.expected_points(state, seat) for seat in range(2)]
        assert learned.value(state, 0) == pytest.approx(-learned.value(state, 1))
        assert points[0] - points[1] == pytest.approx(learned.value(state, 0))
        gained = sum(points) - sum(int(state.points(seat)) for seat in range(2))
        assert gained == pytest.approx(80.0)


def test_a_won_game_is_worth_more_than_its_points() -> None:
    state: State = played(smokestack.new_game("glasgow", seed=2), ["greedy:samples=1"] * 2).state
    assert isinstance(state, Glasgow)
    learned = LearnedGlasgowEvaluator([])
    first = int(winner(state))
    lead = int(state.points(first)) - int(state.points(1 - first))
    assert learned.value(state, first) == lead + VICTORY
    assert learned.value(state, 1 - first) == -lead - VICTORY
    assert learned.expected_points(state, 1 - first) == int(state.points(1 - first))


def test_corners_are_free_once_the_bounds_are_final() -> None:
    final = 0
    for seed in range(8):
        for state in positions(seed):
            width, height = state.east - state.west + 1, state.south - state.north + 1
            free = int(free_corners(state))
            assert (free == -1) == (width * height < 20)
            assert free <= 4
            final += free > 0
    assert final > 0


def test_a_tenement_gains_on_the_best_site_what_building_it_there_gives() -> None:
    """Each tenement that is built gains no more than the inputs say is possible."""
    gained = 0
    for seed in range(6):
        match = played(smokestack.new_game("glasgow", seed=seed), ["greedy:samples=1"] * 2)
        for count, answer in enumerate(match.history):
            before = match.state_at(count)
            assert isinstance(before, Glasgow)
            if not before.tiles.tenements >> max(before.building, 0) & 1 or before.building < 0:
                continue
            if GLASGOW.decisions[before.decision] != "place":
                continue
            seat = int(before.actor)
            possible = int(best_tenement_site(before, seat))
            after = before.copy()
            after.apply(answer)
            printed = int(before.tiles.points[before.building])
            own = sum_of_tenements(after, seat) - sum_of_tenements(before, seat)
            assert own - printed <= possible
            gained += own > printed
    assert gained > 0


def sum_of_tenements(state: Glasgow, seat: int) -> int:
    owned = int(state.owned(seat) & state.tiles.tenements)
    return sum(
        int(state.tiles.points[building]) + int(bonus(state, building))
        for building in range(37)
        if owned >> building & 1
    )
