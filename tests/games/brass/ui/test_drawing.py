"""The picture marks the things of legal answers and shows nothing hidden."""

from __future__ import annotations

import re
from functools import cache
from xml.etree import ElementTree

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games.brass.formats.notation import slot_names
from smokestack.games.brass.rules.terms import INDUSTRIES, SLOTS
from smokestack.games.brass.ui.layout import slot_corners
from smokestack.games.brass.ui.pending_drawing import pending_of
from smokestack.games.brass.ui.things import table_of
from smokestack.presentation.picture import seat_patterns
from tests.games.brass.positions import position
from tests.games.brass.tables import GAME, TABLES, UI, new_match

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


def page_markup(view: View) -> str:
    """The pictures of all parts, as a page has them."""
    return "".join(picture.markup() for part in UI.parts(view) for picture in part.pictures)


def things(markup: str) -> dict[str, set[str]]:
    return {thing: set(kinds.split()) for kinds, thing in THINGS.findall(markup)}


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_exactly_the_things_of_legal_answers_are_open(edition: str, players: int, bot: str) -> None:
    for match in positions(edition, players, bot):
        for view in everybody(match):
            drawn = things(UI.picture(view).markup())
            opened = {thing for thing, kinds in drawn.items() if "open" in kinds}
            assert opened == {choice.thing for choice in UI.choices(view)} - {""}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_picture_is_well_formed_and_its_ids_are_unique(edition: str, players: int) -> None:
    for match in positions(edition, players, "random"):
        for view in everybody(match):
            markup = UI.picture(view, ["market-coal"]).markup()
            root = ElementTree.fromstring(markup)
            ids = [element.get("id") for element in root.iter() if element.get("id")]
            assert len(ids) == len(set(ids))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_thing_of_a_picture_is_explained(edition: str, players: int) -> None:
    for match in positions(edition, players, "greedy"):
        for view in everybody(match):
            for thing in things(UI.picture(view).markup()):
                told = UI.about(view, thing)
                assert told is not None, thing
                assert told.title
                assert told.lines
                assert told.section


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_choices_are_the_legal_answers_with_different_labels(
    edition: str, players: int, bot: str
) -> None:
    for match in positions(edition, players, bot):
        if match.actor is None:
            continue
        view = match.view(match.actor)
        choices = UI.choices(view)
        assert sorted(choice.answer for choice in choices) == sorted(view.answers)
        labels = [choice.label for choice in choices]
        assert len(labels) == len(set(labels))
        drawn = things(UI.picture(view).markup())
        for choice in choices:
            assert choice.detail == UI.explain(view, choice.answer)
            assert set(choice.highlights) <= drawn.keys()


def test_a_log_entry_names_things_of_the_picture() -> None:
    match = new_match("2007", 4, 11)
    stream = Stream(11)
    while not match.over:
        before = match.view(smokestack.SPECTATOR)
        answer = match.state.legal[stream.below(match.state.count)]
        match.play(answer)
        after = match.view(smokestack.SPECTATOR)
        entry = UI.log_entry(before, answer, after)
        drawn = things(UI.picture(after, entry.things).markup())
        assert set(entry.things) <= {thing for thing, kinds in drawn.items() if "recent" in kinds}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_cube_of_the_board_is_marked_with_its_kind(edition: str, players: int) -> None:
    for match in positions(edition, players, "greedy"):
        table = table_of(match.view(smokestack.SPECTATOR))
        lying = {"coal": int(table.coal), "iron": int(table.iron)}
        for slot in range(SLOTS):
            # A tile that is being built is drawn over the one that it replaces.
            if table.cubes[slot] and slot != pending_of(table).slot:
                industry = table.edition.tiles[table.tile[slot]].industry
                lying[INDUSTRIES[industry]] += int(table.cubes[slot])
        for view in everybody(match):
            drawn = re.findall(r' data-marker="(\w+)"', UI.picture(view).markup())
            assert {kind: drawn.count(kind) for kind in lying} == lying


