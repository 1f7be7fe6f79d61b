"""The value of a position: the chance of each seat to win, and its points at the end.

The current turn is completed by lookahead, and an evaluator values the position after it. What
nobody has seen yet is shuffled before, several times. The hands of all seats count as known, but an
evaluator values each seat by its own hand alone.
"""

from __future__ import annotations

from math import sqrt

from smokestack.analysis.units import Units, mean_of, to_units
from smokestack.bots.search.is_mcts import win_chance
from smokestack.bots.search.lookahead import value_of_answer
from smokestack.bots.search.tree import Tree
from smokestack.bots.search_bot import Basis
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game


class Valuation:
    """Values positions of one game."""

    def __init__(self, game: Game, basis: Basis, players: int) -> None:
        self._game = game
        self._evaluator = basis.evaluator
        self._params = basis.params
        self._players = players

    def value(self, state: State, stream: Stream, samples: int) -> Units:
        """The mean over shuffles of what nobody has seen."""
        if state.over:
            return result_of(self._game, state)
        found = []
        for _ in range(samples):
            sample = state.copy()
            sample.reshuffle(stream)
            self._complete_turn(sample)
            found.append(self._evaluate(sample))
        return mean_of(found)

    def _complete_turn(self, state: State) -> None:
        """Give the best answers by lookahead until the turn, or the current part of it, ends."""
        seat, turn, answered = state.actor, state.turn, 0
        while (
            not state.over
            and state.turn == turn
            and state.actor == seat
            and not answered >> state.decision & 1
        ):
            answers = state.answers()
            best = 0
            if len(answers) > 1:
                values = [
                    value_of_answer(self._evaluator, state, index, seat, turn, answered)
                    for index in range(len(answers))
                ]
                best = values.index(max(values))
            answered |= 1 << state.decision | self._evaluator.opening_decisions
            state.apply(answers[best])

    def _evaluate(self, state: State) -> Units:
        """What the evaluator says, as the search uses it (`Search` in `bots/search`)."""
        if state.over:
            return result_of(self._game, state)
        evaluator, params = self._evaluator, self._params
        seats = range(self._players)
        expected = [evaluator.expected_points(state, seat) for seat in seats]
        scale = params.win_margin_scale + params.win_margin_spread * evaluator.share_left(state, 0)
        chances, points = [], []
        for seat, own in enumerate(expected):
            best = max(expected[:seat] + expected[seat + 1 :])
            chances.append(win_chance((own - best) / scale))
            left = evaluator.share_left(state, seat)
            points.append(own + params.future_points * left * sqrt(left))
        return to_units(shares_of(chances), points)


def result_of(game: Game, state: State) -> Units:
    """The value of a finished game: who won and the scores."""
    result = game.result(state)
    assert result is not None
    wins = [
        1 / len(result.winners) if seat in result.winners else 0.0
        for seat in range(len(result.scores))
    ]
    return to_units(wins, result.scores)


def chances_after(tree: Tree, node: int, players: int) -> list[float]:
    """The chance of each seat to win after the answer of a node that a search visited."""
    return shares_of([float(tree.mean_win_chance(node, seat)) for seat in range(players)])


def shares_of(chances: list[float]) -> list[float]:
    """Chances that add up to 1.

    Each chance compares a seat with its best opponent; with more than two seats their sum is more.
    """
    total = sum(chances)
    return [chance / total for chance in chances]
