"""Tables as response bodies, made from views only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from msgspec.structs import asdict

from smokestack.engine.view import SPECTATOR, View
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.api.bodies.chat import ChatMessageReply, ChatReply, MuteReply
from smokestack.server.api.bodies.log import AnnouncementReply, ChangeReply, LogEntryReply, LogReply
from smokestack.server.api.bodies.pace import SeatClockReply
from smokestack.server.api.bodies.tables import (
    ChoiceReply,
    DealReply,
    FactReply,
    SeatKind,
    SeatRating,
    SeatReply,
    SeatSummary,
    Status,
    TableFields,
    TableReply,
    TableSummary,
)
from smokestack.server.api.paces import serialize_pace
from smokestack.server.domain import turns
from smokestack.server.domain.announcements import sentence
from smokestack.server.domain.chat import mutes_of, visible_messages
from smokestack.server.domain.clocks import SeatTime
from smokestack.server.domain.errors import NotYourSeat
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.leaving import bot_may_take_over_at, is_absent
from smokestack.server.domain.ratings import Rating
from smokestack.server.domain.seats import find_seat, visible_token
from smokestack.server.domain.status import status_line
from smokestack.server.domain.table import Seat, Table
from smokestack.server.domain.views import name_of, view_of
from smokestack.server.service.table_service import TableService


def serialize_summary(
    table: Table, guest: str, ratings: Mapping[str, Rating] | None = None
) -> TableSummary:
    """A table in a list, with the ratings of its guests where they matter."""
    return TableSummary(
        **asdict(_table_fields(table, guest)),
        seats=[
            SeatSummary(
                seat.number, name_of(seat), _kind(seat), _rating((ratings or {}).get(seat.guest))
            )
            for seat in table.seats
        ],
        my_turn=_is_turn_of(table, guest),
    )


def serialize_table(
    service: TableService, table: Table, guest: str, asked_seat: int | None = None
) -> TableReply:
    """What a guest may know; `asked_seat` chooses among the views that the guest may see."""
    seat = _seat_to_show(table, guest, asked_seat)
    view = view_of(table, seat) if table.started else None
    my_turn = _is_turn_of(table, guest) and seat == _actor(table)
    view_data = None if view is None else view.to_data()
    if view_data is not None and not my_turn:
        view_data["answers"] = []  # the decision belongs to someone else
    return TableReply(
        **asdict(_table_fields(table, guest)),
        options=table.setup.options,
        paused=table.clock is not None and table.clock.paused,
        pause_votes=[] if table.clock is None else list(table.clock.votes),
        is_host=bool(guest) and table.host == guest,
        chat_locked=table.chat_locked,
        seats=_serialize_seats(service, table, view, guest),
        seat=None if seat == SPECTATOR else seat,
        my_turn=my_turn,
        decision=view.decision if view and table.actor is not None else None,
        prompt=status_line(table, view),
        choices=[
            ChoiceReply(choice.notation, choice.group, choice.label, choice.detail)
            for choice in (ui_of(table.game).choices(view) if view and my_turn else [])
        ],
        view=view_data,
        answers_given=len(table.answer_log),
        can_undo=turns.can_undo(table, guest),
        bot_to_move=table.actor is not None and bool(table.actor.bot),
        result=table.dealt.result if table.dealt and table.finished else None,
        resigned=table.resigned if table.resigned >= 0 else None,
        rematch=table.rematch,
        deal=_deal(table),
    )


def _table_fields(table: Table, guest: str) -> TableFields:
    return TableFields(
        id=table.id,
        game=table.game.name,
        edition=table.setup.edition,
        status=cast("Status", table.status),
        open=table.open,
        version=table.version,
        revision=table.revision,
        created=table.created,
        changed=table.changed,
        hints=table.hints,
        absence_minutes=table.absence_minutes,
        pace=serialize_pace(table.pace),
        rated=table.rated,
        my_seats=table.seats_of(guest),
        actor=_actor(table),
    )


def serialize_log(event_logs: EventLogs, table: Table, first: int) -> LogReply:
    """The entries from number `first` on, counted from 1."""
    start = min(max(0, first - 1), len(table.answer_log))
    return LogReply(
        table.version,
        [
            LogEntryReply(
                number,
                entry.seat,
                entry.sentence,
                [ChangeReply(change.seat, change.text, change.cause) for change in entry.changes],
                entry.headline,
            )
            for number, entry in enumerate(event_logs.entries(table, start), start + 1)
        ],
        [
            AnnouncementReply(
                announcement.number,
                announcement.kind,
                announcement.seat if announcement.seat >= 0 else None,
                sentence(table, announcement),
                announcement.at,
            )
            for announcement in table.announcements
        ],
    )


def serialize_chat(table: Table, guest: str) -> ChatReply:
    return ChatReply(
        table.revision,
        table.chat_locked,
        [
            ChatMessageReply(
                message.number,
                message.name,
                message.seat if message.seat >= 0 else None,
                message.text,
                message.at,
            )
            for message in visible_messages(table, guest)
        ],
        [MuteReply(mute.number, mute.name) for mute in mutes_of(table, guest)],
    )


def _deal(table: Table) -> DealReply | None:
    deal = table.setup.deal
    if deal is None:
        return None
    contributions = deal.contributions if table.started else []
    return DealReply(deal.algorithm, deal.table, deal.commitment, contributions)


def _seat_to_show(table: Table, guest: str, asked: int | None) -> int:
    my_seats = table.seats_of(guest)
    if asked is not None:
        find_seat(table, asked)
        if asked not in my_seats and not table.finished:
            raise NotYourSeat(tr("This seat is not yours."))
        return asked
    actor = _actor(table)
    if actor is not None and actor in my_seats:
        return actor
    return my_seats[0] if my_seats else SPECTATOR


def _actor(table: Table) -> int | None:
    return None if table.actor is None else table.actor.number


def _is_turn_of(table: Table, guest: str) -> bool:
    actor = table.actor
    return actor is not None and actor.is_of(guest) and not (actor.bot or actor.has_left)


def _rating(found: Rating | None) -> SeatRating | None:
    return None if found is None else SeatRating(found.points, found.provisional)


def _kind(seat: Seat) -> SeatKind:
    if seat.bot:
        return "bot"
    return "person" if seat.guest else "free"


def _serialize_seats(
    service: TableService, table: Table, view: View | None, guest: str
) -> list[SeatReply]:
    now, downtimes = service.now(), service.clocks.downtimes
    ui = ui_of(table.game)
    times = service.clocks.seat_times(table)
    facts_of = [[] for _ in table.seats] if view is None else ui.facts(view)
    return [
        SeatReply(
            number=seat.number,
            name=name_of(seat),
            kind=_kind(seat),
            bot=seat.bot,
            mine=seat.is_of(guest),
            has_left=seat.has_left,
            bot_substitutes=bool(seat.guest and seat.bot),
            absent=is_absent(table, seat, now, downtimes),
            bot_votes=seat.bot_votes,
            facts=[FactReply(fact.name, fact.value, fact.note) for fact in facts],
            bot_may_take_over_at=bot_may_take_over_at(table, seat, downtimes),
            devices=len(seat.devices) + bool(seat.guest),
            can_renew_link=bool(guest) and seat.guest == guest,
            seat_token=visible_token(service.signer, table, seat, guest),
            ready=table.started or bool(seat.contribution or seat.bot),
            clock=_clock(times[seat.number]) if times else None,
            automatic=seat.automatic if seat.is_of(guest) else [],
        )
        for seat, facts in zip(table.seats, facts_of, strict=True)
    ]


def _clock(time: SeatTime) -> SeatClockReply:
    return SeatClockReply(time.left, time.turn_left, time.runs, time.is_out)
