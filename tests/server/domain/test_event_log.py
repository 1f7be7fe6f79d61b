"""The log of a table."""

from __future__ import annotations

from datetime import UTC, datetime

from smokestack.presentation.language import use_language
from smokestack.server.domain import dealing, turns
from smokestack.server.domain.creation import create
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.table import Table
from smokestack.server.domain.tokens import TokenSigner
from tests.server.services import ANN, CONTRIBUTION, plan

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def new_table(*answers: str) -> Table:
    table = create(TokenSigner(b"x" * 32), ANN, plan("me", "here:Ben"), NOW)
    dealing.contribute(table, ANN, CONTRIBUTION, NOW)
    for answer in answers:
        turns.answer_for_guest(table, ANN, None, answer, NOW)
    return table


def test_each_answer_has_one_entry() -> None:
    logs = EventLogs()
    table = new_table("move 1")
    (first,) = logs.entries(table, 0)
    turns.answer_for_guest(table, ANN, None, table.match.answers[0], NOW)
    entries = logs.entries(table, 0)
    assert len(entries) == 2
    assert entries[0] is first
    assert logs.entries(table, 1) == entries[1:]


def test_an_undone_answer_loses_its_entry() -> None:
    logs = EventLogs()
    table = new_table("move 1")
    (undone,) = logs.entries(table, 0)
    turns.undo(table, ANN, NOW)
    assert logs.entries(table, 0) == []
    turns.answer_for_guest(table, ANN, None, "move 2", NOW)
    (entry,) = logs.entries(table, 0)
    assert entry.sentence != undone.sentence


def test_entries_written_one_by_one_equal_those_of_a_replay() -> None:
    logs = EventLogs()
    table = new_table()
    for _ in range(12):
        turns.answer_for_guest(table, ANN, None, table.match.answers[-1], NOW)
        logs.entries(table, 0)
    assert logs.entries(table, 0) == EventLogs().entries(table, 0)
    assert EventLogs().entries(table, 5) == logs.entries(table, 5)


def test_entries_of_answers_given_together_equal_those_of_a_replay() -> None:
    logs = EventLogs()
    table = new_table("move 1")
    logs.entries(table, 0)
    for _ in range(5):
        for _ in range(3):
            turns.answer_for_guest(table, ANN, None, table.match.answers[-1], NOW)
        assert logs.entries(table, 0) == EventLogs().entries(table, 0)
        turns.undo(table, ANN, NOW)


def test_nothing_follows_the_last_answer_of_a_log_not_read_before() -> None:
    table = new_table("move 1")
    logs = EventLogs()
    assert logs.entries(table, 1) == []
    assert len(logs.entries(table, 0)) == 1


def test_entries_are_in_the_language_in_use() -> None:
    logs = EventLogs()
    table = new_table("move 1")
    (english,) = logs.entries(table, 0)
    with use_language("de"):
        (german,) = logs.entries(table, 0)
    assert english.sentence != german.sentence
