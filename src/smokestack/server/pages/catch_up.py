"""Earlier positions of a running game, for readers who follow it action by action."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
from markupsafe import Markup

from smokestack.presentation.table_text import ActionEntry
from smokestack.server.domain.table import Table
from smokestack.server.pages.log_lines import LoggedAction

MAX_STEPS: Final = 24
"""A page that is further behind shows the current position at once."""


class PastStep(msgspec.Struct, frozen=True):
    """A position before the current one, and the way from there."""

    number: int
    """How many answers had been given."""
    text: Markup
    """What the last of them did; empty at the start."""
    following: bool
    """The page will show the next action automatically."""
    step: int
    """Its place among the actions since the reader's last turn, from 1; 0 before the first."""
    steps: int
    previous: int | None
    next: int | None


def since_last_turn(
    actions: Sequence[LoggedAction], seats: Collection[int], my_turn: bool
) -> list[LoggedAction]:
    """What others did between the reader's last turn and the current one, or until now."""
    end = len(actions)
    while my_turn and end and actions[end - 1].entry.seat in seats:
        end -= 1
    start = end
    while start and actions[start - 1].entry.seat not in seats:
        start -= 1
    return list(actions[start:end])


def next_position(
    table: Table, actions: Sequence[ActionEntry], seats: Collection[int], after: int
) -> int | None:
    """How many answers to show to a reader who has seen `after` of them, action by action.

    None: nothing new yet, because a bot is in the middle of an action.
    """
    length = len(table.match.history)
    end = length
    if _bot_is_acting(table, actions):
        end = actions[-1].first - 1
        if after == end:
            return None
    steps = [
        entry.last for entry in actions if after < entry.last <= end and entry.seat not in seats
    ]
    return steps[0] if 0 < len(steps) <= MAX_STEPS else length


def past_step(
    number: int, since: Sequence[LoggedAction], actions: Sequence[LoggedAction], following: bool
) -> PastStep:
    ends = [action.entry.last for action in since]
    start = since[0].entry.first - 1 if since else number
    known = [start, *ends]
    step = known.index(number) if number in known else 0
    text = next((action.text for action in actions if action.entry.last == number), Markup())
    return PastStep(
        number=number,
        text=text,
        following=following,
        step=step,
        steps=len(ends),
        previous=known[step - 1] if step else None,
        next=known[step + 1] if step + 1 < len(known) else None,
    )


def _bot_is_acting(table: Table, actions: Sequence[ActionEntry]) -> bool:
    """Whether a bot has given some of the answers of an action, but not all."""
    actor = table.actor
    if actor is None or not actor.bot or not actions or actions[-1].seat != actor.number:
        return False
    return table.match.decision not in table.game.first_decisions
