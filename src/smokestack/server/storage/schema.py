"""The schema, the same on SQLite and PostgreSQL.

Every change here needs a revision in `migrations/versions`.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    true,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """A point in time in UTC; SQLite stores it without a time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),  # 0 if there is a deal
    Column("deal_table", String(32)),  # the table for which the secret of the deal was made
    Column("deal_secret", String(64)),
    Column("deal_commitment", String(64), index=True),
    Column("rules", Integer, nullable=False),
    Column("first_seat", Integer),  # the seat that starts, if it was chosen
    Column("tiles", JSON, nullable=False),
    Column("version", Integer, nullable=False),
    Column("revision", Integer, nullable=False),  # also used for optimistic locking
    Column("status", String(16), nullable=False),
    Column("open", Boolean, nullable=False),
    Column("actor", Integer),  # the seat that must answer, to count pending bot jobs
    Column("created", UtcDateTime, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("decision_since", UtcDateTime, nullable=False),
    Column("resigned", Integer, nullable=False),
    Column("rematch", String(32), nullable=False),
    Column("inherited_answers", Integer, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("absence_minutes", Integer, nullable=False),
    Column("chat_locked", Boolean, nullable=False),
    Column("removed_guests", JSON, nullable=False),
    Column("last_announcement", Integer, nullable=False),  # its number; 0 if there is none
    Column("pace", JSON(none_as_null=True)),  # NULL without a clock
    Column("clock", JSON(none_as_null=True)),
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("tournament", String(32), nullable=False, server_default=""),
    # Hashes of where the table was created from; see `Origin`.
    Column("address", String(32), nullable=False, server_default=""),
    Column("network", String(32), nullable=False, server_default=""),
    Index(None, "host", "status"),
    Index(None, "address", "status"),
    Index(None, "network", "status"),
    Index(None, "status", "open"),
)


def _of_table() -> Column[str]:
    return Column(
        "table_id", String(32), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )


seats = Table(
    "seats",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", String(40), nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("bot", String(40), nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("bot_votes", JSON, nullable=False),
    Column("proposed_bot", String(40), nullable=False),
    Column("token_nonce", String(32), nullable=False),
    Column("token_hash", String(64)),
    Column("contribution", String(80), nullable=False),  # to the deal
    Column("used_token_hash", String(64), nullable=False, index=True),
    Column("automatic", JSON, nullable=False, server_default="[]"),
    UniqueConstraint("token_hash"),
)

# Guests who use a seat besides its owner, who is in `seats.guest`.
seat_devices = Table(
    "seat_devices",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), primary_key=True, index=True),
    Column("number", Integer, nullable=False),  # the order in which they were added
)

