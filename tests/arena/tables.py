"""Made-up finished games, for tests of what is computed from games."""

from __future__ import annotations

import pytest

from smokestack.arena.journal import Game
from smokestack.arena.plan import Plan
from smokestack.arena.playing import AnswerTimes, Outcome
from smokestack.bots import registry
from smokestack.engine import game as rules


def outcome(scores: list[int], winners: list[int] | None = None) -> Outcome:
    """An outcome with these points; the seats with the most win unless `winners` is given."""
    best = [seat for seat, points in enumerate(scores) if points == max(scores)]
    seats = len(scores)
    times = AnswerTimes([0.5] * seats, [0.25] * seats)
    return Outcome(scores, best if winners is None else winners, "city", 9, [10] * seats, times)


def finished(plan: Plan, *endings: list[int] | Outcome) -> list[Game]:
    """The first games of a plan, with these outcomes."""
    return [
        Game(
            number,
            plan.seed_of(number),
            plan.seating_of(number),
            ending if isinstance(ending, Outcome) else outcome(ending),
        )
        for number, ending in enumerate(endings)
    ]


def allow_names(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let plans name players that do not exist; their games can't be played."""

    def check(name: str, game: rules.Game) -> None:
        if name not in names:
            registry.check_bot(name, game)

    monkeypatch.setattr("smokestack.arena.plan.check_bot", check)
