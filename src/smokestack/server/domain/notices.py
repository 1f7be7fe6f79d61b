"""Notices: what people are told while they are not looking at a table.

An event is found by comparing a table before and after a change. It names the table and the person
and holds nothing of the game itself, so it can't contain anything that is hidden.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Final

import msgspec

from smokestack.server.domain.chat import mutes_of
from smokestack.server.domain.clocks import Intervals, is_timed_out, next_due
from smokestack.server.domain.leaving import bot_may_take_over_at
from smokestack.server.domain.pace import LIVE
from smokestack.server.domain.table import OVER, RUNNING, WAITING, Seat, Table

YOUR_TURN: Final = "your-turn"
GAME_BEGUN: Final = "game-begun"
GAME_OVER: Final = "game-over"
INVITATION: Final = "invitation"
CLOCK: Final = "clock"
CHAT: Final = "chat"
ABSENCE: Final = "absence"
KINDS: Final = (YOUR_TURN, GAME_BEGUN, GAME_OVER, INVITATION, CLOCK, CHAT, ABSENCE)

PUSH: Final = "push"
MAIL: Final = "mail"
WEBHOOK: Final = "webhook"
CHANNELS: Final = (PUSH, MAIL, WEBHOOK)

JSON_FORM: Final = "json"
DISCORD_FORM: Final = "discord"
SLACK_FORM: Final = "slack"
WEBHOOK_FORMS: Final = (JSON_FORM, DISCORD_FORM, SLACK_FORM)

BY_NAME: Final = "by_name"
"""In the data of an invitation that can be declined; a seat of a rematch is the guest's already."""

OF_TOURNAMENT: Final = "of_tournament"
"""In the data of an invitation: a game of a tournament waits for its players and starts soon."""

BOT_PLAYS: Final = "bot_plays"
"""In the data of an absence: a bot has taken over. Without it, the others may soon let one."""

MAX_WARNING_SECONDS: Final = 6 * 3600.0
LIVE_WARNING_SECONDS: Final = 60.0
MAX_WARNING_SHARE: Final = 0.25  # of the time of a turn


class NoticeEvent(msgspec.Struct, frozen=True):
    """Something that one person may want to know."""

    kind: str
    guest: str
    table_id: str
    key: str
    """Identifies the event for this person, so that it is told once."""
    data: dict[str, Any] = {}
    version: int = 0
    """Of the table after the event; another process may still know an older one."""


class WebhookTarget(msgspec.Struct, frozen=True):
    url: str
    form: str = JSON_FORM


class NoticeSettings(msgspec.Struct, frozen=True):
    """What a person wants to be told, and where."""

    guest: str
    language: str
    chosen: dict[str, list[str]] = {}
    """The channels of each kind."""
    webhook: WebhookTarget | None = None

    def wants(self, kind: str, channel: str) -> bool:
        # Settings that are older than this kind: who is told of the clock is told of absence.
        used = CLOCK if kind == ABSENCE and ABSENCE not in self.chosen else kind
        return channel in self.chosen.get(used, ())


class PushDevice(msgspec.Struct, frozen=True):
    """A browser that accepts push messages."""

    number: int
    guest: str
    device: str
    """The session or guest whose pages it shows; see `http/device.py`."""
    name: str
    endpoint: str
    public_key: str
    auth: str


def events_between(before: Table, after: Table, created: Table | None) -> list[NoticeEvent]:
    """What a change of a table, and a table that it created, mean for people."""
    found = _turn(before, after) + _end_of_pause(before, after)
    if before.status == WAITING and after.status == RUNNING:
        found += [
            _event(GAME_BEGUN, guest, after)
            for seat in after.seats
            for guest in _people(seat, after)
        ]
    if after.finished and not before.finished and after.started:
        found += _game_over(before, after)
    found += _chat(before, after)
    found += _substitutes(before, after)
    if created is not None and after.rematch == created.id:
        found += [
            _event(INVITATION, guest, created)
            for seat in created.seats
            for guest in _people(seat, created)
            if not seat.is_of(created.host)
        ]
    return found


def invitation_by_name(table_id: str, guest: str) -> NoticeEvent:
    """The holder of an account is asked to take a free seat of a table."""
    return NoticeEvent(INVITATION, guest, table_id, f"{INVITATION}:{table_id}:", {BY_NAME: True})


def tournament_game(table: Table) -> list[NoticeEvent]:
    """The players of a new table of a tournament, which starts without those who don't come."""
    return [
        _event(INVITATION, guest, table, "", **{OF_TOURNAMENT: True})
        for seat in table.seats
        for guest in _people(seat, table)
    ]


def warnings(table: Table) -> list[NoticeEvent]:
    """The time of the seat that must answer is nearly over, or a bot may soon take over from it."""
    actor = table.actor
    if actor is None or warning_key(table) is None:
        return []
    kind = CLOCK if table.pace.has_clock else ABSENCE
    turn = _turn_number(table)
    return [
        _event(kind, guest, table, f"{actor.number}:{turn}", seat=actor.number, turn=turn)
        for guest in _people(actor, table)
    ]


def warning_seconds(table: Table) -> float:
    """How long before the end of its time a seat is warned."""
    pace = table.pace
    if pace.kind == LIVE:
        return LIVE_WARNING_SECONDS
    allowed = pace.turn_seconds if pace.has_clock else 60.0 * table.absence_minutes
    return min(MAX_WARNING_SECONDS, MAX_WARNING_SHARE * allowed)


def end_of_time(table: Table, downtimes: Intervals) -> datetime | None:
    """When the seat that must answer loses its turn or may be replaced; None if it never does."""
    if table.pace.has_clock:
        return next_due(table, downtimes)
    actor = table.actor
    return None if actor is None else bot_may_take_over_at(table, actor, downtimes)


