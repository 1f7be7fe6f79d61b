"""The command `arena`: plays with a running score, keeps everything, prints the report."""

from __future__ import annotations

import sys
from pathlib import Path

from rich.console import Console

from smokestack.arena.cluster import Cluster
from smokestack.arena.journal import Game, Journal
from smokestack.arena.page import page_of
from smokestack.arena.plan import Plan
from smokestack.arena.report import report_of
from smokestack.arena.tournament import Tournament
from smokestack.arena.workers import Processes, Spread
from smokestack.engine.errors import SmokestackError
from smokestack.engine.files import write_text
from smokestack.terminal.printing import say
from smokestack.terminal.progress import game_progress
from smokestack.terminal.saves import data_folder
from smokestack.terminal.standings import print_report

MOST_SHOWN = 4


class Arena:
    """One run of the command; its folder holds `games.jsonl`, `report.json` and `report.html`."""

    def __init__(self, plan: Plan, games: int, out: Path | None, fresh: bool) -> None:
        self.plan = plan
        self.asked = games
        self.groups = plan.groups_for(games)
        self.folder = out or data_folder() / "arena" / f"{plan.game}-{plan.key}"
        self.fresh = fresh

    def run(self, workers: int, ray: str | None, json: bool) -> None:
        """Play what is missing, write the reports and print one of them."""
        notes = Console(stderr=json)
        spread = Processes(workers) if ray is None else Cluster(ray, workers)
        with Journal(self.folder / "games.jsonl", self.plan, self.fresh) as journal:
            tournament = Tournament(self.plan, self.groups, journal)
            self._announce(notes, tournament)
            self._play(tournament, spread)
            report = report_of(self.plan, tournament.played())
        page = self.folder / "report.html"
        write_text(self.folder / "report.json", report.to_json())
        write_text(page, page_of(report))
        if json:
            sys.stdout.write(report.to_json())
        else:
            print_report(report)
            say(f"\nwith plots: {page}", notes)

    def _announce(self, notes: Console, tournament: Tournament) -> None:
        size, games = len(self.plan.seatings), len(tournament.numbers)
        if games > self.asked:
            say(f"{self.asked} games rounded up to {games}: every seed makes {size}", notes)
        if kept := len(tournament.played()):
            say(f"{kept} of {games} games were played before", notes)

    def _play(self, tournament: Tournament, spread: Spread) -> None:
        """All games that are missing, with a running score; what is finished stays."""
        score = RunningScore(self.plan, tournament.played())
        try:
            with game_progress() as progress:
                total = len(tournament.numbers)
                task = progress.add_task(score.told(), total=total, completed=score.games)
                for game in tournament.play(spread):
                    score.add(game)
                    progress.update(task, advance=1, description=score.told())
        except KeyboardInterrupt:
            say(f"interrupted; {self._kept(tournament)}", Console(stderr=True))
            raise
        except SmokestackError as error:
            if not tournament.played():
                raise
            raise SmokestackError(f"{error}; {self._kept(tournament)}") from None

    def _kept(self, tournament: Tournament) -> str:
        kept, total = len(tournament.played()), len(tournament.numbers)
        return f"{kept} of {total} games are kept in {self.folder}, the same command goes on"


class RunningScore:
    """The share of victories of everybody's seats so far."""

    def __init__(self, plan: Plan, games: list[Game]) -> None:
        self.games = 0
        self.wins = dict.fromkeys(plan.names, 0.0)
        self.sat = dict.fromkeys(plan.names, 0)
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        self.games += 1
        for seat, name in enumerate(game.seating):
            self.wins[name] += game.outcome.wins(seat)
            self.sat[name] += 1

    def told(self) -> str:
        """The best few, with what they win."""
        shares = {name: self.wins[name] / sat for name, sat in self.sat.items() if sat}
        best = sorted(shares, key=lambda name: -shares[name])[:MOST_SHOWN]
        return "  ".join(f"{name:.20} {shares[name]:.0%}" for name in best) or "playing"
