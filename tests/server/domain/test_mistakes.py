"""Exercises from the mistakes of a game."""

from __future__ import annotations

import msgspec
import pytest

from smokestack.analysis.analyser import examine, put_together
from smokestack.analysis.report import Analysis, Grade, Values
from smokestack.games import game_names
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.mistakes import (
    NEARLY_AS_GOOD,
    exercise_of,
    judgement_of,
    known_judgement,
    mistakes_of,
)
from smokestack.server.domain.table import RESIGNED, Table
from smokestack.server.pages.mistake_page import mistake_page_of
from tests.server.domain.tables import new_table


def misplayed(name: str) -> tuple[Table, Analysis]:
    """A resigned game and an analysis in which every graded answer is a blunder."""
    table = new_table("me", *["here:Ben"] * (1 if name == "glasgow" else 2), game=name)
    for _ in range(8):
        table.match.play(table.match.state.answers()[-1])
    table.status = RESIGNED
    analysis = put_together(table.match, "quick", 0, list(examine(table.match, "quick", 0)))
    steps = []
    for step in analysis.steps:
        if step.grade is None:
            steps.append(step)
            continue
        state = table.match.state_at(step.number - 1)
        best = table.game.to_text(state.answers()[0])
        values = Values([0.5] * len(table.seats), [60.0] * len(table.seats))
        grade = Grade(best, [best], values, values, 0.2, 3.0, 40.0, "blunder")
        steps.append(msgspec.structs.replace(step, grade=grade))
    return table, msgspec.structs.replace(analysis, steps=steps)


@pytest.mark.parametrize("name", game_names())
def test_each_mistake_of_a_seat_is_an_exercise_from_its_own_view(name: str) -> None:
    table, analysis = misplayed(name)
    assert analysis.winners == []
    assert not any(seat.played_better_and_lost for seat in analysis.seats)
    seat = next(step.seat for step in analysis.steps if step.grade is not None)
    count = len(mistakes_of(analysis, seat))
    assert count > 1
    for number in range(1, count + 1):
        exercise = exercise_of(table, analysis, seat, number)
        assert (exercise.number, exercise.count) == (number, count)
        assert exercise.view.seat == exercise.view.actor == seat
        page = mistake_page_of(exercise)
        assert page.board.my_turn
        assert (page.solution, page.line) == ("", [])
        assert bool(page.next) == (number < count)
        shown = mistake_page_of(exercise, show_solution=True)
        assert not shown.board.my_turn
        assert "Best: " in shown.solution
        assert shown.line
    for number in (0, count + 1):
        with pytest.raises(TableNotFound):
            exercise_of(table, analysis, seat, number)


def test_answers_are_judged_by_what_they_cost() -> None:
    table, analysis = misplayed("glasgow")
    seat = next(step.seat for step in analysis.steps if step.grade is not None)
    exercise = exercise_of(table, analysis, seat, 1)
    grade = exercise.step.grade
    assert grade is not None
    best = known_judgement(exercise, grade.best)
    assert best is not None
    assert best.solves
    assert "is the best move" in mistake_page_of(exercise, best).judgement
    if exercise.step.answer != grade.best:
        repeated = known_judgement(exercise, exercise.step.answer)
        assert repeated is not None
        assert not repeated.solves
        page = mistake_page_of(exercise, repeated)
        assert page.board.my_turn
        assert "the move of the game" in page.judgement
    assert known_judgement(exercise, "another") is None
    answer = grade.best
    assert judgement_of(answer, NEARLY_AS_GOOD - 0.01, 0.0).verdict == "near"
    assert judgement_of(answer, NEARLY_AS_GOOD, 0.0).verdict == "worse"
    near = mistake_page_of(exercise, judgement_of(answer, 0.02, 0.0))
    assert near.solved
    worse = mistake_page_of(exercise, judgement_of(answer, 0.12, 0.0))
    assert not worse.solved
    assert "12\N{NO-BREAK SPACE}%" in worse.judgement
