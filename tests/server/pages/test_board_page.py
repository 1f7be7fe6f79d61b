"""Boards of pages: choices with what they reveal, and escaped texts."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.presentation.table_text import Choice
from smokestack.server.pages.board_page import ChoiceButton, ChoiceGroup, choice_groups


def revealed(match: Match, answer: int, then: tuple[str, ...]) -> str:
    after = match.after(answer, then, skip=True)
    return ui_of(match.game).revealed(match.state, after) if match.is_revealing(after) else ""


@pytest.mark.parametrize(("game", "edition"), [("glasgow", "standard"), ("brass", "2018")])
def test_each_choice_says_what_it_and_its_completion_reveal(game: str, edition: str) -> None:
    match = smokestack.new_game(game, edition=edition, seed=11, players=["Ann", "Bob"])
    stream = Stream(5)
    found = set()
    while not match.over and len(match.history) < 150:
        assert match.actor is not None
        for group in choice_groups(match.view(match.actor), match):
            for button in group.buttons:
                choice = button.choice
                reveals = revealed(match, choice.answer, choice.then)
                completed = revealed(match, choice.answer, choice.completion)
                assert button.reveals == reveals, choice
                assert button.completion_reveals == (completed if choice.completion else "")
                found.add((bool(reveals), bool(choice.completion and completed)))
        match.play(match.state.answers()[stream.below(match.state.count)])
    assert {(False, False), (True, False)} <= found
    if game == "brass":
        assert (False, True) in found


def test_texts_of_choices_are_escaped() -> None:
    choice = Choice(1, "move 1", "", "<b> & 'label'", 'a "note"', "thing<", ("light>",))
    button = ChoiceButton(choice, "move <1>", "", "")
    group = ChoiceGroup("Then <i> moves", [button], on_board=True)
    for text in ("<b>", "<i>", "'label'", '"note"', "thing<", 'light>"', "<1>"):
        assert text not in group.markup
    assert "&lt;b&gt; &amp; &#x27;label&#x27;" in group.markup
    assert "Then &lt;i&gt; moves" in group.markup
