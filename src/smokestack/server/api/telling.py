"""Tables as data, through the eyes of whoever asks; made from views and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from smokestack.engine.language import tr
from smokestack.engine.view import SPECTATOR, View
from smokestack.server.api.replies import (
    ChangeReply,
    ChatReply,
    ChoiceReply,
    DeedReply,
    FactReply,
    LogReply,
    SayingReply,
    SeatKind,
    SeatReply,
    SeatSummary,
    Status,
    TableReply,
    TableSummary,
)
from smokestack.server.departures import is_deserted
from smokestack.server.errors import NotYourSeat
from smokestack.server.eyes import name_of, view_of
from smokestack.server.house import House
from smokestack.server.seating import find_seat
from smokestack.server.showing import prompt_of
from smokestack.server.story import Stories
from smokestack.server.table import Seat, Table


def tell_summary(table: Table, guest: str) -> TableSummary:
    return TableSummary(
        id=table.id,
        game=table.match.game.name,
        edition=table.match.setup.edition,
        status=cast("Status", table.status),
        open=table.open,
        version=table.version,
        news=table.news,
        created=table.created,
        changed=table.changed,
        seats=[SeatSummary(seat.number, name_of(seat), _kind(seat)) for seat in table.seats],
        mine=table.seats_of(guest),
        turn=_turn(table),
        my_turn=_is_turn_of(table, guest),
    )


def tell_table(house: House, table: Table, guest: str, asked: int | None = None) -> TableReply:
    """What a guest may know; `asked` chooses among the seats whose eyes are theirs."""
    seat = _eyes(table, guest, asked)
    view = view_of(table, seat)
    my_turn = _is_turn_of(table, guest) and seat == _turn(table)
    shown = view.to_data()
    if not my_turn:
        shown["answers"] = []  # nobody else's question, nor one that does not stand yet
    return TableReply(
        id=table.id,
        game=table.match.game.name,
        edition=table.match.setup.edition,
        options=table.match.setup.options,
        status=cast("Status", table.status),
        open=table.open,
        version=table.version,
        news=table.news,
        created=table.created,
        changed=table.changed,
        seats=_seats(house, table, view, guest),
        mine=table.seats_of(guest),
        seat=None if seat == SPECTATOR else seat,
        turn=_turn(table),
        my_turn=my_turn,
        decision=view.decision if table.actor is not None else None,
        prompt=prompt_of(table, view),
        choices=[
            ChoiceReply(choice.notation, choice.group, choice.label, choice.detail)
            for choice in (table.match.game.choices(view) if my_turn else [])
        ],
        view=shown,
        answers_given=len(table.match.history),
        may_undo=house.can_undo(table, guest),
        bot_thinks=table.actor is not None and bool(table.actor.bot),
        result=table.match.result if table.finished else None,
        resigned=table.resigned if table.resigned >= 0 else None,
        rematch=table.rematch,
    )


def tell_log(stories: Stories, table: Table, first: int) -> LogReply:
    """The deeds from number `first` on, counted from 1."""
    start = min(max(0, first - 1), len(table.match.history))
    return LogReply(
        table.version,
        [
            DeedReply(
                number,
                deed.seat,
                deed.sentence,
                [ChangeReply(change.seat, change.text, change.cause) for change in deed.changes],
                deed.headline,
            )
            for number, deed in enumerate(stories.of(table, start), start + 1)
        ],
    )


def tell_chat(table: Table) -> ChatReply:
    return ChatReply(
        table.news,
        [
            SayingReply(said.name, said.seat if said.seat >= 0 else None, said.text, said.at)
            for said in table.sayings
        ],
    )


def _eyes(table: Table, guest: str, asked: int | None) -> int:
    mine = table.seats_of(guest)
    if asked is not None:
        find_seat(table, asked)
        if asked not in mine and not table.finished:
            raise NotYourSeat(tr("This seat is not yours."))
        return asked
    turn = _turn(table)
    if turn is not None and turn in mine:
        return turn
    return mine[0] if mine else SPECTATOR


def _turn(table: Table) -> int | None:
    return None if table.actor is None else table.actor.number


def _is_turn_of(table: Table, guest: str) -> bool:
    actor = table.actor
    return (
        actor is not None and bool(guest) and actor.guest == guest and not (actor.bot or actor.left)
    )


def _kind(seat: Seat) -> SeatKind:
    if seat.bot:
        return "bot"
    return "person" if seat.guest else "free"


def _seats(house: House, table: Table, view: View, guest: str) -> list[SeatReply]:
    now = datetime.now(UTC)
    told = []
    for seat, facts in zip(table.seats, table.match.game.facts(view), strict=True):
        mine = bool(guest) and seat.guest == guest
        may_know = mine or (seat.free and bool(guest) and table.host == guest)
        told.append(
            SeatReply(
                number=seat.number,
                name=name_of(seat),
                kind=_kind(seat),
                bot=seat.bot,
                mine=mine,
                left=seat.left,
                stand_in=bool(seat.guest and seat.bot),
                deserted=is_deserted(table, seat, now),
                agreed=seat.agreed,
                facts=[FactReply(fact.name, fact.value, fact.note) for fact in facts],
                seat_token=house.seat_token(table, seat.number) if may_know else "",
            )
        )
    return told
