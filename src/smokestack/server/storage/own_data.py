"""What is stored about a person beside their account and games, for their download."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, select

from smokestack.server.storage.schema import (
    chat_messages,
    invitations,
    mutes,
    reports,
    sent_notices,
    tables,
    tile_sets,
)

Rows = list[dict[str, Any]]


def own_data(connection: Connection, guest: str) -> dict[str, Rows]:
    """Everything by and for a guest; what others reported about them is for the operator only."""
    said = chat_messages.c
    queries: dict[str, Select[Any]] = {
        "chat_messages": select(said.table_id, said.name, said.text, said.at)
        .where(said.author == guest)
        .order_by(said.at),
        "tile_sets": select(tile_sets.c.name, tile_sets.c.tiles, tile_sets.c.changed)
        .where(tile_sets.c.owner == guest)
        .order_by(tile_sets.c.name),
        "hosted_tables": select(tables.c.id.label("table_id"), tables.c.created)
        .where(tables.c.host == guest)
        .order_by(tables.c.created),
        "invitations": select(invitations.c.table_id, invitations.c.invited)
        .where(invitations.c.guest == guest)
        .order_by(invitations.c.invited),
        "muted": select(mutes.c.table_id, mutes.c.name)
        .where(mutes.c.reader == guest)
        .order_by(mutes.c.table_id, mutes.c.number),
        "reports": select(
            reports.c.table_id, reports.c.name, reports.c.message, reports.c.text, reports.c.at
        )
        .where(reports.c.reporter == guest)
        .order_by(reports.c.id),
        "sent_notices": select(sent_notices.c.event, sent_notices.c.at)
        .where(sent_notices.c.guest == guest)
        .order_by(sent_notices.c.at),
    }
    return {
        name: [dict(row._mapping) for row in connection.execute(query)]
        for name, query in queries.items()
    }
