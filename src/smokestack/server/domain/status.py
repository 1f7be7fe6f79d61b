"""The state of a table in one sentence."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.server.domain.table import RUNNING, Table


def status_line(table: Table, view: View) -> str:
    """The current decision, or how the game ended, as the owner of the view may read it."""
    if table.match.over:
        result = table.match.result
        assert result is not None
        return ui_of(table.match.game).result_sentence(view.players, result)
    if table.resigned >= 0:
        return tr("{name} has resigned. The game is over.", name=view.players[table.resigned])
    if table.finished:
        return tr("Everybody has left. The game is over.")
    if table.status != RUNNING:
        return tr("Waiting for everybody to take a seat.")
    return ui_of(table.match.game).prompt(view)