def test_a_pending_action_names_what_takes_its_cubes() -> None:
    match = new_match("2007", 3, 4)
    seat = match.actor
    assert seat is not None
    due = re.compile(r' data-due="([^"]+)"')
    assert not due.search(UI.picture(match.view(seat)).markup())
    match.play("develop iron")
    for view in everybody(match):
        (taker,) = due.findall(UI.picture(view).markup())
        assert taker == ("thing-stack-iron" if view.seat == seat else f"row-{seat}")
        assert f' id="{taker}"' in UI.picture(view).markup()


def test_places_that_an_edition_leaves_out_are_not_drawn() -> None:
    markup = UI.picture(new_match("2009-duel", 2, 1).view(0)).markup()
    assert "place-manchester" in markup
    for left_out in ("birkenhead", "stockport", "oldham", "the_midlands", "northwich"):
        assert f"place-{left_out}" not in markup
        assert UI.about(new_match("2009-duel", 2, 1).view(0), f"place-{left_out}") is None


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_redealing_what_is_hidden_changes_nothing_that_a_seat_sees(
    edition: str, players: int
) -> None:
    for seed in range(6):
        match = new_match(edition, players, seed)
        stream = Stream(seed)
        while not match.over and len(match.history) < 31 * seed:
            match.play(match.state.legal[stream.below(match.state.count)])
        for seat in (*range(players), smokestack.SPECTATOR):
            other = _copy(match)
            other.state.redeal(seat, Stream(seed + 99))
            mine, theirs = match.view(seat), other.view(seat)
            assert UI.picture(mine).markup() == UI.picture(theirs).markup()
            assert UI.choices(mine) == UI.choices(theirs)
            assert UI.prompt(mine) == UI.prompt(theirs)
            assert UI.describe(mine) == UI.describe(theirs)
            assert UI.facts(mine) == UI.facts(theirs)


def test_icons_are_symbols_that_the_picture_uses() -> None:
    symbols = set(re.findall(r'<symbol id="([^"]+)"', UI.icons()))
    match = new_match("2007", 4, 2)
    used = set(re.findall(r'href="#([^"]+)"', UI.picture(match.view(0)).markup()))
    assert used <= symbols
    for facts in UI.facts(match.view(0)):
        assert {f"icon-{fact.icon}" for fact in facts} <= symbols


def test_a_standalone_picture_is_well_formed() -> None:
    style = UI.picture_css.read_text("utf-8")
    drawn = UI.picture(new_match("2018", 3, 2).view(1))
    ElementTree.fromstring(drawn.standalone(seat_patterns() + UI.icons(), style))


def test_other_hands_are_not_in_the_picture() -> None:
    match = new_match("2007", 4, 6)
    drawn = things(UI.picture(match.view(smokestack.SPECTATOR)).markup())
    assert not [thing for thing in drawn if thing.startswith(("card-", "stack-", "develop-"))]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_parts_have_the_same_things_as_the_whole_picture(edition: str, players: int) -> None:
    for match in positions(edition, players, "greedy"):
        for view in everybody(match):
            assert things(page_markup(view)) == things(UI.picture(view).markup())


def test_the_whole_picture_holds_every_part() -> None:
    view = new_match("2007", 4, 3).view(1)
    assert [part.name for part in UI.parts(view)] == [
        "board",
        "markets",
        "players",
        "hand",
        "stacks",
    ]
    whole = UI.picture(view)
    root = ElementTree.fromstring(whole.markup())
    placed = [each for each in root if each.tag.endswith("svg")]
    assert len(placed) == sum(len(part.pictures) for part in UI.parts(view))
    for each in placed:
        assert float(each.attrib["x"]) + float(each.attrib["width"]) <= whole.width + 0.1
        assert float(each.attrib["y"]) + float(each.attrib["height"]) <= whole.height + 0.1


def test_what_is_being_built_is_on_the_map_while_its_card_is_chosen() -> None:
    match = new_match("2007", 4, 11)
    stream = Stream(11)
    seen = set()
    while not match.over:
        before = match.decision
        answer = match.state.legal[stream.below(match.state.count)]
        text = GAME.to_text(answer)
        match.play(answer)
        kind, _, rest = text.partition(" ")
        if before != "action" or kind not in ("build", "build2", "link"):
            continue
        for view in everybody(match):
            drawn = things(UI.parts(view)[0].pictures[0].markup())
            (pending,) = [thing for thing, kinds in drawn.items() if "pending" in kinds]
            place = rest.split()[-1]
            assert pending == (f"line-{place}" if kind == "link" else f"slot-{place}")
        seen.add(kind)
    assert seen == {"build", "build2", "link"}


