"""Tables at which games are played, their seats and their answers."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    UniqueConstraint,
    false,
)

from smokestack.server.storage.schema.columns import (
    BOT,
    EDITION,
    GAME,
    GUEST_ID,
    ORIGIN,
    PLAYER_NAME,
    TABLE_ID,
    TOKEN_HASH,
    UtcDateTime,
    key_number,
    metadata,
    of_table,
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", GUEST_ID, nullable=False),
    Column("game", GAME, nullable=False),
    Column("edition", EDITION, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", BigInteger, nullable=False),  # 0 if there is a deal
    Column("deal_table", TABLE_ID),  # the table for which the secret of the deal was made
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
    Column("rematch", TABLE_ID, nullable=False),
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
    Column("address", ORIGIN, nullable=False, server_default=""),
    Column("network", ORIGIN, nullable=False, server_default=""),
    Index(None, "host", "status"),
    Index(None, "address", "status"),
    Index(None, "network", "status"),
    Index(None, "status", "open"),
)

seats = Table(
    "seats",
    metadata,
    of_table(),
    key_number(),
    Column("name", PLAYER_NAME, nullable=False),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("bot", BOT, nullable=False),
    Column("has_left", Boolean, nullable=False),
    Column("bot_votes", JSON, nullable=False),
    Column("proposed_bot", BOT, nullable=False),
    Column("token_nonce", String(32), nullable=False),
    Column("token_hash", TOKEN_HASH),
    Column("contribution", String(80), nullable=False),  # to the deal
    Column("used_token_hash", TOKEN_HASH, nullable=False, index=True),
    Column("automatic", JSON, nullable=False, server_default="[]"),
    UniqueConstraint("token_hash"),
)

# Guests who use a seat besides its owner, who is in `seats.guest`.
seat_devices = Table(
    "seat_devices",
    metadata,
    of_table(),
    key_number("seat"),
    Column("guest", GUEST_ID, primary_key=True, index=True),
    Column("number", Integer, nullable=False),  # the order in which they were added
)

answers = Table(
    "answers",
    metadata,
    of_table(),
    key_number(),
    Column("text", String(200), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("by_bot", Boolean, nullable=False),
    Column("reveals", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    of_table(),
    key_number(),  # of answers before it
    Column("fingerprint", String(64), nullable=False),
    Column("data", LargeBinary, nullable=False),
)

# Tile sets of Glasgow. An installed one has no owner and is offered to everybody.
tile_sets = Table(
    "tile_sets",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("owner", GUEST_ID, nullable=False, index=True),
    Column("name", String(60), nullable=False),
    Column("tiles", JSON, nullable=False),
    Column("changed", UtcDateTime, nullable=False),
)

submissions = Table(
    "submissions",
    metadata,
    of_table(),
    Column("guest", GUEST_ID, primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("at", UtcDateTime, nullable=False, index=True),
    Column("fingerprint", String(32), nullable=False, server_default=""),  # of the request
)

# Account holders that the host of a table that waits for players has invited by name.
invitations = Table(
    "invitations",
    metadata,
    of_table(),
    Column("guest", GUEST_ID, primary_key=True, index=True),
    Column("invited", UtcDateTime, nullable=False),
)
