"""Bot jobs: decisions that a bot must answer."""

from __future__ import annotations

import msgspec

from smokestack.server.domain.table import Table


class BotJob(msgspec.Struct, frozen=True):
    """A decision that a bot must answer; obsolete once the table has another version."""

    table_id: str
    version: int
    seat: int
    bot: str


def bot_job_of(table: Table) -> BotJob | None:
    """The job of the table's current decision, if a bot must answer it."""
    actor = table.actor
    if actor is None or not actor.bot:
        return None
    return BotJob(table.id, table.version, actor.number, actor.bot)
