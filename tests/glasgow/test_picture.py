"""The picture of the board: what can be chosen is open on it, and all it shows can be explained."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from glasgow.positions import GAME, custom_tiles, position
from smokestack.engine.match import Match
from smokestack.engine.picture import seat_patterns
from smokestack.engine.stream import Stream
from smokestack.engine.view import View
from smokestack.games.glasgow.icons import icons
from smokestack.games.glasgow.tile_drawing import tile_picture
from smokestack.games.glasgow.tiles import shipped_tiles, tiles_from_data

SVG = "{http://www.w3.org/2000/svg}"


def match_after(seed: int, answers: int) -> Match:
    match = smokestack.new_game("glasgow", seed=seed, players=["Ann", '<Ben> & "Co"'])
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        match.play(match.state.options[stream.below(match.state.count)])
    return match


def things_in(markup: str) -> dict[str, ElementTree.Element]:
    found = [node for node in ElementTree.fromstring(markup).iter() if node.get("data-thing")]
    things = {str(node.get("data-thing")): node for node in found}
    assert len(things) == len(found)
    return things


def open_in(view: View) -> set[str]:
    things = things_in(GAME.picture(view).markup())
    return {thing for thing, node in things.items() if "open" in str(node.get("class")).split()}


games = given(st.integers(0, 2**62), st.integers(0, 250))


@settings(max_examples=150, deadline=None)
@games
def test_what_an_answer_points_at_is_open_and_nothing_else(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    for seat in (0, 1, smokestack.SPECTATOR):
        view = match.view(seat)
        pointed = {choice.thing for choice in GAME.choices(view)} - {""}
        assert open_in(view) == pointed


@settings(max_examples=60, deadline=None)
@games
def test_everything_that_is_named_can_be_found_and_explained(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    view = match.view(match.actor or 0)
    things = things_in(GAME.picture(view).markup())
    for choice in GAME.choices(view):
        assert set(choice.lights) <= things.keys()
    for step in GAME.guide(view):
        assert step.thing in {*things, "prompt", "players", "log"}
    for thing in things:
        about = GAME.about(view, thing)
        assert about is not None, thing
        assert about.title
        assert all(about.lines)


@pytest.mark.parametrize("thing", ["", "ring-16", "ring-x", "offer-1-0", "cell-9_9", "cell-", "x"])
def test_what_is_not_on_the_board_is_not_explained(thing: str) -> None:
    view = smokestack.new_game("glasgow", seed=1).view(0)
    assert GAME.about(view, thing) is None


@settings(max_examples=40, deadline=None)
@games
def test_what_a_deed_touched_can_be_shown_as_recent(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    if match.actor is None:
        return
    for answer in match.state.answers():
        twin = Match(match.game, match.setup)
        twin.state = match.state.copy()
        before = twin.view(0)
        twin.play(answer)
        after = twin.view(0)
        deed = GAME.tell(before, answer, after)
        assert deed.sentence
        assert deed.things
        shown = things_in(GAME.picture(after, deed.things).markup())
        for thing in deed.things:
            if thing in shown:
                assert "recent" in str(shown[thing].get("class")).split()
            else:  # what was drawn or offered is gone once it is built
                assert thing == "drawn" or thing.startswith("offer-")


@settings(max_examples=60, deadline=None)
@games
def test_labels_tell_the_answers_of_a_question_apart(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    if match.actor is None:
        return
    view = match.view(match.actor)
    choices = GAME.choices(view)
    assert [choice.answer for choice in choices] == view.answers
    assert len({choice.label for choice in choices}) == len(choices)
    assert all(choice.detail for choice in choices)


@settings(max_examples=60, deadline=None)
@games
def test_permuting_what_is_hidden_changes_nothing_that_is_shown(seed: int, answers: int) -> None:
    match = match_after(seed, answers)
    other = Match(match.game, match.setup)
    other.state = match.state.copy()
    other.state.redeal(smokestack.SPECTATOR, Stream(seed ^ 99))
    for seat in (0, 1, smokestack.SPECTATOR):
        mine, theirs = match.view(seat), other.view(seat)
        assert GAME.picture(mine).markup() == GAME.picture(theirs).markup()
        assert GAME.choices(mine) == GAME.choices(theirs)
        assert GAME.prompt(mine) == GAME.prompt(theirs)
        assert GAME.describe(mine) == GAME.describe(theirs)
        assert GAME.facts(mine) == GAME.facts(theirs)
        for thing in ("pile", "discards", "drawn"):
            assert GAME.about(mine, thing) == GAME.about(theirs, thing)


def test_every_icon_that_a_picture_uses_exists() -> None:
    symbols = set(re.findall(r'<symbol id="(icon-[a-z]+)"', icons()))
    for seed in range(12):
        match = match_after(seed, 20 * seed)
        markup = GAME.picture(match.view(0)).markup()
        assert set(re.findall(r'href="#([^"]+)"', markup)) <= symbols
        for facts in GAME.facts(match.view(0)):
            assert {f"icon-{fact.icon}" for fact in facts} <= symbols


def test_a_picture_stands_alone_with_its_icons_and_inks() -> None:
    view = smokestack.new_game("glasgow", seed=2).view(0)
    style = (GAME.folder / "picture.css").read_text("utf-8")
    picture = GAME.picture(view).standalone(seat_patterns() + GAME.icons(), style)
    ElementTree.fromstring(picture)


def test_a_picture_has_no_colours_of_its_own() -> None:
    style = (GAME.folder / "picture.css").read_text("utf-8")
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b(?!-)|rgb|hsl", style.replace("url(#seat-", ""))
    markup = GAME.picture(match_after(4, 120).view(0)).markup()
    assert not re.search(r'(fill|stroke)="(?!none)', markup)


def test_merchants_stand_where_the_stream_leads() -> None:
    match = position(merchants=(5, 5), rear=1)
    markup = GAME.picture(match.view(0)).markup()
    places = {
        seat: float(x)
        for seat, x in re.findall(r'id="merchant-(\d)"[^>]*translate\(([\d.]+)px', markup)
    }
    assert places["1"] < places["0"]


def test_a_cost_shows_which_goods_are_lacking() -> None:
    match = position(offers={0: ("L1", "F1"), 15: ("P3", "P4")}, goods=("2 stone, 1 whisky", ""))
    offer = things_in(GAME.picture(match.view(0)).markup())["offer-0-0"]
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
    cell = things_in(GAME.picture(match.view(0)).markup())["cell--1_0"]
    gifts = [str(node.get("class")) for node in cell.iter() if "gift" in str(node.get("class"))]
    assert gifts == ["gift gift-0", "gift gift-1"]
    detail = {c.notation: c.detail for c in GAME.choices(match.view(0))}["place -1,0"]
    assert detail == "+1 point for Ann; F1 gives Ann 1 stone, F3 gives Ben 1 steel"


def test_the_city_is_numbered_as_the_log_names_its_cells() -> None:
    match = position(
        city="F1a F3b", merchants=(0, 1), offers={5: ("T1", "T2")}, goods=("2 stone", "")
    )
    match = match.answer("move 5", "build 0")
    markup = GAME.picture(match.view(0)).markup()
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


def test_a_tile_with_a_strange_name_is_drawn() -> None:
    tiles = custom_tiles(F1={"id": '<"&> f', "cost": ["stone"] * 4 + ["steel"] * 2})
    ElementTree.fromstring(tile_picture(tiles_from_data(tiles, "test"), '<"&> f'))


def test_every_tile_has_a_picture_of_its_own() -> None:
    tiles = shipped_tiles()
    names = [tile.id for tile in tiles.buildings] + [tile.id for tile in tiles.contracts]
    for name in names:
        ElementTree.fromstring(tile_picture(tiles, name))
    assert tile_picture(tiles, "X9") == ""
