"""A view as a picture that stands alone."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import smokestack


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_view_draws_itself_for_files_and_notebooks(game: str) -> None:
    view = smokestack.new_game(game, seed=3).view(0)
    drawn = view.to_svg()
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    assert "--seat-0" in drawn  # it brings its colours
    assert view._repr_svg_() == drawn
