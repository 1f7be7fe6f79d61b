"""The settings of a server."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from smokestack.analysis.hint import SIMULATIONS
from smokestack.engine.errors import InvalidInput

POSTGRESQL = "postgresql+psycopg"
PLAIN_POSTGRESQL = ("postgresql", "postgres")

SIGN_UP_CLOSED: Final = "closed"
SIGN_UP_BY_INVITATION: Final = "invitation"
SIGN_UP_OPEN: Final = "open"
SIGN_UP_CHOICES: Final = (SIGN_UP_CLOSED, SIGN_UP_BY_INVITATION, SIGN_UP_OPEN)


class Settings(msgspec.Struct, frozen=True):
    """Times are in seconds."""

    data_folder: Path
    """Holds the server's key, and the SQLite database unless `database` is given."""
    database: str = ""
    """A SQLAlchemy URL; empty for a SQLite file in the data folder."""
    bots: int = max(1, (os.cpu_count() or 2) - 1)
    """Number of bot processes. With 0, this server computes hints but plays no bots."""
    bot_pause: float = 1.0
    """Minimum time between a decision and a bot's answer, so that people can follow the game and
    undo their own answer."""
    bot_timeout: float = 120.0
    """Maximum time that a bot may take for one answer."""
    bot_lease: float = 10.0
    """Time after which other processes take over the bot jobs of a process that ended."""
    hint_timeout: float = 30.0
    """Maximum time that a request waits for a hint."""
    hint_simulations: int = SIMULATIONS
    """Simulations of the search behind a hint."""
    public_url: str = ""
    """Base URL of invitation links; empty: the URL of the request."""
    max_tables: int = 10_000
    """Maximum number of unfinished tables."""
    max_tables_per_guest: int = 200
    """Maximum number of unfinished tables that one guest has created."""
    max_tables_per_address: int = 400
    """Maximum number of unfinished tables created from one address (a /64 in IPv6). A network (a
    /24 in IPv4, a /48 in IPv6) may have four times as many."""
    max_unattended_tables: int = 500
    """Maximum number of unfinished tables without a person."""
    max_unattended_tables_per_address: int = 20
    """Maximum number of unfinished tables without a person, created from one address."""
    waiting_table_hours: float = 72.0
    """Hours after which a table that waits for players is deleted; 0 keeps it."""
    max_cached_tables: int = 500
    """Tables kept in memory; others are loaded from the database when requested."""
    max_event_streams: int = 2_000
    """Maximum number of open event streams of a process."""
    max_event_streams_per_address: int = 100
    """Maximum number of open event streams of one client address."""
    max_connections_per_address: int = 200
    """Maximum number of connections of one client address; trusted proxies have no limit."""
    requests_per_minute: int = 3_000
    """Requests of any kind per address and minute. A network may send four times as many; all
    clients whose address is unknown together a fifth. 0 turns this limit off."""
    changes_per_minute: int = 240
    """Unsafe requests per guest and minute. The seats of a table share twice as many equally, an
    address may send five times as many, a network twenty times. 0 turns these limits off."""
    hints_per_minute: int = 20
    """Hints per guest and minute. An address may request five times as many. 0 turns this off."""
    sign_ins_per_minute: int = 10
    """Attempts to sign in or up, per name and per address and minute. 0 turns this off."""
    sign_up: str = SIGN_UP_CLOSED
    """Who may create an account: nobody, those with a code of the operator, or everybody."""
    terms_file: str = ""
    """A Markdown file with the terms of use, shown at /terms; empty for none."""
    smtp_host: str = ""
    """The SMTP server that sends mails; empty: this server sends none."""
    smtp_port: int = 587
    smtp_tls: str = "starttls"
    """How the connection to it is encrypted: `starttls`, `tls` or `none`."""
    smtp_user: str = ""
    smtp_password: str = ""
    mail_from: str = ""
    """The address that mails are from."""
    sends_notices: bool = True
    """This process tells people of events; one for bots alone leaves that to others."""
    webhooks: bool = True
    """People may have their notices sent to a web address of their choice."""
    private_webhooks: bool = False
    """Webhooks and push messages may go to private and loopback addresses, and over http."""
    request_timeout: float = 60.0
    """Maximum duration of a request, event streams excepted."""
    client_timeout: float = 20.0
    """Maximum time to wait for a client that sends a body, or that does not read a response."""
    allowed_hosts: tuple[str, ...] = ()
    """Host names that this server answers to; empty for any."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted."""
    backup_every: float = 0.0
    """Hours between two backups of a SQLite database into the data folder; 0 for none."""
    backup_keep: int = 7
    """Scheduled backups to keep."""
    heartbeat: float = 5.0
    """Time between two notes that a server runs. Clocks of tables stand still if none was written
    for four times as long."""
    keeps_clocks: bool = True
    """Whether clocks of tables run while this process does, and time-outs are its jobs."""
    time_shift_file: str = ""
    """A file with a number of seconds by which the time of this server differs; for tests."""
    metrics: bool = False
    """Serve Prometheus metrics at /metrics."""

    @property
    def is_https(self) -> bool:
        """Players reach this server over https, so cookies are for https only."""
        return self.public_url.startswith("https://")

    @property
    def has_mail(self) -> bool:
        """Links in mails need the public URL: that of a request could be forged."""
        return bool(self.smtp_host and self.mail_from and self.public_url)

    def database_url(self) -> URL:
        """The database to use; `InvalidInput` if the setting is not a valid URL."""
        if not self.database:
            return URL.create("sqlite", database=str(self.data_folder / "tables.sqlite"))
        try:
            url = make_url(self.database)
        except ArgumentError:
            # The URL itself is not shown: it may contain a password.
            raise InvalidInput(
                "the database must be a URL like sqlite:////folder/tables.sqlite or "
                "postgresql://user@host/name"
            ) from None
        return url.set(drivername=POSTGRESQL) if url.drivername in PLAIN_POSTGRESQL else url
