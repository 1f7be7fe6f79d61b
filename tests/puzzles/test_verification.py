"""Puzzles are verified on equal terms, and once more when the bots change."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from smokestack.arena.workers import Processes
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.stream import Stream
from smokestack.games import find_game, game_names
from smokestack.puzzles.comparison import Comparison
from smokestack.puzzles.lines import MAX_LINE_LENGTH, line_in_deal
from smokestack.puzzles.puzzle import Puzzle, check_puzzle, puzzles_of, view_of
from smokestack.puzzles.reverification import Reverification, VerificationTask, verify_again
from smokestack.puzzles.verification import MAX_TRIES
from smokestack.puzzles.words import names_of

SIMULATIONS = 80
MARGIN = 0.05


def quick(puzzle: Puzzle) -> Puzzle:
    origin = msgspec.structs.replace(puzzle.origin, simulations=SIMULATIONS)
    return msgspec.structs.replace(puzzle, origin=origin)


def searched(puzzle: Puzzle, simulations: int) -> Search:
    view = view_of(puzzle, names_of(puzzle.state()))
    return SearchBot(view.game, SearchSettings(simulations=simulations), Stream(1)).run(view)


@pytest.mark.parametrize("name", game_names())
def test_the_tries_and_the_second_best_are_visited_as_often_as_the_best(name: str) -> None:
    game, checked = find_game(name), 0
    for puzzle in [each for each in puzzles_of(name) if len(each.state().answers()) > 5][:8]:
        state = puzzle.state()
        basis = SearchBot(game, SearchSettings(), Stream(0)).basis_for(state)
        comparison = Comparison(game, basis, len(game.points(state)), SIMULATIONS)
        greedy = game.to_answer(puzzle.tries[0].answer)
        view = state.seen_by(state.actor)
        best, *others = comparison.compare(view, Stream(1), MARGIN, {greedy}, MAX_TRIES)
        if others[0].chance > best.chance - MARGIN:
            continue  # not clear with so few simulations
        checked += 1
        even = sum(each.visits >= best.visits for each in others)
        assert even >= min(MAX_TRIES, len(others))
        assert others[0].visits >= best.visits
        assert next(each for each in others if each.answer == greedy).visits >= best.visits
    assert checked > 2


@pytest.mark.parametrize("name", game_names())
def test_a_line_is_played_out_in_one_deal_even_from_an_answer_without_visits(name: str) -> None:
    for puzzle in puzzles_of(name)[:3]:
        search, game = searched(puzzle, 1), find_game(name)
        for answer in puzzle.state().answers():
            state = puzzle.state()
            line = line_in_deal(game, search, state, answer)
            assert line[0] == answer
            for each in line:
                assert state.offers_answer(each)
                state.apply(each)
            assert len(line) == MAX_LINE_LENGTH or state.over
            break


def test_a_puzzle_that_is_verified_again_is_described_anew() -> None:
    found = [
        verified
        for puzzle in puzzles_of("glasgow")[:6]
        if (verified := verify_again(VerificationTask(quick(puzzle), 1)).puzzle)
    ]
    assert found
    by_id = {puzzle.id: puzzle for puzzle in puzzles_of("glasgow")}
    for puzzle in found:
        check_puzzle(puzzle)
        assert puzzle.second in puzzle.tries
        assert puzzle.themes
        assert puzzle.origin.command == by_id[puzzle.id].origin.command


def test_what_is_no_longer_a_puzzle_is_dropped_and_a_run_continues(tmp_path: Path) -> None:
    puzzle, other = (quick(each) for each in puzzles_of("glasgow")[:2])
    path = tmp_path / "verified.jsonl"
    with Reverification(path, "glasgow", [puzzle, other], 0) as first:
        done = next(iter(first.run(Processes(1))))
    with path.open("ab") as file:
        file.write(b'{"id": "3')  # a crash
    with Reverification(path, "glasgow", [puzzle, other], 0) as again:
        assert again.done == {done.id: done}
        list(again.run(Processes(1)))
        assert set(again.done) == {puzzle.id, other.id}
        kept = [each.puzzle for each in again.done.values() if each.puzzle]
        assert {each.id for each in again.puzzles()} == {each.id for each in kept}
