"""What a bot has to do: answer the question that stands at a table."""

from __future__ import annotations

import msgspec

from smokestack.server.table import Table


class Job(msgspec.Struct, frozen=True):
    """A question that a bot has to answer; void once the table has moved on."""

    table_id: str
    version: int
    seat: int
    bot: str


def job_of(table: Table) -> Job | None:
    """The bot's question that stands at a table, if any."""
    actor = table.actor
    if actor is None or not actor.bot:
        return None
    return Job(table.id, table.version, actor.number, actor.bot)
