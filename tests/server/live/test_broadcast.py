"""Subscriptions get the latest revision, up to a maximum number of subscriptions."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.metrics import NoMetrics
from smokestack.server.live.broadcast import Broadcast


async def test_a_slow_reader_gets_only_the_latest_revision(tmp_path: Path) -> None:
    broadcast = Broadcast(10, NoMetrics())
    async with broadcast.subscribe("table") as revisions, broadcast.subscribe("other") as other:
        for revision in range(1000):
            broadcast.publish("table", revision)
        assert await anext(revisions) == 999
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(anext(revisions), 0.01)
        broadcast.publish("table", 1000)
        broadcast.publish("table", 999)
        assert await anext(revisions) == 1000
        broadcast.close()
        assert [revision async for revision in other] == []
    async with broadcast.subscribe("table") as revisions:
        assert [revision async for revision in revisions] == []
    assert broadcast.subscribed_tables() == []


async def test_one_can_hear_of_changes_of_all_tables() -> None:
    broadcast = Broadcast(10, NoMetrics())
    async with broadcast.subscribe_to_all() as changes:
        broadcast.publish("table", 900)
        await anext(changes)
        broadcast.publish("other", 3)
        await asyncio.wait_for(anext(changes), 1)
        assert broadcast.subscribed_tables() == []


async def test_the_number_of_subscriptions_is_limited() -> None:
    broadcast = Broadcast(1, NoMetrics())
    async with broadcast.subscribe("table"):
        with pytest.raises(LimitExceeded):
            async with broadcast.subscribe("table"):
                pass
    async with broadcast.subscribe("table"):
        assert broadcast.subscribed_tables() == ["table"]
