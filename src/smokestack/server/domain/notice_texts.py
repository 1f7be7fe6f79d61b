"""The words of notices, in the language in use. They contain nothing that is hidden in a game."""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.domain.clocks import is_timed_out
from smokestack.server.domain.notices import (
    ABSENCE,
    BOT_PLAYS,
    CHAT,
    CLOCK,
    GAME_BEGUN,
    GAME_OVER,
    INVITATION,
    OF_TOURNAMENT,
    YOUR_TURN,
    NoticeEvent,
)
from smokestack.server.domain.pace import time_text
from smokestack.server.domain.status import status_line
from smokestack.server.domain.table import Table
from smokestack.server.domain.views import name_of

MAX_QUOTE_LENGTH: Final = 200


class NoticeText(msgspec.Struct, frozen=True):
    title: str
    body: str
    game: str = ""
    """The game and the opponents, which the body begins with."""


def notice_text(event: NoticeEvent, table: Table, seconds_left: float | None = None) -> NoticeText:
    """A title and a sentence; `seconds_left` is the time that the person has, if a clock runs."""
    game = _game(event, table)
    return NoticeText(_title(event, table), _body(event, table, game, seconds_left), game)


def test_text() -> NoticeText:
    return NoticeText(tr("A test"), tr("Notifications from Smokestack arrive here."))


def _title(event: NoticeEvent, table: Table) -> str:
    if event.kind == YOUR_TURN:
        return tr("It is your turn")
    if event.kind == GAME_BEGUN:
        actor = table.actor
        if actor is not None and actor.is_of(event.guest):
            return tr("The game has begun, and it is your turn")
        return tr("The game has begun")
    if event.kind == GAME_OVER:
        return tr("The game is over")
    if event.kind == INVITATION and event.data.get(OF_TOURNAMENT):
        return tr("Your tournament game is ready")
    if event.kind == INVITATION:
        return tr("You are invited to a game")
    if event.kind == CLOCK:
        return tr("Your time is nearly over")
    if event.kind == CHAT:
        return tr("Your name was mentioned in the chat")
    if event.kind == ABSENCE:
        if event.data.get(BOT_PLAYS):
            return tr("A bot plays for you now")
        return tr("The others may soon let a bot play for you")
    return ""


def _body(event: NoticeEvent, table: Table, game: str, seconds_left: float | None) -> str:
    if event.kind == GAME_OVER:
        return f"{game}: {status_line(table, None)}"
    if event.kind == CHAT:
        return f"{game}: {_quote(event, table)}"
    if event.kind == ABSENCE and event.data.get(BOT_PLAYS):
        if is_timed_out(table, event.data["seat"]):
            return f"{game}: {tr('Your time has run out. A bot plays this game to its end.')}"
        return f"{game}: {tr('You can return at any time.')}"
    if seconds_left is not None and seconds_left > 0:
        return f"{game}: {tr('{time} left', time=time_text(seconds_left))}"
    return game


def _game(event: NoticeEvent, table: Table) -> str:
    others = [
        name_of(seat) for seat in table.seats if not seat.is_of(event.guest) and not seat.free
    ]
    title = table.game.title
    return tr("{game} with {names}", game=title, names=", ".join(others)) if others else title


def _quote(event: NoticeEvent, table: Table) -> str:
    for message in table.chat_messages:
        if message.number == event.data["message"]:
            text = message.text
            if len(text) > MAX_QUOTE_LENGTH:
                text = text[: MAX_QUOTE_LENGTH - 1] + "…"
            return f"{message.name or tr('Spectator')}: {text}"
    return ""
