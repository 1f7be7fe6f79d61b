"""The best answers for a player, with what a search expects of them.

Chances are those of the analysis: calibrated, and scaled so that those of all seats add up to 1.
"""

from __future__ import annotations

import msgspec

from smokestack.analysis.calibration import search_settings
from smokestack.analysis.values import chances_after
from smokestack.bots.search.tree import NONE
from smokestack.bots.search_bot import SearchBot
from smokestack.engine.core.stream import Stream
from smokestack.engine.view import View

MAX_ANSWERS = 3
SIMULATIONS = 4000


class Hint(msgspec.Struct, frozen=True):
    """An answer and what the search expects of it."""

    answer: int
    chance: float
    """The probability that the seat of the view wins."""
    points: list[float]
    """The expected points of each seat at the end of the game."""
    line: list[int]
    """The expected answers, beginning with this one."""


def hint(view: View, simulations: int = SIMULATIONS, seed: int = 0) -> list[Hint]:
    """The best answers, best first; the same for the same view and seed."""
    settings = search_settings(view.game, simulations)
    search = SearchBot(view.game, settings, Stream(seed)).run(view)
    tree = search.tree
    players = len(view.players)
    nodes = [tree.find(search.root, answer) for answer in view.answers]
    visited = [node for node in nodes if node != NONE and tree.visits[node] > 0]
    visited.sort(key=lambda node: -tree.visits[node])
    return [
        Hint(
            answer=int(tree.answer[node]),
            chance=chances_after(tree, node, players)[view.seat],
            points=[tree.mean_points(node, seat) for seat in range(players)],
            line=search.expected_line(node),
        )
        for node in visited[:MAX_ANSWERS]
    ]
