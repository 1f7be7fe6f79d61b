"""The use cases of notices: what a person wants to be notified of, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final

from msgspec.structs import replace
from sqlalchemy import Connection

from smokestack.presentation.language import tr
from smokestack.server.domain.account import device_name
from smokestack.server.domain.errors import DomainError, InvalidAction, Unauthorized
from smokestack.server.domain.notices import (
    CHANNELS,
    KINDS,
    MAIL,
    PUSH,
    WEBHOOK,
    WEBHOOK_FORMS,
    NoticeEvent,
    NoticeSettings,
    PushDevice,
    WebhookTarget,
)
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import TokenSigner
from smokestack.server.jobs.runner import JobKind, JobRunner
from smokestack.server.notices.account_mails import AccountMails
from smokestack.server.notices.delivery import (
    TEST,
    Delivery,
    schedule_push,
    schedule_webhook,
)
from smokestack.server.notices.mail import Mailer
from smokestack.server.notices.outgoing import OutgoingRequests, is_valid_url
from smokestack.server.notices.presence import PresenceRecorder
from smokestack.server.notices.unsubscribe_links import UnsubscribeLinks
from smokestack.server.notices.web_push import PushSender, are_valid_keys
from smokestack.server.settings import Settings
from smokestack.server.storage import notices, push_devices
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.jobs import Job
from smokestack.server.storage.table_store import TableStore
from smokestack.server.storage.uptime import Uptime
from smokestack.server.storage.writer import AFTER_ALL_TABLES

MAX_FAILURES: Final = 6  # of a delivery: the last attempt comes after about five minutes
MAX_DECISION_FAILURES: Final = 50


class NoticeService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(
        self,
        settings: Settings,
        signer: TokenSigner,
        database: AsyncDatabase,
        source: TimeSource,
        store: TableStore,
        uptime: Uptime,
        job_queue: JobRepository,
    ) -> None:
        self._settings = settings
        self._database = database
        self._source = source
        self._tables = store
        self._unsubscribe_links = UnsubscribeLinks(signer, settings.public_url)
        self.presence = PresenceRecorder(database)
        self._outgoing = OutgoingRequests(settings.private_webhooks)
        self._pusher = PushSender(signer, _contact(settings))
        self._delivery = Delivery(
            database,
            source,
            store,
            uptime,
            self._outgoing,
            self._pusher,
            Mailer(settings, source),
            settings.public_url,
            self._unsubscribe_links,
        )
        self._account_mails = AccountMails(
            database, source, settings.public_url, self._delivery.send_mail
        )
        # A receiver that takes its time must not delay clocks, nor the mails of others.
        self._requests = JobRunner(job_queue, source)
        self._requests.add(notices.PUSH_JOB, JobKind(self._delivery.push, MAX_FAILURES, False))
        self._requests.add(notices.WEBHOOK_JOB, JobKind(self._send_webhook, MAX_FAILURES, False))
        self._mails = JobRunner(job_queue, source)
        self._mails.add(notices.MAIL_JOB, JobKind(self._send_mail, MAX_FAILURES, False))
        self.runners = (self._requests, self._mails)

    def add_jobs(self, runner: JobRunner) -> None:
        """Let a runner decide where events are sent."""
        if not self._settings.sends_notices:
            return
        delivery = self._delivery
        for name, handler in (
            (notices.NOTICE_JOB, delivery.schedule_deliveries),
            (notices.WARNING_JOB, delivery.warn),
            (notices.DIGEST_JOB, delivery.schedule_digest),
        ):
            runner.add(name, JobKind(handler, MAX_DECISION_FAILURES, True))

    def open(self) -> None:
        if not self._settings.sends_notices:
            return
        self.presence.open()
        for runner in self.runners:
            runner.open()

    async def close(self) -> None:
        for runner in self.runners:
            await runner.close()
        await self.presence.close()
        await self._outgoing.close()

    @property
    def push_key(self) -> str:
        """The public key with which browsers subscribe."""
        return self._pusher.public_key

    @property
    def channels(self) -> tuple[str, ...]:
        """The channels of this server."""
        settings = self._settings
        missing = {MAIL: not settings.has_mail, WEBHOOK: not settings.webhooks}
        return tuple(each for each in CHANNELS if not missing.get(each))

    async def settings_of(self, guest: str, language: str) -> NoticeSettings:
        found = await self._database.read(notices.find, guest) if guest else None
        return found or NoticeSettings(guest, language)

    async def choose(
        self, guest: str, language: str, chosen: Mapping[str, Sequence[str]]
    ) -> NoticeSettings:
        """Set the channels of each kind."""
        _check_guest(guest)
        clean = {
            kind: [channel for channel in CHANNELS if channel in chosen.get(kind, ())]
            for kind in KINDS
        }
        old = await self.settings_of(guest, language)
        return await self._store(replace(old, language=language, chosen=clean))

    async def set_webhook(
        self, guest: str, language: str, target: WebhookTarget | None
    ) -> NoticeSettings:
        """Set or remove the webhook; the first one gets everything."""
        _check_guest(guest)
        if target is not None:
            if not self._settings.webhooks:
                raise InvalidAction(tr("This server sends no webhooks."))
            if target.form not in WEBHOOK_FORMS:
                raise InvalidAction(tr("There is no such form of a webhook."))
            if not is_valid_url(target.url, self._settings.private_webhooks):
                raise InvalidAction(tr("A webhook needs an address that begins with https://."))
        old = await self.settings_of(guest, language)
        new = replace(old, language=language, webhook=target)
        if target is not None and old.webhook is None:
            new = _with_channel(new, WEBHOOK)
        return await self._store(new)

    async def devices(self, guest: str) -> list[PushDevice]:
        return await self._database.read(push_devices.of_guest, guest) if guest else []

    async def add_device(
        self,
        guest: str,
        language: str,
        device: str,
        user_agent: str,
        endpoint: str,
        public_key: str,
        auth: str,
    ) -> None:
        """Send push messages to a browser; the first device gets everything."""
        _check_guest(guest)
        if not is_valid_url(endpoint, self._settings.private_webhooks):
            raise InvalidAction(tr("This browser can't receive push messages from here."))
        if not are_valid_keys(public_key, auth):
            raise InvalidAction(tr("This browser can't receive push messages from here."))
        name = device_name(user_agent)
        new = PushDevice(0, guest, device, name, endpoint, public_key, auth)
        old = await self.settings_of(guest, language)
        had_devices = bool(await self.devices(guest))
        await self._database.write(AFTER_ALL_TABLES, push_devices.add, new, self._source.now())
        if not had_devices and not any(old.wants(kind, PUSH) for kind in KINDS):
            old = _with_channel(old, PUSH)
        await self._store(replace(old, language=language))

    async def remove_device(self, guest: str, number: int) -> None:
        if not await self._database.write(AFTER_ALL_TABLES, push_devices.remove, guest, number):
            raise InvalidAction(tr("This device gets no push messages."))

    async def set_language(self, guest: str, language: str) -> None:
        if guest:
            await self._database.write(AFTER_ALL_TABLES, notices.set_language, guest, language)

    async def test(self, guest: str) -> None:
        """Send something to all devices and the webhook of a person."""
        _check_guest(guest)
        event = NoticeEvent(TEST, guest, "", TEST)
        number = await self._database.write(
            AFTER_ALL_TABLES, _schedule_test, event, self._source.now()
        )
        if not number:
            raise InvalidAction(tr("There is no device and no webhook yet."))
        self._requests.wake()

    def unsubscribe_link(self, guest: str) -> str:
        return self._unsubscribe_links.link(guest)

    async def unsubscribe(self, token: str) -> None:
        """Send no more notices by mail to the person whose link this is."""
        guest = self._unsubscribe_links.guest_of(token)
        if guest is None:
            raise InvalidAction(tr("This link is not complete."))
        await self._database.write(AFTER_ALL_TABLES, notices.remove_channel, guest, MAIL)

    async def _store(self, settings: NoticeSettings) -> NoticeSettings:
        if await self._database.write(AFTER_ALL_TABLES, notices.store, settings):
            await self._add_missing_warnings(settings.guest)
        return settings

    async def _add_missing_warnings(self, guest: str) -> None:
        """A turn that began before its player wanted notices has no warning yet."""
        for table_id in await self._database.read(notices.running_tables_of, guest):
            with suppress(DomainError):  # removed meanwhile, or damaged
                table = await self._tables.find(table_id)
                await self._database.write(
                    AFTER_ALL_TABLES, notices.add_missing_warning, table, guest
                )

    async def _send_webhook(self, job: Job) -> datetime | None:
        if not self._settings.webhooks:
            return None  # the operator allowed webhooks when this was scheduled
        return await self._delivery.webhook(job)

    async def _send_mail(self, job: Job) -> None:
        if not self._settings.has_mail:
            return  # the operator had a mail server when this was scheduled
        if job.data["purpose"] == notices.DIGEST:
            await self._delivery.digest(job.data)
        else:
            await self._account_mails.handle(job.data)


def _schedule_test(connection: Connection, event: NoticeEvent, now: datetime) -> int:
    """Returns the number of receivers."""
    found = push_devices.of_guest(connection, event.guest)
    for device in found:
        schedule_push(connection, event, device.number, now)
    settings = notices.find(connection, event.guest)
    if settings is None or settings.webhook is None:
        return len(found)
    schedule_webhook(connection, event, now)
    return len(found) + 1


def _with_channel(settings: NoticeSettings, channel: str) -> NoticeSettings:
    chosen = {kind: [*settings.chosen.get(kind, ()), channel] for kind in KINDS}
    return replace(settings, chosen=chosen)


def _check_guest(guest: str) -> None:
    if not guest:
        raise Unauthorized(tr("Please allow cookies, so that the server can recognise you."))


def _contact(settings: Settings) -> str:
    """Whom push services may contact about this server."""
    if settings.is_https:
        return settings.public_url
    return f"mailto:{settings.mail_from or 'nobody@smokestack.invalid'}"
