"""The interactive first games."""

from __future__ import annotations

from typing import Any

import pytest

from smokestack.games import find_game, find_ui, game_names
from smokestack.presentation.language import LANGUAGES, use_language
from smokestack.presentation.lesson import LEARNER, Lesson
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.lessons import answer_lesson, find_place, first_number

BRASS_ACTIONS = {"build", "link", "develop", "sell", "loan"}


def last_number(lesson: Lesson) -> int:
    """The small steps before the last page."""
    return first_number(lesson, len(lesson.steps) - 1)


@pytest.mark.parametrize("name", game_names())
def test_every_answer_of_a_lesson_is_possible_and_leads_on(name: str) -> None:
    game, lesson = find_game(name), find_ui(name).lesson()
    for number in range(last_number(lesson)):
        place = find_place(game, lesson, number)
        expected = lesson.steps[place.step].answers[place.given :]
        if expected:
            assert place.match.actor == LEARNER
            assert answer_lesson(game, lesson, number, expected[:1]).number > number
    last = find_place(game, lesson, last_number(lesson))
    assert lesson.steps[last.step] is lesson.steps[-1]


def test_brass_teaches_every_action_by_doing_it_and_the_change_of_period() -> None:
    game, lesson = find_game("brass"), find_ui("brass").lesson()
    given = {answer.split()[0] for step in lesson.steps for answer in step.answers}
    assert given >= BRASS_ACTIONS
    periods = [
        game.audit(find_place(game, lesson, number).match.state)["period"]
        for number in range(last_number(lesson) + 1)
    ]
    assert periods.count("rail") >= 2
    assert periods == sorted(periods)


def test_glasgow_teaches_the_end_of_the_game() -> None:
    game, lesson = find_game("glasgow"), find_ui("glasgow").lesson()
    result = find_place(game, lesson, last_number(lesson)).match.result
    assert result is not None
    assert (result.scores, result.winners) == ([38, 34], [LEARNER])  # as the last step says


def test_points_and_money_are_as_the_texts_of_brass_say() -> None:
    game, lesson = find_game("brass"), find_ui("brass").lesson()
    tables: dict[int, dict[str, Any]] = {}
    for number in range(last_number(lesson)):
        place = find_place(game, lesson, number)
        tables.setdefault(place.step, game.audit(place.match.state))
    titles = [step.title for step in lesson.steps]
    assert tables[titles.index("Loans")]["money"][LEARNER] == 13
    assert tables[titles.index("Railways")]["vp"] == [12, 8]


def test_another_move_is_explained_and_changes_nothing() -> None:
    game, lesson = find_game("brass"), find_ui("brass").lesson()
    task = lesson.steps[1].task
    reply = answer_lesson(game, lesson, 1, ["pass"])
    assert reply.number == 1
    assert task in reply.notice
    wrong_card = answer_lesson(game, lesson, 3, ["link blackburn-wigan", "discard iron"])
    assert wrong_card.number == 4  # the canal is right
    assert "later in the lesson" in wrong_card.notice


@pytest.mark.parametrize("answer", ["", "build", "build coal manchester.3", "x" * 10_000])
def test_what_is_no_answer_changes_nothing(answer: str) -> None:
    game, lesson = find_game("brass"), find_ui("brass").lesson()
    reply = answer_lesson(game, lesson, 1, [answer])
    assert reply.number == 1
    assert reply.notice


@pytest.mark.parametrize("number", [-1, 10**9])
def test_a_lesson_has_no_other_steps(number: int) -> None:
    with pytest.raises(TableNotFound):
        find_place(find_game("glasgow"), find_ui("glasgow").lesson(), number)


@pytest.mark.parametrize("name", game_names())
def test_lessons_are_translated(name: str) -> None:
    texts = set()
    for code in LANGUAGES:
        with use_language(code):
            texts.add(tuple(step.text + step.task for step in find_ui(name).lesson().steps))
    assert len(texts) == len(LANGUAGES)
