"""Snapshots of long games, so that opening one late takes no longer than opening it early.

The answers in notation are the truth; a snapshot only saves playing them all again, and one that
another version of the rules has taken is passed over. The two latest are kept: from the earlier
one a page still gets all the deeds that it shows.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from smokestack import __version__
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.snapshot import Frozen, field_names, freeze
from smokestack.games import find_game
from smokestack.server.schema import snapshots
from smokestack.server.story import SHOWN
from smokestack.server.table import Given, Table

EVERY: Final = SHOWN  # answers

EARLIEST: Final = (
    select(snapshots.c.number, snapshots.c.stamp, snapshots.c.data)
    .where(snapshots.c.table_id == bindparam("table"))
    .order_by(snapshots.c.number)
    .limit(1)
)
TAKE: Final = insert(snapshots)
FORGET: Final = delete(snapshots).where(
    snapshots.c.table_id == bindparam("table"),
    (snapshots.c.number < bindparam("earlier")) | (snapshots.c.number > bindparam("later")),
)


_STAMPS: dict[tuple[str, int], str] = {}


class Snapshot(msgspec.Struct, array_like=True):
    """A game after some answers, and how these came about."""

    history: list[int]
    given: list[Given]
    state: Frozen


# Made once, since msgspec must not learn a type in several threads at a time: that may crash it.
DECODER: Final = msgspec.msgpack.Decoder(Snapshot)


def take(connection: Connection, before: int, table: Table) -> None:
    """Keep the snapshots in step with a game that had `before` answers so far."""
    length = len(table.match.history)
    latest = length - length % EVERY
    if length >= before and latest <= before:
        return
    kept = {"table": table.id, "earlier": latest - EVERY, "later": length}
    connection.execute(FORGET, kept)
    for number in (latest - EVERY, latest):
        if number > before:
            row = {"table_id": table.id, "number": number, "stamp": stamp(table.match.setup)}
            connection.execute(TAKE, {**row, "data": _snapshot(table, number)})


def begin(connection: Connection, table_id: str, setup: Setup) -> tuple[Match, list[Given]]:
    """A game as far as its earlier snapshot goes; from the start without one."""
    row = connection.execute(EARLIEST, {"table": table_id}).first()
    game = find_game(setup.game)
    if row is None or row.stamp != stamp(setup):
        return Match(game, setup), []
    found = DECODER.decode(row.data)
    return Match.resume(game, setup, found.history, found.state), found.given


def _snapshot(table: Table, number: int) -> bytes:
    match = table.match
    state = match.state if number == len(match.history) else match.state_at(number)
    found = Snapshot(match.history[:number], table.given[:number], freeze(state))
    return msgspec.msgpack.encode(found)


def stamp(setup: Setup) -> str:
    """What a snapshot depends on: the numbers of all answers and the parts of a state."""
    known = setup.game, setup.rules
    if known not in _STAMPS:
        game = find_game(setup.game)
        texts = [game.to_text(answer) for answer in range(game.answers)]
        names = field_names(game.start(setup))
        data = msgspec.json.encode([__version__, setup.rules, texts, names])
        _STAMPS[known] = sha256(data).hexdigest()
    return _STAMPS[known]
