"""Views as pictures in files and notebooks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import smokestack


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_view_is_drawn_for_files_and_notebooks(game: str) -> None:
    view = smokestack.new_game(game, seed=3).view(0)
    drawn = smokestack.to_svg(view)
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    assert "--seat-0" in drawn  # its own colours
    assert view._repr_mimebundle_() == {"image/svg+xml": drawn}


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_match_is_drawn_as_its_actor_sees_it(game: str) -> None:
    match = smokestack.new_game(game, seed=3)
    actor = match.actor
    assert actor is not None
    assert match._repr_mimebundle_() == match.view(actor)._repr_mimebundle_()
    while not match.over:
        match.play(match.answers[0])
    replayed = smokestack.replay(match.game, match.record())
    assert replayed._repr_mimebundle_() == match.view(smokestack.SPECTATOR)._repr_mimebundle_()


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_state_is_drawn_as_its_actor_sees_it(game: str) -> None:
    match = smokestack.new_game(game, seed=3)
    for _ in range(4):
        assert match.state._repr_mimebundle_() == match._repr_mimebundle_()
        # A view's state lacks what the seat can't see, also if another seat must answer.
        for seat in range(len(match.setup.players)):
            assert "image/svg+xml" in match.view(seat).state._repr_mimebundle_()
        match.play(match.answers[0])
    while not match.over:
        match.play(match.answers[0])
    assert match.state._repr_mimebundle_() == match._repr_mimebundle_()
