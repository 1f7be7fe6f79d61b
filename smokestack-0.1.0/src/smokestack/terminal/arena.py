"""`smokestack arena`: plays the missing games with a running score, then writes the reports."""

from __future__ import annotations

from pathlib import Path

from smokestack.arena.cluster import Cluster
from smokestack.arena.journal import Game, Journal
from smokestack.arena.page import page_of
from smokestack.arena.plan import Plan
from smokestack.arena.report import report_of
from smokestack.arena.tournament import Tournament
from smokestack.arena.workers import Processes, TaskRunner
from smokestack.engine.errors import SmokestackError
from smokestack.engine.files import write_text
from smokestack.terminal.data_folder import data_folder
from smokestack.terminal.printing import SafeConsole, say, say_data
from smokestack.terminal.progress import game_progress
from smokestack.terminal.standings import print_report

MAX_SHOWN_PLAYERS = 4


class Arena:
    """One run of the command. Its folder has `games.jsonl`, `report.json` and `report.html`."""

    def __init__(self, plan: Plan, games: int, out: Path | None, fresh: bool) -> None:
        self.plan = plan
        self.requested = games
        self.groups = plan.groups_for(games)
        self.folder = out or data_folder() / "arena" / f"{plan.game}-{plan.key}"
        self.fresh = fresh

    def run(self, workers: int, ray: str | None, json: bool) -> None:
        """Play the missing games, write the reports and print one of them."""
        messages = SafeConsole(stderr=json)
        run_tasks = Processes(workers) if ray is None else Cluster(ray, workers)
        with Journal(self.folder / "games.jsonl", self.plan, self.fresh) as journal:
            tournament = Tournament(self.plan, self.groups, journal)
            self._announce(messages, tournament)
            self._play(tournament, run_tasks)
            report = report_of(self.plan, tournament.played())
        page = self.folder / "report.html"
        write_text(self.folder / "report.json", report.to_json())
        write_text(page, page_of(report))
        if json:
            say_data(report.to_json().removesuffix("\n"))
        else:
            print_report(report)
            say("", messages)
            say(f"Report with plots: {page}", messages)

    def _announce(self, messages: SafeConsole, tournament: Tournament) -> None:
        size, games = len(self.plan.seatings), len(tournament.numbers)
        if games > self.requested:
            say(f"{self.requested} games rounded up to {games}, {size} for each seed", messages)
        if kept := len(tournament.played()):
            say(f"{kept} of {games} games are already played", messages)

    def _play(self, tournament: Tournament, run_tasks: TaskRunner) -> None:
        """Play the missing games with a running score; finished games stay if one fails."""
        score = RunningScore(self.plan, tournament.played())
        try:
            with game_progress() as progress:
                total = len(tournament.numbers)
                task = progress.add_task(score.text(), total=total, completed=score.games)
                for game in tournament.play(run_tasks):
                    score.add(game)
                    progress.update(task, advance=1, description=score.text())
        except KeyboardInterrupt:
            say(f"interrupted; {self._kept(tournament)}", SafeConsole(stderr=True))
            raise
        except SmokestackError as error:
            if not tournament.played():
                raise
            kept = self._kept(tournament)
            raise SmokestackError("{error}; {kept}", error=error, kept=kept) from None

    def _kept(self, tournament: Tournament) -> str:
        kept, total = len(tournament.played()), len(tournament.numbers)
        return f"{kept} of {total} games are kept in {self.folder}; repeat the command to continue"


class RunningScore:
    """The share of wins of each player so far."""

    def __init__(self, plan: Plan, games: list[Game]) -> None:
        self.games = 0
        self.wins = dict.fromkeys(plan.names, 0.0)
        self.seated = dict.fromkeys(plan.names, 0)
        for game in games:
            self.add(game)

    def add(self, game: Game) -> None:
        self.games += 1
        for seat, name in enumerate(game.seating):
            self.wins[name] += game.outcome.wins(seat)
            self.seated[name] += 1

    def text(self) -> str:
        """The best few players with their share of wins."""
        shares = {name: self.wins[name] / seated for name, seated in self.seated.items() if seated}
        best = sorted(shares, key=lambda name: -shares[name])[:MAX_SHOWN_PLAYERS]
        return "  ".join(f"{name:.20} {shares[name]:.0%}" for name in best) or "playing"
