"""Matches that show whether new networks are stronger: one seat against all others.

The mean points of equal bots are no measure of strength: bots can learn to leave each other more.
So a candidate takes one seat, plays every deal from every seat, and meets several kinds of
opponents; one kind alone can be beaten by exploiting it.
"""

from __future__ import annotations

from functools import partial
from statistics import mean

import msgspec

import smokestack
from smokestack.arena.intervals import Estimate, mean_of, share_of
from smokestack.arena.plan import Table
from smokestack.arena.playing import Outcome
from smokestack.arena.tournament import play_table
from smokestack.arena.workers import TaskRunner
from smokestack.engine.record import Setup


class Gate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a candidate against one kind of opponents."""

    opponents: str
    games: int
    wins: Estimate
    """The share of games that the candidate has won."""
    par: float
    """The share if all are equal."""
    lead: Estimate
    """Its points minus the mean points of the others."""
    cpu_seconds: float
    """That the bots thought."""

    @property
    def is_passed(self) -> bool:
        """Not weaker as far as the match shows: it leads on average."""
        return self.lead.mean > 0.0


def play_gate(setups: list[Setup], candidate: str, opponents: str, run_tasks: TaskRunner) -> Gate:
    """Play all deals from all seats; `setups` has one for each deal."""
    tables: list[Table] = []
    seats: list[int] = []
    for setup in setups:
        for seat in range(len(setup.players)):
            bots = [opponents] * len(setup.players)
            bots[seat] = candidate
            tables.append(Table(len(tables), setup, bots))
            seats.append(seat)
    played = run_tasks(partial(play_table, smokestack.__version__), tables)
    outcomes = [game.outcome for game in sorted(played, key=lambda game: game.number)]
    wins: list[float] = []
    leads: list[float] = []
    at = 0
    for setup in setups:
        end = at + len(setup.players)
        deal = list(zip(seats[at:end], outcomes[at:end], strict=True))
        wins.append(mean(outcome.wins(seat) for seat, outcome in deal))
        leads.append(mean(_lead(seat, outcome) for seat, outcome in deal))
        at = end
    thought = sum(sum(outcome.answer_times.seconds) for outcome in outcomes)
    par = round(mean(1 / len(setup.players) for setup in setups), 6)
    return Gate(opponents, len(tables), share_of(wins), par, mean_of(leads), round(thought, 1))


def _lead(seat: int, outcome: Outcome) -> float:
    others = [points for other, points in enumerate(outcome.scores) if other != seat]
    return outcome.scores[seat] - mean(others)
