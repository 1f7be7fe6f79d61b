"""The search visits legal answers only, counts its simulations and stays within its capacity."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.bots.registry import make_bot
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
    params = SearchParams(0.5, 2.0, 0.05, 20.0, 6.0, 6.0, 0.0, 0.3, False, False)
    search = Search(evaluator, evaluator, params, 2, game.answers, 2)
    search.run(view.state, view.seat, Stream(1), 50)
    assert search.best_answer(view.state) in view.answers


@pytest.mark.parametrize("evaluation", ["linear", "learned"])
def test_lines_of_the_last_round_of_brass_are_played_to_their_end(evaluation: str) -> None:
    match = smokestack.new_game("brass", seed=7)
    greedy = make_bot("greedy:samples=1", match.game, 0, 0)
    while match.state.turn < 61:  # the last round has the turns 61 to 64
        assert match.actor is not None
        match.play(greedy.answer(match.view(match.actor)))
    assert match.actor is not None
    view = match.view(match.actor)
    ended = search_bot(match, simulations=80, plays_to_end=True, evaluation=evaluation).run(view)
    estimated = search_bot(match, simulations=10, evaluation=evaluation).run(view)
    assert ended.tree.visits[ended.root] == estimated.tree.visits[estimated.root] == 10
    assert all(points.is_integer() for points in points_of_all_visits(ended, seats=4))
    assert not all(points.is_integer() for points in points_of_all_visits(estimated, seats=4))


def points_of_all_visits(search: Search, seats: int) -> list[float]:
    return [search.tree.points[search.root * seats + seat] for seat in range(seats)]
