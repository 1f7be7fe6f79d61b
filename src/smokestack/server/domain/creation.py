"""New tables: requested by a host, as a rematch, or to continue a finished game."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

import msgspec

from smokestack.bots.registry import levels
from smokestack.engine.deal import new_deal
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import FirstSeat, Game
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.clocks import new_clock
from smokestack.server.domain.dealing import start_if_ready
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.leaving import ABSENCE_CHOICES
from smokestack.server.domain.names import make_unique, read_name
from smokestack.server.domain.pace import Pace
from smokestack.server.domain.ratings import check_rated
from smokestack.server.domain.seats import find_seat, player_names, renew_token
from smokestack.server.domain.table import RUNNING, WAITING, NewTable, Seat, Table
from smokestack.server.domain.tokens import TokenSigner, new_id

HERE = "here:"


def create(
    signer: TokenSigner,
    guest: str,
    plan: NewTable,
    now: datetime,
    tiles: dict[str, Any] | None = None,
) -> Table:
    """The table that a guest requested; `InvalidAction` if no such game can be played."""
    seats = [_read_seat(kind, plan, guest) for kind in plan.seats[:9]]
    if plan.seats.count("me") > 1:
        raise InvalidAction(
            tr(
                "Only one seat can be yours. For other people at this screen, choose “Someone at "
                "this screen”."
            )
        )
    if not -1 <= plan.first < len(seats):
        raise _wrong_plan()
    if plan.game not in game_names() or plan.absence_minutes not in ABSENCE_CHOICES:
        raise _wrong_plan()
    rules = find_game(plan.game)
    try:
        rules.check_edition(plan.edition)
    except InvalidInput:
        raise _wrong_plan() from None
    first = plan.first
    if first < 0 and rules.first_seat(plan.edition) is FirstSeat.SEAT_0:
        first = secrets.randbelow(len(seats) or 1)
    if first > 0:
        seats = seats[first:] + seats[:first]
    taken: list[str] = []
    # If names collide, the host keeps the name, then other people; bots get a number.
    for seat in sorted(seats, key=lambda seat: (bool(seat.bot), seat.name != plan.name)):
        if seat.name:
            seat.name = make_unique(seat.name, taken)
            taken.append(seat.name)
    try:
        setup = _setup(plan, seats, tiles)
    except InvalidInput:
        raise _wrong_plan() from None
    table = _waiting_table(signer, guest, setup, seats, plan.open, now, plan.secret)
    table.absence_minutes = plan.absence_minutes
    _set_pace(table, plan.pace)
    if plan.hints is not None:
        table.hints = plan.hints
    elif plan.rated:
        table.hints = False
    if plan.rated:
        if plan.first >= 0 and rules.first_seat(plan.edition) is not FirstSeat.DRAWN:
            raise InvalidAction(tr("In a rated game the first player is drawn."))
        table.rated = True
        check_rated(table)
    return table


def main_edition(game: str) -> str:
    """The edition that is played if none is named; `InvalidAction` if there is no such game."""
    if game not in game_names():
        raise InvalidAction(tr("There is no game with this name."))
    return find_game(game).editions[0]


def quick_plan(name: str, game: str, pace: Pace, rated: bool) -> NewTable:
    """An open table of a game in its main edition, with seats for people only."""
    edition = main_edition(game)
    players = find_game(game).player_counts(edition)[-1]
    return NewTable(
        game=game,
        edition=edition,
        options={},
        seats=["me", *["link"] * (players - 1)],
        name=name,
        open=True,
        pace=pace,
        rated=rated,
    )


def fits(table: Table, plan: NewTable, guest: str) -> bool:
    """Whether a guest who wants the game of a plan may as well join an open table."""
    return (
        is_like(table, plan)
        and not table.seats_of(guest)
        and guest not in (table.host, *table.removed_guests)
    )


def is_like(table: Table, plan: NewTable) -> bool:
    """Whether the players of a table have agreed on the game of a plan.

    Edition and number of players may differ, so that nobody waits longer than necessary. Whatever
    else players agree on is the same, since nobody reads it before they get the seat.
    """
    setup = table.setup
    return (
        setup.game == plan.game
        and setup.options == table.game.complete_options(setup.edition, plan.options)
        and not isinstance(setup.tiles, dict)
        and table.pace == plan.pace
        and table.absence_minutes == plan.absence_minutes
        and table.hints == bool(plan.hints)
        and table.rated == plan.rated
        and table.people == len(table.seats)
    )


def rematch(signer: TokenSigner, guest: str, table: Table, now: datetime) -> Table:
    """A new game for the same people and bots; everyone moves up by one seat.

    People who left the game, or for whom a bot played at its end, are asked like the others.
    """
    if not table.finished or any(seat.free for seat in table.seats):
        raise InvalidAction(tr("You can play again when the game is over."))
    seats = [
        Seat(
            0,
            seat.name,
            seat.guest,
            "" if seat.guest else seat.bot,
            devices=seat.devices[:],
        )
        for seat in table.seats[1:] + table.seats[:1]
    ]
    setup = msgspec.structs.replace(
        table.setup, seed=0, rules=table.game.rules, players=player_names(seats)
    )
    new = _waiting_table(signer, guest, setup, seats, False, now)
    new.hints = table.hints
    new.absence_minutes = table.absence_minutes
    _set_pace(new, table.pace)
    new.rated = table.rated
    new.mutes = table.mutes[:]
    return new


def play_on(
    signer: TokenSigner,
    table: Table,
    length: int,
    guest: str,
    seat: int,
    bot: str,
    name: str,
    now: datetime,
) -> Table:
    """Continue a finished game after its first `length` answers, against bots."""
    find_seat(table, seat)
    if bot not in levels():
        raise InvalidAction(tr("There is no such bot."))
    if not table.finished or not 0 <= length <= len(table.match.history):
        raise InvalidAction(tr("You can continue from a position when the game is over."))
    if not can_play_on(table, guest):
        raise InvalidAction(
            tr("Only those who played this game can continue it. Anyone can study its positions.")
        )
    own = read_name(name)
    seats: list[Seat] = []
    for number, before in enumerate(table.seats):
        others = [own, *(other.name for other in seats)]
        seats.append(
            Seat(number, own, guest)
            if number == seat
            else Seat(number, make_unique(bot, others), bot=bot)
        )
        seats[-1].contribution = before.contribution  # the deal stays the same
    setup = msgspec.structs.replace(table.setup, players=player_names(seats))
    match = Match(table.game, setup)
    match.history = table.match.history[:length]
    match.go_to(length)
    if match.over:
        raise InvalidAction(tr("There is nothing left to play from here."))
    new = make_table(signer, guest, setup, seats, now)
    new.dealt = match
    new.status = RUNNING
    new.answer_log = table.answer_log[:length]
    new.inherited_answers = length
    return new


def can_play_on(table: Table, guest: str) -> bool:
    """Whether a guest played the game, or is the host of one among bots.

    A game that continues another one keeps the secret of both hidden. Strangers could hide it from
    its players again and again.
    """
    has_people = any(seat.guest for seat in table.seats)
    return bool(table.seats_of(guest)) or (not has_people and guest == table.host)


def _set_pace(table: Table, pace: Pace) -> None:
    table.pace = pace
    table.clock = new_clock(pace, len(table.seats))


def _read_seat(kind: str, plan: NewTable, guest: str) -> Seat:
    if kind == "me":
        return Seat(0, read_name(plan.name), guest)
    if kind.startswith(HERE):
        return Seat(0, read_name(kind.removeprefix(HERE)), guest)
    if kind == "link":
        return Seat(0, "")
    if kind in levels():  # never `program:…`, which would start a process on the server
        return Seat(0, kind, bot=kind)
    raise InvalidAction(tr("There is no such bot."))


def _setup(plan: NewTable, seats: list[Seat], tiles: dict[str, Any] | None) -> Setup:
    """What the game starts from, without the deal; `InvalidInput` if it can't be played."""
    rules = find_game(plan.game)
    setup = Setup(
        game=plan.game,
        seed=0,
        players=player_names(seats),
        edition=plan.edition,
        options=rules.complete_options(plan.edition, plan.options),
        rules=rules.rules,
        tiles=rules.tile_set(None) if tiles is None else tiles,
        first=0 if plan.first >= 0 and chooses_first(rules, plan.edition) else None,
    )
    rules.starter(setup)  # checks it
    return setup


