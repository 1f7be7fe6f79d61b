"""The schema by subject, the same on SQLite and PostgreSQL.

Every change here needs a revision in `migrations/versions`.
"""

from __future__ import annotations

from smokestack.server.storage.schema.chat import announcements, chat_messages, mutes, reports
from smokestack.server.storage.schema.columns import metadata
from smokestack.server.storage.schema.jobs import (
    analyses,
    bot_jobs,
    bot_turns,
    changes,
    downtimes,
    heartbeats,
    jobs,
    write_tests,
)
from smokestack.server.storage.schema.notices import (
    mail_notices,
    notice_settings,
    presence,
    push_devices,
    sent_notices,
)
from smokestack.server.storage.schema.people import (
    accounts,
    one_time_tokens,
    passkeys,
    rating_changes,
    ratings,
    results,
    sessions,
    sign_up_codes,
)
from smokestack.server.storage.schema.study import (
    opening_counts,
    opening_games,
    puzzle_ratings,
    puzzle_standings,
    puzzle_tries,
)
from smokestack.server.storage.schema.tables import (
    answers,
    invitations,
    seat_devices,
    seats,
    snapshots,
    submissions,
    tables,
    tile_sets,
)
from smokestack.server.storage.schema.tournaments import (
    tournament_entrants,
    tournament_pairings,
    tournaments,
)

__all__ = [
    "accounts",
    "analyses",
    "announcements",
    "answers",
    "bot_jobs",
    "bot_turns",
    "changes",
    "chat_messages",
    "downtimes",
    "heartbeats",
    "invitations",
    "jobs",
    "mail_notices",
    "metadata",
    "mutes",
    "notice_settings",
    "one_time_tokens",
    "opening_counts",
    "opening_games",
    "passkeys",
    "presence",
    "push_devices",
    "puzzle_ratings",
    "puzzle_standings",
    "puzzle_tries",
    "rating_changes",
    "ratings",
    "reports",
    "results",
    "seat_devices",
    "seats",
    "sent_notices",
    "sessions",
    "sign_up_codes",
    "snapshots",
    "submissions",
    "tables",
    "tile_sets",
    "tournament_entrants",
    "tournament_pairings",
    "tournaments",
    "write_tests",
]
