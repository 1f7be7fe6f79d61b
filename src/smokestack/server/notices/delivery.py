"""Delivers notices, in durable jobs: decides where to send an event, and sends it there.

That an event was handled is noted in the transaction that schedules its deliveries, so it is sent
at most once. A delivery is repeated only if certainly nothing was sent.
"""

from __future__ import annotations

import logging
import secrets
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from smokestack.presentation.language import tr, trn, use_language
from smokestack.server.domain import clocks
from smokestack.server.domain.errors import DomainError, StorageUnavailable
from smokestack.server.domain.notice_texts import NoticeText, notice_text, test_text
from smokestack.server.domain.notices import (
    ABSENCE,
    BOT_PLAYS,
    BY_NAME,
    CLOCK,
    GAME_BEGUN,
    MAIL,
    OF_TOURNAMENT,
    PUSH,
    WEBHOOK,
    YOUR_TURN,
    NoticeEvent,
    NoticeSettings,
    end_of_time,
    is_current,
    warning_seconds,
    warnings,
)
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.jobs.runner import JobFailed
from smokestack.server.notices.mail import Mail, Mailer, MailRefused
from smokestack.server.notices.outgoing import (
    AddressRefused,
    NotSent,
    OutgoingRequests,
    ReceiverBusy,
    UnclearResult,
)
from smokestack.server.notices.unsubscribe_links import UnsubscribeLinks
from smokestack.server.notices.web_push import PushSender
from smokestack.server.notices.webhooks import webhook_body
from smokestack.server.storage import accounts, invitations, jobs, notices, presence, push_devices
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.uptime import Uptime
from smokestack.server.storage.writer import AFTER_ALL_TABLES

log = logging.getLogger(__name__)

TEST: Final = "test"
"""The kind of a notice that a person asked for, to try a channel."""
DIGEST_DELAY: Final = timedelta(minutes=10)
WARNING_DELAY: Final = timedelta(minutes=1)
BUSY_DELAY: Final = timedelta(seconds=2)  # if a receiver still has to answer earlier requests
MAIL_GAP: Final = timedelta(hours=1)  # between two mails to the same person
PUSH_LIFETIME: Final = timedelta(days=2)
GONE: Final = (404, 410)
USER_AGENT: Final = "Smokestack"


