"""The model of a table's page: everything that the templates show, made from a view."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec
from markupsafe import Markup, escape

from smokestack.engine.core.state import State
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.domain import turns
from smokestack.server.domain.announcements import sentence
from smokestack.server.domain.clocks import is_timed_out
from smokestack.server.domain.event_log import EventLogs
from smokestack.server.domain.standings import Standing, ranking
from smokestack.server.domain.status import agreements, status_line
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import name_of, view_of
from smokestack.server.pages.board_page import (
    PageChoices,
    ShownView,
    draw_stage,
    list_items,
    page_choices,
)
from smokestack.server.pages.catch_up import PastStep, next_position, past_step, since_last_turn
from smokestack.server.pages.chat_panel import ShownChat, chat_of
from smokestack.server.pages.clocks import ShownClocks, shown_clocks
from smokestack.server.pages.deal_seats import deal_seats
from smokestack.server.pages.log_lines import (
    LoggedAction,
    last_actions,
    lines_by_round,
    newest_first,
)
from smokestack.server.pages.private_links import PrivateLink, private_links
from smokestack.server.pages.seat_panels import SeatPanel, seat_panel
from smokestack.server.service.table_service import TableService

LOG_LENGTH: Final = 20
"""Actions that the page shows in the log."""
MAX_HIGHLIGHTS: Final = 24


class TablePage(ShownView, frozen=True):
    """What the page of a table shows to one guest."""

    table: Table
    view: View
    my_seats: list[int]
    panels: list[SeatPanel]
    own_panel: SeatPanel | None
    """The seat whose view is shown."""
    my_links: tuple[PrivateLink, ...]
    deal_seats: str
    first_cards: str
    """What the reader sees of the deal before their first answer, as JSON; empty afterwards."""
    seats_to_take_back: tuple[tuple[int, str, str], ...]
    """The reader's seats that they have left or that a bot plays: number, name, bot."""
    seats_to_leave: tuple[tuple[int, str], ...]
    """The reader's seats in a running game, with their names."""
    others: tuple[tuple[int, str], ...]
    """The seats of other people, with their names."""
    agreements: list[str]
    announcement: str
    """The latest one, if it came after the last answer."""
    clocks: ShownClocks | None
    chat: ShownChat
    log: Markup
    """The last actions, newest first."""
    has_earlier_actions: bool
    """There are more than those in the log."""
    since: list[LoggedAction]
    """What others did since the reader's last turn."""
    latest: Markup
    """What the last action did, while the reader waits for others."""
    own_move: bool
    """The reader gave the last answer."""
    past: PastStep | None
    """The position shown, if it is not the current one."""
    is_new: bool
    """The reader plays and has not answered yet."""
    hand_over_to: int
    """The seat whose player must take over the screen before hidden cards are shown, or -1."""
    can_undo: bool
    can_restart_turn: bool
    bot_running_since: datetime | None
    bot_queued: bool
    ranking: list[Standing]
    """The seats, winners first, once the game is over."""
    title: str

    @property
    def attributes(self) -> Markup:
        """The class of the main element, and what scripts read from it.

        Without a template, which takes ten times as long for so many small values.
        """
        table, past = self.table, self.past
        moves = past.number if past else len(table.match.history)
        found = [
            f'class="table-page{" in-parts" if self.stage.in_parts else ""}" '
            f'data-table="{table.id}" data-about="/tables/{table.id}/about/" '
            f'data-revision="{table.revision}" data-version="{table.version}" '
            f'data-title="{escape(self.title)} – Smokestack" data-moves="{moves}"'
        ]
        if past:
            found.append(f'data-past="{past.number}"')
            if past.following:
                found.append("data-following")
            elif past.next is not None:
                found.append(f'data-next="{past.next}"')
        for name, holds in (
            ("data-guide", self.is_new),
            ("data-own-move", self.own_move),
            ("data-over", table.finished and not past),
            ("data-my-turn", self.my_turn),
        ):
            if holds:
                found.append(name)
        if self.deal_seats:
            found.append(f'data-deal-seats="{escape(self.deal_seats)}"')
        if self.first_cards:
            found.append(f'data-first-cards="{escape(self.first_cards)}"')
        if self.my_seats and not table.finished:
            found.append("data-seated")
        return Markup(" ".join(found))


class Asked(msgspec.Struct, frozen=True):
    """What a request asks for besides the table."""

    seat: int | None = None
    """One of the reader's seats."""
    at: int | None = None
    """The position after so many answers, instead of the current one."""
    following: bool = False
    """The page shows one action after another."""


def position_after(event_logs: EventLogs, table: Table, guest: str, after: int) -> int | None:
    """The position to show to a guest who has seen `after` answers; None if it is too early."""
    actions = [action.entry for action in last_actions(event_logs, table)]
    return next_position(table, actions, table.seats_of(guest), after)


