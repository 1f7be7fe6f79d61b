"""The report as one HTML page without scripts, fonts or other files."""

from __future__ import annotations

import shlex

from smokestack.arena import plots
from smokestack.arena.plan import Plan
from smokestack.arena.report import Report
from smokestack.arena.results import Results
from smokestack.games import find_game, find_ui


def page_of(report: Report) -> str:
    """The page with tables and plots; the template escapes the names of players."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("smokestack.arena", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    plan, results = report.plan, report.results
    game = find_game(plan.game)
    reason_texts = find_ui(plan.game).reason_texts
    return environment.get_template("page.html").render(
        plan=plan,
        results=results,
        title=game.title,
        headline=headline(results),
        rows=list(zip(results.standings, report.answer_times, strict=True)),
        ratings=plots.ratings(results),
        wins=plots.wins(results),
        seats=plots.seats(results),
        points=plots.points(results),
        duels=plots.duels(results),
        endings=[(reason_texts[reason], count) for reason, count in results.endings.items()],
        command=command(plan, results),
        percent=plots.percent,
        interval=plots.interval,
        own_tiles=not isinstance(plan.tiles, str),
    )


def headline(results: Results) -> str:
    """The result in a few words; a player is called the strongest only if the intervals say so."""
    best, *others = results.standings
    if not others:
        return f"{best.player} against itself"
    second = max(others, key=lambda standing: standing.wins.mean)
    if best.wins.low is None or second.wins.high is None:
        return f"{best.player} is ahead, but one seed proves nothing"
    if best.wins.low > second.wins.high:
        return f"{best.player} is the strongest"
    return f"{best.player} and {second.player} are too close to call"


def command(plan: Plan, results: Results) -> str:
    """The command that plays the same games again."""
    usual = find_game(plan.game).complete_options(plan.edition, {})
    words = ["smokestack", "arena", plan.game, "--edition", plan.edition]
    words += ["--players", ",".join(plan.players), "--seats", str(plan.seats)]
    words += ["--games", str(results.games), "--seed", str(plan.seed)]
    for name, value in plan.options.items():
        if value != usual[name]:
            words += ["--option", f"{name}={str(value).lower()}"]
    if not isinstance(plan.tiles, str):
        words += ["--tiles", "FILE"]
    return shlex.join(words)
