"""The search visits legal answers only, counts its simulations and stays within its capacity."""

from __future__ import annotations

import pytest

from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search.params import SearchParams
from smokestack.bots.search.tree import NONE
from smokestack.bots.weights import load_weights, values_of
from smokestack.engine.core.stream import Stream
from tests.bots.matches import middle, search_bot


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_only_legal_answers_are_visited_and_every_simulation_counts(game: str) -> None:
    match = middle(game, 40)
    assert match.actor is not None
    view = match.view(match.actor)
    search = search_bot(match, simulations=300).run(view)
    tree = search.tree
    visits = {}
    node = tree.child[search.root]
    while node != NONE:
        visits[int(tree.answer[node])] = int(tree.visits[node])
        node = tree.sibling[node]
    assert set(visits) <= set(view.answers)
    assert tree.visits[search.root] == 300
    # The first simulation evaluates the root itself.
    assert sum(visits.values()) == 299


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_the_tree_stays_within_its_capacity(game: str) -> None:
    match = middle(game, 30)
    assert match.actor is not None
    bot = search_bot(match, simulations=3000, nodes=1000)
    search = bot.run(match.view(match.actor))
    assert search.tree.count <= search.tree.capacity == 1000
    assert search.tree.visits[search.root] == 3000
    assert bot.answer(match.view(match.actor)) in match.view(match.actor).answers


def test_a_full_tree_still_gives_a_legal_answer() -> None:
    match = middle("glasgow", 20)
    assert match.actor is not None
    view = match.view(match.actor)
    game = match.game
    weights = load_weights(game.weight_file).evaluation
    evaluator = game.evaluator(values_of(weights, game.weight_names, game.weight_file))
    params = SearchParams(0.5, 2.0, 0.05, 20.0, 6.0, 6.0, 0.0, 0.3, False)
    search = Search(evaluator, params, 2, game.answers, 2)
    search.run(view.state, view.seat, Stream(1), 50)
    assert search.best_answer(view.state) in view.answers
