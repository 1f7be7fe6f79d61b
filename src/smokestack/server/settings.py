"""What whoever runs the house can choose."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from smokestack.bots.hint import SIMULATIONS
from smokestack.engine.errors import InvalidInput

POSTGRESQL = "postgresql+psycopg"
PLAIN_POSTGRESQL = ("postgresql", "postgres")


class Settings(msgspec.Struct, frozen=True):
    """How a house is run; times are in seconds."""

    folder: Path
    """Where the server's key is kept, and the database unless another one is named."""
    database: str = ""
    """A URL as SQLAlchemy reads it; empty for a SQLite file in the folder."""
    bots: int = max(1, (os.cpu_count() or 2) - 1)
    """Processes in which bots think; with 0 only hints are thought about here."""
    bot_pause: float = 1.0
    """A bot answers no earlier than this after the question came up, so that people can see what
    happens and take back what they did."""
    bot_patience: float = 120.0
    """The longest that a bot may think about one answer."""
    bot_lease: float = 10.0
    """How long after the end of a process others take up what its bots thought about."""
    hint_patience: float = 30.0
    """The longest that somebody waits for a hint."""
    hint_simulations: int = SIMULATIONS
    """How much thinking goes into a hint."""
    public_url: str = ""
    """How others reach this house, for invitations; empty: as the request did."""
    most_tables: int = 10_000
    """Unfinished ones in the house."""
    most_tables_each: int = 200
    """Unfinished ones that a guest has set up."""
    most_in_memory: int = 500
    """Tables that are kept ready; others are replayed when somebody looks."""
    most_watchers: int = 2_000
    """Open streams of live updates."""
    most_watchers_each: int = 100
    """Of one address."""
    changes_per_minute: int = 240
    """Requests of one guest that may change something; a table takes twice as many, and an address
    five times. 0 is no limit."""
    patience: float = 60.0
    """The longest that a request may take."""
    line_patience: float = 20.0
    """The longest that a client may keep us waiting for a part of a request, or with an answer."""
    hosts: tuple[str, ...] = ()
    """The names under which this server may be asked; empty for any."""
    behind_proxy: bool = False
    """A proxy in front says with X-Forwarded-For and -Proto whom it speaks for."""
    metrics: bool = False
    """Show what is counted at /metrics."""

    def database_url(self) -> URL:
        """Where the tables are stored; `InvalidInput` if the given URL is none."""
        if not self.database:
            return URL.create("sqlite", database=str(self.folder / "tables.sqlite"))
        try:
            url = make_url(self.database)
        except ArgumentError:
            # Not shown: a URL may hold a password.
            raise InvalidInput(
                "the database must be a URL like sqlite:////folder/tables.sqlite or "
                "postgresql://user@host/name"
            ) from None
        return url.set(drivername=POSTGRESQL) if url.drivername in PLAIN_POSTGRESQL else url
