"""The log by actions: the entries of the answers that belong to one action become one line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.table_text import ActionEntry, Change, LogEntry


def split_into_actions(entries: Sequence[LogEntry]) -> list[Sequence[LogEntry]]:
    """The entries of each action; the first action may be incomplete."""
    starts = [number for number, entry in enumerate(entries) if entry.starts_action or not number]
    return [entries[start:end] for start, end in pairwise([*starts, len(entries)])]


def join_entries(ui: GameUI, first: int, entries: Sequence[LogEntry]) -> ActionEntry:
    """What the answers of an action did together; `first` is the number of the first one."""
    start, end = entries[0], entries[-1]
    details = [
        entry.sentence if entry.detail is None else entry.detail
        for entry in entries[1:]
        if entry.detail != ""
    ]
    changes = _added_up(ui, [change for entry in entries for change in entry.changes])
    ends_round = start.round_heading != end.next_round_heading
    return ActionEntry(
        first=first,
        last=first + len(entries) - 1,
        seat=start.seat,
        sentence=start.sentence,
        details=details,
        changes=[change for change in changes if not (change.settles and ends_round)],
        settled=[change for change in changes if change.settles and ends_round],
        things=list(dict.fromkeys(thing for entry in entries for thing in entry.things)),
        round_heading=start.round_heading,
        next_round_heading=end.next_round_heading,
    )


def _added_up(ui: GameUI, changes: list[Change]) -> list[Change]:
    """One change for each seat, kind of amount and cause."""
    sums: dict[tuple[int, str, str, bool], int] = {}
    for change in changes:
        key = (change.seat, change.icon, change.cause, change.settles)
        sums[key] = sums.get(key, 0) + change.amount
    return [
        Change(seat, ui.change_text(what, amount), cause, what, amount, settles)
        for (seat, what, cause, settles), amount in sums.items()
        if amount
    ]
