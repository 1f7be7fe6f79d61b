"""Numbers of tables, for limits and monitoring, and whether a deal is still in use."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

import msgspec
from sqlalchemy import ColumnElement, Connection, func, select, update

from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import FINISHED, RUNNING
from smokestack.server.storage.schema import seats, tables, write_tests

ABANDONED_DAYS: Final = 60
"""Days without a change after which an unfinished table no longer counts for limits."""

_COUNT = select(func.count()).select_from(tables)
_UNFINISHED = _COUNT.where(tables.c.status.not_in(FINISHED))


class TableCounts(msgspec.Struct, frozen=True):
    """Numbers of unfinished tables, without abandoned ones; 0 for the address and network of this
    machine."""

    total: int
    of_address: int
    of_network: int


def is_deal_used(connection: Connection, table_id: str, commitment: str, since: datetime) -> bool:
    """Whether another game from the same deal is unfinished and was played on after `since`."""
    query = select(tables.c.id).where(
        tables.c.deal_commitment == commitment,
        tables.c.id != table_id,
        tables.c.status.not_in(FINISHED),
        tables.c.changed > since,
    )
    return connection.execute(query.limit(1)).first() is not None


def count_unfinished(connection: Connection) -> int:
    return connection.execute(_UNFINISHED).scalar_one()


def count_of_host(connection: Connection, host: str) -> int:
    """The number of unfinished tables that a guest has created, without abandoned ones."""
    return _count_in_use(connection, tables.c.host == host)


def count_for_limits(connection: Connection, origin: Origin) -> TableCounts:
    def count(*conditions: ColumnElement[bool]) -> int:
        return _count_in_use(connection, *conditions)

    return TableCounts(
        count(),
        count(tables.c.address == origin.address) if origin.address else 0,
        count(tables.c.network == origin.network) if origin.network else 0,
    )


def _count_in_use(connection: Connection, *conditions: ColumnElement[bool]) -> int:
    in_use = tables.c.changed > datetime.now(UTC) - timedelta(days=ABANDONED_DAYS)
    return connection.execute(_UNFINISHED.where(in_use, *conditions)).scalar_one()


def count_unattended(connection: Connection, address: str = "") -> int:
    """The number of running tables where no person is seated, of an address or of all."""
    person = select(seats.c.number).where(
        seats.c.table_id == tables.c.id,
        seats.c.guest != "",
        seats.c.bot == "",
        seats.c.has_left.is_(False),
    )
    query = _COUNT.where(tables.c.status == RUNNING, ~person.exists())
    if address:
        query = query.where(tables.c.address == address)
    return connection.execute(query).scalar_one()


def test_write(connection: Connection) -> None:
    """Fails if the database can't be written."""
    connection.execute(update(write_tests).values(at=datetime.now(UTC)))


def count_pending_bot_jobs(connection: Connection) -> int:
    """The number of tables where a bot must answer."""
    actor = (seats.c.table_id == tables.c.id) & (seats.c.number == tables.c.actor)
    query = select(func.count()).select_from(tables.join(seats, actor))
    return connection.execute(query.where(seats.c.bot != "")).scalar_one()
