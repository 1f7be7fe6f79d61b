"""Find the due jobs of a kind by an index: thousands of others may be due later."""

from __future__ import annotations

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_jobs_due", "jobs")
    op.create_index("ix_jobs_kind_due", "jobs", ["kind", "due"])
