"""Accounts, signing in, results and ratings."""

from __future__ import annotations

from sqlalchemy import (
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
    PLAYER_NAME,
    TABLE_ID,
    TOKEN_HASH,
    UtcDateTime,
    key_number,
    metadata,
    of_account,
    of_table,
    rating,
    skill,
)

# The ratings of people, on lists by game, number of players and kind of opponents.
ratings = Table(
    "ratings",
    metadata,
    Column("game", GAME, primary_key=True),
    key_number("players"),
    Column("against", String(8), primary_key=True),
    Column("guest", GUEST_ID, primary_key=True, index=True),
    *rating(),
)

# The ratings after each rated game. Not bound to `tables`, which may be removed.
rating_changes = Table(
    "rating_changes",
    metadata,
    Column("table_id", TABLE_ID, primary_key=True),
    Column("guest", GUEST_ID, primary_key=True),
    Column("game", GAME, nullable=False),
    Column("players", Integer, nullable=False),
    Column("against", String(8), nullable=False),
    *skill(),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "guest", "at"),
)

# A guest with a name and a password; see `domain/account.py`.
accounts = Table(
    "accounts",
    metadata,
    Column("guest", GUEST_ID, primary_key=True),
    Column("name", PLAYER_NAME, nullable=False),
    Column("name_key", String(120), nullable=False),
    Column("password_hash", String(200), nullable=False),
    Column("private", Boolean, nullable=False),
    Column("email", String(254)),  # confirmed by its owner
    Column("created", UtcDateTime, nullable=False, index=True),
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("games_for_puzzles", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("name_key"),
)

# Codes with which one account each can be created, if sign-up is by invitation.
sign_up_codes = Table(
    "sign_up_codes",
    metadata,
    Column("code_hash", TOKEN_HASH, primary_key=True),
    Column("created", UtcDateTime, nullable=False),
)

# The devices that are signed in. A token that was replaced works until the new one is used.
sessions = Table(
    "sessions",
    metadata,
    Column("number", Integer, primary_key=True),
    of_account(),
    Column("token_hash", TOKEN_HASH, nullable=False),
    Column("previous_hash", TOKEN_HASH, index=True),
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
    of_table(),
    key_number("seat"),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("name", PLAYER_NAME, nullable=False),
    Column("bot", BOT, nullable=False),  # set if a bot played to the end
    Column("game", GAME, nullable=False),
    Column("edition", EDITION, nullable=False),
    Column("players", Integer, nullable=False),
    Column("points", Integer),  # NULL if the game was not played to its end
    Column("won", Boolean, nullable=False),
    Column("finished", UtcDateTime, nullable=False),
)

# Tokens that work once; see `storage/one_time_tokens.py`.
one_time_tokens = Table(
    "one_time_tokens",
    metadata,
    Column("token_hash", TOKEN_HASH, primary_key=True),
    Column("purpose", String(20), nullable=False),
    Column("guest", GUEST_ID, nullable=False, index=True),
    Column("data", String(254), nullable=False, index=True),
    Column("expires", UtcDateTime, nullable=False, index=True),
)

# Passkeys of accounts (WebAuthn).
passkeys = Table(
    "passkeys",
    metadata,
    Column("number", Integer, primary_key=True),
    of_account(),
    Column("credential", String(1400), nullable=False),  # its id, in base64url
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(60), nullable=False),
    Column("created", UtcDateTime, nullable=False),
    UniqueConstraint("credential"),
)
