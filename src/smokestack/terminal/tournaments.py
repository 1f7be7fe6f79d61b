"""`smokestack tournaments`: lists, shows and cancels the tournaments of a server."""

from __future__ import annotations

from contextlib import closing

from rich.text import Text

from smokestack.server.domain.tournaments.points import points_text
from smokestack.server.domain.tournaments.standings import standings
from smokestack.server.settings import Settings
from smokestack.server.tournaments.admin import TournamentAdmin
from smokestack.terminal.printing import SafeConsole, new_table, say


def print_list(settings: Settings, limit: int) -> None:
    with closing(TournamentAdmin(settings)) as admin:
        found = admin.all(limit)
    if not found:
        say("no tournaments")
        return
    table = new_table()
    for title in ("id", "name", "game", "status", "players", "changed"):
        table.add_column(title, no_wrap=title != "name")
    for entry in found:
        each = entry.tournament
        players = f"{entry.entrants} of {each.max_entrants}"
        changed = f"{each.changed:%Y-%m-%d %H:%M}"
        table.add_row(*map(Text, (each.id, each.name, each.game, each.status, players, changed)))
    SafeConsole().print(table)


def show(settings: Settings, tournament_id: str) -> None:
    with closing(TournamentAdmin(settings)) as admin:
        found = admin.find(tournament_id)
    say(f"{found.name}: {found.game}, {found.edition}, {found.format}, {found.status}")
    if found.starts is not None:
        say(f"starts {found.starts:%Y-%m-%d %H:%M} UTC")
    say(f"round {found.current_round} of {found.rounds or '?'}, organiser {found.organiser}")
    names = {entrant.number: entrant.name for entrant in found.entrants}
    for line in standings(found):
        say(f"{line.place}. {names[line.entrant]}: {points_text(line.points)}")
    for pairing in found.of_round(found.current_round):
        players = ", ".join(names[number] for number in pairing.entrants)
        state = "over" if pairing.is_done else "running"
        say(f"  {pairing.table_id or '–'}  {players} ({state})")


def cancel(settings: Settings, tournament_id: str) -> None:
    with closing(TournamentAdmin(settings)) as admin:
        admin.cancel(tournament_id)
    say("cancelled; games that have begun can be played on")
