"""Measures how lucky each seat of a game was, to take that luck out of the results.

Whenever something is dealt, drawn or turned, an evaluator values the position that resulted, and
the positions that other random outcomes would have led to, drawn from the same distribution. The
difference to their mean is luck. The actual outcome and the others are interchangeable, so the
expected luck is exactly 0, however bad the evaluator is: subtracting it (a control variate) changes
no expected result. The better the evaluator, the more of the chance it removes. Programs
for backgammon do the same with their dice, and AIVAT (Burch et al. 2018) does so for poker.
"""

from __future__ import annotations

from statistics import fmean

import msgspec

from smokestack.bots.search.is_mcts import win_chance
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.record import Setup

ALTERNATIVES = 8


class Luck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The luck of each seat in one game."""

    points: list[float]
    wins: list[float]
    """In shares of a win."""


class LuckMeter:
    """Adds up the luck of one game as it is played."""

    def __init__(self, game: Game, setup: Setup, start: State) -> None:
        self.game = game
        self.setup = setup
        self.seats = len(setup.players)
        # The same numbers for the same game, but none that the game or its bots use.
        self.stream = Stream((setup.seed * 2 + 1) % 2**62 + 2**62)
        basis = SearchBot(game, SearchSettings(), self.stream).basis_for(start)
        self.evaluator = basis.evaluator
        self.params = basis.params
        self.sums = [0.0] * (2 * self.seats)

    def add_deal(self, start: State) -> None:
        """Compare the first position with those of other seeds."""
        others = []
        for _ in range(ALTERNATIVES):
            seed = int(self.stream.word()) * 2**31 + int(self.stream.word()) // 2
            others.append(self.game.start(msgspec.structs.replace(self.setup, seed=seed)))
        self._add(start, others)

    def add_answer(self, before: State, answer: int, after: State) -> None:
        """Compare what followed an answer with what could have, if chance had a part in it."""
        if after.revealed == before.revealed:
            return
        others = []
        for _ in range(ALTERNATIVES):
            other = before.copy()
            other.reshuffle(self.stream)
            other.apply_without_listing(answer)
            others.append(other)
        self._add(after, others)

    def result(self) -> Luck:
        return Luck(
            [round(luck, 6) for luck in self.sums[: self.seats]],
            [round(luck, 6) for luck in self.sums[self.seats :]],
        )

    def _add(self, state: State, others: list[State]) -> None:
        values = self._values(state)
        means = [fmean(column) for column in zip(*map(self._values, others), strict=True)]
        for at, (value, mean) in enumerate(zip(values, means, strict=True)):
            self.sums[at] += value - mean

    def _values(self, state: State) -> list[float]:
        """The expected points of each seat, then the chance of each seat to win."""
        points = [self.evaluator.expected_points(state, seat) for seat in range(self.seats)]
        left = self.evaluator.share_left(state, 0)
        scale = self.params.win_margin_scale + self.params.win_margin_spread * left
        chances = []
        for seat, own in enumerate(points):
            best = max(points[:seat] + points[seat + 1 :])
            chances.append(win_chance((own - best) / scale))
        return points + chances
