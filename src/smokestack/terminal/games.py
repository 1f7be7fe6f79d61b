"""`smokestack games`: lists, shows, exports, imports, ends and removes the games of a server."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

from rich.text import Text

from smokestack.engine.errors import InvalidInput, SmokestackError
from smokestack.engine.files import is_taken
from smokestack.engine.record import load_record
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.presentation.language import translate
from smokestack.server.domain.table import CLOSED, OVER, RESIGNED, RUNNING, WAITING
from smokestack.server.domain.views import view_of
from smokestack.server.settings import Settings
from smokestack.server.storage.game_admin import GameAdmin
from smokestack.terminal.printing import SafeConsole, new_table, say

STATUSES: Final = (WAITING, RUNNING, OVER, RESIGNED, CLOSED)
UNFINISHED: Final = (WAITING, RUNNING)
KINDS: Final = ("finished", "abandoned")


def print_list(settings: Settings, status: str, limit: int) -> None:
    if status and status not in STATUSES:
        raise InvalidInput(f"--status must be one of {', '.join(STATUSES)}")
    with closing(GameAdmin(settings)) as admin:
        entries = admin.entries(limit, (status,) if status else ())
    if not entries:
        say("no games")
        return
    table = new_table()
    for title in ("id", "game", "status", "players", "answers", "changed"):
        table.add_column(title, no_wrap=title != "players")
    for entry in entries:
        players = ", ".join(name or "–" for name in entry.players)
        changed = f"{entry.changed:%Y-%m-%d %H:%M}" if entry.changed else ""
        columns = (entry.id, entry.game, entry.status, players, str(entry.answers), changed)
        table.add_row(*map(Text, columns))
    SafeConsole().print(table)


def print_game(settings: Settings, game_id: str) -> None:
    with closing(GameAdmin(settings)) as admin:
        table = admin.find(game_id)
    setup = table.setup
    players = ", ".join(setup.players)
    say(f"{table.game.title}, {setup.edition}, {table.status}: {players}")
    say(f"{len(table.answer_log)} answers, last change {table.changed:%Y-%m-%d %H:%M} UTC")
    say(f"host {table.host}")
    if not table.started:
        return
    view = view_of(table, SPECTATOR)
    for sentence in ui_of(table.game).describe(view):
        say(sentence)
    result = table.match.result
    if result is not None:
        say(ui_of(table.game).result_sentence(view.players, result))


def export(settings: Settings, to: Path, game_id: str) -> None:
    with closing(GameAdmin(settings)) as admin:
        if game_id:
            table = admin.find(game_id)
            if is_taken(to):
                raise InvalidInput(f"{to} exists; choose another name")
            table.match.record().save(to)
            say(f"{to} written")
            return
        written = skipped = 0
        for found in admin.finished():
            try:
                table = admin.find(found)
            except SmokestackError as error:
                say(f"{found} is skipped: {translate(error)}")
                skipped += 1
                continue
            file = to / f"{table.game.name}-{table.id}.json"
            if not is_taken(file):
                table.match.record().save(file)
                written += 1
    say(f"{written} new records in {to}")
    if skipped:
        raise InvalidInput(f"{skipped} games can't be replayed by this version")


def import_records(settings: Settings, files: list[Path]) -> None:
    with closing(GameAdmin(settings)) as admin:
        for file in files:
            try:
                table, tokens = admin.add(load_record(file))
            except SmokestackError as error:
                if str(file) in str(error):
                    raise
                raise InvalidInput("{file}: {error}", file=file, error=error) from None
            say(f"{file}: /tables/{table.id} ({table.status})")
            if not table.finished:
                for seat, token in zip(table.seats, tokens, strict=True):
                    if token:
                        say(f"  {seat.name}: /seats/{token}")


def end(
    settings: Settings, ids: list[str], host: str, status: str, hours: int, dry_run: bool
) -> None:
    """Close unfinished games that meet all conditions; servers notice it at once."""
    if status and status not in UNFINISHED:
        raise InvalidInput(f"--status must be one of {', '.join(UNFINISHED)}")
    _check_conditions(ids, host, status, hours)
    with closing(GameAdmin(settings)) as admin:
        found = admin.select(ids, host, (status,) if status else UNFINISHED, hours)
        if dry_run:
            _print_dry_run(found, "ended")
            return
        ended = failed = 0
        for table_id in found:
            try:
                ended += admin.end(table_id)
            except SmokestackError as error:
                say(f"{table_id} is skipped: {translate(error)}")
                failed += 1
    say(f"{ended} games ended")
    if failed:
        raise InvalidInput(f"{failed} games can't be ended; 'smokestack games remove' removes them")


def remove(
    settings: Settings, ids: list[str], host: str, status: str, hours: int, dry_run: bool
) -> None:
    """Delete games that meet all conditions."""
    if status and status not in STATUSES:
        raise InvalidInput(f"--status must be one of {', '.join(STATUSES)}")
    _check_conditions(ids, host, status, hours)
    with closing(GameAdmin(settings)) as admin:
        found = admin.select(ids, host, (status,) if status else (), hours)
        if dry_run:
            _print_dry_run(found, "removed")
            return
        admin.remove(found)
    say(f"{len(found)} games removed")


def _check_conditions(ids: list[str], host: str, status: str, hours: int) -> None:
    if not (ids or host or status or hours):
        raise InvalidInput("name games by id, --host, --status or --hours")


def _print_dry_run(table_ids: list[str], action: str) -> None:
    for table_id in table_ids:
        say(table_id)
    say(f"{len(table_ids)} games would be {action}")


def prune(settings: Settings, days: int, only: str, dry_run: bool) -> None:
    if only and only not in KINDS:
        raise InvalidInput(f"--only must be one of {', '.join(KINDS)}")
    with closing(GameAdmin(settings)) as admin:
        old = admin.old(days, only != "abandoned", only != "finished")
        if dry_run:
            _print_dry_run(old, "removed")
            return
        admin.remove(old)
    say(f"{len(old)} games removed")
