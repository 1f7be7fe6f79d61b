"""Notices contain nothing hidden: changing what is hidden changes no byte of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.server.domain.notice_texts import notice_text
from smokestack.server.domain.notices import ABSENCE, BOT_PLAYS, CHAT, KINDS, NoticeEvent
from smokestack.server.domain.table import Table
from smokestack.server.notices.webhooks import webhook_body
from tests.server.services import NO_LIMITS, app_client
from tests.web.test_hidden import GUESTS, SECRET, TABLES, HiddenTable


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient[Litestar]]:
    with app_client(tmp_path, **NO_LIMITS) as client:
        yield client


def texts(table: Table, guest: str) -> list[bytes]:
    """All notices that a person can get about a table."""
    found = []
    for kind in KINDS:
        variants: list[dict[str, Any]] = [{}]
        if kind == CHAT:
            variants = [{"message": table.chat_messages[-1].number}]
        elif kind == ABSENCE:
            variants = [{"seat": 0, "turn": 0}, {"seat": 0, BOT_PLAYS: True}]
        for data in variants:
            event = NoticeEvent(kind, guest, table.id, kind, data)
            text = notice_text(event, table, 3600.0)
            found.append(webhook_body("json", kind, table.id, text, "https://x", table.changed))
    return found


@pytest.mark.parametrize(("game", "edition", "people"), TABLES)
def test_hidden_information_changes_no_byte_of_a_notice(
    client: TestClient[Litestar],
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    edition: str,
    people: int,
) -> None:
    table = HiddenTable(client, game, edition, people)
    table.play_until(45)
    table.ask(table.service.chat.post, table.table.id, GUESTS[0], "", "Guest 1, hello")
    for seat in range(people):
        shown: Table = table.ask(table.service.find, table.table.id)
        original = texts(shown, GUESTS[seat])
        with table.redealt(seat, monkeypatch):
            redealt: Table = table.ask(table.service.find, table.table.id)
            changed = texts(redealt, GUESTS[seat])
        assert original == changed
        for body in original:
            assert SECRET.encode() not in body
        assert b"Guest 1, hello" in original[KINDS.index(CHAT)]