def _waiting_table(
    signer: TokenSigner,
    host: str,
    setup: Setup,
    seats: list[Seat],
    is_open: bool,
    now: datetime,
    secret: str = "",
) -> Table:
    """A new table that is committed to its deal; it starts at once if only bots play."""
    table = make_table(signer, host, setup, seats, now)
    table.open = is_open and any(seat.free for seat in seats)
    deal = new_deal(table.id, ["" for _ in seats], secret)
    table.setup = msgspec.structs.replace(setup, deal=deal)
    start_if_ready(table, now)
    return table


def make_table(
    signer: TokenSigner, host: str, setup: Setup, seats: list[Seat], now: datetime
) -> Table:
    """A new table that has not started; its seats get their numbers and tokens."""
    table_id = new_id()
    for number, seat in enumerate(seats):
        seat.number = number
        if seat.for_person:
            renew_token(signer, table_id, seat)
    return Table(
        id=table_id,
        host=host,
        setup=setup,
        dealt=None,
        seats=seats,
        version=0,
        revision=0,
        status=WAITING,
        open=False,
        created=now,
        changed=now,
        decision_since=now,
        answer_log=[],
        chat_messages=[],
        hints=sum(seat.for_person for seat in seats) < 2,
    )


def chooses_first(game: Game, edition: str) -> bool:
    return game.first_seat(edition) is FirstSeat.CHOSEN_OR_DRAWN


def _wrong_plan() -> InvalidAction:
    return InvalidAction(tr("This game can't be played with these settings."))
