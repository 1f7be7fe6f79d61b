"""The events that wait for the next mail to a person."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, select

from smokestack.server.domain.notices import KINDS, NoticeEvent, NoticeSettings
from smokestack.server.storage import notices
from smokestack.server.storage.schema import jobs, mail_notices
from tests.server.services import BOB, settings

NOW = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)


def add(connection: Connection, key: str) -> None:
    happened = NoticeEvent("chat", BOB, "table", key)
    notices.add_to_mail(connection, happened, NOW, timedelta(minutes=10), timedelta(hours=1))


def test_an_event_that_comes_while_a_mail_is_put_together_waits_for_the_next_one(
    tmp_path: Path, migrated_database: str
) -> None:
    engine = create_engine(settings(tmp_path, database=migrated_database).database_url())
    with engine.begin() as connection:
        notices.store(connection, NoticeSettings(BOB, "en", {kind: ["mail"] for kind in KINDS}))
        add(connection, "first")

    with engine.begin() as connection:

        @event.listens_for(connection, "after_cursor_execute", once=True)
        def add_by_another_process(*_: Any) -> None:
            with engine.begin() as other:
                add(other, "second")

        notices.take_mail(connection, BOB, "mail", NOW)

    with engine.begin() as connection:
        waiting = [
            each["key"] for each in connection.execute(select(mail_notices.c.event)).scalars()
        ]
        query = select(jobs.c.data).where(jobs.c.kind == notices.MAIL_JOB)
        (mail,) = connection.execute(query).scalars()
    engine.dispose()
    assert waiting == ["second"]
    assert [each["key"] for each in mail["events"]] == ["first"]
