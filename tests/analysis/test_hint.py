"""Hints name the best answers, what they lead to and the expected line."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.decisions import DecisionSearch
from smokestack.analysis.hint import hint
from smokestack.engine.core.stream import Stream
from tests.bots.matches import middle


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_hint_has_legal_answers_with_chances_points_and_a_line(game: str) -> None:
    match = middle(game, 50)
    assert match.actor is not None
    view = match.view(match.actor)
    hints = hint(view, simulations=600)
    assert 1 <= len(hints) <= 3
    assert len({found.answer for found in hints}) == len(hints)
    for found in hints:
        assert found.answer in view.answers
        assert 0.0 < found.chance < 1.0
        assert len(found.points) == len(view.players)
    best = hints[0]
    assert best.line[0] == best.answer
    assert len(best.line) > 1
    match.play(best.answer)


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_hints_and_analysis_agree_about_the_chance_to_win(game: str) -> None:
    match = middle(game, 50)
    assert match.actor is not None
    view = match.view(match.actor)
    found = hint(view, simulations=300, seed=3)[0]
    players = len(view.players)
    search = DecisionSearch(match.game, basis_of(match.game, match.state), players, 300)
    grade = search.grade(match.state, found.answer, Stream(3))
    assert grade.best == match.game.to_text(found.answer)
    assert found.chance == pytest.approx(grade.best_values.chances[view.seat], abs=1e-6)
    assert sum(grade.best_values.chances) == pytest.approx(1.0, abs=1e-5)


def test_hints_are_reproducible_and_do_not_change_the_view() -> None:
    match = middle("glasgow", 30)
    assert match.actor is not None
    before = match.view(match.actor).to_json()
    first = hint(match.view(match.actor), simulations=200)
    assert hint(match.view(match.actor), simulations=200) == first
    assert match.view(match.actor).to_json() == before


def test_a_single_legal_answer_gets_a_hint() -> None:
    match = smokestack.new_game("brass", seed=1)
    while len(match.answers) > 1:
        match.play(match.answers[0])
    assert match.actor is not None
    assert [found.answer for found in hint(match.view(match.actor), simulations=50)] == [
        match.view(match.actor).answers[0]
    ]
