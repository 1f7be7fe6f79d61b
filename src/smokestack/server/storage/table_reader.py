"""Tables made of the rows of the database. `row_checks` validates what was read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, Row, bindparam, select

from smokestack.engine.deal import Deal
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.pace import WITHOUT_CLOCK
from smokestack.server.domain.seats import player_names
from smokestack.server.domain.table import (
    OVER,
    RUNNING,
    Announcement,
    AnswerMeta,
    ChatMessage,
    Mute,
    Seat,
    Table,
)
from smokestack.server.storage import snapshots
from smokestack.server.storage.prepared import PreparedStatement
from smokestack.server.storage.row_checks import (
    AnnouncementColumns,
    AnswerColumns,
    ChatMessageColumns,
    DeviceColumns,
    MuteColumns,
    SeatColumns,
    SetupColumns,
    TableColumns,
    UnreadableTable,
    check_columns,
)
from smokestack.server.storage.rows import last_announcement
from smokestack.server.storage.schema import (
    announcements,
    answers,
    chat_messages,
    mutes,
    seat_devices,
    seats,
    tables,
)

TABLE: Final = select(tables).where(tables.c.id == bindparam("table"))
SEATS: Final = select(seats).where(seats.c.table_id == bindparam("table")).order_by(seats.c.number)
ANSWERS: Final = (
    select(answers)
    .where(answers.c.table_id == bindparam("table"), answers.c.number >= bindparam("first"))
    .order_by(answers.c.number)
)

# One query, so that the table and its latest answers are from the same snapshot.
NEW_ANSWERS: Final = PreparedStatement(
    select(
        tables.c.version,
        tables.c.revision,
        tables.c.status,
        tables.c.open,
        tables.c.changed,
        tables.c.decision_since,
        tables.c.resigned,
        tables.c.rematch,
        tables.c.chat_locked,
        tables.c.removed_guests,
        tables.c.last_announcement,
        tables.c.clock,
        answers.c.number,
        answers.c.text,
        answers.c.seat,
        answers.c.by_bot,
        answers.c.reveals,
        answers.c.at,
    )
    .select_from(
        tables.outerjoin(
            answers,
            (answers.c.table_id == tables.c.id) & (answers.c.number >= bindparam("first")),
        )
    )
    .where(tables.c.id == bindparam("table"))
    .order_by(answers.c.number)
)
CHAT_MESSAGES: Final = (
    select(chat_messages)
    .where(chat_messages.c.table_id == bindparam("table"))
    .order_by(chat_messages.c.number)
)
ANNOUNCEMENTS: Final = (
    select(announcements)
    .where(announcements.c.table_id == bindparam("table"))
    .order_by(announcements.c.number)
)
DEVICES: Final = (
    select(seat_devices)
    .where(seat_devices.c.table_id == bindparam("table"))
    .order_by(seat_devices.c.seat, seat_devices.c.number)
)
MUTES: Final = select(mutes).where(mutes.c.table_id == bindparam("table")).order_by(mutes.c.number)


def read_table(connection: Connection, table_id: str) -> Table | None:
    row = connection.execute(TABLE, {"table": table_id}).first()
    return None if row is None else _read_all(connection, row)


def _read_all(connection: Connection, row: Row[Any]) -> Table:
    columns = check_columns(SetupColumns, row._asdict())
    found = [_seat(seat) for seat in connection.execute(SEATS, {"table": row.id})]
    for device in connection.execute(DEVICES, {"table": row.id}):
        _add_device(found, check_columns(DeviceColumns, device._asdict()))
    setup = Setup(
        game=columns.game,
        seed=columns.seed,
        players=player_names(found),
        edition=columns.edition,
        options=columns.options,
        rules=columns.rules,
        first=columns.first_seat,
        tiles=columns.tiles,
        deal=_deal(columns, found),
    )
    match: Match | None = None
    answer_log: list[AnswerMeta] = []
    if setup.deal is None or setup.deal.complete:
        match, answer_log = snapshots.resume(connection, row.id, setup)
        for answer in connection.execute(ANSWERS, {"table": row.id, "first": len(answer_log)}):
            _play(match, answer_log, check_columns(AnswerColumns, answer._asdict()))
    messages = connection.execute(CHAT_MESSAGES, {"table": row.id})
    table = Table(
        id=columns.id,
        host=columns.host,
        setup=setup,
        dealt=match,
        seats=found,
        created=columns.created,
        answer_log=answer_log,
        chat_messages=[_chat_message(message) for message in messages],
        announcements=[
            _announcement(said) for said in connection.execute(ANNOUNCEMENTS, {"table": row.id})
        ],
        mutes=[_mute(mute) for mute in connection.execute(MUTES, {"table": row.id})],
        hints=columns.hints,
        absence_minutes=columns.absence_minutes,
        origin=Origin(columns.address, columns.network),
        inherited_answers=columns.inherited_answers,
        pace=columns.pace or WITHOUT_CLOCK,
        rated=columns.rated,
        tournament=columns.tournament,
        **_changing_columns(row._asdict()),
    )
    _check(table)
    return table


def _play(match: Match, answer_log: list[AnswerMeta], answer: AnswerColumns) -> None:
    """Add a stored answer to a game; they must be complete and in order."""
    if answer.number != len(answer_log):
        raise UnreadableTable(f"answer {len(answer_log)} is missing")
    match.play(answer.text)
    answer_log.append(_answer_meta(answer))


def _check(table: Table) -> None:
    """Check what depends on several rows."""
    seats_ = range(len(table.seats))
    used = {table.resigned if table.resigned >= 0 else 0}
    used.update(vote for seat in table.seats for vote in seat.bot_votes)
    used.update(meta.seat for meta in table.answer_log)
    used.update(message.seat for message in table.chat_messages if message.seat >= 0)
    if [seat.number for seat in table.seats] != list(seats_) or not used <= set(seats_):
        raise UnreadableTable("its rows name seats that it does not have")
    if table.status in (RUNNING, OVER) and table.dealt is None:
        raise UnreadableTable(f"its status is {table.status}, but no cards are dealt")
    if table.status == OVER and not table.match.over:
        raise UnreadableTable(f"its status is {OVER}, but the game is not over")
    _check_clock(table)
    if table.inherited_answers > len(table.answer_log):
        raise UnreadableTable("more answers are inherited than stored")


def _check_clock(table: Table) -> None:
    clock, seats_ = table.clock, range(len(table.seats))
    if (clock is None) == table.pace.has_clock:
        raise UnreadableTable("its pace and its clocks don't fit together")
    if clock is None:
        return
    turns = [turn for turn in (clock.running, clock.previous) if turn is not None]
    named = {*clock.votes, *clock.timed_out, *(turn.seat for turn in turns)}
    lengths = {len(clock.left), *(len(turn.left) for turn in turns)}
    if not named <= set(seats_) or lengths != {len(seats_)}:
        raise UnreadableTable("its clocks name seats that it does not have")


def read_new_answers(connection: Connection, known: Table) -> Table | None:
    """The current table, if nothing but answers was added since it was as `known`; else None.

    Each change raises the revision by one. Answers are undone from the end, so if the last known
    one is still there, all before it are.
    """
    if not known.started:
        return None
    known_answers = len(known.answer_log)
    first = max(0, known_answers - 1)
    found = NEW_ANSWERS.find(connection, {"table": known.id, "first": first})
    if not found:
        return None
    state = found[0]
    if state.revision == known.revision:
        return known
    answered = [check_columns(AnswerColumns, vars(row)) for row in found if row.number is not None]
    if known.answer_log and (not answered or _answer_meta(answered[0]) != known.answer_log[-1]):
        return None
    new = answered[known_answers - first :]
    # Answers that were given together have the same time and raised the revision once.
    if len({answer.at for answer in new}) != state.revision - known.revision:
        return None
    if state.last_announcement != last_announcement(known):
        return None
    match, answer_log = known.match.copy(), known.answer_log[:]
    for answer in new:
        _play(match, answer_log, answer)
    table = msgspec.structs.replace(
        known, dealt=match, answer_log=answer_log, **_changing_columns(vars(state))
    )
    _check(table)
    return table


def _changing_columns(row: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of `table_row` that are fields of a table."""
    return msgspec.structs.asdict(check_columns(TableColumns, row))


