"""Checks that a SQLite file is an undamaged database of Smokestack and nothing more.

A file from elsewhere could contain triggers or views that run when a server uses it, so its schema
must be exactly the one that the migrations produce.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import URL

from smokestack.engine.errors import InvalidInput, brief
from smokestack.server.storage.database import MIGRATIONS, Database

CLAUSES: Final = re.compile(
    r"\b(VIRTUAL|CHECK|GENERATED|COLLATE|CONFLICT|DEFERRABLE|AUTOINCREMENT|STRICT|WITHOUT)\b",
    re.IGNORECASE,
)
"""What only the definition of a table tells, by the words with which it begins."""

Schema = dict[tuple[str, str], Any]
"""What describes each table, index and trigger, by kind and name."""


def check_backup(file: Path, shown: str) -> None:
    """`InvalidInput` unless a server can use the file; `shown` names it in messages."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as opened:
            opened.execute("PRAGMA trusted_schema=OFF")
            damage = opened.execute("PRAGMA integrity_check(1)").fetchone()[0]
            orphan = opened.execute("PRAGMA foreign_key_check").fetchone()
            revision = _revision(opened)
            schema = _schema(opened)
    except sqlite3.Error as error:
        raise InvalidInput(f"{shown} is not a backup of Smokestack ({error})") from None
    if damage != "ok":
        raise InvalidInput(f"{shown} is damaged ({brief(damage)})")
    if orphan is not None:
        raise InvalidInput(f"{shown} is damaged (a row of {brief(orphan[0])} has no table)")
    if revision not in _revisions():
        raise InvalidInput(f"{shown} was written by another version of Smokestack")
    expected = _expected_schema(revision)
    for kind, name in sorted(expected.keys() | schema.keys()):
        if schema.get((kind, name)) != expected.get((kind, name)):
            problem = _problem((kind, name), schema, expected)
            raise InvalidInput(f"{shown} {problem} {kind} {brief(name)}; it can't be used")


def _problem(key: tuple[str, str], schema: Schema, expected: Schema) -> str:
    if key not in expected:
        return "contains the unknown"
    return "has a different" if key in schema else "lacks the"


def _revision(opened: sqlite3.Connection) -> str:
    rows = opened.execute("SELECT version_num FROM alembic_version").fetchall()
    return str(rows[0][0]) if len(rows) == 1 else ""


@cache
def _revisions() -> frozenset[str]:
    """The revisions of the schema that this version can migrate."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)
    return frozenset(script.revision for script in scripts.walk_revisions())


@cache
def _expected_schema(revision: str) -> Schema:
    """The schema that the migrations produce up to a revision."""
    with tempfile.TemporaryDirectory(prefix="smokestack-schema-") as folder:
        file = Path(folder) / "schema.sqlite"
        database = Database(URL.create("sqlite", database=str(file)))
        database.migrate(revision)
        database.close()
        with closing(sqlite3.connect(file)) as opened:
            return _schema(opened)


def _schema(opened: sqlite3.Connection) -> Schema:
    """Tables by their columns, keys and indexes, because the text of their definition can vary."""
    found: Schema = {}
    query = "SELECT type, name, sql FROM sqlite_master"
    for kind, name, definition in opened.execute(query).fetchall():
        if kind == "table":
            found[kind, name] = _table(opened, name), _clauses(definition)
        elif kind == "index":
            columns = 'SELECT name, "desc", coll FROM pragma_index_xinfo(?) WHERE key'
            found[kind, name] = opened.execute(columns, [name]).fetchall(), _normal(definition)
        else:
            found[kind, name] = _normal(definition)
    return found


def _table(opened: sqlite3.Connection, name: str) -> Any:
    columns = (
        'SELECT name, upper(type), "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)'
    )
    keys = (
        'SELECT "from", "table", "to", on_delete, on_update, "match" '
        "FROM pragma_foreign_key_list(?)"
    )
    indexes = 'SELECT name, "unique", origin, partial FROM pragma_index_list(?)'
    return [sorted(opened.execute(query, [name]).fetchall()) for query in (columns, keys, indexes)]


def _clauses(definition: str) -> list[str]:
    return sorted(clause.upper() for clause in CLAUSES.findall(definition))


def _normal(definition: str | None) -> str:
    """An index, trigger or view without differences in spaces and quotation marks."""
    return re.sub(r"\s+", " ", re.sub(r'["`\[\]]', "", definition or "")).strip().lower()
