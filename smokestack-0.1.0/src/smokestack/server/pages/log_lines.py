"""Log entries and announcements as HTML, rendered once for all readers of a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from smokestack.presentation.language import language
from smokestack.presentation.table_text import LogEntry
from smokestack.server.domain.announcements import sentence
from smokestack.server.domain.event_log import MAX_CACHED_LOGS
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import names_of
from smokestack.server.pages.rendering import cached, macro


def lines_with_announcements(table: Table, first: int, entries: Sequence[LogEntry]) -> list[Markup]:
    """The lines of the entries from index `first` on, and what was announced since, by time."""
    lines = log_lines(table.id, first, entries, names_of(table))
    if not table.announcements:
        return lines
    times = [meta.at for meta in table.answer_log[first:]]
    since = times[0] if first else None
    merged: list[Markup] = []
    shown = 0
    for announcement in table.announcements:
        if since is not None and announcement.at < since:
            continue
        while shown < len(lines) and times[shown] <= announcement.at:
            merged.append(lines[shown])
            shown += 1
        text = sentence(table, announcement)
        if text:
            merged.append(cached("announcement_line", announcement.number, text))
    return merged + lines[shown:]


def log_lines(
    table_id: str, first: int, entries: Sequence[LogEntry], names: Sequence[str]
) -> list[Markup]:
    """The lines of the entries from index `first` on."""
    cached = _cached_lines(table_id, language())
    lines = []
    for number, entry in enumerate(entries, first + 1):
        known = cached.get(number)
        # Compared by identity: after an undo, another entry has the same number.
        if known is None or known[0] is not entry:
            known = cached[number] = entry, macro("log_line", number, entry, names)
        lines.append(known[1])
    return lines


@lru_cache(MAX_CACHED_LOGS)
def _cached_lines(table_id: str, language: str) -> dict[int, tuple[LogEntry, Markup]]:
    """The cache of one table, by the number of the entry, which `log_lines` fills."""
    return {}
