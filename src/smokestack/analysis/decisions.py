"""Grades answers by a search from the view of their seat.

The search draws everything that the seat can't see, so a grade never depends on it. If it prefers
another answer to the one given, both are compared once more, in the same deals: the simulations
that found the preferred answer flatter it, and in different deals the difference of two means is
mostly noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Final, NamedTuple

from smokestack.analysis.grading import accuracy_of, verdict_of
from smokestack.analysis.report import Grade
from smokestack.analysis.units import UNITS, Units, to_units, to_values
from smokestack.analysis.values import chances_after, shares_of
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search.tree import NONE
from smokestack.bots.search_bot import Basis
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game

MAX_NODES: Final = 400_000
NODES_PER_SIMULATION: Final = 400
BATCHES: Final = 10
"""In which the deals of a comparison are divided, to estimate its standard error."""
COMPARED_SHARE: Final = 0.6
"""Of the simulations of the search, for each of two answers that are compared."""
NOISE: Final = 1.0
"""Standard errors; a smaller difference between two answers is none."""


class Batch(NamedTuple):
    """What some simulations of an answer expect, on average."""

    reward: float
    """Of the seat that answers: what the search maximises."""
    chances: list[float]
    points: list[float]


class DecisionSearch:
    """Searches decisions of one game, each on its own."""

    def __init__(self, game: Game, basis: Basis, players: int, simulations: int) -> None:
        self._game = game
        self._players = players
        self._simulations = simulations
        self._batch = max(1, round(COMPARED_SHARE * simulations / BATCHES))
        capacity = min(MAX_NODES, 4 * NODES_PER_SIMULATION * simulations + 1000)
        self._search = Search(
            basis.evaluator, basis.guide, basis.params, players, game.answers, capacity
        )

    def grade(self, state: State, given: int, stream: Stream) -> Grade:
        """The grade of an answer; `state` is the position before it."""
        search = self._search
        seat = int(state.actor)
        view = state.seen_by(seat)
        search.clear()
        search.run(view, seat, stream, self._simulations)
        best = int(search.best_answer(view))
        if best == given:
            value = self._value_in_tree(best)
            return self._grade(seat, best, value, value)
        self._even_visits(view, best, given, stream)
        better, own = self._compare(view, best, given, stream)
        gains = [one.reward - other.reward for one, other in zip(better, own, strict=True)]
        if fmean(gains) <= NOISE * standard_error(gains):
            value = self._mean_value(own)
            return self._grade(seat, given, value, value)
        return self._grade(seat, best, self._mean_value(better), self._mean_value(own))

    def _even_visits(self, view: State, best: int, given: int, stream: Stream) -> None:
        """As many visits of the answer given, so that its tree has grown as far."""
        missing = self._visits(best) - self._visits(given)
        if missing > 0:
            self._search.run(with_only_answer(view, given), int(view.actor), stream, missing)

    def _compare(
        self, view: State, best: int, given: int, stream: Stream
    ) -> tuple[list[Batch], list[Batch]]:
        """Further simulations of two answers, both in the same deals."""
        seed = int(stream.word())
        return self._batches(view, best, seed), self._batches(view, given, seed)

    def _batches(self, view: State, answer: int, seed: int) -> list[Batch]:
        search, seat, stream = self._search, int(view.actor), Stream(seed)
        alone = with_only_answer(view, answer)
        node = int(search.tree.find(search.root, answer))
        if node == NONE:
            search.run(alone, seat, stream, 1)
            node = int(search.tree.find(search.root, answer))
        found, before = [], self._sums(node, seat)
        for _ in range(BATCHES):
            search.run(alone, seat, stream, self._batch)
            after = self._sums(node, seat)
            reward, *others = [
                (new - old) / self._batch for new, old in zip(after, before, strict=True)
            ]
            found.append(Batch(reward, others[: self._players], others[self._players :]))
            before = after
        return found

    def _sums(self, node: int, seat: int) -> list[float]:
        """The reward of the seat, the chances and the points of all, over all visits of a node."""
        tree, first = self._search.tree, node * self._players
        seats = range(first, first + self._players)
        return [
            tree.rewards[first + seat],
            *(tree.win_chances[at] for at in seats),
            *(tree.points[at] for at in seats),
        ]

    def _visits(self, answer: int) -> int:
        node = self._search.tree.find(self._search.root, answer)
        return 0 if node == NONE else int(self._search.tree.visits[node])

    def _value_in_tree(self, answer: int) -> Units:
        tree, seats = self._search.tree, range(self._players)
        node = tree.find(self._search.root, answer)
        chances = chances_after(tree, node, self._players)
        return to_units(chances, [tree.mean_points(node, seat) for seat in seats])

    def _mean_value(self, batches: Sequence[Batch]) -> Units:
        seats = range(self._players)
        chances = [fmean(batch.chances[seat] for batch in batches) for seat in seats]
        points = [fmean(batch.points[seat] for batch in batches) for seat in seats]
        return to_units(shares_of(chances), points)

    def _grade(self, seat: int, best: int, best_value: Units, value: Units) -> Grade:
        line = self._line(best)
        chance_loss = max(0, best_value[seat] - value[seat]) / UNITS
        points_loss = (best_value[self._players + seat] - value[self._players + seat]) / UNITS
        return Grade(
            best=self._game.to_text(line[0]),
            line=[self._game.to_text(answer) for answer in line],
            best_values=to_values(best_value),
            given_values=to_values(value),
            chance_loss=chance_loss,
            points_loss=points_loss,
            accuracy=accuracy_of(chance_loss),
            verdict=verdict_of(chance_loss),
        )

    def _line(self, answer: int) -> list[int]:
        node = self._search.tree.find(self._search.root, answer)
        return self._search.expected_line(node) or [answer]


def standard_error(numbers: Sequence[float]) -> float:
    """Of the mean."""
    return sqrt(variance(numbers) / len(numbers))


def with_only_answer(view: State, answer: int) -> State:
    """The same decision with one legal answer."""
    changed = view.copy()
    changed.count = 0
    changed.offer(answer)
    return changed
