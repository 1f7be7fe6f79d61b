"""The log as HTML."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from smokestack.games import find_ui
from smokestack.presentation.language import use_language
from smokestack.presentation.table_text import LogEntry
from smokestack.server.domain import dealing, turns
from smokestack.server.domain.announcements import RETURNED, announce
from smokestack.server.domain.creation import create
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.pages.log_lines import (
    LoggedAction,
    all_actions,
    last_actions,
    lines_by_round,
    logged_actions,
    newest_first,
    oldest_first,
)
from tests.server.services import ANN, CONTRIBUTION, plan

NAMES = ("Ann", "Bob")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def entry(sentence: str, starts_action: bool = True) -> LogEntry:
    return LogEntry(0, sentence, [], [], starts_action=starts_action)


def logged(table_id: str, first: int, *entries: LogEntry) -> list[LoggedAction]:
    return logged_actions(table_id, find_ui("glasgow"), first, entries, NAMES)


def brass_table(answers: int) -> Table:
    """A table where Ann plays all seats; an hour passes between two answers."""
    chosen = plan("me", "here:Ben", game="brass")
    table = create(TokenSigner(b"x" * 32), ANN, chosen, NOW)
    dealing.contribute(table, ANN, CONTRIBUTION, NOW)
    for number in range(answers):
        at = NOW + timedelta(hours=number + 1)
        turns.answer_for_guest(table, ANN, None, table.match.answers[-1], at)
    return table


def test_an_action_is_rendered_once_and_numbered_by_its_first_answer() -> None:
    entries = [entry("moves"), entry("builds"), entry("pays", starts_action=False)]
    first, second = logged("rendered-once", 4, *entries)
    assert 'id="entry-5"' in first.line
    assert 'id="entry-6"' in second.line
    assert "pays" in second.line
    assert logged("rendered-once", 5, *entries[1:])[0] is second


def test_another_entry_with_the_same_number_is_rendered_again() -> None:
    logged("undone", 0, entry("moves"))
    (action,) = logged("undone", 0, entry("passes"))
    assert "passes" in action.line
    (action,) = logged("undone", 0, entry("passes"), entry("pays", starts_action=False))
    assert "pays" in action.line


def test_each_language_has_its_own_lines() -> None:
    logged("languages", 0, entry("moves"))
    with use_language("de"):
        (action,) = logged("languages", 0, entry("zieht"))
    assert "zieht" in action.line


def test_entries_are_escaped() -> None:
    entries = [entry("<b>"), entry("<u>", starts_action=False)]
    (action,) = logged_actions("escaped", find_ui("glasgow"), 0, entries, ("<i>", "Bob"))
    for text in ("&lt;b&gt;", "&lt;u&gt;", "&lt;i&gt;"):
        assert text in action.line


def test_a_heading_stands_above_the_actions_of_its_round_in_both_orders() -> None:
    table = brass_table(16)
    found = lines_by_round(table, all_actions(EventLogs(), table))
    assert len(found) >= 2
    assert "Canal period, round 1" in found[0].heading
    assert "Canal period, round 2" in found[1].heading
    down, up = oldest_first(found), newest_first(found)
    first_of_round_two = found[1].lines[0]
    assert down.index("round 1") < down.index('id="entry-1"') < down.index("round 2")
    assert down.index("round 2") < down.index(first_of_round_two)
    assert up.index("round 2") < up.index(first_of_round_two) < up.index("round 1")
    assert up.index("round 1") < up.index('id="entry-1"')


def test_announcements_stand_between_the_actions_by_time() -> None:
    table = brass_table(8)
    actions = all_actions(EventLogs(), table)
    third = table.answer_log[actions[2].entry.first - 1].at
    announce(table, RETURNED, third - timedelta(minutes=1), 0)
    lines = [line for each in lines_by_round(table, actions) for line in each.lines]
    (place,) = [number for number, line in enumerate(lines) if "is back" in line]
    assert lines[place - 1] == actions[1].line
    assert lines[place + 1] == actions[2].line


def test_the_last_actions_of_a_long_game_are_complete() -> None:
    table = brass_table(90)
    found = last_actions(EventLogs(), table)
    assert [action.entry for action in found] == [
        action.entry for action in all_actions(EventLogs(), table)[-len(found) :]
    ]
