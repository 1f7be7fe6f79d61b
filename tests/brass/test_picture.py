"""The picture shows every answer where it belongs, and nothing that is hidden."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

import smokestack
from brass.tables import GAME, TABLES, new_match
from smokestack.bots.registry import make_bot
from smokestack.engine.match import Match
from smokestack.engine.picture import seat_patterns
from smokestack.engine.stream import Stream
from smokestack.engine.view import View
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.terms import INDUSTRIES, SLOTS

THINGS = re.compile(r'class="thing([^"]*)" data-thing="([^"]+)"')


@cache
def positions(edition: str, players: int, bot: str) -> list[Match]:
    """A game at each seventh answer, and its end."""
    match = new_match(edition, players, 3)
    bots = [make_bot(bot, GAME, 3, seat) for seat in range(players)]
    found = []
    while match.actor is not None:
        if len(match.history) % 7 == 0:
            found.append(_copy(match))
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return [*found, match]


def _copy(match: Match) -> Match:
    twin = Match(match.game, match.setup)
    twin.state = match.state.copy()
    return twin


def everybody(match: Match) -> list[View]:
    return [match.view(seat) for seat in (*range(len(match.setup.players)), smokestack.SPECTATOR)]


def things(markup: str) -> dict[str, set[str]]:
    return {thing: set(kinds.split()) for kinds, thing in THINGS.findall(markup)}


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_what_can_be_answered_is_open_and_nothing_else(
    edition: str, players: int, bot: str
) -> None:
    for match in positions(edition, players, bot):
        for view in everybody(match):
            drawn = things(GAME.picture(view).markup())
            opened = {thing for thing, kinds in drawn.items() if "open" in kinds}
            assert opened == {choice.thing for choice in GAME.choices(view)} - {""}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_picture_is_well_formed_and_its_ids_are_unique(edition: str, players: int) -> None:
    for match in positions(edition, players, "random"):
        for view in everybody(match):
            markup = GAME.picture(view, ["market-coal"]).markup()
            root = ElementTree.fromstring(markup)
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_thing_of_a_picture_is_explained(edition: str, players: int) -> None:
    for match in positions(edition, players, "greedy"):
        for view in everybody(match):
            for thing in things(GAME.picture(view).markup()):
                told = GAME.about(view, thing)
                assert told is not None, thing
                assert told.title
                assert told.lines
                assert told.section


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_choices_are_the_answers_with_labels_of_their_own(
    edition: str, players: int, bot: str
) -> None:
    for match in positions(edition, players, bot):
        if match.actor is None:
            continue
        view = match.view(match.actor)
        choices = GAME.choices(view)
        assert sorted(choice.answer for choice in choices) == sorted(view.answers)
        labels = [choice.label for choice in choices]
        assert len(labels) == len(set(labels))
        drawn = things(GAME.picture(view).markup())
        for choice in choices:
            assert choice.detail == GAME.explain(view, choice.answer)
            assert set(choice.lights) <= drawn.keys()


def test_a_deed_happens_at_things_of_the_picture() -> None:
    match = new_match("2007", 4, 11)
    stream = Stream(11)
    while not match.over:
        before = match.view(smokestack.SPECTATOR)
        answer = match.state.options[stream.below(match.state.count)]
        match.play(answer)
        after = match.view(smokestack.SPECTATOR)
        deed = GAME.tell(before, answer, after)
        drawn = things(GAME.picture(after, deed.things).markup())
        assert set(deed.things) <= {thing for thing, kinds in drawn.items() if "recent" in kinds}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_cube_of_the_board_says_what_it_is(edition: str, players: int) -> None:
    for match in positions(edition, players, "greedy"):
        table = table_of(match.view(smokestack.SPECTATOR))
        lying = {"coal": int(table.coal), "iron": int(table.iron)}
        for slot in range(SLOTS):
            if table.cubes[slot]:
                industry = table.edition.tiles[table.tile[slot]].industry
                lying[INDUSTRIES[industry]] += int(table.cubes[slot])
        for view in everybody(match):
            drawn = re.findall(r' data-cube="(\w+)"', GAME.picture(view).markup())
            assert {kind: drawn.count(kind) for kind in lying} == lying


def test_a_pending_action_names_what_takes_its_cubes() -> None:
    match = new_match("2007", 3, 4)
    seat = match.actor
    assert seat is not None
    due = re.compile(r' data-due="([^"]+)"')
    assert not due.search(GAME.picture(match.view(seat)).markup())
    match.play("develop iron")
    for view in everybody(match):
        (taker,) = due.findall(GAME.picture(view).markup())
        assert taker == ("thing-stack-iron" if view.seat == seat else f"row-{seat}")
        assert f' id="{taker}"' in GAME.picture(view).markup()


def test_places_that_an_edition_leaves_out_are_not_drawn() -> None:
    markup = GAME.picture(new_match("2009-duel", 2, 1).view(0)).markup()
    assert "place-manchester" in markup
    for left_out in ("birkenhead", "stockport", "oldham", "the_midlands", "northwich"):
        assert f"place-{left_out}" not in markup
        assert GAME.about(new_match("2009-duel", 2, 1).view(0), f"place-{left_out}") is None


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_dealing_anew_what_is_hidden_changes_nothing_that_a_seat_is_told(
    edition: str, players: int
) -> None:
    for seed in range(6):
        match = new_match(edition, players, seed)
        stream = Stream(seed)
        while not match.over and len(match.history) < 31 * seed:
            match.play(match.state.options[stream.below(match.state.count)])
        for seat in (*range(players), smokestack.SPECTATOR):
            other = _copy(match)
            other.state.redeal(seat, Stream(seed + 99))
            mine, theirs = match.view(seat), other.view(seat)
            assert GAME.picture(mine).markup() == GAME.picture(theirs).markup()
            assert GAME.choices(mine) == GAME.choices(theirs)
            assert GAME.prompt(mine) == GAME.prompt(theirs)
            assert GAME.describe(mine) == GAME.describe(theirs)
            assert GAME.facts(mine) == GAME.facts(theirs)


def test_icons_are_symbols_that_the_picture_uses() -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', GAME.icons()))
    match = new_match("2007", 4, 2)
    used = set(re.findall(r'href="#([^"]+)"', GAME.picture(match.view(0)).markup()))
    assert used <= symbols
    for facts in GAME.facts(match.view(0)):
        assert {f"icon-{fact.icon}" for fact in facts} <= symbols


def test_a_picture_stands_alone() -> None:
    style = (GAME.folder / "picture.css").read_text("utf-8")
    drawn = GAME.picture(new_match("2018", 3, 2).view(1))
    ElementTree.fromstring(drawn.standalone(seat_patterns() + GAME.icons(), style))


def test_other_hands_are_not_in_the_picture() -> None:
    match = new_match("2007", 4, 6)
    drawn = things(GAME.picture(match.view(smokestack.SPECTATOR)).markup())
    assert not [thing for thing in drawn if thing.startswith(("card-", "stack-"))]


def test_the_guide_points_at_things_of_the_first_picture() -> None:
    for edition, players in TABLES:
        match = new_match(edition, players, 8)
        assert match.actor is not None
        view = match.view(match.actor)
        steps = GAME.guide(view)
        assert 7 <= len(steps) <= 9
        drawn = {*things(GAME.picture(view).markup()), "prompt", "players", "log"}
        assert {step.thing for step in steps} <= drawn