def warning_key(table: Table) -> tuple[int, int] | None:
    """The seat and the turn that a warning is about; None if none is needed."""
    if table.pace.has_clock:
        if table.clock is None or table.clock.running is None or table.clock.due is None:
            return None
        return table.clock.running.seat, table.clock.running.turn
    actor = table.actor
    if actor is None or actor.has_left or bot_may_take_over_at(table, actor, ()) is None:
        return None
    return actor.number, _turn_number(table)


def is_current(event: NoticeEvent, table: Table) -> bool:
    """Whether an event still matters: nobody needs to hear of a turn that is over."""
    if event.kind == ABSENCE and event.data.get(BOT_PLAYS):
        seat = table.seats[event.data["seat"]]
        return table.status == RUNNING and bool(seat.bot) and seat.is_of(event.guest)
    if event.kind in (YOUR_TURN, CLOCK, ABSENCE):
        actor = table.actor
        return (
            actor is not None
            and not actor.bot
            and actor.number == event.data["seat"]
            and actor.is_of(event.guest)
            and _turn_number(table) == event.data["turn"]
        )
    if event.kind == INVITATION:
        return table.status == WAITING
    if event.kind == GAME_BEGUN:
        return table.status == RUNNING
    if event.kind == CHAT:
        return any(message.number == event.data["message"] for message in table.chat_messages)
    return True


def _turn(before: Table, after: Table) -> list[NoticeEvent]:
    """It is the turn of a person who did not act just now."""
    actor, previous = after.actor, before.actor
    if actor is None:
        return []
    recipients = set(_people(actor, after))
    if previous is not None and previous.number != actor.number:
        recipients.difference_update(_people(previous, before))
    elif previous is not None and not previous.bot:
        return []
    turn = _turn_number(after)
    return [
        _event(
            YOUR_TURN,
            guest,
            after,
            f"{actor.number}:{turn}",
            seat=actor.number,
            turn=turn,
            first=before.status == WAITING,
        )
        for guest in sorted(recipients)
    ]


def _end_of_pause(before: Table, after: Table) -> list[NoticeEvent]:
    """The clock of a person runs again because somebody else has ended the pause."""
    actor = after.actor
    if actor is None or before.clock is None or after.clock is None:
        return []
    if not before.clock.paused or after.clock.paused:
        return []
    ended_by = _people(after.seats[after.announcements[-1].seat], after)
    turn = _turn_number(after)
    return [
        _event(
            YOUR_TURN,
            guest,
            after,
            f"{actor.number}:{turn}:resumed:{after.revision}",
            seat=actor.number,
            turn=turn,
            first=False,
        )
        for guest in _people(actor, after)
        if guest not in ended_by
    ]


def _game_over(before: Table, table: Table) -> list[NoticeEvent]:
    """For all but the person who ended the game."""
    ended_by: set[str] = set()
    given = table.answer_log[len(before.answer_log) :]
    if table.status == OVER and given:
        # The first answer is what somebody did; the server may have given those after it.
        if not given[0].by_bot:
            ended_by.update(_people(table.seats[given[0].seat], table))
    elif table.resigned >= 0 and not is_timed_out(table, table.resigned):
        ended_by.update(_people(table.seats[table.resigned], table))
    return [
        _event(GAME_OVER, guest, table)
        for seat in table.seats
        for guest in _people_at_end(seat, table)
        if guest not in ended_by
    ]


def _people_at_end(seat: Seat, table: Table) -> list[str]:
    """Those who use a seat, also if its time has run out: they did not leave on their own."""
    if seat.guest and is_timed_out(table, seat.number):
        return [seat.guest, *seat.devices]
    return _people(seat, table)


def _chat(before: Table, after: Table) -> list[NoticeEvent]:
    """A message contains the name of a player."""
    if not after.chat_messages or after.chat_messages[-1:] == before.chat_messages[-1:]:
        return []
    message = after.chat_messages[-1]
    return [
        _event(CHAT, guest, after, str(message.number), message=message.number)
        for seat in after.seats
        if seat.number != message.seat and _mentions(message.text, seat.name)
        for guest in _people(seat, after)
        if guest != message.author
        and not any(mute.author == message.author for mute in mutes_of(after, guest))
    ]


def _substitutes(before: Table, after: Table) -> list[NoticeEvent]:
    """A bot plays for a person who did not ask for it."""
    if before.status != RUNNING or after.status != RUNNING:
        return []
    found = []
    for old, new in zip(before.seats, after.seats, strict=True):
        if not new.guest or not new.bot or old.bot or old.has_left:
            continue
        if new.has_left and not is_timed_out(after, new.number):
            continue  # they have just resigned
        found += [
            _event(
                ABSENCE,
                guest,
                after,
                f"{new.number}:bot:{after.revision}",
                seat=new.number,
                **{BOT_PLAYS: True},
            )
            for guest in (new.guest, *new.devices)
        ]
    return found


def _mentions(text: str, name: str) -> bool:
    return bool(name) and bool(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE))


def _people(seat: Seat, table: Table) -> list[str]:
    """Those who use a seat, unless they have left or a bot plays for them."""
    if not seat.guest or seat.has_left or (seat.bot and not table.finished):
        return []
    return [seat.guest, *seat.devices]


def _turn_number(table: Table) -> int:
    return int(table.match.state.turn)


def _event(kind: str, guest: str, table: Table, detail: str = "", **data: Any) -> NoticeEvent:
    key = f"{kind}:{table.id}:{detail}"
    return NoticeEvent(kind, guest, table.id, key, data, table.version)
