"""Connections to the database, SQLite or PostgreSQL, and its migrations."""

from __future__ import annotations

import sqlite3
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event, func, select, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError

from smokestack.engine.errors import InvalidInput
from smokestack.server.settings import Settings
from smokestack.server.storage.file_permissions import (
    create_private_file,
    create_private_folder,
    make_database_private,
)
from smokestack.server.storage.prepared import run_directly

MIGRATIONS: Final = Path(__file__).with_name("migrations")
BUSY_TIMEOUT_SECONDS: Final = 30.0  # for another process that writes to the SQLite file
POOL_SIZE: Final = 8
MAX_OVERFLOW: Final = 4
CONNECT_TIMEOUT_SECONDS: Final = 10
MIGRATION_LOCK_KEY: Final = 0x536D6F6B65

_ALEMBIC_LOCK = Lock()  # Alembic keeps the migration that runs in global variables


class Database:
    """Opens connections for reading and for writing."""

    def __init__(self, url: URL) -> None:
        self.url = url
        self.is_sqlite = url.get_backend_name() == "sqlite"
        try:
            self._engine = _sqlite_engine(url) if self.is_sqlite else _postgresql_engine(url)
        except (SQLAlchemyError, ImportError) as error:
            raise InvalidInput(f"{self.shown_url}: can't use this database ({error})") from None
        if self.is_sqlite:
            # A transaction that starts with a read and then writes fails if another one wrote
            # meanwhile, so writers take the lock at the start.
            self._reading: Engine = self._engine
            self._writing: Engine = self._engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
        else:
            # A table is read with several queries, which must see the same snapshot.
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._writing = self._engine

    @property
    def shown_url(self) -> str:
        """The URL without its password."""
        return self.url.render_as_string(hide_password=True)

    def connect_arguments(self) -> dict[str, Any]:
        """What the driver needs to open a connection of its own."""
        _, arguments = self._engine.dialect.create_connect_args(self.url)
        return dict(arguments)

    def reading(self) -> Connection:
        """A connection to read with; use it as a context manager."""
        return self._reading.connect()

    def writing(self) -> AbstractContextManager[Connection]:
        """A connection in a transaction, which is committed when the context ends."""
        return self._writing.begin()

    def connect_to_write(self) -> Connection:
        """A connection that the caller keeps.

        On SQLite it fails at once if another process writes (`is_busy`) instead of blocking.
        """
        connection = self._writing.connect()
        if self.is_sqlite:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            raw.execute("PRAGMA busy_timeout=0")
        return connection

    def migrate(self, revision: str = "head") -> None:
        """Run all pending migrations in one transaction."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with _ALEMBIC_LOCK, self.writing() as connection:
                if not self.is_sqlite:
                    _lock_migrations(connection)
                config.attributes["connection"] = connection
                command.upgrade(config, revision)
        except CommandError as error:
            raise InvalidInput(
                f"the database was written by another version of Smokestack ({error})"
            ) from None
        except SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            raise InvalidInput(f"{self.shown_url}: can't open the database ({cause})") from None

    def discard_idle_connections(self) -> None:
        self._engine.dispose()

    def close(self) -> None:
        self._engine.dispose()


def open_existing(settings: Settings) -> Database:
    """The database of a server, migrated to this version; `InvalidInput` if there is none."""
    check_exists(settings)
    database = Database(settings.database_url())
    database.migrate()
    return database


def check_exists(settings: Settings) -> None:
    """Only a server creates a database; a command that did so would hide a wrong path."""
    url = settings.database_url()
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise InvalidInput(f"no database at {url.database}; see --data and --database")


def shared_now(connection: Connection) -> datetime:
    """The time by a clock that all processes share."""
    if connection.dialect.name == "sqlite":
        return datetime.now(UTC)
    now: datetime = connection.execute(select(func.clock_timestamp())).scalar_one()
    return now.astimezone(UTC)


def is_busy(error: OperationalError) -> bool:
    """Whether another process is writing to the SQLite file."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    return code is not None and code & 0xFF == sqlite3.SQLITE_BUSY


def is_damaged(error: DatabaseError) -> bool:
    """Whether a part of the SQLite file, or a text in it, can't be read."""
    code = getattr(error.orig, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_CORRUPT:
        return True
    return str(error.orig).startswith("Could not decode to UTF-8")


def _sqlite_engine(url: URL) -> Engine:
    if not url.database or url.database == ":memory:":
        raise InvalidInput("tables need a file: sqlite:////folder/tables.sqlite")
    path = Path(url.database)
    try:
        create_private_folder(path.parent)
        create_private_file(path)
    except OSError as error:
        raise InvalidInput(f"{path}: can't open the database ({error.strerror})") from None
    make_database_private(path)
    engine = create_engine(url, connect_args={"timeout": BUSY_TIMEOUT_SECONDS})

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: object) -> None:
        # SQLAlchemy begins transactions explicitly (below), not the driver.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        statement = connection.get_execution_options().get("sqlite_begin", "BEGIN")
        run_directly(connection, statement)  # every answer begins a transaction

    return engine


def _postgresql_engine(url: URL) -> Engine:
    if url.get_backend_name() != "postgresql":
        raise InvalidInput("tables are kept in SQLite or PostgreSQL")
    engine = create_engine(
        url,
        pool_size=POOL_SIZE,
        max_overflow=MAX_OVERFLOW,
        pool_timeout=CONNECT_TIMEOUT_SECONDS,
        connect_args={"connect_timeout": CONNECT_TIMEOUT_SECONDS},
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


def _lock_migrations(connection: Connection) -> None:
    """If several processes start at once, one migrates and the others find nothing left to do."""
    connection.execute(text("SET LOCAL statement_timeout = 0"))
    connection.execute(text("SET LOCAL lock_timeout = 0"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATION_LOCK_KEY})
