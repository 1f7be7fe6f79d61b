"""The rules pages of Glasgow in every language, with their pictures and data."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import smokestack
from smokestack.games.glasgow.formats.data import shipped_tiles
from smokestack.games.glasgow.ui.icons import names
from smokestack.presentation.language import LANGUAGES, tr, use_language
from tests.games.glasgow.positions import GAME, UI

SECTIONS = [
    "aim", "setup", "turn", "moving", "contracts", "architects", "paying", "placing", "factories",
    "empty-pile", "end", "scoring", "reconstructed", "variants", "rulings",
]  # fmt: skip


def rules(code: str) -> str:
    return UI.rulebook(code).read_text("utf-8")


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_have_the_same_sections_in_every_language(code: str) -> None:
    headings = re.findall(r"^## (.+) \{#([a-z-]+)\}$", rules(code), re.MULTILINE)
    assert [section for _, section in headings] == SECTIONS
    assert len(re.findall(r"^#", rules(code), re.MULTILINE)) == len(SECTIONS)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_show_the_same_pictures_in_every_language(code: str) -> None:
    found = re.findall(r"!\[([^]]+)\]\(([^)]+)\)", rules(code))
    english = re.findall(r"!\[[^]]+\]\(([^)]+)\)", rules("en"))
    assert [picture for _, picture in found] == english
    for _, picture in found:
        markup = UI.rules_picture(picture)
        assert markup is not None, picture
        ElementTree.fromstring(markup)


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_name_every_option_and_the_reconstructed_values(code: str) -> None:
    text = rules(code)
    for option in GAME.options:
        with use_language(code):
            shown = tr(UI.option_texts[option.name])
        assert f"**{shown[:1].upper()}{shown[1:]}**" in text
        assert option.name not in text
    assert "\n\n{{reconstructed}}\n\n" in text


def test_the_list_of_reconstructed_values_agrees_with_the_tile_file() -> None:
    tiles = shipped_tiles()
    listed = dict(UI.rules_facts("reconstructed"))
    assert listed["Factory F1"] == "cost, what it gives"
    assert listed["Bank B1"] == "cost, points, what it counts"
    unknown = sum(not contract.known for contract in tiles.contracts)
    assert len(UI.rules_facts("reconstructed")) == len(tiles.buildings) + unknown


def test_pictures_in_the_rules_can_not_be_pointed_at() -> None:
    for name in ("board:setup", "board:lines", "tile:F1", "icon:stone"):
        markup = UI.rules_picture(name)
        assert markup is not None
        assert not re.search(r"data-thing|tabindex|\bid=", markup)


def test_only_known_pictures_can_be_shown() -> None:
    for name in names():
        assert UI.rules_picture(f"icon:{name}") is not None
    for name in ("icon:x", "tile:X9", "board:x", ""):
        assert UI.rules_picture(name) is None


def test_every_description_links_to_a_section_of_the_rules() -> None:
    match = smokestack.new_game("glasgow", seed=3)
    for answer in ("move 15", "build 0"):
        match.play(answer)
    view = match.view(0)
    markup = UI.picture(view).markup()
    for thing in re.findall(r'data-thing="([^"]+)"', markup):
        about = UI.about(view, thing)
        assert about is not None
        assert about.section in SECTIONS
