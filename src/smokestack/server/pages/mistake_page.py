"""The model of an exercise's page: the decision again, and what was found about the answer."""

from __future__ import annotations

import msgspec

from smokestack.analysis.words import label_of, line_of, percent, with_names
from smokestack.engine.match import Match
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.mistakes import Exercise, Judgement
from smokestack.server.domain.study_address import StudyAddress
from smokestack.server.domain.views import names_of
from smokestack.server.pages.analysis_page import points_text
from smokestack.server.pages.board_page import Board, board_of
from smokestack.server.pages.study_page import ShownStep, path_of


class MistakePage(msgspec.Struct, frozen=True):
    board: Board
    exercise: Exercise
    path: str
    given: str
    """What was answered in the game, and what it cost."""
    judgement: str
    """What was found about the answer tried; empty before."""
    solved: bool
    solution: str
    """The best answer; empty until it is shown."""
    line: list[ShownStep]
    """How the game is expected to go on from there."""
    previous: str
    next: str
    study: str
    """The position on the study board."""


def mistake_page_of(
    exercise: Exercise, judgement: Judgement | None = None, show_solution: bool = False
) -> MistakePage:
    table, step = exercise.table, exercise.step
    solved = judgement is not None and judgement.solves
    is_open = not (solved or show_solution)
    base = f"/tables/{table.id}/mistakes/{step.seat}/"
    number, count = exercise.number, exercise.count
    return MistakePage(
        board=board_of(exercise.view, is_open),
        exercise=exercise,
        path=f"{base}{number}",
        given=_given(exercise),
        judgement=_judgement_sentence(exercise, judgement) if judgement else "",
        solved=solved,
        solution="" if is_open else _solution(exercise),
        line=[] if is_open else _line(exercise),
        previous=f"{base}{number - 1}" if number > 1 else "",
        next=f"{base}{number + 1}" if number < count else "",
        study=path_of(StudyAddress(table=table.id, move=step.number - 1)),
    )


def _given(exercise: Exercise) -> str:
    step = exercise.step
    assert step.grade is not None
    return tr(
        "Move {number}: {name} chose “{answer}”, which lowers the win chance by {change}.",
        number=step.number,
        name=names_of(exercise.table)[step.seat],
        answer=_label(exercise, step.answer),
        change=percent(step.grade.chance_loss),
    )


def _judgement_sentence(exercise: Exercise, judgement: Judgement) -> str:
    answer = _label(exercise, judgement.answer)
    change = percent(judgement.chance_loss)
    if judgement.verdict == "best":
        return tr("“{answer}” is the best move.", answer=answer)
    if judgement.verdict == "near":
        return tr(
            "“{answer}” is nearly as good as the best move: the win chance is {change} lower.",
            answer=answer,
            change=change,
        )
    if judgement.verdict == "repeated":
        return tr("“{answer}” is the move of the game. Try another one.", answer=answer)
    return tr(
        "“{answer}” lowers the win chance by {change}. Try again.", answer=answer, change=change
    )


def _solution(exercise: Exercise) -> str:
    grade = exercise.step.grade
    assert grade is not None
    return tr(
        "Best: “{best}”. Win chance {chance} instead of {given}, expected points {points} "
        "instead of {given_points}.",
        best=_label(exercise, grade.best),
        chance=percent(grade.best_values.chances[exercise.step.seat]),
        given=percent(grade.given_values.chances[exercise.step.seat]),
        points=points_text(grade.best_values.points[exercise.step.seat]),
        given_points=points_text(grade.given_values.points[exercise.step.seat]),
    )


def _line(exercise: Exercise) -> list[ShownStep]:
    """The better line, each answer with its position on the study board."""
    step, match = exercise.step, exercise.table.match
    assert step.grade is not None
    address = StudyAddress(table=exercise.table.id, move=step.number - 1)
    state, found = exercise.state, []
    for answer, shown in zip(step.grade.line, line_of(_named(exercise), step), strict=False):
        number = match.game.to_answer(answer)
        seat = int(state.actor)
        state.apply(number)
        try:
            address = address.with_answers([number])
        except InvalidAction:
            break
        found.append(ShownStep(shown.text, seat, path_of(address)))
    return found


def _label(exercise: Exercise, answer: str) -> str:
    return label_of(_named(exercise), exercise.state, answer)


def _named(exercise: Exercise) -> Match:
    return with_names(exercise.table.match, names_of(exercise.table))
