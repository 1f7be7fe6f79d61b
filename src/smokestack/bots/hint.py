"""What a strong player would answer here, and why."""

from __future__ import annotations

import msgspec

from smokestack.bots.searcher import Searcher, SearchSettings
from smokestack.bots.tree import NONE
from smokestack.engine.stream import Stream
from smokestack.engine.view import View

MOST_ANSWERS = 3
SIMULATIONS = 4000


class Hint(msgspec.Struct, frozen=True):
    """An answer and what the search expects of it."""

    answer: int
    chance: float
    """Of the one who asks, to win."""
    points: list[float]
    """Of each seat, at the end of the game."""
    line: list[int]
    """The answers expected, this one first."""


def hint(view: View, simulations: int = SIMULATIONS, seed: int = 0) -> list[Hint]:
    """The best answers, best first; the same for the same view and seed."""
    settings = SearchSettings(simulations=simulations)
    search = Searcher(view.game, settings, Stream(seed)).think(view)
    tree = search.tree
    nodes = [tree.find(search.top, answer) for answer in view.answers]
    tried = [node for node in nodes if node != NONE and tree.visits[node] > 0]
    tried.sort(key=lambda node: -tree.visits[node])
    return [
        Hint(
            answer=int(tree.answer[node]),
            chance=tree.mean_won(node, view.seat),
            points=[tree.mean_points(node, seat) for seat in range(len(view.players))],
            line=search.expected_line(node),
        )
        for node in tried[:MOST_ANSWERS]
    ]
