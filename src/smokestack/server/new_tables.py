"""New tables: from a plan, for another game with the same people, or from a finished game."""

from __future__ import annotations

import secrets
from datetime import datetime

import msgspec

from smokestack.bots.registry import levels
from smokestack.engine.errors import InvalidInput
from smokestack.engine.language import tr
from smokestack.engine.match import Match
from smokestack.engine.record import Setup, check_seed
from smokestack.games import find_game, game_names
from smokestack.server.errors import NotPossible
from smokestack.server.identity import Identity
from smokestack.server.names import read_name, tell_apart
from smokestack.server.seating import find_seat, give_secret, names_of
from smokestack.server.table import RUNNING, WAITING, NewTable, Seat, Table

HERE = "here:"


def from_plan(identity: Identity, guest: str, plan: NewTable, now: datetime) -> Table:
    """What somebody chose; `NotPossible` if nobody could play that."""
    seats = [_read_seat(kind, plan, guest) for kind in plan.seats[:9]]
    if plan.seats.count("me") > 1 or not -1 <= plan.first < len(seats):
        raise _wrong_plan()
    first = secrets.randbelow(len(seats) or 1) if plan.first < 0 else plan.first
    seats = seats[first:] + seats[:first]
    taken: list[str] = []
    # People keep their names, and the host above all; a bot has to be told apart from them.
    for seat in sorted(seats, key=lambda seat: (bool(seat.bot), seat.name != plan.name)):
        if seat.name:
            seat.name = tell_apart(seat.name, taken)
            taken.append(seat.name)
    seed = secrets.randbits(48) if plan.seed is None else plan.seed
    try:
        match = _start(plan, seats, seed)
    except InvalidInput:
        raise _wrong_plan() from None
    return lay(identity, guest, match, seats, plan.open, now)


def rematch(identity: Identity, guest: str, table: Table, now: datetime) -> Table:
    """The same people and bots once more; everybody moves up by one seat."""
    if not table.finished or any(seat.free for seat in table.seats):
        raise NotPossible(tr("Only a game that has ended can be played again."))
    seats = [
        Seat(0, seat.name, seat.guest, seat.bot, seat.left and seat.guest != guest)
        for seat in table.seats[1:] + table.seats[:1]
    ]
    setup = msgspec.structs.replace(
        table.match.setup, seed=secrets.randbits(48), players=names_of(seats)
    )
    match = Match(table.match.game, setup)
    return lay(identity, guest, match, seats, False, now)


def play_on(
    identity: Identity,
    table: Table,
    length: int,
    guest: str,
    seat: int,
    bot: str,
    name: str,
    now: datetime,
) -> Table:
    """A finished game from the position after `length` answers, against bots."""
    find_seat(table, seat)
    if bot not in levels():
        raise NotPossible(tr("There is no such bot."))
    if not table.finished or not 0 <= length <= len(table.match.history):
        raise NotPossible(tr("Only a game that has ended can be taken up again."))
    own = read_name(name)
    seats: list[Seat] = []
    for number in range(len(table.seats)):
        others = [own, *(other.name for other in seats)]
        seats.append(
            Seat(number, own, guest)
            if number == seat
            else Seat(number, tell_apart(bot, others), bot=bot)
        )
    setup = msgspec.structs.replace(table.match.setup, players=names_of(seats))
    match = Match(table.match.game, setup)
    match.history = table.match.history[:length]
    match.go_to(length)
    if match.over:
        raise NotPossible(tr("From here there is nothing left to play."))
    new = lay(identity, guest, match, seats, False, now)
    new.given = table.given[:length]
    new.rewound = length
    return new


def _read_seat(kind: str, plan: NewTable, guest: str) -> Seat:
    if kind == "me":
        return Seat(0, read_name(plan.name), guest)
    if kind.startswith(HERE):
        return Seat(0, read_name(kind.removeprefix(HERE)), guest)
    if kind == "link":
        return Seat(0, "")
    if kind in levels():  # never a program, which a stranger must not start
        return Seat(0, kind, bot=kind)
    raise NotPossible(tr("There is no such bot."))


def _start(plan: NewTable, seats: list[Seat], seed: int) -> Match:
    if plan.game not in game_names():
        raise InvalidInput("no such game")
    rules = find_game(plan.game)
    check_seed(seed)
    rules.check_edition(plan.edition)
    setup = Setup(
        game=plan.game,
        seed=seed,
        players=names_of(seats),
        edition=plan.edition,
        options=rules.complete_options(plan.edition, plan.options),
        rules=rules.rules,
        tiles=rules.tile_set(None),
    )
    return Match(rules, setup)


def lay(
    identity: Identity, host: str, match: Match, seats: list[Seat], is_open: bool, now: datetime
) -> Table:
    """A table with a game on it; its seats get their numbers and secrets."""
    table_id = secrets.token_urlsafe(12)
    for number, seat in enumerate(seats):
        seat.number = number
        if seat.guest or seat.free:
            give_secret(identity, table_id, seat)
    free = any(seat.free for seat in seats)
    return Table(
        id=table_id,
        host=host,
        match=match,
        seats=seats,
        version=0,
        news=0,
        status=WAITING if free else RUNNING,
        open=is_open and free,
        created=now,
        changed=now,
        asked=now,
        given=[],
        sayings=[],
    )


def _wrong_plan() -> NotPossible:
    return NotPossible(tr("This game can't be played like that."))
