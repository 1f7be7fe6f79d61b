"""Notices arrive once, where their person wants them, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Select, insert, select
from sqlalchemy.exc import OperationalError

from smokestack.server.accounts.admin import AccountAdmin
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.leaving import MINUTES_PER_DAY
from smokestack.server.domain.notices import KINDS, WEBHOOK, NoticeEvent, WebhookTarget
from smokestack.server.domain.pace import days
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.http.logging import JsonFormatter
from smokestack.server.live.postgresql import PostgresqlChangeFeed
from smokestack.server.notices import outgoing
from smokestack.server.notices.presence import RECONNECT_SECONDS
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import notices
from smokestack.server.storage.job_queue import JobRepository
from smokestack.server.storage.notices import NOTICE_DELAY
from smokestack.server.storage.schema import accounts, jobs, push_devices
from smokestack.server.storage.writer import AFTER_ALL_TABLES
from tests.server.notices.receivers import (
    NO_RESPONSE,
    Browser,
    Mailbox,
    Receiver,
    mailbox,
    receiver,
)
from tests.server.services import ANN, BOB, key, open_service, play, two_people

LAPTOP, PHONE = "guest:laptop", "guest:phone"


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def mails() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


def options(folder: Path, **chosen: Any) -> tuple[ShiftedTime, dict[str, Any]]:
    shift = folder / "shift"
    given = {"bots": 0, "time_shift_file": str(shift), "private_webhooks": True}
    return ShiftedTime(shift), {**given, **chosen}


def with_mail(mails: Mailbox) -> dict[str, Any]:
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": mails.port,
        "smtp_tls": "none",
        "mail_from": "games@example.org",
        "public_url": "https://games.example.org",
    }


async def deliver(service: TableService, time: ShiftedTime, **passed: float) -> None:
    """Let time pass, and wait until everything that is due was done."""
    time.advance(**(passed or {"seconds": 6}))
    for _ in range(400):
        for runner in (service._jobs, service.clocks.runner, *service.notices.runners):
            await runner.run_due()
        query = select(jobs.c.id).where(jobs.c.due <= time.now(), jobs.c.kind != "results")
        if not await _rows(service, query):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the deliveries don't end")


async def add_device(
    service: TableService, browser: Browser, device: str, guest: str = BOB, language: str = "en"
) -> None:
    await service.notices.add_device(
        guest,
        language,
        device,
        "Firefox/140 Linux",
        browser.endpoint,
        browser.public_key,
        browser.auth,
    )


async def play_turn(service: TableService, table: Table, guest: str) -> Table:
    while table.actor is not None and table.actor.guest == guest:
        table = await play(service, table, guest)
    return table


async def test_a_push_message_is_encrypted_and_signed_and_sent_once(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with (
        open_service(tmp_path, **chosen) as service,
        open_service(tmp_path, **chosen) as other,
    ):
        phone = Browser(web)
        table = await two_people(service)
        await add_device(service, phone, PHONE, language="de")
        after = await play_turn(service, table, ANN)
        undone = await service.turns.undo(table.id, ANN, after.version, key())
        await deliver(service, time)
        assert web.requests == []  # it is not Bob's turn any more
        again = await play_turn(service, undone, ANN)
        await asyncio.gather(deliver(service, time), deliver(other, time))
        (message,) = phone.messages(service.notices.push_key)
        assert other.notices.push_key == service.notices.push_key
        assert message["title"] == "Du bist am Zug"
        assert message["body"] == "Glasgow mit Ann"
        assert message["path"] == f"/tables/{table.id}"
        # Taken back and played again, it is still the same turn.
        undone = await service.turns.undo(table.id, ANN, again.version, key())
        await play_turn(service, undone, ANN)
        await deliver(service, time)
        assert len(web.requests) == 1


async def test_a_device_on_which_the_table_is_open_stays_silent(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        laptop, phone = Browser(web, "laptop"), Browser(web, "phone")
        table = await two_people(service)
        await add_device(service, laptop, LAPTOP)
        await add_device(service, phone, PHONE)
        hook = WebhookTarget(f"{web.url}/hook")
        await service.notices.set_webhook(BOB, "en", hook)
        with service.notices.presence.at_table(table.id, LAPTOP, BOB):
            await service.notices.presence.note()
            table = await play_turn(service, table, ANN)
            await deliver(service, time)
            assert [request.path for request in web.requests] == ["/phone"]
            table = await play_turn(service, table, BOB)
        await service.notices.presence.note()
        await asyncio.sleep(RECONNECT_SECONDS)
        await play_turn(service, table, ANN)
        await deliver(service, time)
        paths = [request.path for request in web.requests]
        assert sorted(paths[1:]) == ["/hook", "/laptop", "/phone"]


async def test_a_process_that_has_not_heard_of_an_event_yet_tells_it(
    tmp_path: Path, migrated_database: str, web: Receiver
) -> None:
    """PostgreSQL announces changes, and a busy process may hear of them later than of a job."""
    time, chosen = options(tmp_path, database=migrated_database)
    async with open_service(tmp_path, **chosen) as one, open_service(tmp_path, **chosen) as other:
        await add_device(one, Browser(web, "laptop"), LAPTOP)
        await one._jobs.close()
        table = await two_people(one)
        await other.find(table.id)
        assert isinstance(other._feed, PostgresqlChangeFeed)
        assert other._feed._task is not None
        other._feed._task.cancel()
        await play_turn(one, table, ANN)
        assert (await other.find(table.id)).match.actor == 0
        await deliver(other, time)
        titles = [request.path for request in web.requests]
        assert titles == ["/laptop", "/laptop"]  # the game has begun, and it is the player's turn


async def test_a_page_that_has_lost_its_stream_for_a_moment_still_counts_as_open(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service)
        await add_device(service, Browser(web, "laptop"), LAPTOP)
        with service.notices.presence.at_table(table.id, LAPTOP, BOB):
            await service.notices.presence.note()
        await service.notices.presence.note()
        await play_turn(service, table, ANN)
        await deliver(service, time)
        assert web.requests == []


def test_a_page_that_was_closed_before_an_event_delays_no_notice() -> None:
    assert NOTICE_DELAY.total_seconds() > RECONNECT_SECONDS


async def test_a_page_that_another_process_serves_now_still_counts_as_open(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as one, open_service(tmp_path, **chosen) as other:
        table = await two_people(one)
        await add_device(one, Browser(web, "laptop"), LAPTOP)
        with other.notices.presence.at_table(table.id, LAPTOP, BOB):
            with one.notices.presence.at_table(table.id, LAPTOP, BOB):
                await one.notices.presence.note()
                await other.notices.presence.note()
            await one.notices.presence.note()
            await play_turn(one, table, ANN)
            await deliver(one, time)
            assert web.requests == []


async def test_a_delivery_is_repeated_only_if_nothing_was_sent(
    tmp_path: Path, web: Receiver
) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, absence_minutes=0)
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        web.statuses = [503, 429]
        table = await play_turn(service, table, ANN)
        await deliver(service, time)
        assert len(web.requests) == 1
        await deliver(service, time, minutes=1)
        await deliver(service, time, minutes=2)
        await deliver(service, time, hours=12)
        assert len(web.requests) == 3
        # A receiver that took the request and did not answer may have got it.
        web.statuses = [NO_RESPONSE]
        await service.chat.post(table.id, ANN, "", "Bob?")
        await deliver(service, time)
        await deliver(service, time, hours=12)
        assert len(web.requests) == 4
        # One that is always busy is given up.
        web.statuses = [503] * 100
        await service.chat.post(table.id, ANN, "", "Bob?")
        for _ in range(12):
            await deliver(service, time, hours=12)
        assert len(web.requests) == 4 + 6
        # One that refuses is not asked again, and one that is gone is forgotten.
        web.statuses = [400, 302, 410]
        for _ in range(4):
            await service.chat.post(table.id, ANN, "", "Bob?")
            await deliver(service, time, hours=12)
        assert len(web.requests) == 10 + 3
        assert [request.path for request in web.requests] == ["/hook"] * 13  # no redirects
        assert (await service.notices.settings_of(BOB, "en")).webhook is None


async def test_a_browser_that_has_unsubscribed_is_forgotten(tmp_path: Path, web: Receiver) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service)
        await add_device(service, Browser(web), PHONE)
        web.statuses = [410]
        await play_turn(service, table, ANN)
        await deliver(service, time)
        query = select(push_devices.c.number)
        assert await _rows(service, query) == []


async def test_nothing_is_sent_to_a_banned_person(
    tmp_path: Path, web: Receiver, mails: Mailbox
) -> None:
    time, chosen = options(tmp_path, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        await give_address(service, "bob@example.org")
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {kind: ["mail", WEBHOOK] for kind in KINDS})
        table = await two_people(service, absence_minutes=0)
        await deliver(service, time)  # a mail waits
        assert len(web.requests) == 1
        with closing(AccountAdmin(service.settings)) as admin:
            admin.ban("Bob", True)
        await service.chat.post(table.id, ANN, "", "Bob?")
        await play_turn(service, table, ANN)
        await deliver(service, time, hours=1)
        await deliver(service, time, hours=1)
        assert (len(web.requests), mails.mails) == (1, [])
        with closing(AccountAdmin(service.settings)) as admin:
            admin.ban("Bob", False)
        await service.chat.post(table.id, ANN, "", "Bob?")
        await deliver(service, time)
        await deliver(service, time, hours=1)
        assert (len(web.requests), len(mails.mails)) == (2, 1)


async def test_after_a_reset_nothing_is_sent_where_somebody_else_may_read_it(
    tmp_path: Path, web: Receiver, mails: Mailbox
) -> None:
    time, chosen = options(tmp_path, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        await give_address(service, "eve@example.org")
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {kind: ["mail", WEBHOOK] for kind in KINDS})
        await service.addresses.ask_for_reset("Bob")
        await deliver(service, time)
        (mail,) = mails.mails
        with closing(AccountAdmin(service.settings)) as admin:
            admin.reset("Bob")
        await two_people(service)
        await service.addresses.ask_for_reset("Bob")
        await deliver(service, time)
        await deliver(service, time, hours=1)
        assert (web.requests, mails.mails) == ([], [mail])
        link = mail.get_content().partition("/account/reset/")[2].split()[0]
        with pytest.raises(InvalidAction):
            await service.addresses.reset_password(link, "a long password")


async def test_forms_of_webhooks(tmp_path: Path, web: Receiver) -> None:
    time, chosen = options(tmp_path, public_url="https://games.example.org")
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service)
        link = f"https://games.example.org/tables/{table.id}"
        for form in ("json", "discord", "slack"):
            target = WebhookTarget(f"{web.url}/{form}", form)
            await service.notices.set_webhook(BOB, "en", target)
            await service.chat.post(table.id, ANN, "", "Bob <@1> *a*")
            await deliver(service, time)
        found = {request.path: request.json for request in web.requests}
        assert found["/json"]["kind"] == "chat"
        assert found["/json"]["table"] == table.id
        assert found["/json"]["link"] == link
        assert found["/json"]["text"] == "Glasgow with Ann: Ann: Bob <@1> *a*"
        assert found["/discord"]["allowed_mentions"] == {"parse": []}
        assert "<@1>" not in found["/discord"]["content"]
        assert found["/discord"]["content"].endswith(link)
        assert "Bob &lt;@1&gt; *a*" in found["/slack"]["text"]
        # Only what was chosen is sent.
        await service.notices.choose(BOB, "en", {"your-turn": [WEBHOOK]})
        await service.chat.post(table.id, ANN, "", "Bob?")
        await deliver(service, time)
        assert len(web.requests) == 3


async def test_several_notices_are_one_mail(
    tmp_path: Path, database: str, mails: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    time, chosen = options(tmp_path, database=database, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        await give_address(service, "bob@example.org")
        await service.notices.choose(BOB, "fr", {kind: ["mail"] for kind in KINDS})
        tables = [await two_people(service, secret=digit * 64) for digit in "123"]
        for table in tables[:2]:
            await play_turn(service, table, ANN)
        await service.chat.post(tables[2].id, ANN, "", "Bob ?")
        await deliver(service, time)
        assert mails.mails == []
        mails.replies = ["451 busy"]
        await deliver(service, time, minutes=11)
        await deliver(service, time, minutes=1)
        (mail,) = mails.mails
        assert (mail["to"], mail["from"]) == ("bob@example.org", "games@example.org")
        assert mail["subject"] == "4 notifications de vos parties"
        text = mail.get_content()
        assert text.count("C'est à vous de jouer") == 2
        for table in tables:
            assert f"https://games.example.org/tables/{table.id}" in text
        # The next one comes an hour later, and only if there is something to tell.
        await play_turn(service, tables[2], ANN)
        await deliver(service, time, minutes=20)
        assert len(mails.mails) == 1
        await deliver(service, time, hours=1)
        assert len(mails.mails) == 2
        link = mail["list-unsubscribe"].strip("<>")
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        await service.notices.unsubscribe(link.rpartition("/")[2])
        await service.chat.post(tables[0].id, ANN, "", "Bob ?")
        await deliver(service, time, hours=2)
        assert len(mails.mails) == 2
        lines = log_lines(caplog)
        for secret in ("bob@example.org", BOB, ANN, link.rpartition("/")[2]):
            assert secret not in lines


async def test_a_mail_is_sent_once_if_the_database_fails(
    tmp_path: Path, mails: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    time, chosen = options(tmp_path, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        await give_address(service, "bob@example.org")
        await service.notices.choose(BOB, "en", {kind: ["mail"] for kind in KINDS})
        table = await two_people(service)
        await service.chat.post(table.id, ANN, "", "Bob?")
        note, fails = notices.note_mailed, [True]

        def note_or_fail(connection: Connection, guest: str, now: datetime) -> None:
            if fails.pop():
                raise OperationalError("update", None, Exception("the disk is full"))
            note(connection, guest, now)

        monkeypatch.setattr(notices, "note_mailed", note_or_fail)
        await deliver(service, time)
        await deliver(service, time, minutes=11)
        fails.append(False)
        await deliver(service, time, minutes=1)
        assert len(mails.mails) == 1


async def test_a_webhook_from_before_the_host_turned_them_off_is_not_used(
    tmp_path: Path, web: Receiver
) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        table = await two_people(service)
        await service.chat.post(table.id, ANN, "", "Bob?")
    async with open_service(tmp_path, **chosen, webhooks=False) as service:
        await deliver(service, time)
        assert web.requests == []


async def test_a_webhook_waits_while_its_receiver_is_busy(
    tmp_path: Path, web: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outgoing, "MAX_REQUESTS_PER_HOST", 1)
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        table = await two_people(service)
        for _ in range(7):
            await service.chat.post(table.id, ANN, "", "Bob?")
        for _ in range(9):
            await deliver(service, time)
        kinds = [request.json["kind"] for request in web.requests]
        assert sorted(kinds) == ["chat"] * 7 + ["game-begun"]


async def test_a_player_is_warned_before_the_time_is_over(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, pace=days(24, 0))
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {"clock": [WEBHOOK]})
        table = await play_turn(service, table, ANN)
        await service._uptime.write_heartbeat()
        await deliver(service, time, hours=17)
        assert web.requests == []
        await deliver(service, time, hours=1.5)
        await deliver(service, time, hours=1)
        (request,) = web.requests
        assert request.json["title"] == "Your time is nearly over"
        assert request.json["text"].startswith("Glasgow with Ann: 5 hours 29 minutes left")
        # The time of a turn that ends early is not told.
        table = await play_turn(service, await service.find(table.id), BOB)
        table = await play_turn(service, table, ANN)
        await play_turn(service, table, BOB)
        await deliver(service, time, hours=20)
        assert len(web.requests) == 1


async def test_a_player_who_turns_notices_on_during_a_turn_is_warned_as_well(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, pace=days(24, 0))
        await play_turn(service, table, ANN)
        await service._uptime.write_heartbeat()
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {"clock": [WEBHOOK]})
        await deliver(service, time, hours=18.5)
        await deliver(service, time)
        (request,) = web.requests
        assert request.json["title"] == "Your time is nearly over"


async def test_an_absent_player_is_warned_and_then_told_of_the_bot(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, absence_minutes=MINUTES_PER_DAY)
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {"absence": [WEBHOOK]})
        table = await play_turn(service, table, ANN)
        await deliver(service, time, hours=17)
        assert web.requests == []
        await deliver(service, time, hours=1.5)
        await deliver(service, time, hours=1)
        (request,) = web.requests
        assert request.json["kind"] == "absence"
        assert request.json["title"] == "The others may soon let a bot play for you"
        assert request.json["text"].startswith("Glasgow with Ann: 5 hours 29 minutes left")
        await deliver(service, time, hours=6)
        table = await service.seats.vote_for_bot(table.id, ANN, 1, "apprentice")
        assert table.seats[1].bot
        await deliver(service, time)
        await deliver(service, time, hours=1)
        assert [request.json["title"] for request in web.requests[1:]] == [
            "A bot plays for you now"
        ]
        assert web.requests[1].json["text"] == "Glasgow with Ann: You can return at any time."


async def test_a_player_is_told_of_the_bot_that_plays_after_a_time_out(
    tmp_path: Path, web: Receiver
) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service, pace=days(24, 0))
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {"absence": [WEBHOOK]})
        await play_turn(service, table, ANN)
        await service._uptime.write_heartbeat()
        await deliver(service, time, hours=24.5)
        await deliver(service, time)
        await deliver(service, time, hours=1)
        assert (await service.find(table.id)).seats[1].bot
        (request,) = web.requests
        assert request.json["title"] == "A bot plays for you now"
        assert request.json["text"] == (
            "Glasgow with Ann: Your time has run out. A bot plays this game to its end."
        )


async def test_addresses_and_guests_are_in_no_log(
    tmp_path: Path, web: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        table = await two_people(service)
        phone = Browser(web, "endpoint-of-bob")
        await add_device(service, phone, PHONE)
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook-of-bob"))
        web.statuses = [503, 400, NO_RESPONSE]
        await play_turn(service, table, ANN)
        await deliver(service, time)
        await deliver(service, time, hours=1)
        lines = log_lines(caplog)
        assert "trying again later" in lines
        for secret in ("endpoint-of-bob", "hook-of-bob", BOB, ANN, web.url):
            assert secret not in lines


async def _rows(service: TableService, query: Select[Any]) -> list[Any]:
    return await service._database.read(lambda connection: list(connection.execute(query)))


def log_lines(caplog: pytest.LogCaptureFixture) -> str:
    """What the server has logged, without the receivers."""
    own = [record for record in caplog.records if record.name.startswith("smokestack")]
    return "\n".join(JsonFormatter().format(record) for record in own)


async def give_address(service: TableService, address: str) -> None:
    row = {
        "guest": BOB,
        "name": "Bob",
        "name_key": "bob",
        "password_hash": "",
        "private": False,
        "email": address,
        "created": service.now(),
    }
    await service._database.write(
        AFTER_ALL_TABLES, lambda connection: connection.execute(insert(accounts), row) and None
    )


async def test_a_warning_does_not_wait_for_a_mail_that_is_due_later(
    tmp_path: Path, database: str, mails: Mailbox
) -> None:
    time, chosen = options(tmp_path, database=database, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        await give_address(service, "bob@example.org")
        await service.notices.choose(BOB, "en", {kind: ["mail"] for kind in KINDS})
        now = time.now()
        write = service._database.write
        usual, soon, gap = timedelta(minutes=10), timedelta(minutes=1), timedelta(hours=1)

        def event(number: int) -> NoticeEvent:
            return NoticeEvent("chat", BOB, "table", f"chat:{number}")

        async def due() -> Any:
            ((found,),) = await _rows(service, select(jobs.c.due).where(jobs.c.key == BOB))
            return found

        await write(AFTER_ALL_TABLES, notices.add_to_mail, event(1), now, usual, gap)
        assert await due() == now + usual
        await write(AFTER_ALL_TABLES, notices.add_to_mail, event(2), now, soon, timedelta(0))
        await write(AFTER_ALL_TABLES, notices.add_to_mail, event(3), now, usual, gap)
        assert await due() == now + soon
        # What is added while a mail is put together goes into the next one.
        repository = JobRepository(service._database, "a process", 60)
        (job,) = await repository.claim(now + soon, [notices.DIGEST_JOB], [], 1)
        await write(AFTER_ALL_TABLES, notices.take_mail, BOB, "key", now)
        await write(AFTER_ALL_TABLES, notices.add_to_mail, event(4), now, usual, gap)
        await repository.finish(job)
        assert await due() == now + usual
