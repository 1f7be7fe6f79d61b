"""Inserting a row that another process may insert at the same moment."""

from __future__ import annotations

from sqlalchemy import Connection, TableClause
from sqlalchemy.dialects import postgresql, sqlite


def insert_if_new(connection: Connection, table: TableClause) -> sqlite.Insert | postgresql.Insert:
    """An insert that does nothing if a row with the same unique values exists."""
    if connection.dialect.name == "sqlite":
        return sqlite.insert(table).on_conflict_do_nothing()
    return postgresql.insert(table).on_conflict_do_nothing()
