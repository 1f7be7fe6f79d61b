"""The state of a table in one sentence."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.domain.views import name_of, names_of


def status_line(table: Table, view: View | None) -> str:
    """The current decision, or how the game ended, as the owner of the view may read it.

    Only a game that has started has a view.
    """
    if table.dealt is not None and table.dealt.over:
        result = table.dealt.result
        assert result is not None
        return ui_of(table.game).result_sentence(names_of(table), result)
    if table.resigned >= 0:
        return tr(
            "{name} has resigned. The game is over.", name=name_of(table.seats[table.resigned])
        )
    if table.finished:
        return tr("Everybody has left. The game is over.")
    if view is None or table.status != RUNNING:
        return waiting_line(table)
    return ui_of(table.game).prompt(view)


def waiting_line(table: Table) -> str:
    """What a table that has not started waits for."""
    if any(seat.free for seat in table.seats):
        return tr("Waiting for players to take their seats.")
    missing = [name_of(seat) for seat in table.seats if not seat.contribution and not seat.bot]
    return tr("Waiting for {names} to open the table.", names=", ".join(missing))
