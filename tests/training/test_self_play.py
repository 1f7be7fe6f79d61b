"""Self-play evaluates candidates with the same deals, from every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest

import smokestack
from smokestack.arena.intervals import Estimate, share_of
from smokestack.arena.plan import Table
from smokestack.arena.workers import Done, Processes, Task
from smokestack.bots.weights import Weights
from smokestack.training.self_play import SelfPlay
from smokestack.training.tuning import make_plan

SETUP = smokestack.new_game("glasgow", seed=5, options={"turn_limit": 40}).setup
TINY = make_plan(SETUP, "greedy:samples=1", games=2, population=4)


@pytest.mark.parametrize("aim", ["wins", "points"])
def test_values_do_not_depend_on_the_number_of_workers(tmp_path: Path, aim: str) -> None:
    plan = msgspec.structs.replace(TINY, aim=aim)
    values = []
    for count in (1, 2):
        with Processes(count) as spread:
            self_play = SelfPlay(plan, tmp_path, spread)
            values.append(self_play.evaluate(1, [plan.start, doubled(plan.start)]))
    assert values[0] == values[1]
    assert len(set(values[0])) == 2


def doubled(weights: Weights) -> Weights:
    return Weights(
        {
            name: msgspec.structs.replace(weight, value=2.0 * weight.value)
            for name, weight in weights.evaluation.items()
        },
        weights.search,
    )


def test_equal_weights_win_equally_often(tmp_path: Path) -> None:
    self_play = SelfPlay(TINY, tmp_path, Processes(1))
    assert self_play.games == 2
    compared = self_play.compare(TINY.start, 4)
    assert compared.games == 4
    assert compared.wins == share_of([0.5, 0.5])
    assert compared.lead == Estimate(0.0, 0.0, 0.0)


def test_candidates_share_seeds_and_generations_do_not(tmp_path: Path) -> None:
    seeds: list[set[int]] = []

    def play_and_record_seeds(
        work: Callable[[Task], Done], tasks: Iterable[Task]
    ) -> Iterator[Done]:
        tables = list(tasks)
        seeds.append({table.setup.seed for table in tables if isinstance(table, Table)})
        return map(work, tables)

    self_play = SelfPlay(TINY, tmp_path, play_and_record_seeds)
    for generation in range(2):
        self_play.evaluate(generation, [TINY.start, TINY.start])
    self_play.compare(TINY.start, 4)
    first, second, fresh = seeds
    assert len(first) == len(second) == 1
    assert not first & second
    assert not fresh & (first | second)
