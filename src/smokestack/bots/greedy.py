"""The bot that searches its own turn and no further."""

from __future__ import annotations

import math
from pathlib import Path

import msgspec

from smokestack.bots.networks import learned_evaluator, shipped_networks
from smokestack.bots.search.lookahead import values_of_answers
from smokestack.bots.weights import in_order, load_weights
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.view import View

RESOLUTION = 10_000


class GreedySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings after the colons of `greedy:…`."""

    samples: int = 4
    """The number of determinizations."""
    tuned: bool = False
    """Use the tuned weights instead of those set by hand."""
    weights: str = ""
    """The path of a file to use instead of the game's weights."""
    learned: bool = False
    """Evaluate with the game's networks, or with tuned weights at tables that have none."""
    network: str = ""
    """The path of a file with networks to use instead of weights."""
    misjudged_points: float = 0.0
    """By how many points it misjudges each answer, at random (the scale of Gumbel noise)."""


class GreedyBot:
    """Gives the answer with the best position at the end of its turn, by the game's evaluator.

    It averages over several determinizations. It is the reference for the strength of other bots,
    so it does not use tuned weights unless told to.
    """

    def __init__(self, game: Game, settings: GreedySettings, stream: Stream) -> None:
        if not 1 <= settings.samples <= 1000:
            raise InvalidInput("the samples of greedy must be from 1 to 1000")
        if not 0.0 <= settings.misjudged_points <= 1000.0:
            raise InvalidInput("the misjudged points of greedy must be from 0 to 1000")
        self.game = game
        self.settings = settings
        self.stream = stream
        self.linear = _linear_evaluator(game, settings)
        if settings.network:
            learned_evaluator(game, Path(settings.network))  # an error now, not in the game
        self.evaluator: Evaluator | None = None

    def answer(self, view: View) -> int:
        if self.evaluator is None:
            self.evaluator = self._evaluator_for(view.state)
        samples = [view.game.determinize(view, self.stream) for _ in range(self.settings.samples)]
        answers = samples[0].answers()
        is_learned = isinstance(self.evaluator, LearnedEvaluator)
        # Networks are trained only on positions in which an action has ended.
        stops = int(self.evaluator.opening_decisions) if is_learned else 0
        values = values_of_answers(self.evaluator, samples, stops)
        if self.settings.misjudged_points > 0.0:
            values = [value + self._misjudgement() for value in values]
        return answers[max(range(len(answers)), key=values.__getitem__)]

    def _evaluator_for(self, state: State) -> Evaluator:
        settings = self.settings
        path = Path(settings.network) if settings.network else None
        if path is None and settings.learned:
            path = shipped_networks(self.game, self.game.table_of(state))
        return self.linear if path is None else learned_evaluator(self.game, path)

    def _misjudgement(self) -> float:
        """A number from a Gumbel distribution: answers are chosen as by a softmax."""
        share = (int(self.stream.below(RESOLUTION)) + 0.5) / RESOLUTION
        return -self.settings.misjudged_points * math.log(-math.log(share))


def _linear_evaluator(game: Game, settings: GreedySettings) -> Evaluator:
    path = Path(settings.weights) if settings.weights else game.weight_file
    weights = in_order(load_weights(path).evaluation, game.weight_names, path)
    tuned = settings.tuned or settings.learned or bool(settings.weights)
    return game.evaluator([weight.value if tuned else weight.by_hand for weight in weights])
