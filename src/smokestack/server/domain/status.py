"""The state of a table in one sentence, and what its players have agreed on."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.language import cached_per_language, tr, trn
from smokestack.server.domain.clocks import is_timed_out
from smokestack.server.domain.leaving import MINUTES_PER_DAY, MINUTES_PER_HOUR
from smokestack.server.domain.pace import Pace, pace_sentences
from smokestack.server.domain.table import CLOSED, RUNNING, Table
from smokestack.server.domain.views import name_of, names_of


def agreements(table: Table) -> list[str]:
    """What was agreed when the table was created, for everybody to read."""
    found = _agreements(
        table.people > 1, table.rated, table.hints, table.pace, table.absence_minutes
    )
    return tile_set(table) + found


@cached_per_language
def _agreements(
    together: bool, rated: bool, hints: bool, pace: Pace, absence_minutes: int
) -> list[str]:
    lines = []
    if rated:
        lines.append(tr("This game is rated."))
    if hints:
        lines.append(tr("Hints are on."))
    elif together:
        lines.append(tr("Hints are off."))
    if pace.has_clock:
        lines += pace_sentences(pace)
    elif together and absence_minutes:
        waiting = duration(absence_minutes)
        lines.append(tr("A bot may replace an absent player after {time}.", time=waiting))
    elif together:
        lines.append(tr("Bots don't replace absent players."))
    return lines


def tile_set(table: Table) -> list[str]:
    """Which tiles are used, unless it is the included set."""
    if isinstance(table.setup.tiles, dict):
        return [tr("Tile set: {name}.", name=table.setup.tiles["name"])]
    return []


def duration(minutes: int) -> str:
    """A time in words, in the largest unit that divides it."""
    if minutes % MINUTES_PER_DAY == 0:
        return trn("{n} day", "{n} days", minutes // MINUTES_PER_DAY)
    if minutes % MINUTES_PER_HOUR == 0:
        return trn("{n} hour", "{n} hours", minutes // MINUTES_PER_HOUR)
    return trn("{n} minute", "{n} minutes", minutes)


def status_line(table: Table, view: View | None) -> str:
    """The current decision, or how the game ended, as the owner of the view may read it.

    Only a game that has started has a view.
    """
    if table.dealt is not None and table.dealt.over:
        result = table.dealt.result
        assert result is not None
        return ui_of(table.game).result_sentence(names_of(table), result)
    if table.status == CLOSED:
        return tr("This table was closed. The game is over.")
    if table.resigned >= 0 and is_timed_out(table, table.resigned):
        return tr(
            "{name}'s time has run out. The game is over.",
            name=name_of(table.seats[table.resigned]),
        )
    if table.resigned >= 0:
        return tr(
            "{name} has resigned. The game is over.", name=name_of(table.seats[table.resigned])
        )
    if table.finished:
        return tr("Everyone has left. The game is over.")
    if view is None or table.status != RUNNING:
        return waiting_line(table)
    return ui_of(table.game).prompt(view)


def waiting_line(table: Table) -> str:
    """What a table that has not started waits for."""
    if any(seat.free for seat in table.seats):
        return tr("Waiting for players to take their seats.")
    missing = [name_of(seat) for seat in table.seats if not seat.contribution and not seat.bot]
    return trn(
        "Waiting for {names} to open the table.",
        "Waiting for {names} to open the table.",
        len(missing),
        names=", ".join(missing),
    )
