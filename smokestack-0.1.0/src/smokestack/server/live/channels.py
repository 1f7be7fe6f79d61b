"""The channels on which the database announces changes, as named in its triggers."""

from __future__ import annotations

from typing import Final

from smokestack.server.live.publisher import ChangePublisher

TABLES: Final = "smokestack_tables"  # a table changed: its id and new revision
BOT_JOBS: Final = "smokestack_bots"  # a bot job was claimed: the table's id and version


def dispatch(publisher: ChangePublisher, channel: str, table_id: str, number: int) -> None:
    if channel == TABLES:
        publisher.table_changed(table_id, number)
    elif channel == BOT_JOBS:
        publisher.job_claimed(table_id, number)
