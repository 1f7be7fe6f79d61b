"""Exercises: the decisions that a seat got wrong, to be answered again."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from smokestack.analysis.grading import INACCURACY
from smokestack.analysis.report import Analysis, Step
from smokestack.engine.core.state import State
from smokestack.engine.view import View
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import view_of

NEARLY_AS_GOOD: Final = INACCURACY
"""An answer that costs less of the win chance than this solves an exercise, too."""

Verdict = Literal["best", "near", "repeated", "worse"]


class Exercise(msgspec.Struct, frozen=True):
    """A decision to answer again."""

    table: Table
    analysis: Analysis
    step: Step
    number: int
    """Counted from 1."""
    count: int
    """The exercises of this seat."""

    @property
    def state(self) -> State:
        """The position before the answer that was given in the game."""
        return self.table.match.state_at(self.step.number - 1)

    @property
    def view(self) -> View:
        return view_of(self.table, self.step.seat, self.state)


class Judgement(msgspec.Struct, frozen=True):
    """What an answer to an exercise is worth."""

    answer: str
    verdict: Verdict
    chance_loss: float
    points_loss: float

    @property
    def solves(self) -> bool:
        return self.verdict in ("best", "near")


def mistakes_of(analysis: Analysis, seat: int) -> list[Step]:
    """The mistakes and blunders of a seat, in the order of the game."""
    return [
        step
        for step in analysis.steps
        if step.seat == seat
        and step.grade is not None
        and step.grade.verdict in ("mistake", "blunder")
    ]


def exercise_of(table: Table, analysis: Analysis, seat: int, number: int) -> Exercise:
    """An exercise of a seat, counted from 1; `TableNotFound` if there are fewer."""
    steps = mistakes_of(analysis, seat)
    if not 1 <= number <= len(steps):
        raise TableNotFound(tr("There is no such mistake in this game."))
    return Exercise(table, analysis, steps[number - 1], number, len(steps))


def known_judgement(exercise: Exercise, answer: str) -> Judgement | None:
    """The judgement of an answer that the analysis has graded already."""
    grade = exercise.step.grade
    assert grade is not None
    if answer == grade.best:
        return Judgement(answer, "best", 0.0, 0.0)
    if answer == exercise.step.answer:
        return Judgement(answer, "repeated", grade.chance_loss, grade.points_loss)
    return None


def judgement_of(answer: str, chance_loss: float, points_loss: float) -> Judgement:
    verdict: Verdict = "near" if chance_loss < NEARLY_AS_GOOD else "worse"
    return Judgement(answer, verdict, chance_loss, points_loss)
