"""Prints the report of an arena as tables."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from smokestack.arena.intervals import Estimate
from smokestack.arena.ratings import Rating
from smokestack.arena.report import Report
from smokestack.arena.results import Results
from smokestack.terminal.printing import SafeConsole, new_table, say


def print_report(report: Report) -> None:
    """Print the standings, the results of each pair, of the seats, and the length of the games."""
    console = SafeConsole()
    results = report.results
    console.print(_standings(report))
    if len(results.standings) > 2:
        console.print()
        console.print(_duels(results))
    length = results.length
    seats = ", ".join(f"{seat.seat} {percent(seat.wins)}" for seat in results.seats)
    ended = ", ".join(f"{reason} {count}" for reason, count in results.endings.items())
    for line in (
        "",
        f"par is {results.par:.1%}; intervals are 95 %, over {results.groups} seed groups, "
        "not over single games",
        *_lines_without_luck(results),
        f"wins by seat: {seats}",
        f"length: {length.turns:.1f} turns ({length.min_turns}-{length.max_turns}), "
        f"{length.answers:.1f} answers; ended by: {ended}",
        f"{results.games} games, {results.standings[0].games} for each player; "
        f"fingerprint {results.fingerprint}",
    ):
        say(line, console)


def _lines_without_luck(results: Results) -> list[str]:
    """The shares of wins without the luck of deals and draws, if it was measured."""
    return [
        f"without luck: {standing.player} wins {percent(adjusted.wins)} and scores "
        f"{adjusted.points.mean:.1f}; as certain as {adjusted.saving:.2g} times the games"
        for standing in results.standings
        if (adjusted := standing.adjusted) is not None
    ]


def _standings(report: Report) -> Table:
    table = new_table()
    table.add_column("player", overflow="fold", min_width=12)
    for title in ("rating", "ordinal", "wins", "95 %", "points", "ms/answer"):
        table.add_column(title, justify="right", no_wrap=True)
    for standing, time in zip(report.results.standings, report.answer_times, strict=True):
        rating, points = standing.rating, standing.points
        table.add_row(
            Text(standing.player),
            _rating(rating),
            "-" if rating is None else f"{rating.ordinal:.1f}",
            f"{standing.wins.mean:.1%}",
            _interval(standing.wins),
            f"{points.mean:.1f} ±{points.spread:.1f}",
            f"{time.mean:.2f}" if time.mean < 10 else f"{time.mean:.0f}",
        )
    return table


def _duels(results: Results) -> Table:
    """How often the player of a row finishes ahead of the player of a column."""
    ahead = {(duel.player, duel.opponent): duel.ahead for duel in results.duels}
    names = [standing.player for standing in results.standings]
    table = new_table()
    table.add_column("ahead of", overflow="fold")
    for number, _ in enumerate(names, 1):
        table.add_column(str(number), justify="right", no_wrap=True)
    for number, name in enumerate(names, 1):
        shares = [ahead.get((name, other)) for other in names]
        row = ["-" if share is None else f"{share.mean:.0%}" for share in shares]
        table.add_row(Text(f"{number} {name}"), *row)
    return table


def _rating(rating: Rating | None) -> str:
    return "-" if rating is None else f"{rating.mu:.1f} ±{2 * rating.sigma:.1f}"


def _interval(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return "-"
    return f"{100 * share.low:.1f}-{100 * share.high:.1f}"


def percent(share: Estimate) -> str:
    """A share with its interval, if it has one."""
    return f"{share.mean:.1%}" if share.low is None else f"{share.mean:.1%} ({_interval(share)})"
