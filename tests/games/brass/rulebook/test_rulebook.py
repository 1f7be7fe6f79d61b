"""The rulebook has the same sections in every language, and its pictures exist."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from smokestack.games.brass.ui.rulebook_pictures import rules_picture
from smokestack.presentation.language import LANGUAGES, tr, use_language
from tests.games.brass.tables import GAME, TABLES, UI, new_match

SECTION = re.compile(r"^## .+ \{#([a-z-]+)\}$", re.MULTILINE)
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


def _text(language: str) -> str:
    return UI.rulebook(language).read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sections_and_pictures(language: str) -> None:
    assert SECTION.findall(_text(language)) == SECTION.findall(_text("en"))
    assert PICTURE.findall(_text(language)) == PICTURE.findall(_text("en"))


def test_every_picture_of_the_rules_can_be_drawn() -> None:
    for name in PICTURE.findall(_text("en")):
        drawn = rules_picture(name)
        assert drawn is not None, name
        ElementTree.fromstring(drawn)


@pytest.mark.parametrize("name", ["", "tile:", "tile:cotton-9", "icon:gold", "board:moon", "x:y"])
def test_an_unknown_picture_name_gives_none(name: str) -> None:
    assert rules_picture(name) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_options_and_editions_as_the_form_does(language: str) -> None:
    with use_language(language):
        options = [tr(UI.option_texts[option.name]) for option in GAME.options]
        editions = [tr(UI.edition_titles[edition]) for edition in GAME.editions]
    for option in options:
        assert f"**{option[:1].upper()}{option[1:]}**" in _text(language)
    assert f"| | {' | '.join(editions)} |" in _text(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_have_no_internal_names(language: str) -> None:
    for name in (*(option.name for option in GAME.options), "2009-duel"):
        assert name not in _text(language)


def test_things_refer_to_existing_sections() -> None:
    sections = set(SECTION.findall(_text("en")))
    for edition, players in TABLES:
        view = new_match(edition, players, 1).view(0)
        for thing in re.findall(r'data-thing="([^"]+)"', UI.picture(view).markup()):
            told = UI.about(view, thing)
            assert told is not None
            assert told.section in sections
