"""Puzzles are found in games, verified, and kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from smokestack.arena.workers import Processes
from smokestack.bots.registry import make_bot
from smokestack.engine.errors import InvalidInput
from smokestack.engine.view import View
from smokestack.games import find_game
from smokestack.puzzles.collection import Collection, plan_for
from smokestack.puzzles.difficulty import SEEDS, SOLVERS, rating_for
from smokestack.puzzles.mining import mine_game
from smokestack.puzzles.puzzle import check_puzzle, puzzles_of
from smokestack.puzzles.same_effect import have_same_effect
from smokestack.puzzles.words import names_of

GLASGOW = find_game("glasgow")
PLAN = plan_for(GLASGOW, simulations=20, seed=3)


def test_mining_is_resumable_and_gives_the_same_again(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Collection(path, PLAN) as collection:
        first = next(iter(collection.mine(1000, Processes(1))))
        assert first.decisions > 100
    with path.open("ab") as file:
        file.write(b'{"seed": 4, "dec')  # a crash
    with Collection(path, PLAN) as collection:
        assert list(collection.games) == [3]
        again = next(iter(collection.mine(1000, Processes(1))))
        assert again.seed == 4
        found = collection.puzzles()
    assert mine_game(PLAN.task(3)) == first
    for puzzle in found:
        check_puzzle(puzzle)
        assert puzzle.themes
    with pytest.raises(InvalidInput, match="another command"):
        Collection(path, plan_for(GLASGOW, simulations=21))
    path.write_text("no puzzles\n")
    with pytest.raises(InvalidInput, match="not a file of mined puzzles"):
        Collection(path, PLAN)


@pytest.mark.parametrize("name", ["glasgow", "brass"])
def test_the_clerk_does_not_solve_the_puzzles(name: str) -> None:
    game = find_game(name)
    solved = 0
    for puzzle in puzzles_of(name)[:20]:
        state = puzzle.state()
        view = View(game, state, int(state.actor), names_of(state))
        answer = game.to_text(make_bot("clerk", game, puzzle.origin.seed, 0).answer(view))
        solved += puzzle.solves(answer)
    assert solved <= 1  # in another deal of what is hidden it may guess right


def test_answers_with_the_same_effect_are_told_from_others() -> None:
    game = find_game("brass")
    puzzle = next(each for each in puzzles_of("brass") if len(each.best.line) > 4)
    view = puzzle.state()
    line = [game.to_answer(answer) for answer in puzzle.best.line]
    other = [game.to_answer(answer) for answer in puzzle.tries[0].line]
    assert have_same_effect(game, view, line, line)
    assert not have_same_effect(game, view, line, other)
    assert not have_same_effect(game, view, line[:1], line)  # a line that ends too early


def test_the_rating_falls_with_the_number_of_bots_that_solve_a_puzzle() -> None:
    ratings = [rating_for(solved) for solved in range(len(SOLVERS) * SEEDS + 1)]
    assert ratings == sorted(ratings, reverse=True)
    assert 800 < ratings[-1] < 1300 < 1700 < ratings[0] < 2300
