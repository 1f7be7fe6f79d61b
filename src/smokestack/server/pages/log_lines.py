"""Log entries as HTML, each rendered once for all readers of a language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from smokestack.presentation.language import language
from smokestack.presentation.table_text import LogEntry
from smokestack.server.domain.event_log import MAX_CACHED_LOGS
from smokestack.server.pages.rendering import macro


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
