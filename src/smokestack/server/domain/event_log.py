"""What happened at a table: a log entry for each answer, in the reader's language."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from typing import Final

from smokestack.engine.core.state import State
from smokestack.engine.game import LedgerEntry
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import ui_of
from smokestack.presentation.language import language
from smokestack.presentation.table_text import LogEntry
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of, view_of

MAX_CACHED_LOGS: Final = 500


class EventLogs:
    """The logs that were read most recently, by table and language."""

    def __init__(self) -> None:
        self._logs: OrderedDict[tuple[str, str], EventLog] = OrderedDict()

    def entries(self, table: Table, first: int) -> list[LogEntry]:
        """The entries of the answers from index `first` on, in the language in use.

        An entry stays the same object until its answer is taken back.
        """
        key = table.id, language()
        log = self._logs.pop(key, None) or EventLog()
        self._logs[key] = log
        while len(self._logs) > MAX_CACHED_LOGS:
            self._logs.popitem(last=False)
        return log.entries(table, first)

    def clear(self) -> None:
        self._logs.clear()


class EventLog:
    """The log of one game in one language, written from the views of a spectator.

    Entries are written when they are first read, and dropped when their answer is taken back.
    """

    def __init__(self) -> None:
        self._answers: list[int] = []
        self._entries: list[LogEntry | None] = []
        self._last: tuple[State, View] | None = None
        """The game after the last of the answers, if it is known, and the view of it."""

    def entries(self, table: Table, first: int) -> list[LogEntry]:
        if not table.started:
            return []
        history = table.match.history
        self._drop_undone(history)
        if first >= len(history):
            return []
        if self._last is not None and len(history) > len(self._answers):
            self._append(table)
        if len(self._entries) < len(history) or None in self._entries[first:]:
            self._write_missing(table, first)
        return [entry for entry in self._entries[first:] if entry is not None]

    def _drop_undone(self, history: list[int]) -> None:
        if history[: len(self._answers)] == self._answers:
            return
        same = 0
        while same < len(history) and history[same] == self._answers[same]:
            same += 1
        del self._answers[same:]
        del self._entries[same:]
        self._last = None

    def _append(self, table: Table) -> None:
        """Write the entries of the new answers, without replaying the game."""
        assert self._last is not None
        match = table.match
        ui, first = ui_of(match.game), len(self._answers)
        changes = _changes_by_answer(match, first)
        state, before = self._last
        before.players = names_of(table)
        for number, answer in enumerate(match.history[first:], first):
            state.apply(answer)
            after = view_of(table, SPECTATOR, state)
            self._answers.append(answer)
            self._entries.append(ui.log_entry(before, answer, after, changes[number + 1]))
            before = after
        self._last = state, before

    def _write_missing(self, table: Table, first: int) -> None:
        """Write the entries that are missing from index `first` on; replay the game for them."""
        match = table.match
        self._answers = match.history[:]
        self._entries += [None] * (len(self._answers) - len(self._entries))
        first = self._entries.index(None, first)
        changes = _changes_by_answer(match, first)
        ui = ui_of(match.game)
        state = match.state_at(first)
        last_view: View | None = None
        for number, answer in enumerate(self._answers[first:], first):
            if self._entries[number] is not None:
                state.apply(answer)
                last_view = None
                continue
            before = last_view or view_of(table, SPECTATOR, state)
            state.apply(answer)
            last_view = view_of(table, SPECTATOR, state)
            self._entries[number] = ui.log_entry(before, answer, last_view, changes[number + 1])
        # The copy has no ledger, which would take more memory than the log.
        self._last = state.copy(), last_view or view_of(table, SPECTATOR)


def _changes_by_answer(match: Match, first: int) -> dict[int, list[LedgerEntry]]:
    """The ledger entries since an answer, by the number of the answer, counted from 1."""
    found = defaultdict(list)
    for change in match.ledger(first):
        found[change.answer].append(change)
    return found
