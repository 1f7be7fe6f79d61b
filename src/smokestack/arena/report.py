"""The report of an arena as data; JSON, page and tables are made from it."""

from __future__ import annotations

import msgspec

from smokestack.arena.journal import Game
from smokestack.arena.plan import Plan
from smokestack.arena.results import AnswerTime, Results, answer_times_of, results_of


class Report(msgspec.Struct, frozen=True):
    """A plan and its results; only `answer_times` differs from run to run."""

    plan: Plan
    results: Results
    answer_times: list[AnswerTime] = msgspec.field(name="paces")

    def to_json(self) -> str:
        return msgspec.json.format(msgspec.json.encode(self), indent=1).decode() + "\n"


def report_of(plan: Plan, games: list[Game]) -> Report:
    results = results_of(plan, games)
    return Report(plan, results, answer_times_of(results, games))
