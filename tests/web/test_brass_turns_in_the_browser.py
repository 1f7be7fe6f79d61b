"""Turns of Brass: how many clicks an action takes, where it may begin, and what is confirmed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from smokestack.engine.match import Match, replay
from smokestack.games import find_game
from smokestack.games.brass.formats.decoding import Kind
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui.game_ui import UI
from smokestack.presentation.table_text import Choice
from tests.web.brass_positions import (
    ANN,
    Wanted,
    cards_of,
    choices_of,
    find_position,
    late_action,
    open_table,
    rail_action,
)
from tests.web.conftest import Server
from tests.web.player import (
    Visit,
    my_turn,
    notations,
    point_on,
    see_change,
    set_up,
    version,
)
from tests.web.windows import DESKTOP, TESTED_SIZES, name_of

MOUSE_CLICKS = 2
TAPS = MOUSE_CLICKS + 1


class Hand:
    """A mouse or a finger; counts what it presses."""

    def __init__(self, page: Page, touch: bool) -> None:
        self.page = page
        self.touch = touch
        self.presses = 0

    def press(self, target: Locator) -> None:
        self.presses += 1
        self.page.wait_for_timeout(30)  # the map may still move
        x, y = point_on(target) if target.get_attribute("data-thing") else middle(target)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def thing(self, name: str) -> None:
        """Press a thing, and confirm it where a preview asks for that."""
        before = version(self.page)
        self.press(self.page.locator(f"[id='thing-{name}']"))
        if self.touch:
            confirm = "#preview .confirms"
            self.page.wait_for_selector(f"{confirm}, #main:not([data-version='{before}'])")
            if version(self.page) == before:
                self.press(self.page.locator(confirm))


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def alone_on_its_plot(match: Match, choice: Choice) -> bool:
    """Nothing else can be built on the same plot, and there is a choice of cards."""
    others = [other for other in choices_of(match, Kind.BUILD) if other.thing == choice.thing]
    cards = [thing for thing in choice.highlights if thing.startswith("card-")]
    return len(others) == 1 and len(cards) > 1


def can_build(match: Match) -> bool:
    return any(alone_on_its_plot(match, choice) for choice in choices_of(match, Kind.BUILD))


def can(kind: Kind) -> Callable[[Match], bool]:
    return lambda match: bool(choices_of(match, kind)) and cards_of(match) > 1


def one_sale(match: Match) -> bool:
    return len(choices_of(match, Kind.SELL)) == 1 and cards_of(match) > 1


def some_card(page: Page) -> str:
    """The first card that can be chosen."""
    found = page.locator("#part-hand .thing.open").first
    found.wait_for()
    return found.get_attribute("data-thing") or ""


def show(page: Page, server: Server, wanted: Wanted) -> Match:
    """Open a table at the first position that is wanted; returns the game so far."""
    record = find_position(wanted)
    open_table(page, server, record)
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(150)
    return replay(find_game("brass"), record)


def open_at(
    visit: Visit, server: Server, wanted: Wanted, size: tuple[int, int]
) -> tuple[Page, Match]:
    page = visit(width=size[0], height=size[1], touch=size != DESKTOP)
    return page, show(page, server, wanted)


def moves(page: Page) -> int:
    return int(page.get_attribute("#main", "data-moves") or 0)


def told_since(page: Page, number: int) -> str:
    """What the log tells of Ann after a number of answers; bots may have moved on since."""
    log = page.context.new_page()
    log.goto(f"{page.url.split('?')[0]}/log")
    entries = [
        entry.inner_text()
        for entry in log.locator(".log-entry").all()
        if int(entry.get_attribute("data-last") or 0) > number
    ]
    log.close()
    return " ".join(entry for entry in entries if entry.startswith("Ann"))


def finish(page: Page, hand: Hand, before: int, told: str) -> None:
    """The action and its card are answered, in as many clicks."""
    page.wait_for_function(
        "least => Number(document.querySelector('#main').dataset.moves) >= least",
        arg=before + 2,
    )
    log = told_since(page, before)
    assert told in log
    assert "card: " in log
    assert hand.presses <= (TAPS if hand.touch else MOUSE_CLICKS)


def build(page: Page, server: Server, touch: bool) -> None:
    match = show(page, server, can_build)
    hand, before = Hand(page, touch), moves(page)
    visible = [
        choice
        for choice in choices_of(match, Kind.BUILD)
        if alone_on_its_plot(match, choice) and on_screen(page, choice.thing)
    ]
    hand.thing(visible[0].thing)
    page.wait_for_selector(f"#main:not([data-moves='{before}'])")
    expect(page.locator("#part-board .pending")).to_have_count(1)  # at once
    hand.press(page.locator(f"#thing-{some_card(page)}"))
    finish(page, hand, before, "builds")


def link(page: Page, server: Server, touch: bool) -> None:
    match = show(page, server, can(Kind.LINK))
    hand, before = Hand(page, touch), moves(page)
    (first, *_) = [
        choice for choice in choices_of(match, Kind.LINK) if on_screen(page, choice.thing)
    ]
    hand.thing(first.thing)
    page.wait_for_selector(f"#main:not([data-moves='{before}'])")
    expect(page.locator("#part-board .pending")).to_have_count(1)
    hand.press(page.locator(f"#thing-{some_card(page)}"))
    finish(page, hand, before, "builds the")


def loan(page: Page, server: Server, touch: bool) -> None:
    show(page, server, can(Kind.LOAN))
    hand, before = Hand(page, touch), moves(page)
    direct = page.locator("[data-give='loan 10']")
    if direct.is_visible():
        hand.press(direct)
    else:
        hand.press(page.locator("[data-action=loan]"))
        hand.press(page.locator("#answers .answer[value='loan 10']"))
    page.wait_for_selector(f"#main:not([data-moves='{before}'])")
    hand.press(page.locator(f"#thing-{some_card(page)}"))
    finish(page, hand, before, "takes a loan of £10")


def sell(page: Page, server: Server, touch: bool) -> None:
    match = show(page, server, one_sale)
    hand, before = Hand(page, touch), moves(page)
    (sale,) = choices_of(match, Kind.SELL)
    if on_screen(page, sale.thing):
        hand.thing(sale.thing)
    else:
        hand.press(page.locator("[data-action=sell]"))
        hand.press(page.locator("#answers .answer.shown"))
    page.wait_for_selector(f"#main:not([data-moves='{before}'])")
    hand.press(page.locator(f"#thing-{some_card(page)}"))
    finish(page, hand, before, "sell")


def develop(page: Page, server: Server, touch: bool) -> None:
    match = show(page, server, can(Kind.DEVELOP))
    hand, before = Hand(page, touch), moves(page)
    (first, *_) = choices_of(match, Kind.DEVELOP)
    if page.locator(f"#thing-{first.thing}").is_visible():
        hand.thing(first.thing)
    else:
        hand.press(page.locator("[data-action=develop]"))
        hand.press(page.locator(f"#answers .answer[value='{first.notation}']"))
    page.wait_for_selector(f"#main:not([data-moves='{before}'])")
    hand.press(page.locator(f"#thing-{some_card(page)}"))
    finish(page, hand, before, "develops")
    assert "second tile" not in page.inner_text(".prompt-text")


@pytest.mark.parametrize("size", TESTED_SIZES, ids=name_of)
def test_every_action_takes_two_clicks(server: Server, visit: Visit, size: tuple[int, int]) -> None:
    """With a finger one more, to confirm what the first one showed."""
    page = visit(width=size[0], height=size[1], touch=size != DESKTOP)
    for act in (build, link, loan, sell, develop):
        act(page, server, size != DESKTOP)


def on_screen(page: Page, thing: str) -> bool:
    return bool(
        page.locator(f"[id='thing-{thing}']").evaluate(
            "thing => { const box = thing.getBoundingClientRect();"
            " const frame = document.querySelector('#part-board').getBoundingClientRect();"
            " return box.left >= frame.left && box.right <= frame.right"
            " && box.top >= frame.top && box.bottom <= frame.bottom; }"
        )
    )


def test_a_card_may_be_chosen_first(server: Server, visit: Visit) -> None:
    page, match = open_at(visit, server, can_build, DESKTOP)
    choice = next(
        choice for choice in choices_of(match, Kind.BUILD) if alone_on_its_plot(match, choice)
    )
    card = next(thing for thing in choice.highlights if thing.startswith("card-"))
    hand, before, start = Hand(page, touch=False), version(page), moves(page)
    hand.thing(card)
    expect(page.locator(f"#thing-{card}")).to_contain_class("chosen")
    # Plots are distinguished: with this card, or with another one.
    assert page.locator(f"[id='thing-{choice.thing}']:not(.other, .off)").count() == 1
    possible = {each.thing for each in choices_of(match, Kind.BUILD) if card in each.highlights}
    shown = page.locator("#part-board .slot.open:not(.other, .off, .two)").evaluate_all(
        "things => things.map(thing => thing.dataset.thing)"
    )
    assert set(shown) == possible
    hand.thing(choice.thing)
    see_change(page, before)
    assert hand.presses == MOUSE_CLICKS
    log = told_since(page, start)
    assert "builds" in log
    assert "card: " in log


def test_a_stack_shows_where_its_tile_can_go_and_offers_to_develop_it(
    server: Server, visit: Visit
) -> None:
    page, match = open_at(visit, server, late_action, DESKTOP)
    industry = next(
        thing
        for choice in choices_of(match, Kind.BUILD)
        for thing in choice.highlights
        if thing.startswith("stack-")
    )
    page.locator(f"#thing-{industry}").click()
    shown = page.locator("#part-board .slot.open:not(.off, .two)").evaluate_all(
        "things => things.map(thing => thing.dataset.thing)"
    )
    assert set(shown) == {
        choice.thing for choice in choices_of(match, Kind.BUILD) if industry in choice.highlights
    }
    offered = page.locator("#answers .answer.shown")
    expect(offered).to_have_count(1)
    expect(offered).to_contain_text("Develop: remove")


def test_the_action_bar_filters_the_board(server: Server, visit: Visit) -> None:
    page, match = open_at(visit, server, rail_action, DESKTOP)
    expect(page.locator("#answers .answer:visible")).to_have_count(0)  # no long list
    page.locator("[data-action=link]").click()
    shown = page.locator("#part-board .thing.open:not(.off)").evaluate_all(
        "things => things.map(thing => thing.dataset.thing)"
    )
    assert set(shown) == {choice.thing for choice in choices_of(match, Kind.LINK)}
    page.locator("#list-toggle").click()
    assert page.locator("#answers .answer:visible").count() == len(choices_of(match, Kind.LINK))
    page.keyboard.press("Escape")
    assert page.locator("#answers .answer:visible").count() == len(notations(page))


def test_a_build_with_two_cards_is_behind_a_switch_and_confirmed(
    server: Server, visit: Visit
) -> None:
    def only_with_two(match: Match) -> bool:
        if match.decision != "action":
            return False
        choices = UI.page_choices(match.view(ANN))
        usual = {choice.thing for choice in choices if not choice.unusual}
        return any(choice.unusual and choice.thing not in usual for choice in choices)

    page, _ = open_at(visit, server, only_with_two, DESKTOP)
    before = version(page)
    page.locator("[data-action=build]").click()
    assert page.locator("#part-board .two").count() == 0
    page.locator("#unusual").check()
    plot = page.locator("#part-board .two").first
    page.mouse.click(*point_on(plot))
    menu = page.locator("#menu:not([hidden]) .answer")
    if menu.count():
        menu.first.click()
    dialog = page.locator("#confirm[open]")
    expect(dialog).to_contain_text("two cards and both actions")
    dialog.get_by_role("button", name="Cancel").click()
    page.wait_for_timeout(200)
    assert version(page) == before
    page.mouse.click(*point_on(plot))
    if menu.count():
        menu.first.click()
    dialog.get_by_role("button", name="Confirm").click()
    see_change(page, before)
    expect(page.locator("#part-board .pending")).to_have_count(1)


def test_two_developments_are_chosen_before_their_card(server: Server, visit: Visit) -> None:
    def two_stacks(match: Match) -> bool:
        return len(choices_of(match, Kind.DEVELOP)) > 2 and cards_of(match) > 1

    page, match = open_at(visit, server, two_stacks, DESKTOP)
    first, *_ = choices_of(match, Kind.DEVELOP)
    start = moves(page)
    page.locator(f"#thing-{first.thing}").click()
    second = page.locator("#part-stacks .develop.start").last
    second.wait_for()
    second.click()
    expect(second).to_contain_class("chosen")
    before = version(page)
    page.locator(f"#thing-{some_card(page)}").click()
    see_change(page, before)
    assert told_since(page, start).count("develops") == 2


def test_restart_turn_takes_everything_back(server: Server, visit: Visit) -> None:
    def two_actions(match: Match) -> bool:
        state = match.state
        assert isinstance(state, Brass)
        return late_action(match) and state.actions == 2 and cards_of(match) > 1

    page, _ = open_at(visit, server, two_actions, DESKTOP)
    before = notations(page)
    reached = version(page)
    page.locator("[data-action=pass]").click()
    reached = see_change(page, reached)
    assert page.locator("#restart").count() == 0  # undo does the same
    page.locator(f"#thing-{some_card(page)}").click()
    reached = see_change(page, reached)
    page.locator("#restart").click()
    see_change(page, reached)
    assert notations(page) == before


def test_a_hint_shows_on_the_board_and_can_be_played(server: Server, visit: Visit) -> None:
    page = visit(width=390, height=844)
    set_up(page, server.url, "me", "apprentice", "apprentice", game="brass")
    assert my_turn(page)
    page.locator("#hint").tap()
    hint = page.locator("#hints .hint").first
    hint.wait_for(timeout=60_000)
    expect(hint).to_contain_text("Win chance")
    expect(hint).to_contain_text("expected points")
    hint.tap()
    thing = hint.get_attribute("data-thing") or ""
    if thing:
        expect(page.locator(f"[id='thing-{thing}']")).to_contain_class("highlighted")
    before = version(page)
    page.locator("#preview .confirms").tap()
    see_change(page, before)


def test_a_distant_sale_says_what_it_reveals(server: Server, visit: Visit) -> None:
    def only_distant(match: Match) -> bool:
        sales = choices_of(match, Kind.SELL)
        return one_sale(match) and "distant" in sales[0].then[0]

    page, match = open_at(visit, server, only_distant, DESKTOP)
    page.evaluate("localStorage.setItem('ask', 'yes')")
    (sale,) = choices_of(match, Kind.SELL)
    card = page.locator("#part-hand .thing").first
    card.click()
    page.mouse.click(*point_on(page.locator(f"[id='thing-{sale.thing}']")))
    dialog = page.locator("#confirm[open]")
    expect(dialog).to_contain_text("You can't undo this: it turns over a tile")
    dialog.get_by_role("button", name="Confirm").click()
    page.wait_for_function(
        "() => document.querySelector('#log').textContent.includes('turns over tile')"
    )


def test_what_is_being_built_is_visible_in_a_replay(server: Server, visit: Visit) -> None:
    page, _ = open_at(visit, server, can(Kind.LINK), DESKTOP)
    table = page.url.split("?")[0]
    before = version(page)
    page.mouse.click(*point_on(page.locator("#part-board .thing.open:not(.slot, .off)").first))
    see_change(page, before)
    number = moves(page)
    page.locator(".tabs").get_by_role("button", name="More").click()
    page.locator("details.leave summary").first.click()
    page.get_by_role("button", name="Resign").first.click()
    expect(page.locator("#confirm-text")).to_contain_text("Resign this game?")
    page.locator("#confirm-yes").click()
    page.locator("a[href$='/score']").wait_for()
    page.goto(f"{table}/replay/{number}")
    expect(page.locator("#part-board .pending")).to_have_count(1)
