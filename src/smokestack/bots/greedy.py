"""Looks through its own turn, and no further."""

from __future__ import annotations

from pathlib import Path

import msgspec
from librt.vecs import vec

from smokestack.bots.lookahead import values_of_answers
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.stream import Stream
from smokestack.engine.view import View
from smokestack.engine.weights import in_order, load_weights


class GreedySettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What greedy may be told."""

    samples: int = 4
    """How often it deals what it can't see."""
    tuned: bool = False
    """Judge with the tuned weights instead of those set by hand."""
    weights: str = ""
    """A file with other weights than those that come with the game."""


class Greedy:
    """Takes the answer after which its turn can end best, by the game's own appraisal.

    What it can't see it deals itself, several times, and takes the average. It is the yardstick for
    other bots, so tuning the game's weights does not change it.
    """

    def __init__(self, game: Game, settings: GreedySettings, stream: Stream) -> None:
        if not 1 <= settings.samples <= 1000:
            raise InvalidInput("the samples of greedy must be from 1 to 1000")
        self.samples = settings.samples
        self.stream = stream
        path = Path(settings.weights) if settings.weights else game.weight_file
        weights = in_order(load_weights(path).evaluation, game.weight_names, path)
        if settings.weights or settings.tuned:
            self.weights = vec[float]([weight.value for weight in weights])
        else:
            self.weights = vec[float]([weight.by_hand for weight in weights])

    def answer(self, view: View) -> int:
        view.state.weights = self.weights
        samples = [view.game.determinize(view, self.stream) for _ in range(self.samples)]
        answers = samples[0].answers()
        values = values_of_answers(samples)
        return answers[max(range(len(answers)), key=values.__getitem__)]
