"""Playing what a plan asks for and is not played yet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import smokestack
from smokestack.arena.journal import Game, Journal
from smokestack.arena.plan import Plan, Table
from smokestack.arena.playing import play_game
from smokestack.arena.workers import Spread
from smokestack.engine.errors import SmokestackError


class Tournament:
    """The first `groups` seed groups of a plan, kept in a journal."""

    def __init__(self, plan: Plan, groups: int, journal: Journal) -> None:
        self.plan = plan
        self.groups = groups
        self.journal = journal
        self.numbers = range(groups * len(plan.seatings))

    def played(self) -> list[Game]:
        """The finished games in the order of the schedule, whenever they were played."""
        kept = self.journal.games
        return [kept[number] for number in self.numbers if number in kept]

    def play(self, spread: Spread) -> Iterator[Game]:
        """Play what is missing; each game is kept before it is yielded."""
        missing = [number for number in self.numbers if number not in self.journal.games]
        if not missing:
            return  # there may be no cluster to ask any more
        work = partial(play_table, self.plan.smokestack)
        for game in spread(work, map(self.plan.table, missing)):
            self.journal.add(game)
            yield game


def play_table(version: str, table: Table) -> Game:
    """One game of a plan; what a worker does, wherever it works."""
    if version != smokestack.__version__:
        raise SmokestackError(
            f"the plan is for Smokestack {version}, but a worker has {smokestack.__version__}; "
            "install the same everywhere"
        )
    outcome = play_game(table.setup, table.seating)
    return Game(table.number, table.setup.seed, table.seating, outcome)
