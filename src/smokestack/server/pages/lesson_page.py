"""The model of a lesson's page: a table as the learner sees it, and what the step asks for."""

from __future__ import annotations

import msgspec

from smokestack.engine.game import Game
from smokestack.games import ui_of
from smokestack.presentation.lesson import LEARNER, Lesson, LessonStep
from smokestack.presentation.table_text import Choice
from smokestack.server.domain.lessons import find_place, first_number
from smokestack.server.pages.board_page import Board, PageChoices, board_of


class LessonPage(msgspec.Struct, frozen=True):
    """What the page of a lesson shows."""

    lesson: Lesson
    step: LessonStep
    number: int
    """The small steps done: the version of this table."""
    step_number: int
    """Counted from 1, for people."""
    before: int | None
    """Where the step before begins; None at the first."""
    is_begun: bool
    """Some answers of the step are given already."""
    board: Board
    targets: tuple[str, ...]
    """The things on the board to choose now."""
    target_answers: tuple[str, ...]
    """The answers to give, as they begin in the list."""
    target_kind: str
    """The action to choose first, or empty."""


def lesson_page_of(game: Game, number: int) -> LessonPage:
    lesson = ui_of(game).lesson()
    place = find_place(game, lesson, number)
    step, match = lesson.steps[place.step], place.match
    expected = step.answers[place.given :]
    board = board_of(match.view(LEARNER), bool(expected), match=match)
    due = _due_choices(board.choices, expected)
    usual = msgspec.structs.replace(board.choices, switch="")  # all that a lesson teaches
    return LessonPage(
        lesson=lesson,
        step=step,
        number=number,
        step_number=place.step + 1,
        before=first_number(lesson, place.step - 1) if place.step else None,
        is_begun=place.given > 0,
        board=msgspec.structs.replace(board, choices=usual),
        targets=tuple(choice.thing for choice in due if choice.thing),
        target_answers=tuple(choice.notation for choice in due),
        target_kind=due[0].kind if due else "",
    )


def _due_choices(choices: PageChoices, expected: tuple[str, ...]) -> list[Choice]:
    """The choices that the step asks for now: the next answer, and what is added to it."""
    if not expected:
        return []
    due = [
        button.choice
        for group in choices.groups
        for button in group.buttons
        if button.choice.notation == expected[0]
        and (not _is_begun_with(button.choice) or button.choice.then[-1] == expected[-1])
    ]
    return [*(choice for choice in choices.additions if choice.notation in expected[1:]), *due]


def _is_begun_with(choice: Choice) -> bool:
    """It starts an action and says already what comes after its card."""
    return bool(choice.kind and choice.then)
