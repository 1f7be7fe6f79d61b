"""Prints the points of every seat."""

from __future__ import annotations

from rich.text import Text

from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.presentation.language import tr
from smokestack.terminal.printing import SafeConsole, new_table, say


def print_score(console: SafeConsole, match: Match) -> None:
    """Print every point of every seat, and the winner if the game is over."""
    table = new_table()
    table.add_column(tr("player"))
    table.add_column(tr("what"))
    for title in (tr("points"), tr("bonus"), tr("total")):
        table.add_column(title, justify="right")
    table.add_column(tr("why"))
    lines = ui_of(match.game).score_sheet(match)
    for seat, name in enumerate(match.setup.players):
        own = [line for line in lines if line.seat == seat]
        for line in own:
            figures = (str(line.points), str(line.bonus), str(line.total))
            table.add_row(Text(name), Text(line.title), *figures, Text(line.text))
        total = Text(str(sum(line.total for line in own)), "bold")
        table.add_row(Text(name), "", "", "", total, tr("total"), end_section=True)
    console.print(table)
    if match.result is None:
        say(tr("The game is not over."), console)
    else:
        names = _seat_names(match.setup.players)
        say(ui_of(match.game).result_sentence(names, match.result), console)


def _seat_names(players: list[str]) -> list[str]:
    """The names, with the seat number where a name occurs twice."""
    return [
        tr("{name} (seat {seat})", name=name, seat=seat) if players.count(name) > 1 else name
        for seat, name in enumerate(players)
    ]
