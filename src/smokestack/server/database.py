"""Opens the database, SQLite or PostgreSQL, and brings it up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import local
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import OperationalError, SQLAlchemyError

from smokestack.engine.errors import InvalidInput

MIGRATIONS: Final = Path(__file__).with_name("migrations")
BUSY: Final = 30.0  # seconds to wait for another process that writes
CONNECTIONS: Final = 8  # to PostgreSQL, kept open
MORE_CONNECTIONS: Final = 4
PATIENCE: Final = 10  # seconds for a connection to PostgreSQL
MIGRATING: Final = 0x536D6F6B65  # the lock of whoever migrates


class Database:
    """Connections for reading and for writing; on SQLite a writer is alone from the beginning."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        try:
            self._engine = _open_sqlite(url) if self.is_sqlite else _open_postgresql(url)
        except (SQLAlchemyError, ImportError) as error:
            raise InvalidInput(f"{self.shown}: this database can't be used ({error})") from None
        if self.is_sqlite:
            # A reader that began to write would be refused while somebody else writes.
            self._reading: Engine = self._engine
            self._writing: Engine = self._engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
        else:
            # A table is read with several queries, which must see the same moment.
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._writing = self._engine
        self._of_thread = local()

    @property
    def shown(self) -> str:
        """Where it is, without its password."""
        return self.url.render_as_string(hide_password=True)

    def connect_arguments(self) -> dict[str, Any]:
        """What the driver needs for a connection of its own."""
        _, arguments = self._engine.dialect.create_connect_args(self.url)
        return dict(arguments)

    def reading(self) -> Connection:
        """For `with`: a connection that is given back in the end."""
        return self._reading.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all that is done with the connection counts, or nothing."""
        shared: Connection | None = getattr(self._of_thread, "shared", None)
        if shared is not None:
            yield shared
            return
        with self._writing.begin() as connection:
            yield connection

    def connect_to_write(self) -> Connection:
        """A connection to keep; on SQLite it does not wait for others that write (`is_busy`)."""
        connection = self._writing.connect()
        if self.is_sqlite:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.execute("PRAGMA busy_timeout=0")
        return connection

    @contextmanager
    def sharing(self, connection: Connection) -> Iterator[None]:
        """All that this thread writes meanwhile belongs to the connection's transaction."""
        self._of_thread.shared = connection
        try:
            yield
        finally:
            self._of_thread.shared = None

    def bring_up_to_date(self, revision: str = "head") -> None:
        """Run all migrations that this database has not seen, in one transaction."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with self.writing() as connection:
                if not self.is_sqlite:
                    _be_the_only_one(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        except CommandError as error:
            raise InvalidInput(
                f"the database was written by another version of Smokestack ({error})"
            ) from None
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise InvalidInput(f"{self.shown}: the database can't be opened ({cause})") from None

    def close(self) -> None:
        self._engine.dispose()


def _open_sqlite(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise InvalidInput("tables need a file: sqlite:////folder/tables.sqlite")
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url, connect_args={"timeout": BUSY})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # Transactions begin where SQLAlchemy says so, not where the driver guesses.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))

    return engine


def _open_postgresql(url: URL) -> Engine:
    if url.get_backend_name() != "postgresql":
        raise InvalidInput("tables are kept in SQLite or PostgreSQL")
    engine = create_engine(
        url,
        pool_size=CONNECTIONS,
        max_overflow=MORE_CONNECTIONS,
        pool_timeout=PATIENCE,
        connect_args={"connect_timeout": PATIENCE},
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        for setting in (
            "statement_timeout = '30s'",
            "lock_timeout = '10s'",
            "idle_in_transaction_session_timeout = '60s'",
        ):
            connection.execute(f"SET {setting}")
        connection.commit()

    return engine


def is_busy(error: OperationalError) -> bool:
    """Whether somebody else writes to a SQLite file right now."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is not None and code & 0xFF == sqlite3.SQLITE_BUSY


def _be_the_only_one(connection: Connection) -> None:
    """Several processes may start at once: one migrates, the others find nothing left to do."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})
