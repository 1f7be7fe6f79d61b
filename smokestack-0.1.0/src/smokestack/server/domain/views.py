"""Views of a table with the names that are shown to people."""

from __future__ import annotations

from smokestack.bots.registry import levels
from smokestack.engine.core.state import State
from smokestack.engine.view import View
from smokestack.presentation.language import tr
from smokestack.server.domain.table import Seat, Table


def name_of(seat: Seat) -> str:
    """A person by name, a bot by its level in the current language: `Clerk`, `Clerk 2`."""
    if not seat.name:
        return tr("Free seat")
    level, _, number = seat.name.partition(" ")
    if seat.guest or level not in levels():
        return seat.name
    return f"{tr(level.capitalize())} {number}".rstrip()


def names_of(table: Table) -> list[str]:
    return [name_of(seat) for seat in table.seats]


def view_of(table: Table, seat: int, state: State | None = None) -> View:
    """What a seat may see, now or in an earlier state of the game."""
    return View(table.game, state or table.match.state, seat, names_of(table))
