"""Parts of pages that are written without a template: what they escape, and what they leave out."""

from __future__ import annotations

from smokestack.presentation.table_text import Action, ActionEntry, Change, Choice, Fact
from smokestack.server.pages.action_bar import action_bar
from smokestack.server.pages.fact_markup import fact_list, own_facts
from smokestack.server.pages.log_markup import action_text, change_list, log_line

NAMES = ("<Ann>", "Bob & Co")


def entry(things: list[str], details: list[str], changes: list[Change]) -> ActionEntry:
    return ActionEntry(7, 8, 1, 'says "<hi>"', details, changes, [], things, "", "")


def test_facts_are_escaped() -> None:
    facts = [Fact("money", "Money <b>", "£3", 'of "5"'), Fact("", "Cards", "<2>")]
    assert fact_list(facts) == (
        '<dl class="facts"><div title="Money &lt;b&gt; of &#34;5&#34;"><dt>'
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-money"/></svg>'
        '<span class="visually-hidden">Money &lt;b&gt;</span></dt>'
        "<dd>£3 <small>of &#34;5&#34;</small></dd></div>"
        '<div title="Cards"><dt>Cards</dt><dd>&lt;2&gt;</dd></div></dl>'
    )


def test_the_first_four_facts_stand_beside_the_prompt() -> None:
    facts = [Fact("", f"fact {number}", "1") for number in range(6)]
    shown = own_facts(1, "<Ann>", facts)
    assert "<b>" in shown
    assert "&lt;Ann&gt;</b>" in shown
    assert "fact 3" in shown
    assert "fact 4" not in shown


def test_actions_of_the_log_are_escaped() -> None:
    text = action_text(entry([], ["card: <x>", "y"], []), NAMES)
    assert text == (
        "<b>Bob &amp; Co</b> says &#34;&lt;hi&gt;&#34;"
        '<span class="details">card: &lt;x&gt; · y</span>'
    )


def test_a_line_of_the_log_is_a_button_if_it_concerns_things() -> None:
    without = entry([], [], [])
    assert "<button" not in log_line(without, action_text(without, NAMES))
    concerned = entry(["slot-a", 'slot-"b'], [], [])
    line = log_line(concerned, action_text(concerned, NAMES))
    assert 'data-things="slot-a slot-&#34;b"' in line
    assert '<button type="button" class="entry-text"><b>Bob &amp; Co</b>' in line


def test_changes_name_their_seat_and_their_cause() -> None:
    assert not change_list([], NAMES)
    shown = change_list([Change(0, "+2 <points>", "tile & flip", "points", 2)], NAMES)
    assert 'title="tile &amp; flip"' in shown
    assert "&lt;Ann&gt;</span> <svg" in shown
    assert "+2 &lt;points&gt; <small>tile &amp; flip</small>" in shown


def test_amounts_stand_beside_their_action() -> None:
    loan = Action("loan", "Loan", "loan", True, ("action",))
    build = Action("build", "Build", "cotton", False, has_unusual=True)
    small = Choice(5, "loan 10", "", 'Take "£10"', "<£30>", "", (), kind="loan", short="£10")
    bar = action_bar([build, loan], [small], "Two <cards>")
    assert bar.count('<span class="split">') == 1
    assert 'data-action="build" data-unusual aria-pressed="false" disabled>' in bar
    assert 'data-action="loan" data-listed-after="action" aria-pressed="false">' in bar
    assert 'aria-label="Take &#34;£10&#34;" title="&lt;£30&gt;">£10</button>' in bar
    assert "Two &lt;cards&gt;</label>" in bar
    assert "unusual" not in action_bar([loan], [], "")