answers = Table(
    "answers",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_bot", Boolean, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),  # of answers before it
    Column("fingerprint", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

chat_messages = Table(
    "chat_messages",
    metadata,
    _of_table(),
    Column(
        "number", Integer, primary_key=True, autoincrement=False
    ),  # the revision of the table that added it
    Column("author", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

announcements = Table(
    "announcements",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(40), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_seat", Integer, nullable=False),
    Column("detail", String(40), nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

mutes = Table(
    "mutes",
    metadata,
    _of_table(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("reader", String(64), nullable=False),
    Column("author", String(64), nullable=False),
    Column("name", String(40), nullable=False),
)

# Not bound to `tables`: the operator may want to read a report after its table was removed.
reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(32), nullable=False, index=True),
    Column("reporter", String(64), nullable=False, index=True),
    Column("author", String(64), nullable=False),
    Column("name", String(40), nullable=False),
    Column("message", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("resolved", Boolean, nullable=False, index=True),
)

# Tile sets of Glasgow. An installed one has no owner and is offered to everybody.
tile_sets = Table(
    "tile_sets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", String(64), nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("tiles", JSON, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
)

# Filled by triggers on SQLite only; PostgreSQL announces changes with NOTIFY.
changes = Table(
    "changes",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("channel", String(40), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("revision", Integer, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    _of_table(),
    Column("guest", String(64), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("at", UtcDateTime, nullable=False, index=True),
    Column("fingerprint", String(32), nullable=False, server_default=""),  # of the request
)

bot_jobs = Table(
    "bot_jobs",
    metadata,
    _of_table(),
    Column("version", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("bot", String(40), nullable=False),
    Column("queued_at", UtcDateTime, nullable=False, index=True),
    Column("lease_owner", String(32)),  # the process that works on it
    Column("lease_expires", UtcDateTime),  # when another process may take over
    Column("failures", Integer, nullable=False),
    # Copied from the table, to find the next job without a join.
    Column("host", String(64), nullable=False, server_default=""),
    Column("address", String(32), nullable=False, server_default=""),
    Column("attended", Boolean, nullable=False, server_default=true()),  # a person is seated
    Column("watched_until", UtcDateTime),  # for tables where no person is seated
)

# The last turn of each host, when a process started on one of its jobs. Turns are counted over all
# hosts; they are not times, because a clock may be set back.
bot_turns = Table(
    "bot_turns",
    metadata,
    Column("address", String(32), primary_key=True),
    Column("host", String(64), primary_key=True),
    Column("turn", BigInteger, nullable=False),
)

# Account holders whom the host of a table that waits for players has invited by name.
invitations = Table(
    "invitations",
    metadata,
    _of_table(),
    Column("guest", String(64), primary_key=True, index=True),
    Column("invited", UtcDateTime, nullable=False),
)

# The ratings of people, on lists by game, number of players and kind of opponents.
ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("against", String(8), primary_key=True),
    Column("guest", String(64), primary_key=True, index=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

# The ratings after each rated game. Not bound to `tables`, which may be removed.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("against", String(8), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "guest", "at"),
)

# The first try of each person at each puzzle; see `domain/puzzles.py`. The puzzles themselves are
# files.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("puzzle", String(16), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

puzzle_standings = Table(
    "puzzle_standings",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),  # puzzles tried
    Column("wins", Integer, nullable=False),  # solved at the first try
    Column("streak", Integer, nullable=False),
    Column("best_streak", Integer, nullable=False),
)

# The ratings of puzzles that somebody has tried.
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
)

# Analyses of finished games, waiting or done.
analyses = Table(
    "analyses",
    metadata,
    _of_table(),
    Column("depth", String(8), primary_key=True),
    Column("queued_at", UtcDateTime, nullable=False, index=True),
    Column("lease_owner", String(32)),  # the process that works on it
    Column("lease_expires", UtcDateTime),  # when another process may take over
    Column("failures", Integer, nullable=False),
    Column("examined", Integer, nullable=False),  # answers so far
    Column("answers", Integer, nullable=False),
    Column("result", LargeBinary),  # compressed JSON; NULL until it is done
)

# How often moves were chosen in the openings of finished games, and how these games ended. Not
# bound to tables, so that nothing tells where a count comes from.
opening_counts = Table(
    "opening_counts",
    metadata,
    Column("game", String(40), primary_key=True),
    Column("kind", String(60), primary_key=True),  # edition and number of players
    Column("parent", String(240), primary_key=True),  # the moves before
    Column("move", String(80), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Float, nullable=False),
    Column("points", BigInteger, nullable=False),
)

# The games whose openings were counted.
opening_games = Table("opening_games", metadata, _of_table())

# A single row, updated to find out whether the database can be written.
write_tests = Table(
    "write_tests",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

# Work that must be done at some time, by any process; see `storage/jobs.py`.
jobs = Table(
    "jobs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(40), nullable=False),
    Column("key", String(120), nullable=False),  # what it is about, such as a table
    Column("data", JSON, nullable=False),
    Column("due", UtcDateTime, nullable=False, index=True),
    Column("lease_owner", String(32)),  # the process that works on it
    Column("lease_expires", UtcDateTime),  # when another process may take over
    Column("failures", Integer, nullable=False),
    Column("stamp", String(32), nullable=False),  # changes with each version of the job
    UniqueConstraint("kind", "key"),
)

# A single row: when a server last ran.
heartbeats = Table(
    "heartbeats",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", UtcDateTime),
)

# Times in which no server ran, so that no clock did.
downtimes = Table(
    "downtimes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("started", UtcDateTime, nullable=False),
    Column("ended", UtcDateTime, nullable=False),
)

# A guest with a name and a password; see `domain/account.py`.
accounts = Table(
    "accounts",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("name_key", String(120), nullable=False),
    Column("password_hash", String(200), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("email", String(254)),  # confirmed by its owner
    Column("created", UtcDateTime, nullable=False, index=True),
    Column("banned", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("name_key"),
)

# Codes with which one account each can be created, if sign-up is by invitation.
sign_up_codes = Table(
    "sign_up_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("created", UtcDateTime, nullable=False),
)

# The devices that are signed in. A token that was replaced works until the new one is used.
sessions = Table(
    "sessions",
    metadata,
    Column("number", Integer, primary_key=True),
    Column(
        "guest",
        String(64),
        ForeignKey("accounts.guest", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("token_hash", String(64), nullable=False),
    Column("previous_hash", String(64), index=True),
    Column("rotated", UtcDateTime, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("seen", UtcDateTime, nullable=False),
    Column("device", String(60), nullable=False),
    UniqueConstraint("token_hash"),
)

# The results of finished games, one for each seat, for statistics.
results = Table(
    "results",
    metadata,
    _of_table(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("bot", String(40), nullable=False),  # set if a bot played to the end
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer),  # NULL if the game was not played to its end
    Column("won", Boolean, nullable=False),
    Column("finished", UtcDateTime, nullable=False),
)

# What a person wants to be told, and where; see `domain/notices.py`.
notice_settings = Table(
    "notice_settings",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("language", String(8), nullable=False),
    Column("chosen", JSON, nullable=False),
    Column("webhook_url", Text, nullable=False),
    Column("webhook_form", String(16), nullable=False),
    Column("mailed", UtcDateTime),  # when the last mail was put together
)

# Browsers that accept push messages.
push_devices = Table(
    "push_devices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("device", String(80), nullable=False),
    Column("name", String(60), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("endpoint_hash", String(64), nullable=False),
    Column("public_key", String(100), nullable=False),
    Column("auth", String(40), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("endpoint_hash"),
)

# The tables that people with notices have open, and on which device.
presence = Table(
    "presence",
    metadata,
    _of_table(),
    Column("device", String(80), primary_key=True),
    Column("guest", String(64), nullable=False),
    Column("until", UtcDateTime, nullable=False),
)

# Events that a person was told of, so that each is told once.
sent_notices = Table(
    "sent_notices",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("event", String(100), primary_key=True),
    Column("at", UtcDateTime, nullable=False, index=True),
)

# Events that wait for the next mail.
mail_notices = Table(
    "mail_notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("guest", String(64), nullable=False, index=True),
    Column("event", JSON, nullable=False),
)

# Tokens that work once; see `storage/one_time_tokens.py`.
one_time_tokens = Table(
    "one_time_tokens",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("data", String(254), nullable=False, index=True),
    Column("expires", UtcDateTime, nullable=False, index=True),
)

# Passkeys of accounts (WebAuthn).
passkeys = Table(
    "passkeys",
    metadata,
    Column("number", Integer, primary_key=True),
    Column(
        "guest",
        String(64),
        ForeignKey("accounts.guest", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("credential", String(1400), nullable=False),  # its id, in base64url
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("credential"),
)

# Tournaments; see `domain/tournaments`. The games are ordinary tables.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("organiser", String(64), nullable=False),
    Column("game", String(40), nullable=False),
    Column("edition", String(40), nullable=False),
    Column("table_size", Integer, nullable=False),
    Column("format", String(16), nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("pace", JSON(none_as_null=True)),  # NULL without a clock
    Column("rated", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("starts", UtcDateTime),  # NULL if the organiser starts it
    Column("max_entrants", Integer, nullable=False),
    Column("created", UtcDateTime, nullable=False),
    Column("address", String(32), nullable=False),
    Column("network", String(32), nullable=False),
    Column("status", String(16), nullable=False),
    Column("changed", UtcDateTime, nullable=False),
    Column("revision", Integer, nullable=False),  # also used for optimistic locking
    Column("last_number", Integer, nullable=False),  # of an entrant
    Column("drawn_order", JSON, nullable=False),  # numbers of the entrants
    Column("removed", JSON, nullable=False),  # guests
    Index(None, "organiser", "status"),
    Index(None, "status", "changed"),
)


def _of_tournament() -> Column[str]:
    return Column(
        "tournament_id",
        String(32),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    )


tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    _of_tournament(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(64), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("withdrawn", Boolean, nullable=False),
)

# Not bound to `tables`, which may be removed; the results remain.
tournament_pairings = Table(
    "tournament_pairings",
    metadata,
    _of_tournament(),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("entrants", JSON, nullable=False),  # their numbers, by seat
    Column("table_id", String(32), nullable=False, index=True),
    Column("places", JSON(none_as_null=True)),  # NULL until the game is over
    Column("scores", JSON(none_as_null=True)),
)
