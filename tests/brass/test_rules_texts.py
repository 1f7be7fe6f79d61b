"""The rules as they are told: the same sections in every language, and pictures that exist."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from brass.tables import GAME, TABLES, new_match
from smokestack.engine.language import LANGUAGES
from smokestack.games.brass.rules_drawing import rules_picture

SECTION = re.compile(r"^## .+ \{#([a-z-]+)\}$", re.MULTILINE)
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")


def _text(language: str) -> str:
    return (GAME.folder / "rules" / f"{language}.md").read_text("utf-8")


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
def test_there_is_no_picture_of_what_does_not_exist(name: str) -> None:
    assert rules_picture(name) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_switch_and_edition_is_in_the_rules(language: str) -> None:
    for name in (*(option.name for option in GAME.options), *GAME.editions):
        assert name in _text(language)


def test_what_things_refer_to_is_a_section() -> None:
    sections = set(SECTION.findall(_text("en")))
    for edition, players in TABLES:
        view = new_match(edition, players, 1).view(0)
        for thing in re.findall(r'data-thing="([^"]+)"', GAME.picture(view).markup()):
            told = GAME.about(view, thing)
            assert told is not None
            assert told.section in sections