def test_the_cubes_that_a_pending_action_takes_are_on_their_way() -> None:
    match = new_match("2018", 3, 7)
    stream = Stream(7)
    seen = set()
    while not match.over:
        match.play(match.state.legal[stream.below(match.state.count)])
        markup = UI.parts(match.view(smokestack.SPECTATOR))[0].pictures[0].markup()
        if 'class="transit"' in markup:
            way = markup[markup.index('class="transit"') :]
            seen |= {(kind, "transit-way" in way) for kind in ("coal", "iron") if kind in way}
    # From the market and from a mine or works.
    assert {("coal", True), ("coal", False), ("iron", False)} <= seen


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_page_choice_can_be_played_and_its_prepared_answers_fit(
    edition: str, players: int
) -> None:
    prepared = set()
    for match in positions(edition, players, "greedy"):
        if match.actor is None:
            continue
        view = match.view(match.actor)
        choices = UI.page_choices(view)
        assert {choice.answer for choice in choices} == set(view.answers)
        for choice in choices:
            after = match.state.copy()
            after.apply(choice.answer)
            if choice.kind == "sell":
                after.apply(after.legal[0])  # any card
            for notation in choice.then:
                assert after.offers_answer(GAME.to_answer(notation))
                prepared.add(notation.split()[0])
        for addition in UI.additions(view):
            after = match.state.copy()
            after.apply(after.legal[0])
            assert after.offers_answer(addition.answer)
            prepared.add("addition")
    assert prepared >= {"sell", "done", "addition"}


def test_each_card_names_the_answer_that_discards_it() -> None:
    named = re.compile(r' data-thing="card-[^"]+" data-card="([^"]+)"')
    match = new_match("2007", 3, 4)
    seat = match.actor
    assert seat is not None
    match.play("loan 10")
    view = match.view(seat)
    answers = {GAME.to_text(answer) for answer in view.answers}
    assert set(named.findall(UI.picture(view).markup())) == answers


def test_a_turn_can_begin_with_a_card_a_stack_or_a_mill() -> None:
    begun = set()
    for match in positions("2007", 4, "greedy"):
        if match.decision != "action" or match.actor is None:
            continue
        view = match.view(match.actor)
        drawn = things(UI.picture(view).markup())
        starts = {thing for thing, kinds in drawn.items() if "start" in kinds}
        begun |= {thing.partition("-")[0] for thing in starts}
        mills = {choice.thing for choice in UI.page_choices(view) if choice.kind == "sell"}
        assert mills <= starts
        hand = {thing for thing in drawn if thing.startswith("card-")}
        assert hand <= starts
    assert {"card", "stack", "slot"} <= begun


def test_the_guide_points_at_things_of_the_first_picture() -> None:
    for edition, players in TABLES:
        match = new_match(edition, players, 8)
        assert match.actor is not None
        view = match.view(match.actor)
        steps = UI.guide(view)
        assert 7 <= len(steps) <= 9
        drawn = {*things(UI.picture(view).markup()), "prompt", "players", "log"}
        assert {step.thing for step in steps} <= drawn


def test_the_plot_for_ports_in_preston_is_above_the_one_for_ports_and_mills() -> None:
    corners = dict(zip(slot_names(), slot_corners(), strict=False))
    (x, y), (other_x, other_y) = corners["preston.0"], corners["preston.1"]
    assert x == other_x
    assert y < other_y
    assert corners["lancaster.0"][0] < corners["lancaster.1"][0]  # there it is on the left


@pytest.mark.parametrize(
    ("gone", "told"),
    [
        (0, "You can't build it. Remove it by developing"),
        (4, "can't build it before the rail period"),
    ],
)
def test_the_stack_of_shipyards_says_when_its_next_tile_can_be_built(gone: int, told: str) -> None:
    view = position(developed={0: {"shipyard": gone}}).view(0)
    described = UI.about(view, "stack-shipyard")
    assert described is not None
    assert told in " ".join(described.lines)
