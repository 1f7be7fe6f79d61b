"""The picture of the board, with the labels, log entries and descriptions of what it shows."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_from_data
from smokestack.games.glasgow.ui.icons import symbols
from smokestack.games.glasgow.ui.tile_drawing import tile_picture
from smokestack.presentation.picture import seat_patterns
from tests.games.glasgow.positions import UI, custom_tiles, position

SVG = "{http://www.w3.org/2000/svg}"


def match_after(seed: int, answers: int) -> Match:
    match = smokestack.new_game("glasgow", seed=seed, players=["Ann", '<Ben> & "Co"'])
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        match.play(match.state.legal[stream.below(match.state.count)])
    return match


def things_in(markup: str) -> dict[str, ElementTree.Element]:
    found = [node for node in ElementTree.fromstring(markup).iter() if node.get("data-thing")]
    things = {str(node.get("data-thing")): node for node in found}
    assert len(things) == len(found)
    return things


def open_in(view: View) -> set[str]:
    things = things_in(UI.picture(view).markup())
    return {thing for thing, node in things.items() if "open" in str(node.get("class")).split()}


games = given(st.integers(0, 2**62), st.integers(0, 250))


@settings(max_examples=150, deadline=None)
@games
def test_exactly_the_things_that_answers_point_at_are_open(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    for seat in (0, 1, smokestack.SPECTATOR):
        view = match.view(seat)
        pointed = {choice.thing for choice in UI.choices(view)} - {""}
        assert open_in(view) == pointed


@settings(max_examples=60, deadline=None)
@games
def test_every_thing_is_in_the_picture_and_has_a_description(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    view = match.view(match.actor or 0)
    things = things_in(UI.picture(view).markup())
    for choice in UI.choices(view):
        assert set(choice.highlights) <= things.keys()
    for step in UI.guide(view):
        assert step.thing in {*things, "prompt", "players", "log"}
    for thing in things:
        about = UI.about(view, thing)
        assert about is not None, thing
        assert about.title
        assert all(about.lines)


@pytest.mark.parametrize("thing", ["", "ring-16", "ring-x", "offer-1-0", "cell-9_9", "cell-", "x"])
def test_a_thing_that_is_not_on_the_board_has_no_description(thing: str) -> None:
    view = smokestack.new_game("glasgow", seed=1).view(0)
    assert UI.about(view, thing) is None


@settings(max_examples=40, deadline=None)
@games
def test_the_things_of_a_log_entry_can_be_drawn_as_recent(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    if match.actor is None:
        return
    for answer in match.state.answers():
        twin = Match(match.game, match.setup)
        twin.state = match.state.copy()
        before = twin.view(0)
        twin.play(answer)
        after = twin.view(0)
        entry = UI.log_entry(before, answer, after)
        assert entry.sentence
        assert entry.things
        shown = things_in(UI.picture(after, entry.things).markup())
        for thing in entry.things:
            if thing in shown:
                assert "recent" in str(shown[thing].get("class")).split()
            else:  # a drawn or offered building is gone once it is built
                assert thing == "drawn" or thing.startswith("offer-")


@settings(max_examples=60, deadline=None)
@games
def test_the_answers_to_a_decision_have_different_labels(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    if match.actor is None:
        return
    view = match.view(match.actor)
    choices = UI.choices(view)
    assert [choice.answer for choice in choices] == view.answers
    assert len({choice.label for choice in choices}) == len(choices)
    assert all(choice.detail for choice in choices)


@settings(max_examples=60, deadline=None)
@games
def test_nothing_shown_depends_on_hidden_state(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    other = Match(match.game, match.setup)
    other.state = match.state.copy()
    other.state.redeal(smokestack.SPECTATOR, Stream(seed ^ 99))
    for seat in (0, 1, smokestack.SPECTATOR):
        mine, theirs = match.view(seat), other.view(seat)
        assert UI.picture(mine).markup() == UI.picture(theirs).markup()
        assert UI.choices(mine) == UI.choices(theirs)
        assert UI.prompt(mine) == UI.prompt(theirs)
        assert UI.describe(mine) == UI.describe(theirs)
        assert UI.facts(mine) == UI.facts(theirs)
        for thing in ("pile", "discards", "drawn"):
            assert UI.about(mine, thing) == UI.about(theirs, thing)


def test_every_icon_that_a_picture_uses_exists() -> None:
    found = set(re.findall(r'<symbol id="(icon-[a-z]+)"', symbols()))
    for seed in range(12):
        match = match_after(seed, 20 * seed)
        markup = UI.picture(match.view(0)).markup()
        assert set(re.findall(r'href="#([^"]+)"', markup)) <= found
        for facts in UI.facts(match.view(0)):
            assert {f"icon-{fact.icon}" for fact in facts} <= found


def test_a_standalone_picture_with_icons_and_colours_is_valid() -> None:
    view = smokestack.new_game("glasgow", seed=2).view(0)
    style = UI.picture_css.read_text("utf-8")
    picture = UI.picture(view).standalone(seat_patterns() + UI.icons(), style)
    ElementTree.fromstring(picture)


def test_a_picture_uses_only_the_colours_of_the_page() -> None:
    style = UI.picture_css.read_text("utf-8")
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b(?!-)|rgb|hsl", style.replace("url(#seat-", ""))
    markup = UI.picture(match_after(4, 120).view(0)).markup()
    assert not re.search(r'(fill|stroke)="(?!none)', markup)


def test_the_merchant_behind_is_drawn_upstream() -> None:
    match = position(merchants=(5, 5), rear=1)
    markup = UI.picture(match.view(0)).markup()
    places = {
        seat: float(x)
        for seat, x in re.findall(r'id="merchant-(\d)"[^>]*translate\(([\d.]+)px', markup)
    }
    assert places["1"] < places["0"]


def test_a_cost_shows_which_goods_are_missing() -> None:
    match = position(offers={0: ("L1", "F1"), 15: ("P3", "P4")}, goods=("2 stone, 1 whisky", ""))
    offer = things_in(UI.picture(match.view(0)).markup())["offer-0-0"]
    kinds = [node.get("class") for node in offer.iter() if node.get("class") in ("have", "lack")]
    assert kinds == ["have", "have", "have", "lack"]
    assert "affordable" not in str(offer.get("class"))


def test_free_cells_show_whose_factories_would_work() -> None:
    match = position(
        city="F1a F3b",
        merchants=(0, 1),
        offers={5: ("T1", "T2")},
        goods=("2 stone", ""),
    ).answer("move 5", "build 0")
    cell = things_in(UI.picture(match.view(0)).markup())["cell--1_0"]
    gifts = [str(node.get("class")) for node in cell.iter() if "gift" in str(node.get("class"))]
    assert gifts == ["gift gift-0", "gift gift-1"]
    detail = {c.notation: c.detail for c in UI.choices(match.view(0))}["place -1,0"]
    assert detail == "+1 point for Ann; F1 gives Ann 1 stone, F3 gives Ben 1 steel"


def test_the_city_shows_the_coordinates_that_the_log_uses() -> None:
    match = position(
        city="F1a F3b", merchants=(0, 1), offers={5: ("T1", "T2")}, goods=("2 stone", "")
    )
    match = match.answer("move 5", "build 0")
    markup = UI.picture(match.view(0)).markup()
    number = r'class="coordinate" x="([-\d.]+)" y="([-\d.]+)">(-?\d+)<'
    found = [(float(x), float(y), text) for x, y, text in re.findall(number, markup)]
    above, before = min(y for _, y, _ in found), min(x for x, _, _ in found)
    across = {text: x for x, y, text in found if y == above}
    down = {text: y for x, y, text in found if x == before}
    cells = re.findall(
        r'data-thing="cell-(-?\d+)_(-?\d+)"[^>]*translate\(([\d.]+),([\d.]+)\)', markup
    )
    assert len(cells) > 4
    for column, row, x, y in cells:
        assert 0 < across[column] - float(x) < 112
        assert 0 < down[row] - float(y) < 112


def test_a_tile_id_is_escaped_in_its_picture() -> None:
    tiles = custom_tiles(F1={"id": '<"&> f', "cost": ["stone"] * 4 + ["steel"] * 2})
    ElementTree.fromstring(tile_picture(tiles_from_data(tiles, "test"), '<"&> f'))


def test_every_tile_has_a_picture() -> None:
    tiles = shipped_tiles()
    names = [tile.id for tile in tiles.buildings] + [tile.id for tile in tiles.contracts]
    for name in names:
        ElementTree.fromstring(tile_picture(tiles, name))
    assert tile_picture(tiles, "X9") == ""


@pytest.mark.parametrize(("other", "announced"), [("B4b", False), (".", True)])
def test_the_last_free_cell_announces_no_replacement(other: str, announced: bool) -> None:
    city = f"""
        T1a T2b P1a S2b F8a
        F3b P2a P3b L1a T3a
        B1a R1b L2b T4b F5b
        S3a P4b L3a {other} .
    """
    described = UI.about(position(city=city).view(0), "cell-4_3")  # in the column of F8
    assert described is not None
    assert ("F8" in " ".join(described.lines)) == announced
