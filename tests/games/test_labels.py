"""What is written on a thing that can be chosen is in its label, as WCAG 2.5.3 asks.

Someone who speaks to the computer calls a thing by what they read on it. axe-core checks the
same in the browser, but meets few of the things that games can offer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.games import ui_of
from smokestack.presentation.language import LANGUAGES, use_language

TABLES = [("glasgow", "standard", 2), ("brass", "2007", 4), ("brass", "2018", 2)]
TITLE = "{http://www.w3.org/2000/svg}title"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_labels_contain_what_is_written_on_things(
    game: str, edition: str, players: int, language: str
) -> None:
    match = smokestack.new_game(game, seed=1, edition=edition, players=players)
    stream = Stream(1)
    ui = ui_of(match.game)
    written = set()
    with use_language(language):
        while (seat := match.actor) is not None:
            for part in ui.parts(match.view(seat)):
                for picture in part.pictures:
                    written |= set(_buttons(picture.markup()))
            match.play(match.answers[stream.below(len(match.answers))])
    assert len(written) > 20
    for text, label in written:
        assert f" {_words(text)} " in f" {_words(label)} ", (text, label)


def test_only_texts_in_their_order_are_contained() -> None:
    assert _words("Ellesmere Port 2") in _words("Card Ellesmere Port ×2")
    assert _words("Port 2") not in _words("2 cards (Port)")


def _buttons(markup: str) -> Iterator[tuple[str, str]]:
    """The text on each button and its label."""
    for node in ElementTree.fromstring(markup).iter():
        if node.get("role") == "button" and (text := _text(node).strip()):
            yield text, str(node.get("aria-label"))


def _text(node: ElementTree.Element) -> str:
    inner = "".join(_text(child) + (child.tail or "") for child in node if child.tag != TITLE)
    return (node.text or "") + inner


def _words(text: str) -> str:
    """As axe-core compares them: without signs and without what is in brackets."""
    return " ".join(re.findall(r"\w+", re.sub(r"\([^()]*\)", "", text).lower()))
