"""Notices in the database: what people want, what was scheduled and what they were told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, update

from smokestack.server.domain.notices import (
    NoticeEvent,
    NoticeSettings,
    WebhookTarget,
    end_of_time,
    events_between,
    warning_key,
    warning_seconds,
)
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.storage import jobs
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.schema import (
    accounts,
    mail_notices,
    notice_settings,
    push_devices,
    seat_devices,
    seats,
    sent_notices,
    tables,
)

NOTICE_JOB: Final = "notice"  # decides where an event is told
WARNING_JOB: Final = "notice-clock"
DIGEST_JOB: Final = "notice-digest"  # puts a mail together
PUSH_JOB: Final = "push"
WEBHOOK_JOB: Final = "webhook"
MAIL_JOB: Final = "mail"
DIGEST: Final = "digest"  # the purpose of a mail with notices

NOTICE_DELAY: Final = timedelta(seconds=5)
"""From an event to its notice: the other player may undo, and the person may be looking."""

MAX_PER_HOUR: Final = 120  # notices of a person, so that nobody can flood a receiver

HAS_SETTINGS: Final = PreparedStatement(
    select(notice_settings.c.guest).where(notice_settings.c.guest == bindparam("of_guest"))
)


def save(connection: Connection, before: Table, after: Table, created: Table | None) -> None:
    """Schedule the notices of a change, for people who want any."""

    @cache  # the person whose turn it is now is told of that, and may be warned later
    def wants_any(guest: str) -> bool:
        return _wants_any(connection, guest)

    for event in events_between(before, after, created):
        if wants_any(event.guest):
            _schedule(connection, event, after.changed + NOTICE_DELAY)
    _save_warning(connection, before, after, wants_any)


def schedule(connection: Connection, event: NoticeEvent, due: datetime) -> None:
    """Schedule a notice, if the person wants any."""
    if _wants_any(connection, event.guest):
        _schedule(connection, event, due)


def _wants_any(connection: Connection, guest: str) -> bool:
    return bool(HAS_SETTINGS.find(connection, {"of_guest": guest}))


def _schedule(connection: Connection, event: NoticeEvent, due: datetime) -> None:
    key = f"{event.guest}:{event.key}"
    jobs.schedule(connection, NOTICE_JOB, key, due, msgspec.to_builtins(event))


def _save_warning(
    connection: Connection, before: Table, after: Table, wants_any: Callable[[str], bool]
) -> None:
    old, new = warning_key(before), warning_key(after)
    if new is None:
        if old is not None:
            jobs.cancel(connection, WARNING_JOB, after.id)
    elif new != old:
        seat = after.seats[new[0]]
        recipients = [seat.guest, *seat.devices]
        if any(wants_any(guest) for guest in recipients):
            _schedule_warning(connection, after)
        elif old is not None:
            jobs.cancel(connection, WARNING_JOB, after.id)


def _schedule_warning(connection: Connection, table: Table) -> None:
    ends = table.clock.due if table.clock is not None else end_of_time(table, ())
    assert ends is not None
    due = ends - timedelta(seconds=warning_seconds(table))
    jobs.schedule(connection, WARNING_JOB, table.id, due, {"version": table.version})


def running_tables_of(connection: Connection, guest: str) -> list[str]:
    """The ids of the running games in which a guest has a seat, also on a further device."""
    further = select(seat_devices.c.table_id).where(seat_devices.c.guest == guest)
    own = select(seats.c.table_id).where(seats.c.guest == guest)
    at_table = or_(tables.c.id.in_(own), tables.c.id.in_(further))
    query = select(tables.c.id).where(at_table, tables.c.status == RUNNING)
    return list(connection.execute(query).scalars())


def add_missing_warning(connection: Connection, table: Table, guest: str) -> None:
    """Schedule the warning of a turn that began before its player wanted notices."""
    key = warning_key(table)
    if (
        key is not None
        and table.seats[key[0]].is_of(guest)
        and not jobs.exists(connection, WARNING_JOB, table.id)
    ):
        _schedule_warning(connection, table)


def find(connection: Connection, guest: str) -> NoticeSettings | None:
    row = connection.execute(
        select(notice_settings).where(notice_settings.c.guest == guest)
    ).first()
    if row is None:
        return None
    webhook = WebhookTarget(row.webhook_url, row.webhook_form) if row.webhook_url else None
    return NoticeSettings(row.guest, row.language, row.chosen, webhook)


def store(connection: Connection, settings: NoticeSettings) -> bool:
    """Returns whether they are the first settings of the person."""
    values = {
        "language": settings.language,
        "chosen": settings.chosen,
        "webhook_url": "" if settings.webhook is None else settings.webhook.url,
        "webhook_form": "" if settings.webhook is None else settings.webhook.form,
    }
    same = notice_settings.c.guest == settings.guest
    if connection.execute(update(notice_settings).where(same).values(values)).rowcount:
        return False
    connection.execute(insert(notice_settings), {"guest": settings.guest, **values})
    return True


def set_language(connection: Connection, guest: str, language: str) -> None:
    own = notice_settings.c.guest == guest
    connection.execute(update(notice_settings).where(own).values(language=language))


def remove_webhook(connection: Connection, guest: str, url: str = "") -> None:
    """Forget the webhook of a person; with `url`, unless it was changed meanwhile."""
    own = notice_settings.c.guest == guest
    if url:
        own &= notice_settings.c.webhook_url == url
    connection.execute(update(notice_settings).where(own).values(webhook_url=""))


def remove_channel(connection: Connection, guest: str, channel: str) -> None:
    """Tell a person nothing on a channel any more."""
    found = find(connection, guest)
    if found is not None:
        chosen = {
            kind: [each for each in channels if each != channel]
            for kind, channels in found.chosen.items()
        }
        store(connection, msgspec.structs.replace(found, chosen=chosen))


def remove(connection: Connection, guest: str) -> None:
    """Delete everything about the notices of a person."""
    for table in (notice_settings, push_devices, sent_notices, mail_notices):
        connection.execute(delete(table).where(table.c.guest == guest))


def email_of(connection: Connection, guest: str) -> str:
    """The confirmed address of a person; empty if there is none."""
    return (
        connection.execute(select(accounts.c.email).where(accounts.c.guest == guest)).scalar() or ""
    )


def note_sent(connection: Connection, event: NoticeEvent, now: datetime) -> bool:
    """Note that a person is told of an event; False if this was noted before, or too often."""
    own = sent_notices.c.guest == event.guest
    same = own & (sent_notices.c.event == event.key)
    if connection.execute(select(sent_notices.c.at).where(same)).first() is not None:
        return False
    recent = own & (sent_notices.c.at > now - timedelta(hours=1))
    if connection.execute(select(func.count()).where(recent)).scalar_one() >= MAX_PER_HOUR:
        return False
    connection.execute(insert(sent_notices), {"guest": event.guest, "event": event.key, "at": now})
    return True


def add_to_mail(
    connection: Connection, event: NoticeEvent, now: datetime, delay: timedelta, gap: timedelta
) -> None:
    """Add an event to the next mail, which is sent after `delay`, and `gap` after the last one."""
    row = {"guest": event.guest, "event": msgspec.to_builtins(event)}
    connection.execute(insert(mail_notices), row)
    own = notice_settings.c.guest == event.guest
    mailed = connection.execute(select(notice_settings.c.mailed).where(own)).scalar()
    due = now + delay if mailed is None else max(now + delay, mailed + gap)
    # A mail that is being put together may be complete already, so this goes into another one.
    if jobs.waits_until(connection, DIGEST_JOB, event.guest, due):
        return
    jobs.schedule(connection, DIGEST_JOB, event.guest, due, {})


def take_mail(connection: Connection, guest: str, key: str, now: datetime) -> None:
    """Put the events that wait into a mail, which a job of its own sends."""
    query = select(mail_notices).where(mail_notices.c.guest == guest)
    waiting = connection.execute(query.order_by(mail_notices.c.number)).all()
    # No others: on PostgreSQL another process may have added one since then.
    numbers = [row.number for row in waiting]
    connection.execute(delete(mail_notices).where(mail_notices.c.number.in_(numbers)))
    found = [row.event for row in waiting]
    if found:
        data = {"purpose": DIGEST, "guest": guest, "events": found}
        jobs.schedule(connection, MAIL_JOB, key, now, data)


def note_mailed(connection: Connection, guest: str, now: datetime) -> None:
    own = notice_settings.c.guest == guest
    connection.execute(update(notice_settings).where(own).values(mailed=now))


def delete_sent(connection: Connection, before: datetime, limit: int) -> int:
    """Forget old events; returns how many."""
    key = (sent_notices.c.guest, sent_notices.c.event)
    old = select(*key).where(sent_notices.c.at < before).limit(limit)
    found = connection.execute(old.with_for_update(skip_locked=True)).all()
    for row in found:
        same = (sent_notices.c.guest == row.guest) & (sent_notices.c.event == row.event)
        connection.execute(delete(sent_notices).where(same))
    return len(found)


def exported(connection: Connection, guest: str) -> dict[str, Any]:
    """What is stored about the notices of a person, without keys."""
    found = find(connection, guest)
    query = select(push_devices.c.name, push_devices.c.created)
    devices = connection.execute(query.where(push_devices.c.guest == guest)).all()
    return {
        "chosen": {} if found is None else found.chosen,
        "webhook": None if found is None or found.webhook is None else found.webhook.url,
        "language": None if found is None else found.language,
        "devices": [{"name": row.name, "created": row.created} for row in devices],
    }