class Delivery:
    """The handlers of the jobs of notices."""

    def __init__(
        self,
        database: AsyncDatabase,
        source: TimeSource,
        store: TableStore,
        uptime: Uptime,
        outgoing: OutgoingRequests,
        pusher: PushSender,
        mailer: Mailer,
        public_url: str,
        unsubscribe_links: UnsubscribeLinks,
    ) -> None:
        self._database = database
        self._source = source
        self._store = store
        self._uptime = uptime
        self._outgoing = outgoing
        self._pusher = pusher
        self._mailer = mailer
        self._public_url = public_url
        self._unsubscribe_links = unsubscribe_links

    async def schedule_deliveries(self, job: Job) -> None:
        """Schedule the deliveries of an event, if it still matters."""
        event = msgspec.convert(job.data, NoticeEvent)
        table = await self._current_table(event)
        settings = await self._database.read(notices.find, event.guest)
        if table is not None and settings is not None:
            await self._database.write(
                AFTER_ALL_TABLES, _schedule_deliveries, event, settings, self._source.now()
            )

    async def warn(self, job: Job) -> datetime | None:
        """Notify a person that their time is nearly over, unless more was given since."""
        try:
            table = await self._store.find(job.key, job.data.get("version", 0))
        except DomainError:
            return None
        due = end_of_time(table, self._uptime.downtimes)
        if due is None:
            return None
        warn_at = due - timedelta(seconds=warning_seconds(table))
        now = self._source.now()
        if now < warn_at:
            return warn_at
        for event in warnings(table):
            await self._database.write(AFTER_ALL_TABLES, notices.schedule, event, now)
        return None

    async def schedule_digest(self, job: Job) -> None:
        """Make one mail of the events that wait for it."""
        key = f"{job.key}:{secrets.token_hex(8)}"
        await self._database.write(
            AFTER_ALL_TABLES, notices.take_mail, job.key, key, self._source.now()
        )

    async def push(self, job: Job) -> datetime | None:
        event = msgspec.convert(job.data["event"], NoticeEvent)
        device = await self._database.read(push_devices.find, job.data["device"])
        found = await self._text(event)
        if device is None or found is None:
            return None
        topic = event.table_id or event.key
        path = f"/tables/{event.table_id}" if event.table_id else "/notices"
        now = self._source.now()
        headers, content = self._pusher.request(device, found, path, topic, PUSH_LIFETIME, now)
        try:
            status = await self._post(PUSH, device.endpoint, headers, content)
        except ReceiverBusy:
            return now + BUSY_DELAY
        if status in GONE:
            await self._database.write(
                AFTER_ALL_TABLES, push_devices.remove, device.guest, device.number
            )
        return None

    async def webhook(self, job: Job) -> datetime | None:
        event = msgspec.convert(job.data["event"], NoticeEvent)
        settings = await self._database.read(notices.find, event.guest)
        found = await self._text(event)
        if settings is None or settings.webhook is None or found is None:
            return None
        target = settings.webhook
        now = self._source.now()
        content = webhook_body(
            target.form, event.kind, event.table_id, found, self._link(event), now
        )
        headers = {"content-type": "application/json"}
        try:
            status = await self._post(WEBHOOK, target.url, headers, content)
        except ReceiverBusy:
            return now + BUSY_DELAY
        if status in GONE:
            await self._database.write(
                AFTER_ALL_TABLES, notices.remove_webhook, event.guest, target.url
            )
        return None

    async def digest(self, data: dict[str, Any]) -> None:
        """Send a mail with all notices of a person that wait for it."""
        guest = data["guest"]
        to = await self._database.read(notices.email_of, guest)
        settings = await self._database.read(notices.find, guest)
        if not to or settings is None:
            return
        events = _without_repetitions(
            [msgspec.convert(each, NoticeEvent) for each in data["events"]]
        )
        lines = []
        for event in events:
            if settings.wants(event.kind, MAIL):
                found = await self._text(event)
                if found is not None:
                    lines.append((found, self._link(event)))
        if not lines:
            return
        # Noted before it is sent: if that fails, nothing was sent and it is safe to try again.
        await self._database.write(AFTER_ALL_TABLES, notices.note_mailed, guest, self._source.now())
        with use_language(settings.language):
            mail = Mail(to, _subject(lines), _mail_text(lines), self._unsubscribe_links.link(guest))
            await self.send_mail(mail)

    async def send_mail(self, mail: Mail) -> None:
        try:
            await self._mailer.send(mail)
        except MailRefused as error:
            log.warning("mail not sent", extra={"fields": {"reason": str(error)}})

    async def _post(self, channel: str, url: str, headers: dict[str, str], content: bytes) -> int:
        """Send a request; `JobFailed` if it must be repeated. Logs no address: it is a secret."""
        fields: dict[str, object] = {"channel": channel}
        try:
            status = await self._outgoing.post(url, {**headers, "user-agent": USER_AGENT}, content)
        except NotSent as error:
            raise JobFailed(str(error)) from None
        except AddressRefused:
            log.warning("notice refused: private address", extra={"fields": fields})
            return 0
        except UnclearResult as error:
            fields["reason"] = str(error)
            log.warning("notice may not have arrived", extra={"fields": fields})
            return 0
        if status == 429 or status >= 500:
            raise JobFailed(f"status {status}")
        if not 200 <= status < 300:
            log.warning("notice refused", extra={"fields": {**fields, "status": status}})
        return status

    async def _text(self, event: NoticeEvent) -> NoticeText | None:
        """The words of an event for its person; None if nothing must be sent any more."""
        settings = await self._database.read(notices.find, event.guest)
        if settings is None or await self._database.read(accounts.is_banned, event.guest):
            return None
        if event.kind == TEST:
            with use_language(settings.language):
                return test_text()
        table = await self._current_table(event)
        if table is None:
            return None
        left = None
        is_warning = event.kind == CLOCK or (
            event.kind == ABSENCE and not event.data.get(BOT_PLAYS)
        )
        due = None
        if is_warning:
            due = end_of_time(table, self._uptime.downtimes)
        elif event.kind == YOUR_TURN:
            due = clocks.next_due(table, self._uptime.downtimes)
        if due is not None:
            left = (due - self._source.now()).total_seconds()
        with use_language(settings.language):
            return notice_text(event, table, left)

    async def _current_table(self, event: NoticeEvent) -> Table | None:
        try:
            table = await self._store.find(event.table_id, event.version)
        except StorageUnavailable:
            raise
        except DomainError:
            return None
        if event.data.get(BY_NAME) and not await self._database.read(
            invitations.is_open, event.table_id, event.guest
        ):
            return None
        return table if is_current(event, table) else None

    def _link(self, event: NoticeEvent) -> str:
        if not self._public_url or not event.table_id:
            return self._public_url
        return f"{self._public_url}/tables/{event.table_id}"


