"""Snapshots of long games, so that a game with many answers loads as fast as one with few.

The answers in notation are authoritative; a snapshot only saves replaying them, and is ignored if
it was written by another version of the rules or is damaged. The two latest are kept: a match that
resumes from the earlier one knows enough answers to show the latest log entries.
"""

from __future__ import annotations

import logging
from hashlib import sha256
from typing import Final

import msgspec
from sqlalchemy import Connection, bindparam, delete, insert, select

from smokestack import __version__
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.snapshot import StateData, field_names, save_state
from smokestack.games import find_game
from smokestack.server.domain.table import AnswerMeta, Table
from smokestack.server.storage.schema import snapshots

log = logging.getLogger(__name__)

SNAPSHOT_INTERVAL: Final = 60  # answers; at least as many as a table page has in its log

EARLIEST: Final = (
    select(snapshots.c.number, snapshots.c.fingerprint, snapshots.c.data)
    .where(snapshots.c.table_id == bindparam("table"))
    .order_by(snapshots.c.number)
    .limit(1)
)
INSERT: Final = insert(snapshots)
DELETE_OLD: Final = delete(snapshots).where(
    snapshots.c.table_id == bindparam("table"),
    (snapshots.c.number < bindparam("earlier")) | (snapshots.c.number > bindparam("later")),
)

_FINGERPRINTS: dict[tuple[str, int], str] = {}


class Snapshot(msgspec.Struct, array_like=True):
    """A game after some of its answers."""

    history: list[int]
    answer_log: list[AnswerMeta]
    state: StateData


CONVERSION_ERRORS: Final = (ValueError, TypeError, OverflowError, LookupError, AttributeError)

DECODER: Final = msgspec.msgpack.Decoder(Snapshot)


def update(connection: Connection, before: int, table: Table) -> None:
    """Add and delete snapshots after a change; the game had `before` answers."""
    length = len(table.answer_log)
    latest = length - length % SNAPSHOT_INTERVAL
    if length >= before and latest <= before:
        return
    range_ = {"table": table.id, "earlier": latest - SNAPSHOT_INTERVAL, "later": length}
    connection.execute(DELETE_OLD, range_)
    for number in (latest - SNAPSHOT_INTERVAL, latest):
        if number > before:
            row = {
                "table_id": table.id,
                "number": number,
                "fingerprint": fingerprint(table.setup),
            }
            connection.execute(INSERT, {**row, "data": _snapshot(table, number)})


def resume(connection: Connection, table_id: str, setup: Setup) -> tuple[Match, list[AnswerMeta]]:
    """The match at the earlier snapshot, or at its start if there is none."""
    row = connection.execute(EARLIEST, {"table": table_id}).first()
    game = find_game(setup.game)
    if row is None or row.fingerprint != fingerprint(setup):
        return Match(game, setup), []
    try:
        found = DECODER.decode(row.data)
        _check_fields(game, setup, found, row.number)
        match = Match.resume(game, setup, found.history, found.state)
        _check_position(match)
    except (InvalidInput, msgspec.DecodeError, *CONVERSION_ERRORS) as error:
        fields = {"table_id": table_id, "error": error}
        log.error("snapshot is damaged, replaying the answers", extra={"fields": fields})
        return Match(game, setup), []
    return match, found.answer_log


def _check_fields(game: Game, setup: Setup, found: Snapshot, number: int) -> None:
    """The fields and their sizes must be those of a new game."""
    if not len(found.history) == len(found.answer_log) == number:
        raise InvalidInput("it has another number of answers")
    if not all(0 <= answer < game.answers for answer in found.history):
        raise InvalidInput("an answer is outside the action space")
    new = save_state(game.start(setup))
    if found.state.keys() != new.keys():
        raise InvalidInput("it has other fields than a game")
    for name, value in new.items():
        stored = found.state[name]
        if type(stored) is not type(value):
            raise InvalidInput(f"{name} has another type")
        if isinstance(stored, list) and isinstance(value, list):
            shorter = name in game.shrinking_fields and len(stored) < len(value)
            if len(stored) != len(value) and not shorter:
                raise InvalidInput(f"{name} has another length")


def _check_position(match: Match) -> None:
    """Loading a position checks all its values and finds the legal answers again."""
    state = match.state.copy()
    state.stream = Stream(0)  # the stream of a verifiable deal can't be dumped
    if match.game.load(match.game.dump(state)).answers() != match.state.answers():
        raise InvalidInput("it offers answers that are not legal")


def _snapshot(table: Table, number: int) -> bytes:
    match = table.match
    state = match.state if number == len(match.history) else match.state_at(number)
    found = Snapshot(match.history[:number], table.answer_log[:number], save_state(state))
    return msgspec.msgpack.encode(found)


def fingerprint(setup: Setup) -> str:
    """A hash of what snapshots depend on: the integers of answers, the fields of a state."""
    key = setup.game, setup.rules
    if key not in _FINGERPRINTS:
        game = find_game(setup.game)
        texts = [game.to_text(answer) for answer in range(game.answers)]
        names = field_names(game.start(setup))
        data = msgspec.json.encode([__version__, setup.rules, texts, names])
        _FINGERPRINTS[key] = sha256(data).hexdigest()
    return _FINGERPRINTS[key]
