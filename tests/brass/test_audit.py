"""A second, slow implementation of the rules follows traces line by line and must agree."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from audit.brass import audit
from brass.tables import TABLES, new_match
from long_form import LONG
from smokestack.bots.registry import make_bot
from smokestack.engine.stream import Stream
from smokestack.engine.trace import trace
from smokestack.engine.view import View

FACTS = json.loads((Path(__file__).parent.parent / "audit/brass_facts.json").read_text("utf-8"))


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_random_games_agree_with_the_slow_rules(edition: str, players: int) -> None:
    for seed in range(LONG):
        _audited(edition, players, seed, "random")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_mixed_games_agree_with_the_slow_rules(edition: str, players: int) -> None:
    """Sensible players who now and then do anything legal see more corners than either."""
    for seed in range(LONG):
        options = {"virtual_link": seed % 2 == 0, "virtual_link_reverse": seed % 2 == 1}
        _audited(edition, players, seed, "greedy", scotland_canal=seed % 2 == 0, **options)


def test_the_audited_games_visit_the_corners_of_the_rules() -> None:
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
