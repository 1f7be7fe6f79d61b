"""Moves the games of a guest to an account, and what else the guest has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime

from sqlalchemy import Column, Connection, bindparam, delete, or_, select, union, update

from smokestack.server.domain.account import Session, session_device
from smokestack.server.domain.announcements import ACCOUNT_PLAYS, DEVICE_ADDED
from smokestack.server.domain.table import FINISHED, NO_SEAT
from smokestack.server.storage import accounts, notices, puzzles
from smokestack.server.storage.schema import (
    announcements,
    bot_jobs,
    chat_messages,
    mutes,
    notice_settings,
    push_devices,
    puzzle_standings,
    puzzle_tries,
    reports,
    results,
    seat_devices,
    seats,
    tables,
    tile_sets,
    tournament_entrants,
    tournaments,
)

SEAT = (seats.c.table_id == seat_devices.c.table_id) & (seats.c.number == seat_devices.c.seat)


def move(connection: Connection, guest: str, session: Session, now: datetime) -> set[str]:
    """Give the account of a session everything that a guest has.

    Nothing happens if the guest has an account. Returns the tables whose rows were changed; all
    processes load these again.
    """
    if accounts.find(connection, guest) is not None:
        return set()
    changed = _locked_tables(connection, guest)
    _announce(connection, guest, session.guest, changed, now)
    _move_seats(connection, guest, session.guest)
    _replace(connection, tables.c.host, guest, session.guest)
    _replace(connection, results.c.guest, guest, session.guest)
    # Only at these tables: what the guest wrote elsewhere could be found by reading everything.
    for column in (
        bot_jobs.c.host,
        chat_messages.c.author,
        mutes.c.reader,
        mutes.c.author,
        reports.c.reporter,
        reports.c.author,
    ):
        _replace(connection, column, guest, session.guest, changed)
    at_tables = mutes.c.table_id.in_(changed)
    connection.execute(delete(mutes).where(at_tables, mutes.c.reader == mutes.c.author))
    _move_tournaments(connection, guest, session.guest)
    _move_puzzles(connection, guest, session.guest)
    _move_tile_sets(connection, guest, session.guest)
    _move_notices(connection, guest, session)
    return set(changed)


def _locked_tables(connection: Connection, guest: str) -> dict[str, int]:
    """The tables where a guest has a seat or is the host, with the last announcement's number."""
    own = union(
        select(tables.c.id).where(tables.c.host == guest),
        select(seats.c.table_id).where(seats.c.guest == guest),
        select(seat_devices.c.table_id).where(seat_devices.c.guest == guest),
    )
    query = select(tables.c.id, tables.c.last_announcement).where(tables.c.id.in_(own))
    locked = connection.execute(query.order_by(tables.c.id).with_for_update())
    return {row.id: row.last_announcement for row in locked}


def _announce(
    connection: Connection, guest: str, account: str, changed: dict[str, int], now: datetime
) -> None:
    """Tell everybody at unfinished tables, and raise the revisions of all that change."""
    known = union(
        select(seats.c.table_id, seats.c.number).where(seats.c.guest == account),
        select(seat_devices.c.table_id, seat_devices.c.seat).where(seat_devices.c.guest == account),
    )
    of_account: dict[str, list[int]] = {}
    for table_id, number in connection.execute(known):
        of_account.setdefault(table_id, []).append(number)
    own = (
        select(seats.c.table_id, seats.c.number)
        .join(tables, tables.c.id == seats.c.table_id)
        .join(seat_devices, SEAT, isouter=True)
        .where(
            or_(seats.c.guest == guest, seat_devices.c.guest == guest),
            tables.c.status.not_in(FINISHED),
        )
        .distinct()
        .order_by(seats.c.table_id, seats.c.number)
    )
    said: Counter[str] = Counter()
    rows = []
    for table_id, number in connection.execute(own):
        others = [seat for seat in of_account.get(table_id, []) if seat != number]
        said[table_id] += 1
        rows.append(
            {
                "table_id": table_id,
                "number": changed[table_id] + said[table_id],
                "kind": DEVICE_ADDED if others else ACCOUNT_PLAYS,
                "seat": number,
                "by_seat": others[0] if others else NO_SEAT,
                "detail": "",
                "at": now,
            }
        )
    if rows:
        connection.execute(announcements.insert(), rows)
    if changed:
        revised = update(tables).where(tables.c.id == bindparam("same_id"))
        connection.execute(
            revised.values(revision=tables.c.revision + 1, last_announcement=bindparam("last")),
            [{"same_id": each, "last": last + said[each]} for each, last in changed.items()],
        )


def _move_seats(connection: Connection, guest: str, account: str) -> None:
    """The account may have used some of the seats on its devices already."""
    _replace(connection, seats.c.guest, guest, account)
    other = seat_devices.alias()
    has_seat = select(seats.c.number).where(SEAT, seats.c.guest == account).exists()
    uses_seat = (
        select(other.c.seat)
        .where(
            other.c.table_id == seat_devices.c.table_id,
            other.c.seat == seat_devices.c.seat,
            other.c.guest == account,
        )
        .exists()
    )
    of_guest = seat_devices.c.guest == guest
    connection.execute(delete(seat_devices).where(of_guest, or_(has_seat, uses_seat)))
    connection.execute(delete(seat_devices).where(seat_devices.c.guest == account, has_seat))
    _replace(connection, seat_devices.c.guest, guest, account)


def _move_tournaments(connection: Connection, guest: str, account: str) -> None:
    entered = select(tournament_entrants.c.tournament_id).where(
        tournament_entrants.c.guest == guest
    )
    own = or_(tournaments.c.organiser == guest, tournaments.c.id.in_(entered))
    revised = update(tournaments).where(own).values(revision=tournaments.c.revision + 1)
    connection.execute(revised)
    _replace(connection, tournaments.c.organiser, guest, account)
    _replace(connection, tournament_entrants.c.guest, guest, account)


def _move_puzzles(connection: Connection, guest: str, account: str) -> None:
    """In a game whose puzzles the account has tried, its own rating stays."""
    known = set(puzzles.standings(connection, account))
    for table in (puzzle_standings, puzzle_tries):
        free = (table.c.guest == guest) & table.c.game.not_in(known)
        connection.execute(update(table).where(free).values(guest=account))
    puzzles.remove(connection, guest)


def _move_tile_sets(connection: Connection, guest: str, account: str) -> None:
    """A set whose name the account uses already stays behind."""
    known = select(tile_sets.c.name).where(tile_sets.c.owner == account)
    names = set(connection.execute(known).scalars())
    free = (tile_sets.c.owner == guest) & tile_sets.c.name.not_in(names)
    connection.execute(update(tile_sets).where(free).values(owner=account))


def _move_notices(connection: Connection, guest: str, session: Session) -> None:
    """The browser of the guest goes on receiving push messages; settings of the account stay."""
    device = session_device(session.number)
    own = update(push_devices).where(push_devices.c.guest == guest)
    connection.execute(own.values(guest=session.guest, device=device))
    if notices.find(connection, session.guest) is None:
        _replace(connection, notice_settings.c.guest, guest, session.guest)
    notices.remove(connection, guest)


def _replace(
    connection: Connection,
    column: Column[str],
    guest: str,
    account: str,
    at_tables: Collection[str] | None = None,
) -> None:
    own = update(column.table).where(column == guest)
    if at_tables is not None:
        own = own.where(column.table.c.table_id.in_(at_tables))
    connection.execute(own.values({column.name: account}))
