"""The bot that searches its own turn and no further."""

from __future__ import annotations

from pathlib import Path

import msgspec

from smokestack.bots.networks import learned_evaluator
from smokestack.bots.search.lookahead import values_of_answers
from smokestack.bots.weights import in_order, load_weights
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.view import View


class GreedySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings behind the colons of `greedy:…`."""

    samples: int = 4
    """The number of determinizations."""
    tuned: bool = False
    """Use the tuned weights instead of those set by hand."""
    weights: str = ""
    """The path of a file to use instead of the game's weights."""
    learned: bool = False
    """Evaluate with the game's networks instead of weights."""
    network: str = ""
    """The path of a file with networks to use instead of weights."""


class GreedyBot:
    """Gives the answer with the best position at the end of its turn, by the game's evaluator.

    It averages over several determinizations. It is the reference for the strength of other bots,
    so it does not use tuned weights unless told to.
    """

    def __init__(self, game: Game, settings: GreedySettings, stream: Stream) -> None:
        if not 1 <= settings.samples <= 1000:
            raise InvalidInput("the samples of greedy must be from 1 to 1000")
        self.samples = settings.samples
        self.stream = stream
        self.stops: int = 0
        if settings.learned or settings.network:
            path = Path(settings.network) if settings.network else game.networks.file
            self.evaluator: Evaluator = learned_evaluator(game, path)
            # Networks know only positions in which an action has ended.
            self.stops = int(self.evaluator.opening_decisions)
            return
        path = Path(settings.weights) if settings.weights else game.weight_file
        weights = in_order(load_weights(path).evaluation, game.weight_names, path)
        tuned = settings.tuned or bool(settings.weights)
        self.evaluator = game.evaluator(
            [weight.value if tuned else weight.by_hand for weight in weights]
        )

    def answer(self, view: View) -> int:
        samples = [view.game.determinize(view, self.stream) for _ in range(self.samples)]
        answers = samples[0].answers()
        values = values_of_answers(self.evaluator, samples, self.stops)
        return answers[max(range(len(answers)), key=values.__getitem__)]
