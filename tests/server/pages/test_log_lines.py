"""Rendered log entries."""

from __future__ import annotations

from smokestack.presentation.language import use_language
from smokestack.presentation.table_text import LogEntry
from smokestack.server.pages.log_lines import log_lines

NAMES = ("Ann", "Bob")


def entry(sentence: str) -> LogEntry:
    return LogEntry(0, sentence, [], [])


def test_an_entry_is_rendered_once() -> None:
    entries = [entry("moves"), entry("builds")]
    lines = log_lines("rendered-once", 4, entries, NAMES)
    assert [f'id="entry-{number}"' in line for number, line in enumerate(lines, 5)] == [True, True]
    assert log_lines("rendered-once", 5, entries[1:], NAMES)[0] is lines[1]


def test_another_entry_with_the_same_number_is_rendered_again() -> None:
    log_lines("undone", 0, [entry("moves")], NAMES)
    (line,) = log_lines("undone", 0, [entry("passes")], NAMES)
    assert "passes" in line


def test_each_language_has_its_own_lines() -> None:
    log_lines("languages", 0, [entry("moves")], NAMES)
    with use_language("de"):
        (line,) = log_lines("languages", 0, [entry("zieht")], NAMES)
    assert "zieht" in line


def test_entries_are_escaped() -> None:
    (line,) = log_lines("escaped", 0, [entry("<b>")], ("<i>", "Bob"))
    assert "&lt;b&gt;" in line
    assert "&lt;i&gt;" in line
