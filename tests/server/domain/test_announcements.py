"""Announcements: kept in order, limited, and in the reader's language."""

from __future__ import annotations

from pathlib import Path

from smokestack.presentation.language import use_language
from smokestack.server.domain import announcements
from smokestack.server.domain.announcements import MAX_ANNOUNCEMENTS, announce, sentence
from tests.server.domain.tables import NOW, new_table, three_guests
from tests.server.services import ANN, open_service, two_people

KINDS = [
    value for name, value in vars(announcements).items() if name.isupper() and name[:3] != "MAX"
]


def test_every_kind_has_a_sentence_in_every_language() -> None:
    table = three_guests()
    for code in ("en", "de", "fr", "nl"):
        with use_language(code):
            for kind in KINDS:
                if isinstance(kind, str):
                    announce(table, kind, NOW, 1, detail="clerk")
                    assert sentence(table, table.announcements[-1]), kind


def test_a_kind_of_a_later_version_is_left_out() -> None:
    table = new_table("me", "clerk")
    announce(table, "clock-started", NOW)
    assert sentence(table, table.announcements[-1]) == ""


def test_only_the_latest_announcements_are_kept() -> None:
    table = new_table("me", "clerk")
    for _ in range(MAX_ANNOUNCEMENTS + 10):
        announce(table, announcements.RETURNED, NOW, 0)
    numbers = [each.number for each in table.announcements]
    assert numbers == list(range(11, MAX_ANNOUNCEMENTS + 11))


async def test_expired_announcements_are_deleted(tmp_path: Path, database: str) -> None:
    async with open_service(tmp_path, database=database) as service:
        table = await two_people(service)
        for _ in range(MAX_ANNOUNCEMENTS // 2 + 10):
            table = await service.hosting.lock_chat(table.id, ANN, True)
            table = await service.hosting.lock_chat(table.id, ANN, False)
    async with open_service(tmp_path, database=database) as service:
        assert (await service.find(table.id)).announcements == table.announcements
        assert len(table.announcements) == MAX_ANNOUNCEMENTS
