"""Tournaments, their entrants and pairings, and the tables that belong to them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

TRIGGERS = {
    "tournament_added": "INSERT ON tournaments",
    "tournament_changed": "UPDATE OF revision ON tournaments",
}


def upgrade() -> None:
    op.add_column(
        "tables", sa.Column("tournament", sa.String(32), nullable=False, server_default="")
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("name", sa.String(60), nullable=False),
        sa.Column("organiser", sa.String(64), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(40), nullable=False),
        sa.Column("table_size", sa.Integer, nullable=False),
        sa.Column("format", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("pace", sa.JSON),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("hints", sa.Boolean, nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True)),
        sa.Column("max_entrants", sa.Integer, nullable=False),
        sa.Column("created", sa.DateTime(timezone=True), nullable=False),
        sa.Column("address", sa.String(32), nullable=False),
        sa.Column("network", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("last_number", sa.Integer, nullable=False),
        sa.Column("drawn_order", sa.JSON, nullable=False),
        sa.Column("removed", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_organiser_status", "tournaments", ["organiser", "status"])
    op.create_index("ix_tournaments_status_changed", "tournaments", ["status", "changed"])
    op.create_table(
        "tournament_entrants",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("withdrawn", sa.Boolean, nullable=False),
        _of_tournament("tournament_entrants"),
        sa.PrimaryKeyConstraint("tournament_id", "number", name="pk_tournament_entrants"),
    )
    op.create_index("ix_tournament_entrants_guest", "tournament_entrants", ["guest"])
    op.create_table(
        "tournament_pairings",
        sa.Column("tournament_id", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("places", sa.JSON),
        sa.Column("scores", sa.JSON),
        _of_tournament("tournament_pairings"),
        sa.PrimaryKeyConstraint("tournament_id", "round", "number", name="pk_tournament_pairings"),
    )
    op.create_index("ix_tournament_pairings_table_id", "tournament_pairings", ["table_id"])
    is_sqlite = op.get_bind().dialect.name == "sqlite"
    for name, event in TRIGGERS.items():
        _create_trigger(name, f"AFTER {event} FOR EACH ROW", is_sqlite)


def _of_tournament(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["tournament_id"],
        ["tournaments.id"],
        name=f"fk_{table}_tournament_id",
        ondelete="CASCADE",
    )


def _create_trigger(name: str, event: str, is_sqlite: bool) -> None:
    """Announce changes on the channel of tables: ids of both differ, and pages follow one."""
    if is_sqlite:
        op.execute(
            f"CREATE TRIGGER {name} {event} BEGIN INSERT INTO changes (channel, table_id, revision)"
            " VALUES ('smokestack_tables', NEW.id, NEW.revision); END"
        )
        return
    op.execute(
        f"CREATE FUNCTION announce_{name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "PERFORM pg_notify('smokestack_tables', NEW.id || ' ' || NEW.revision); "
        "RETURN NULL; END $$"
    )
    op.execute(f"CREATE TRIGGER {name} {event} EXECUTE FUNCTION announce_{name}()")
