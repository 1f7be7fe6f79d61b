"""The model of a lesson's page: a table as the learner sees it, and what the step asks for."""

from __future__ import annotations

import msgspec
from markupsafe import Markup

from smokestack.engine.game import Game
from smokestack.games import ui_of
from smokestack.presentation.lesson import LEARNER, Lesson, LessonStep
from smokestack.presentation.table_text import Action, Choice, Fact
from smokestack.server.domain.lessons import find_place, first_number
from smokestack.server.pages.table_page import (
    ChoiceGroup,
    DrawnPart,
    choice_groups,
    drawn_parts,
    list_items,
)


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
    my_turn: bool
    is_begun: bool
    """Some answers of the step are given already."""
    parts: list[DrawnPart]
    description: Markup
    prompt: str
    actions: tuple[Action, ...]
    direct: tuple[Choice, ...]
    switch: str
    groups: list[ChoiceGroup]
    additions: tuple[Choice, ...]
    targets: tuple[str, ...]
    """The things on the board to choose now."""
    target_answers: tuple[str, ...]
    """The answers to give, as they begin in the list."""
    target_kind: str
    """The action to choose first, or empty."""
    names: list[str]
    facts: list[tuple[Fact, ...]]


def lesson_page_of(game: Game, number: int) -> LessonPage:
    ui = ui_of(game)
    lesson = ui.lesson()
    place = find_place(game, lesson, number)
    step, match = lesson.steps[place.step], place.match
    view = match.view(LEARNER)
    expected = step.answers[place.given :]
    if not expected:
        view.state.count = 0  # nothing to click in a step that is only read
    groups = choice_groups(match, view) if expected else []
    additions = tuple(ui.additions(view)) if expected else ()
    due = _due_choices(groups, additions, expected)
    return LessonPage(
        lesson=lesson,
        step=step,
        number=number,
        step_number=place.step + 1,
        before=first_number(lesson, place.step - 1) if place.step else None,
        my_turn=bool(expected),
        is_begun=place.given > 0,
        parts=drawn_parts(ui, view, ()),
        description=list_items(ui.describe(view)),
        prompt=ui.prompt(view),
        actions=tuple(ui.actions(view)) if expected else (),
        direct=tuple(
            button.choice for group in groups for button in group.buttons if button.choice.short
        ),
        switch="",
        groups=groups,
        additions=additions,
        targets=tuple(choice.thing for choice in due if choice.thing),
        target_answers=tuple(choice.notation for choice in due),
        target_kind=due[0].kind if due else "",
        names=view.players,
        facts=[tuple(facts) for facts in ui.facts(view)],
    )


def _due_choices(
    groups: list[ChoiceGroup], additions: tuple[Choice, ...], expected: tuple[str, ...]
) -> list[Choice]:
    """The choices that the step asks for now: the next answer, and what is added to it."""
    if not expected:
        return []
    due = [
        button.choice
        for group in groups
        for button in group.buttons
        if button.choice.notation == expected[0]
        and (button.choice.kind != "sell" or button.choice.then[-1] == expected[-1])
    ]
    return [*(choice for choice in additions if choice.notation in expected[1:]), *due]