def _schedule_deliveries(
    connection: Connection, event: NoticeEvent, settings: NoticeSettings, now: datetime
) -> None:
    if accounts.is_banned(connection, event.guest):
        return
    if not notices.note_sent(connection, event, now):
        return
    open_on = presence.devices_at(connection, event.table_id, event.guest)

    def wanted(channel: str) -> bool:
        # At the start of a game, its beginning and the first turn are one notice.
        if event.data.get("first") and settings.wants(GAME_BEGUN, channel):
            return False
        return settings.wants(event.kind, channel)

    if wanted(PUSH):
        for device in push_devices.of_guest(connection, event.guest):
            if device.device not in open_on:
                schedule_push(connection, event, device.number, now)
    if open_on:
        return
    if wanted(WEBHOOK) and settings.webhook is not None:
        schedule_webhook(connection, event, now)
    if wanted(MAIL) and notices.email_of(connection, event.guest):
        is_urgent = event.kind in (CLOCK, ABSENCE) or bool(event.data.get(OF_TOURNAMENT))
        delay = WARNING_DELAY if is_urgent else DIGEST_DELAY
        gap = timedelta(0) if is_urgent else MAIL_GAP
        notices.add_to_mail(connection, event, now, delay, gap)


def schedule_push(connection: Connection, event: NoticeEvent, device: int, now: datetime) -> None:
    data = {"device": device, "event": msgspec.to_builtins(event)}
    jobs.schedule(connection, notices.PUSH_JOB, f"{device}:{event.key}", now, data)


def schedule_webhook(connection: Connection, event: NoticeEvent, now: datetime) -> None:
    data = {"event": msgspec.to_builtins(event)}
    jobs.schedule(connection, notices.WEBHOOK_JOB, f"{event.guest}:{event.key}", now, data)


def _without_repetitions(events: list[NoticeEvent]) -> list[NoticeEvent]:
    """Without the beginning of a game in which a turn has come since."""
    with_turn = {event.table_id for event in events if event.kind == YOUR_TURN}
    return [
        event for event in events if event.kind != GAME_BEGUN or event.table_id not in with_turn
    ]


def _subject(lines: list[tuple[NoticeText, str]]) -> str:
    if len(lines) == 1:
        text = lines[0][0]
        return f"{text.title} – {text.game}"
    return trn("{n} notification from your games", "{n} notifications from your games", len(lines))


def _mail_text(lines: list[tuple[NoticeText, str]]) -> str:
    parts = [f"{text.title}\n{text.body}\n{link}\n" for text, link in lines]
    ending = tr("Next game: {link}", link=lines[0][1].partition("/tables/")[0] + "/next")
    return "\n".join([*parts, *([ending, ""] if len(lines) > 1 else [])])
