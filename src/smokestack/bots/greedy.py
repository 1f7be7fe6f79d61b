"""Looks through its own turn, and no further."""

from __future__ import annotations

from typing import Final

from smokestack.bots.lookahead import values_of_answers
from smokestack.engine.stream import Stream
from smokestack.engine.view import View

SAMPLES: Final = 4


class Greedy:
    """Takes the answer after which its turn can end best, by the game's own appraisal.

    What it can't see it deals itself, several times, and takes the average.
    """

    def __init__(self, stream: Stream) -> None:
        self.stream = stream

    def answer(self, view: View) -> int:
        return self.rank(view)[0]

    def rank(self, view: View) -> list[int]:
        """The offered answers, best first."""
        samples = [view.game.determinize(view, self.stream) for _ in range(SAMPLES)]
        answers = samples[0].answers()
        values = dict(zip(answers, values_of_answers(samples), strict=True))
        return sorted(answers, key=lambda answer: -values[answer])