def _deal(columns: SetupColumns, found: list[Seat]) -> Deal | None:
    """The deal of a table; it has no contributions before the game starts."""
    if columns.deal_secret is None:
        return None
    if columns.deal_table is None or columns.deal_commitment is None:
        raise UnreadableTable("its deal is incomplete")
    contributions = [seat.contribution for seat in found]
    if not all(contributions):
        contributions = ["" for _ in found]
    return Deal(columns.deal_table, columns.deal_secret, columns.deal_commitment, contributions)


def _answer_meta(answer: AnswerColumns) -> AnswerMeta:
    return AnswerMeta(answer.seat, answer.by_bot, answer.reveals, answer.at)


def _chat_message(row: Row[Any]) -> ChatMessage:
    message = check_columns(ChatMessageColumns, row._asdict())
    return ChatMessage(**msgspec.structs.asdict(message))


def _announcement(row: Row[Any]) -> Announcement:
    columns = check_columns(AnnouncementColumns, row._asdict())
    return Announcement(**msgspec.structs.asdict(columns))


def _mute(row: Row[Any]) -> Mute:
    return Mute(**msgspec.structs.asdict(check_columns(MuteColumns, row._asdict())))


def _add_device(found: list[Seat], device: DeviceColumns) -> None:
    if device.seat >= len(found):
        raise UnreadableTable(f"a device belongs to seat {device.seat}, which does not exist")
    found[device.seat].devices.append(device.guest)


def _seat(row: Row[Any]) -> Seat:
    columns = msgspec.structs.asdict(check_columns(SeatColumns, row._asdict()))
    return Seat(**{**columns, "token_hash": columns["token_hash"] or "", "devices": []})
