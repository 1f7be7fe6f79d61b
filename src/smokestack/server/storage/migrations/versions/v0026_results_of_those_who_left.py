"""Store again the results of games that somebody left, and drop those that continue another."""

from __future__ import annotations

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "DELETE FROM results WHERE table_id IN (SELECT id FROM tables WHERE inherited_answers > 0 "
        "OR (deal_table IS NOT NULL AND deal_table <> id)) OR table_id IN (SELECT table_id "
        "FROM seats WHERE guest <> '' AND (has_left OR bot <> ''))"
    )
    # Stores the results that are missing.
    op.execute("DELETE FROM jobs WHERE kind = 'results' AND key = 'all'")
    op.execute(
        "INSERT INTO jobs (kind, key, data, due, failures, stamp) "
        "VALUES ('results', 'all', '{}', CURRENT_TIMESTAMP, 0, 'migration')"
    )
