"""Plays the games of a plan that are not played yet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import smokestack
from smokestack.arena.journal import Game, Journal
from smokestack.arena.plan import Plan, Table
from smokestack.arena.playing import play_game
from smokestack.arena.workers import TaskRunner
from smokestack.engine.errors import SmokestackError


class Tournament:
    """The first `groups` seed groups of a plan, with the journal of finished games."""

    def __init__(self, plan: Plan, groups: int, journal: Journal) -> None:
        self.plan = plan
        self.groups = groups
        self.journal = journal
        self.numbers = range(groups * len(plan.seatings))

    def played(self) -> list[Game]:
        """The finished games, in the order of the schedule."""
        kept = self.journal.games
        return [kept[number] for number in self.numbers if number in kept]

    def play(self, run_tasks: TaskRunner) -> Iterator[Game]:
        """Play the missing games; each is written to the journal before it is yielded."""
        missing = [number for number in self.numbers if number not in self.journal.games]
        if not missing:
            return  # does not connect to a cluster that may be gone
        work = partial(play_table, self.plan.smokestack)
        for game in run_tasks(work, map(self.plan.table, missing)):
            self.journal.add(game)
            yield game


def play_table(version: str, table: Table) -> Game:
    """Play one game of a plan; runs in a worker."""
    if version != smokestack.__version__:
        raise SmokestackError(
            f"the plan is for Smokestack {version}, but a worker has {smokestack.__version__}; "
            "install the same version everywhere"
        )
    outcome = play_game(table.setup, table.seating)
    return Game(table.number, table.setup.seed, table.seating, outcome)
