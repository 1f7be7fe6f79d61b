"""Lessons: games in which only the answers of the lesson are accepted.

Nothing is stored: a lesson has one course, so the position follows from the number of steps done.
Every answer of the learner is one of these small steps, and so is every step that is only read.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.game import Game
from smokestack.engine.match import Match, follow_up
from smokestack.engine.record import Setup
from smokestack.presentation.language import tr
from smokestack.presentation.lesson import LEARNER, Lesson, LessonStep
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.names import MAX_ANSWER_LENGTH


class Place(msgspec.Struct, frozen=True):
    """Where a learner is in a lesson."""

    number: int
    """The small steps done."""
    step: int
    given: int
    """The answers of the step that are already given."""
    match: Match


class Reply(msgspec.Struct, frozen=True):
    """Where an answer leads, and what to say if it was another than the step teaches."""

    number: int
    notice: str = ""


def first_number(lesson: Lesson, step: int) -> int:
    """The small steps done where a step begins."""
    return sum(_size(before) for before in lesson.steps[:step])


def find_place(game: Game, lesson: Lesson, number: int) -> Place:
    """The position after some small steps; `TableNotFound` if the lesson has fewer."""
    match = _match(game, lesson)
    left = number
    if left < 0:
        raise TableNotFound(tr("This lesson has no such step."))
    for index, step in enumerate(lesson.steps):
        if step.position is not None:
            match.state = game.load(step.position)
            match.history = []
        given = min(left, len(step.answers))
        for answer in step.answers[:given]:
            match.play(answer)
        if left < _size(step) or index == len(lesson.steps) - 1:
            if left > given:
                raise TableNotFound(tr("This lesson has no such step."))
            return Place(number, index, given, match)
        left -= _size(step)
        for answer in step.replies:
            match.play(answer)
    raise TableNotFound(tr("This lesson has no such step."))


def answer_lesson(game: Game, lesson: Lesson, number: int, answers: Sequence[str]) -> Reply:
    """Give answers, the first to the current decision and others prepared for those after it.

    An answer that the step does not teach changes nothing.
    """
    place = find_place(game, lesson, number)
    step, match = lesson.steps[place.step], place.match
    expected = list(step.answers[place.given :])
    if not expected or match.actor != LEARNER:
        return Reply(number)
    prepared = list(answers)
    try:
        answer: int | None = match.game.to_answer(prepared.pop(0)[:MAX_ANSWER_LENGTH])
        while answer is not None and expected:
            if answer != game.to_answer(expected[0]):
                return Reply(number, _wrong(match, step, answer))
            match.play(answer)
            number += 1
            expected.pop(0)
            answer = follow_up(game, match.state, LEARNER, prepared, skip=True)
    except (IllegalAnswer, IndexError):
        return Reply(number, tr("This move is not possible now."))
    return Reply(number)


def _wrong(match: Match, step: LessonStep, answer: int) -> str:
    if not match.state.offers_answer(answer):
        return tr("This move is not possible now.")
    if match.decision == "card":
        return tr("You need this card later in the lesson. {task}", task=step.task)
    return tr("You could do that in a game. In this step: {task}", task=step.task)


def _size(step: LessonStep) -> int:
    return max(1, len(step.answers))


def _match(game: Game, lesson: Lesson) -> Match:
    """A match with the setup of the lesson; its state comes from the first position."""
    setup = Setup(
        game=game.name,
        seed=0,
        players=[tr("You"), lesson.opponent],
        edition=lesson.edition,
        options=game.complete_options(lesson.edition, {}),
        rules=game.rules,
        tiles=game.tile_set(None),
    )
    return Match(game, setup)
