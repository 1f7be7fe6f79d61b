"""How a game goes on after an answer, so that it can be played out on the board.

The tree of a search merges many deals of what is hidden, so its most visited answers need not fit
together in any of them. A line is therefore taken in one deal, that of the stored position.
"""

from __future__ import annotations

from typing import Final

from smokestack.bots.search.is_mcts import MIN_LINE_VISITS, Search
from smokestack.bots.search.tree import NONE
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.view import View

MAX_LINE_LENGTH: Final = 8
SIMULATIONS: Final = 60
"""For each answer beyond those that the search has visited often enough."""


def line_in_deal(game: Game, search: Search, deal: State, first: int) -> list[int]:
    """An answer and how the game goes on in this deal.

    The most visited answers of the search that are possible, then those of bots that see only what
    their seats may see. The line ends after `MAX_LINE_LENGTH` answers or with the game.
    """
    state, answer, line = deal.copy(), first, list[int]()
    node = int(search.tree.find(search.root, first))
    bot = SearchBot(game, SearchSettings(simulations=SIMULATIONS), Stream(0))
    names = [str(seat + 1) for seat in range(len(game.points(state)))]
    while True:
        line.append(answer)
        state.apply(answer)
        if state.over or len(line) == MAX_LINE_LENGTH:
            return line
        node = _most_visited(search, node, state)
        if node != NONE:
            answer = int(search.tree.answer[node])
        else:
            bot.last = None  # each answer has a search of its own
            answer = bot.answer(View(game, state, int(state.actor), names))


def _most_visited(search: Search, parent: int, state: State) -> int:
    """The node below another with the most visits that is possible; NONE without enough visits."""
    if parent == NONE:
        return NONE
    tree = search.tree
    nodes = [int(tree.find(parent, answer)) for answer in state.answers()]
    visited = [node for node in nodes if node != NONE and tree.visits[node] >= MIN_LINE_VISITS]
    return max(visited, key=lambda node: int(tree.visits[node]), default=NONE)
