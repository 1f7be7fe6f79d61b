"""Opens the database and brings it up to date."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from smokestack.engine.errors import InvalidInput

MIGRATIONS: Final = Path(__file__).with_name("migrations")
BUSY: Final = 30.0  # seconds to wait for another process that writes


class Database:
    """Connections for reading and for writing; on SQLite a writer is alone from the beginning."""

    def __init__(self, url: URL) -> None:
        self.is_sqlite = url.get_backend_name() == "sqlite"
        try:
            self._engine = _open_sqlite(url) if self.is_sqlite else create_engine(url)
        except (SQLAlchemyError, ImportError) as error:
            shown = url.render_as_string(hide_password=True)
            raise InvalidInput(f"{shown}: this database can't be used ({error})") from None
        if self.is_sqlite:
            # A reader that began to write would be refused while somebody else writes.
            self._reading: Engine = self._engine
            self._writing: Engine = self._engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")
        else:
            # A table is read with several queries, which must see the same moment.
            self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")
            self._writing = self._engine

    def reading(self) -> Connection:
        """For `with`: a connection that is given back in the end."""
        return self._reading.connect()

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction: all that is done with the connection counts, or nothing."""
        with self._writing.begin() as connection:
            yield connection

    def bring_up_to_date(self) -> None:
        """Run all migrations that this database has not seen, in one transaction."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        try:
            with self.writing() as connection:
                config.attributes["connection"] = connection
                command.upgrade(config, "head")
        except CommandError as error:
            raise InvalidInput(
                f"the database was written by another version of Smokestack ({error})"
            ) from None
        except SQLAlchemyError as error:
            raise InvalidInput(f"the database can't be opened ({error})") from None

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
