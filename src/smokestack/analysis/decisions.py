"""Grades answers by a search from the view of their seat.

The search draws everything that the seat can't see, so a grade never depends on it.
"""

from __future__ import annotations

from typing import Final

from smokestack.analysis.grading import accuracy_of, verdict_of
from smokestack.analysis.report import Grade
from smokestack.analysis.units import UNITS, Units, to_units, to_values
from smokestack.analysis.values import shares_of
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search_bot import Basis
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game

MAX_NODES: Final = 400_000
NODES_PER_SIMULATION: Final = 400
SECOND_LOOK: Final = 1
"""Times the simulations, if the first search prefers another answer to the one given."""


class DecisionSearch:
    """Searches decisions of one game, each on its own."""

    def __init__(self, game: Game, basis: Basis, players: int, simulations: int) -> None:
        self._game = game
        self._players = players
        self._simulations = simulations
        capacity = min(MAX_NODES, 2 * (1 + SECOND_LOOK) * NODES_PER_SIMULATION * simulations + 1000)
        self._search = Search(basis.evaluator, basis.params, players, game.answers, capacity)

    def grade(self, state: State, given: int, stream: Stream) -> Grade:
        """The grade of an answer; `state` is the position before it."""
        search, tree = self._search, self._search.tree
        seat = int(state.actor)
        view = state.seen_by(seat)
        search.clear()
        search.run(view, seat, stream, self._simulations)
        if search.best_answer(view) != given:
            # A stronger player may have seen more than this search, which then must look further.
            search.run(view, seat, stream, SECOND_LOOK * self._simulations)
        best = tree.find(search.root, search.best_answer(view))
        own = tree.find(search.root, given)
        # As many visits as the best answer has, so that both means are equally precise.
        missing = tree.visits[best] - tree.visits[own]
        if missing > 0:
            only_given = view.copy()
            only_given.count = 0
            only_given.offer(given)
            search.run(only_given, seat, stream, missing)
        if self._mean_reward(own, seat) >= self._mean_reward(best, seat):
            best = own
        return self._compare(best, own, seat)

    def _compare(self, best: int, given: int, seat: int) -> Grade:
        best_value, value = self._value(best), self._value(given)
        chance_loss = max(0, best_value[seat] - value[seat]) / UNITS
        points_loss = (best_value[self._players + seat] - value[self._players + seat]) / UNITS
        line = self._search.expected_line(best) or [int(self._search.tree.answer[best])]
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

    def _mean_reward(self, node: int, seat: int) -> float:
        """What the search maximises; 0 for a node that was never visited."""
        tree = self._search.tree
        return tree.rewards[node * self._players + seat] / float(max(1, tree.visits[node]))

    def _value(self, node: int) -> Units:
        tree = self._search.tree
        seats = range(self._players)
        chances = [tree.mean_win_chance(node, seat) for seat in seats]
        return to_units(shares_of(chances), [tree.mean_points(node, seat) for seat in seats])
