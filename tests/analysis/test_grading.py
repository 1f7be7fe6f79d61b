"""Verdicts, accuracy and scores."""

from __future__ import annotations

import pytest

from smokestack.analysis.grading import accuracy_of, score_of, verdict_of
from smokestack.analysis.report import Grade, Score, Values


def grade(chance_loss: float, points_loss: float = 0.0) -> Grade:
    return Grade(
        best="a",
        line=["a"],
        best_values=Values([], []),
        given_values=Values([], []),
        chance_loss=chance_loss,
        points_loss=points_loss,
        accuracy=accuracy_of(chance_loss),
        verdict=verdict_of(chance_loss),
    )


@pytest.mark.parametrize(
    ("loss", "verdict"),
    [
        (0.0, ""),
        (0.049, ""),
        (0.05, "inaccuracy"),
        (0.099, "inaccuracy"),
        (0.1, "mistake"),
        (0.149, "mistake"),
        (0.15, "blunder"),
        (1.0, "blunder"),
    ],
)
def test_the_verdict_follows_the_loss(loss: float, verdict: str) -> None:
    assert verdict_of(loss) == verdict


def test_accuracy_falls_from_100_to_0() -> None:
    losses = [number / 20 for number in range(21)]
    accuracies = [accuracy_of(loss) for loss in losses]
    assert accuracies[0] == 100.0
    assert accuracies[-1] == 0.0
    assert accuracies == sorted(accuracies, reverse=True)


def test_a_score_counts_errors_and_takes_means() -> None:
    score = score_of([grade(0.0, -1.0), grade(0.06, 2.0), grade(0.12, 3.0), grade(0.3, 4.0)])
    assert score == Score(4, 1, 1, 1, 75.0, 0.12, 2.0, score.accuracy)
    assert score.accuracy == pytest.approx(
        sum(accuracy_of(loss) for loss in (0.0, 0.06, 0.12, 0.3)) / 4, abs=0.01
    )


def test_without_decisions_nothing_was_lost() -> None:
    assert score_of([]) == Score(0, 0, 0, 0, 0.0, 0.0, 0.0, 100.0)
