"""Statements that SQLAlchemy compiles once and the driver runs directly.

Used for the statements of every answer, where SQLAlchemy's work per execution takes longer than
SQLite's; docs/decisions.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import msgspec
from sqlalchemy import Connection, Delete, Insert, Select, Update
from sqlalchemy.engine.interfaces import DBAPICursor, DBAPIModule, Dialect
from sqlalchemy.exc import DBAPIError

Convert = Callable[[Any], Any]


class _Prepared(msgspec.Struct, frozen=True):
    """A statement compiled for one dialect."""

    text: str
    order: list[str] | None
    """The order of the values, for drivers with positional parameters."""
    to_driver: dict[str, Convert]
    from_driver: dict[str, Convert]
    columns: list[str]


class PreparedStatement:
    """A statement that is always run with values of the same names."""

    def __init__(self, statement: Select[Any] | Insert | Update | Delete) -> None:
        self._statement = statement
        self._prepared: dict[str, _Prepared] = {}

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Write within the current transaction; returns the number of rows."""
        return self._execute(connection, values)[1].rowcount

    def find(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        """Rows with columns as attributes; on SQLite each call reads its own snapshot."""
        prepared, cursor = self._execute(connection, values)
        rows = []
        for row in cursor.fetchall():
            columns = dict(zip(prepared.columns, row, strict=True))
            for name, convert in prepared.from_driver.items():
                columns[name] = convert(columns[name])
            rows.append(SimpleNamespace(**columns))
        cursor.close()
        return rows

    def _execute(
        self, connection: Connection, values: Mapping[str, Any]
    ) -> tuple[_Prepared, DBAPICursor]:
        dialect = connection.dialect
        prepared = self._prepared.get(dialect.name)
        if prepared is None:
            prepared = self._prepared[dialect.name] = self._prepare(dialect, values)
        given = dict(values)
        for name, convert in prepared.to_driver.items():
            given[name] = convert(given[name])
        order = prepared.order
        cursor = connection.connection.cursor()
        try:
            cursor.execute(prepared.text, given if order is None else [given[n] for n in order])
        except dialect.loaded_dbapi.Error as error:
            if dialect.is_disconnect(error, connection.connection, cursor):
                # This fails too, and makes SQLAlchemy discard the connections of its pool.
                connection.exec_driver_sql("SELECT 1")
            raise _wrap_error(dialect, prepared.text, error) from error
        return prepared, cursor

    def _prepare(self, dialect: Dialect, values: Mapping[str, Any]) -> _Prepared:
        is_query = isinstance(self._statement, Select)
        names = None if is_query else list(values)
        compiled = self._statement.compile(dialect=dialect, column_keys=names)
        kinds = {name: bind.type for name, bind in compiled.binds.items()}
        columns = (
            list(self._statement.selected_columns) if isinstance(self._statement, Select) else []
        )
        to_driver = {
            name: kind.dialect_impl(dialect).bind_processor(dialect) for name, kind in kinds.items()
        }
        from_driver = {
            column.name: column.type.dialect_impl(dialect).result_processor(dialect, None)
            for column in columns
        }
        return _Prepared(
            text=compiled.string,
            order=compiled.positiontup if compiled.positional else None,
            to_driver={name: convert for name, convert in to_driver.items() if convert},
            from_driver={name: convert for name, convert in from_driver.items() if convert},
            columns=[column.name for column in columns],
        )


def run_directly(connection: Connection, statement: str) -> None:
    """Let the driver run a statement without values."""
    try:
        connection.connection.cursor().execute(statement)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _wrap_error(connection.dialect, statement, error) from error


def _wrap_error(dialect: Dialect, text: str, error: DBAPIModule.Error) -> BaseException:
    """The error that SQLAlchemy would raise, without the values."""
    return DBAPIError.instance(text, None, error, dialect.loaded_dbapi.Error, dialect=dialect)
