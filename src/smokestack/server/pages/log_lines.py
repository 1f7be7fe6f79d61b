"""The log as HTML: actions, headings of rounds and announcements, rendered once for all readers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from markupsafe import Markup

from smokestack.games import ui_of
from smokestack.presentation.action_log import join_entries, split_into_actions
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import language
from smokestack.presentation.table_text import ActionEntry, LogEntry
from smokestack.server.domain.announcements import sentence
from smokestack.server.domain.event_log import MAX_CACHED_LOGS, EventLogs
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of
from smokestack.server.pages.log_markup import action_text, log_line
from smokestack.server.pages.rendering import cached, macro

MAX_ANSWERS: Final = 60  # of the last actions


class LoggedAction(msgspec.Struct, frozen=True):
    """An action with its line, and with the heading of the round that began after it, if any."""

    entry: ActionEntry
    text: Markup
    line: Markup
    heading: Markup


class RoundLines(msgspec.Struct, frozen=True):
    """The lines of a round, oldest first."""

    heading: Markup
    lines: list[Markup]


def last_actions(event_logs: EventLogs, table: Table) -> list[LoggedAction]:
    first = max(0, len(table.match.history) - MAX_ANSWERS)
    found = _actions(table, first, event_logs.entries(table, first))
    if first and len(found) > 1:
        del found[0]  # its first answers may be missing
    return found


def all_actions(event_logs: EventLogs, table: Table) -> list[LoggedAction]:
    return _actions(table, 0, event_logs.entries(table, 0))


def lines_by_round(table: Table, actions: Sequence[LoggedAction]) -> list[RoundLines]:
    """The actions by rounds, with what was announced since the first of them, by time."""
    if not actions:
        lines = [_announced(table, number) for number in range(len(table.announcements))]
        return [RoundLines(Markup(), [line for line in lines if line])]
    start = actions[0].entry
    found = [RoundLines(cached("log_heading", start.first - 1, start.round_heading, (), ()), [])]
    waiting = _announcements_since(table, start.first)
    for action in actions:
        at = table.answer_log[action.entry.first - 1].at
        while waiting and table.announcements[waiting[0]].at < at:
            found[-1].lines.append(_announced(table, waiting.pop(0)))
        found[-1].lines.append(action.line)
        if action.heading:
            found.append(RoundLines(action.heading, []))
    found[-1].lines.extend(_announced(table, number) for number in waiting)
    return found


def newest_first(found: Sequence[RoundLines]) -> Markup:
    return _joined(
        [line for each in reversed(found) for line in (each.heading, *reversed(each.lines))]
    )


def oldest_first(found: Sequence[RoundLines]) -> Markup:
    return _joined([line for each in found for line in (each.heading, *each.lines)])


def _joined(lines: Sequence[Markup]) -> Markup:
    """Faster than `Markup.join`, which escapes each line, although they are all markup."""
    return Markup("".join(lines))


def _announcements_since(table: Table, first: int) -> list[int]:
    """The indices of the announcements since an answer, all of them if it is the first."""
    since = table.answer_log[first - 1].at
    return [
        number
        for number, announcement in enumerate(table.announcements)
        if first == 1 or announcement.at >= since
    ]


def _announced(table: Table, number: int) -> Markup:
    announcement = table.announcements[number]
    text = sentence(table, announcement)
    return cached("announcement_line", announcement.number, text) if text else Markup()


def _actions(table: Table, first: int, entries: Sequence[LogEntry]) -> list[LoggedAction]:
    return logged_actions(table.id, ui_of(table.game), first, entries, names_of(table))


def logged_actions(
    table_id: str, ui: GameUI, first: int, entries: Sequence[LogEntry], names: Sequence[str]
) -> list[LoggedAction]:
    """The actions of the entries from index `first` on."""
    cache = _cache_of(table_id, language())
    if cache.first == first and cache.entries == entries:  # another reader was here before
        return cache.found[:]
    known, found = cache.actions, []
    number = first + 1
    for parts in split_into_actions(entries):
        action = known.get(number)
        if action is None or action[0] != parts:  # after an undo, others have the same numbers
            action = known[number] = parts, _logged(ui, number, parts, names)
        found.append(action[1])
        number += len(parts)
    cache.first, cache.entries, cache.found = first, entries, found
    return found[:]


def _logged(
    ui: GameUI, number: int, parts: Sequence[LogEntry], names: Sequence[str]
) -> LoggedAction:
    entry = join_entries(ui, number, parts)
    heading = Markup()
    if entry.next_round_heading != entry.round_heading:
        heading = macro("log_heading", entry.last, entry.next_round_heading, entry.settled, names)
    text = action_text(entry, names)
    return LoggedAction(entry, text, log_line(entry, text), heading)


class _Cache:
    """The actions of one table, and those that `logged_actions` found last."""

    def __init__(self) -> None:
        self.actions: dict[int, tuple[Sequence[LogEntry], LoggedAction]] = {}
        """By the number of the first answer."""
        self.first = 0
        self.entries: Sequence[LogEntry] = ()
        self.found: list[LoggedAction] = []


@lru_cache(MAX_CACHED_LOGS)
def _cache_of(table_id: str, language: str) -> _Cache:
    return _Cache()
