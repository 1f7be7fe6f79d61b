"""`smokestack reports`: what players have reported to the operator."""

from __future__ import annotations

from contextlib import closing

from smokestack.engine.errors import InvalidInput
from smokestack.server.settings import Settings
from smokestack.server.storage.game_admin import GameAdmin
from smokestack.server.storage.reports import StoredReport
from smokestack.terminal.printing import say


def print_list(settings: Settings, limit: int, with_resolved: bool) -> None:
    with closing(GameAdmin(settings)) as admin:
        found = admin.reports(limit, with_resolved)
    if not found:
        say("no reports")
    for report in found:
        for line in _lines(report):
            say(line)


def resolve(settings: Settings, ids: list[int]) -> None:
    with closing(GameAdmin(settings)) as admin:
        resolved = admin.resolve_reports(ids)
    say(f"{resolved} reports resolved")
    others = len(set(ids)) - resolved
    if others:
        raise InvalidInput(f"{others} of these reports don't exist or were resolved before")


def _lines(report: StoredReport) -> list[str]:
    state = ", resolved" if report.resolved else ""
    lines = [f"{report.id}: table {report.table_id}, {report.at:%Y-%m-%d %H:%M} UTC{state}"]
    if report.name or report.author:
        lines.append(f"  about {report.name or 'a spectator'} ({report.author or '-'})")
    if report.message:
        lines.append(f"  who wrote: {report.message}")
    if report.text:
        lines.append(f"  {report.text}")
    lines.append(f"  reported by {report.reporter}")
    return lines
