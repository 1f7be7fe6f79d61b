"""A second, slow implementation of the rules must agree with every line of a trace."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.trace import trace
from smokestack.engine.view import View
from tests.games.brass.audit import audit
from tests.games.brass.tables import TABLES, new_match
from tests.sizes import LONG

FACTS = json.loads((Path(__file__).with_name("audit_facts.json")).read_text("utf-8"))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_random_games_agree_with_the_slow_rules(edition: str, players: int) -> None:
    for seed in range(LONG):
        _audited(edition, players, seed, "random")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_mixed_games_agree_with_the_slow_rules(edition: str, players: int) -> None:
    """Greedy bots with occasional random answers reach more rare events than either alone."""
    for seed in range(LONG):
        options = {"virtual_link": seed % 2 == 0, "virtual_link_reverse": seed % 2 == 1}
        _audited(edition, players, seed, "greedy", scotland_canal=seed % 2 == 0, **options)


@pytest.mark.slow
def test_the_audited_games_reach_every_rare_event() -> None:
    visited: Counter[str] = Counter()
    for seed in range(100, 103):
        for edition, players in TABLES:
            visited += _audited(edition, players, seed, "greedy", virtual_link_reverse=True)
    for corner in (
        "action:build2",
        "overbuild own",
        "double rail",
        "double development",
        "coal tie",
        "coal from track",
        "iron from empty track",
        "mine sold to track",
        "works sold to track",
        "liquidation",
        "level 1 removed",
        "slot priority",
        "free first build by industry card",
        "sale:sell",
        "action:loan",
    ):
        assert visited[corner] > 0, corner


def _audited(edition: str, players: int, seed: int, bot: str, **options: bool) -> Counter[str]:
    match = new_match(edition, players, seed, **options)
    bots = [make_bot(bot, match.game, seed, seat) for seat in range(players)]
    stream = Stream(seed + 1)

    def choose(view: View) -> int:
        if bot == "greedy" and stream.below(7) == 0:
            return view.answers[stream.below(len(view.answers))]
        return bots[view.seat].answer(view)

    return audit(trace(match, choose), FACTS)
