"""Run by Alembic: brings the database of the given connection up to date."""

from __future__ import annotations

from alembic import context

from smokestack.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
