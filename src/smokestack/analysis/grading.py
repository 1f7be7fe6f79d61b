"""Grades of answers, and what they say about a seat.

The thresholds and the formula for accuracy are those of lichess
(https://lichess.org/page/accuracy), which measures chances on a scale from -1 to 1: a loss of 0.1,
0.2 or 0.3 there is half of that on our scale from 0 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from smokestack.analysis.report import Grade, Score, Verdict

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.15
TURNING_POINT: Final = 0.10


def verdict_of(chance_loss: float) -> Verdict:
    if chance_loss >= BLUNDER:
        return "blunder"
    if chance_loss >= MISTAKE:
        return "mistake"
    return "inaccuracy" if chance_loss >= INACCURACY else ""


def accuracy_of(chance_loss: float) -> float:
    """From 100 for the best answer to 0, by the curve of lichess."""
    accuracy = 103.1668 * math.exp(-0.04354 * 100.0 * chance_loss) - 3.1669
    return round(min(100.0, max(0.0, accuracy)), 2)


def score_of(grades: Iterable[Grade]) -> Score:
    """The score of some graded decisions; without any, nothing was lost."""
    found = list(grades)
    verdicts = [grade.verdict for grade in found]
    errors = sum(verdict != "" for verdict in verdicts)
    count = len(found)
    return Score(
        decisions=count,
        inaccuracies=verdicts.count("inaccuracy"),
        mistakes=verdicts.count("mistake"),
        blunders=verdicts.count("blunder"),
        errors_per_100=round(100.0 * errors / count, 2) if count else 0.0,
        chance_loss=_mean([grade.chance_loss for grade in found], 6, 0.0),
        points_loss=_mean([grade.points_loss for grade in found], 6, 0.0),
        accuracy=_mean([grade.accuracy for grade in found], 2, 100.0),
    )


def _mean(numbers: Sequence[float], digits: int, empty: float) -> float:
    return round(math.fsum(numbers) / len(numbers), digits) if numbers else empty