def table_page_of(
    service: TableService, event_logs: EventLogs, table: Table, guest: str, asked: Asked
) -> TablePage:
    """The page for a guest."""
    my_seats = table.seats_of(guest)
    seat, hand_over_to = _seat_to_show(table, my_seats, asked.seat)
    length = len(table.match.history)
    is_past = asked.at is not None and 0 <= asked.at < length
    if is_past and len(my_seats) > 1 and table.game.hidden_hands:
        seat = SPECTATOR  # it was another's turn then
    state = table.match.state_at(asked.at or 0) if is_past else None
    view = view_of(table, seat, state)
    actor = table.actor
    my_turn = (
        actor is not None
        and actor.number in my_seats
        and not actor.bot
        and not actor.has_left
        and hand_over_to < 0
        and not is_past
    )
    logged = last_actions(event_logs, table)
    since = since_last_turn(logged, my_seats, my_turn) if my_seats else []
    past = None
    if is_past:
        past = past_step(asked.at or 0, since, logged, asked.following)
    shown_actions = logged[-LOG_LENGTH:]
    seen = [action for action in logged if past is None or action.entry.last <= past.number]
    ui = ui_of(table.game)
    panels = [
        seat_panel(service, table, guest, number, facts, view.actor)
        for number, facts in enumerate(ui.facts(view))
    ]
    own = [panel for panel in panels if panel.mine]
    return TablePage(
        table=table,
        view=view,
        seat=seat,
        my_seats=my_seats,
        stage=draw_stage(
            ui,
            view if my_turn else without_answers(table, view, state),
            _recent_things(seen, seat, past is not None),
        ),
        description=list_items(ui.describe(view)),
        prompt=status_line(table, view),
        choices=page_choices(view, table.match) if my_turn else PageChoices(),
        panels=panels,
        own_panel=panels[seat] if seat in my_seats else None,
        my_links=private_links(service.signer, table, guest),
        deal_seats=deal_seats(table, guest),
        first_cards="" if is_past else _first_cards(table, view),
        seats_to_take_back=tuple(
            (panel.number, panel.name, panel.bot)
            for panel in own
            if (panel.has_left or panel.bot)
            and not table.finished
            and not is_timed_out(table, panel.number)
        ),
        seats_to_leave=tuple(
            (panel.number, panel.name) for panel in own if not table.finished and not panel.has_left
        ),
        others=tuple(
            (seat.number, seat.name) for seat in table.seats if seat.guest and not seat.is_of(guest)
        ),
        agreements=agreements(table),
        announcement=_latest_announcement(table),
        clocks=shown_clocks(service, table, guest),
        chat=chat_of(table, guest),
        log=newest_first(lines_by_round(table, shown_actions)),
        has_earlier_actions=bool(shown_actions) and shown_actions[0].entry.first > 1,
        since=since,
        latest=Markup() if my_turn or is_past or table.finished else _text_of_last(logged),
        own_move=bool(table.answer_log) and table.answer_log[-1].seat in my_seats,
        past=past,
        is_new=bool(my_seats)
        and not table.finished
        and not any(meta.seat in my_seats for meta in table.answer_log),
        my_turn=my_turn,
        hand_over_to=-1 if is_past else hand_over_to,
        can_undo=not is_past and turns.can_undo(table, guest),
        can_restart_turn=not is_past and turns.can_restart_turn(table, guest),
        bot_running_since=None if is_past else service.turns.bot_running_since(table),
        bot_queued=not is_past and service.turns.is_bot_queued(table),
        ranking=ranking(table) if table.finished else [],
        title=_title(table, my_turn),
    )


def _seat_to_show(table: Table, my_seats: list[int], asked: int | None) -> tuple[int, int]:
    """The seat whose view is shown, and the seat to hand the screen over to first, or -1."""
    if table.finished:
        if asked is not None and 0 <= asked < len(table.seats):
            return asked, -1
        return (my_seats[0] if my_seats else SPECTATOR), -1
    if len(my_seats) < 2:
        return (my_seats[0] if my_seats else SPECTATOR), -1
    actor = table.actor
    hidden = table.game.hidden_hands
    if actor is None or actor.number not in my_seats:
        return (SPECTATOR if hidden else my_seats[0]), -1
    if hidden and asked != actor.number:
        return SPECTATOR, actor.number
    return actor.number, -1


def without_answers(table: Table, view: View, state: State | None = None) -> View:
    """A view with nothing to click, because the decision is not the reader's."""
    if not view.answers:
        return view
    return view_of(table, SPECTATOR, state)


def _recent_things(actions: list[LoggedAction], seat: int, last_only: bool) -> list[str]:
    """The things concerned since the last action of this seat, or by it if it is the latest.

    If `last_only`, those of the last action.
    """
    things: list[str] = []
    for number, action in enumerate(reversed(actions)):
        if number and (last_only or action.entry.seat == seat):
            break
        things += action.entry.things
    return things[:MAX_HIGHLIGHTS]


def _text_of_last(actions: list[LoggedAction]) -> Markup:
    return actions[-1].text if actions else Markup()


def _latest_announcement(table: Table) -> str:
    if not table.announcements:
        return ""
    latest = table.announcements[-1]
    if table.answer_log and table.answer_log[-1].at > latest.at:
        return ""
    return sentence(table, latest)


def _title(table: Table, my_turn: bool) -> str:
    game = table.game.title
    if my_turn:
        return tr("Your turn – {game}", game=game)
    if table.actor is None:
        return tr("Game over – {game}", game=game)
    return tr("{name}'s turn – {game}", name=name_of(table.actor), game=game)


def _first_cards(table: Table, view: View) -> str:
    """The browser keeps this, so that it can compare it with the shuffles after the game."""
    has_answered = any(meta.seat == view.seat for meta in table.answer_log)
    if table.setup.deal is None or table.inherited_answers or has_answered or table.finished:
        return ""
    found = ui_of(table.game).first_cards(view)
    return msgspec.json.encode({str(view.seat): found}).decode() if found else ""
