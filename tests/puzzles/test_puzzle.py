"""The format of puzzles, and the puzzles that come with the games."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.games import find_game, game_names, ui_of
from smokestack.puzzles.lines import MAX_LINE_LENGTH
from smokestack.puzzles.puzzle import (
    MIN_MARGIN,
    Puzzle,
    check_puzzle,
    format_puzzles,
    idea_of,
    parse_puzzles,
    position_of,
    puzzles_of,
    theme_counts,
    themes_of,
)
from smokestack.puzzles.selection import MAX_PUZZLES_PER_HALF, game_half_of
from smokestack.puzzles.verification import ENDGAME_POSITIONS
from smokestack.puzzles.words import line_steps

GAMES = pytest.mark.parametrize("name", game_names())
MIN_PUZZLES = 300
PROMISED_THEMES = {
    "glasgow": {"factories", "tempo", "sets"},
    "brass": {
        "coal before rails",
        "double rails",
        "overbuilding",
        "last sale",
        "loan",
        "turn order",
    },
}


@GAMES
def test_many_puzzles_come_with_each_game_and_all_promised_themes_occur(name: str) -> None:
    puzzles = puzzles_of(name)
    assert len(puzzles) >= MIN_PUZZLES
    found = {theme for puzzle in puzzles for theme in puzzle.themes}
    assert PROMISED_THEMES[name] <= found
    assert list(theme_counts(name)) == [
        theme for theme in find_game(name).puzzle_themes if theme in found
    ]


@GAMES
def test_proven_puzzles_are_proven_again_in_another_deal(name: str) -> None:
    game = find_game(name)
    endgame = game.endgame()
    proven = [puzzle for puzzle in puzzles_of(name) if puzzle.proven]
    assert bool(proven) == (endgame is not None)
    for puzzle in puzzles_of(name):
        state = puzzle.state()
        assert puzzle.proven == (endgame is not None and endgame.is_near(state))
        if endgame is not None and puzzle.proven:
            state.redeal(state.actor, Stream(1))
            best = endgame.best_answer(state, ENDGAME_POSITIONS)
            assert game.to_text(best) in puzzle.answers


@GAMES
def test_every_puzzle_can_be_played_and_has_one_clearly_best_answer(name: str) -> None:
    puzzles = puzzles_of(name)
    assert puzzles
    for puzzle in puzzles:
        check_puzzle(puzzle)
        assert puzzle.margin >= MIN_MARGIN
        assert all(puzzle.best.chance - tried.chance >= MIN_MARGIN for tried in puzzle.tries)
        assert puzzle.second.chance < 0.86  # not won anyway
        assert puzzle.best.chance > 0.14  # not lost anyway


@GAMES
def test_no_two_puzzles_are_alike(name: str) -> None:
    puzzles = puzzles_of(name)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    keys = {(puzzle.origin.seed, puzzle.best.answer, " ".join(puzzle.themes)) for puzzle in puzzles}
    assert len(keys) == len(puzzles)
    assert [idea for idea, count in Counter(map(idea_of, puzzles)).items() if count > 1] == []


@GAMES
def test_two_puzzles_at_most_come_from_each_half_of_a_game(name: str) -> None:
    in_half = Counter(map(game_half_of, puzzles_of(name)))
    assert max(in_half.values()) <= MAX_PUZZLES_PER_HALF


@GAMES
def test_every_line_can_be_played_out_on_the_board(name: str) -> None:
    for puzzle in puzzles_of(name):
        for tried in (puzzle.best, *puzzle.tries):
            state = puzzle.state()
            for step in line_steps(state, tried.line):
                state.apply(step.answer)
            steps = line_steps(puzzle.state(), tried.line)
            assert len(steps) == len(tried.line), puzzle.id
            assert len(steps) == MAX_LINE_LENGTH or state.over, puzzle.id


@GAMES
def test_the_margin_is_that_of_an_answer_whose_line_is_shown(name: str) -> None:
    for puzzle in puzzles_of(name):
        assert puzzle.second in puzzle.tries
        assert puzzle.second.chance == max(tried.chance for tried in puzzle.tries)


@GAMES
def test_first_ratings_tell_puzzles_apart(name: str) -> None:
    ratings = Counter(puzzle.rating for puzzle in puzzles_of(name))
    assert len(ratings) > 100
    assert max(ratings.values()) < len(puzzles_of(name)) / 20


@GAMES
def test_a_position_does_not_depend_on_what_its_seat_cannot_see(name: str) -> None:
    game = find_game(name)
    for puzzle in puzzles_of(name)[:5]:
        state = puzzle.state()
        assert position_of(game, state) == puzzle.position
        for seed in range(3):
            state.redeal(state.actor, Stream(seed))
            assert position_of(game, state) == puzzle.position


@GAMES
def test_themes_are_recognised_again_and_have_titles(name: str) -> None:
    game = find_game(name)
    assert set(ui_of(game).theme_titles) == set(game.puzzle_themes)
    for puzzle in puzzles_of(name):
        assert themes_of(puzzle) == puzzle.themes


@GAMES
def test_nearly_all_puzzles_have_a_theme_of_their_own(name: str) -> None:
    puzzles = puzzles_of(name)
    others = sum(puzzle.themes == ["other"] for puzzle in puzzles)
    assert others < len(puzzles) / 50


def test_a_file_is_read_as_it_was_written() -> None:
    puzzles = list(puzzles_of("glasgow")[:3])
    assert parse_puzzles(find_game("glasgow"), format_puzzles(puzzles), "test") == puzzles


def changed(puzzle: Puzzle, **fields: object) -> str:
    return format_puzzles([msgspec.structs.replace(puzzle, **fields)])


def test_a_line_that_is_not_a_puzzle_is_named() -> None:
    game = find_game("glasgow")
    one, two = puzzles_of("glasgow")[:2]
    wrong = {
        "{}\n": "missing required field",
        changed(one, game="brass"): "not of glasgow",
        changed(one, rules=99): "rules 99 are not known",
        changed(one, id="0000000000"): "the id does not belong to the position",
        changed(one, answers=[]): "the best answer must be the first",
        changed(one, second=one.best): "a wrong answer is among those that solve it",
        changed(one, tries=[]): "it needs a wrong try",
        changed(one, themes=["chess"]): "its themes must be some of",
        format_puzzles([one]): "the same position as a puzzle before",
    }
    for text, reason in wrong.items():
        with pytest.raises(InvalidInput, match=rf"test, line 3: .*{reason}"):
            parse_puzzles(game, format_puzzles([one, two]) + text, "test")


def test_a_puzzle_with_an_impossible_answer_is_refused() -> None:
    puzzle = puzzles_of("glasgow")[0]
    for answer in ("discard", "no answer at all"):
        second = msgspec.structs.replace(puzzle.second, answer=answer)
        with pytest.raises(InvalidInput, match=puzzle.id):
            check_puzzle(msgspec.structs.replace(puzzle, second=second))
    for line in (["discard"], [puzzle.best.answer, "discard"], [puzzle.second.answer]):
        best = msgspec.structs.replace(puzzle.best, line=line)
        with pytest.raises(InvalidInput, match=f"{puzzle.id}.* line"):
            check_puzzle(msgspec.structs.replace(puzzle, best=best))
    with pytest.raises(InvalidInput, match="damaged"):
        check_puzzle(msgspec.structs.replace(puzzle, position="AAAA"))
