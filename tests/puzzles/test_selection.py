"""No two puzzles are alike."""

from __future__ import annotations

from operator import attrgetter

import msgspec

from smokestack.games import find_game
from smokestack.puzzles.puzzle import Origin, Puzzle, puzzles_of
from smokestack.puzzles.selection import select


def copy_of(
    puzzle: Puzzle, margin: float, seed: int = -1, themes: list[str] | None = None
) -> Puzzle:
    """A puzzle like another one, from another game."""
    second = msgspec.structs.replace(puzzle.second, chance=puzzle.best.chance - margin)
    origin = Origin("smokestack puzzles mine brass", seed, 0, 1000)
    found = msgspec.structs.replace(
        puzzle, second=second, origin=origin, themes=themes or puzzle.themes
    )
    return msgspec.structs.replace(found, id=f"copy {margin} {seed}")


def test_of_puzzles_that_are_alike_the_clearest_one_stays() -> None:
    puzzle = puzzles_of("brass")[0]
    copies = [copy_of(puzzle, margin, seed) for seed, margin in enumerate((0.1, 0.3, 0.2))]
    assert select(copies) == [copies[1]]
    assert select(copies, {copies[2].id}) == [copies[2]]


def test_of_puzzles_that_are_alike_one_with_a_rare_theme_stays() -> None:
    one, two = puzzles_of("brass")[:2]
    rare = copy_of(one, 0.1, 1, ["other"])
    given = [copy_of(one, 0.3, 2, ["sales"]), rare, copy_of(two, 0.2, 3, ["sales"])]
    assert select(given) == given[1:]


def test_the_same_answer_on_another_plot_or_tile_is_the_same_idea() -> None:
    brass = find_game("brass")
    puzzle = next(each for each in puzzles_of("brass") if each.best.answer.startswith("build coal"))
    wigan = [brass.to_answer(f"build coal wigan.{plot}") for plot in range(2)]
    loan = brass.to_answer("loan 30")
    first, second = (brass.idea_of(puzzle.state(), answer, loan) for answer in wigan)
    assert first == second
    assert first != brass.idea_of(puzzle.state(), loan, wigan[0])
    glasgow = find_game("glasgow")
    state = next(each for each in puzzles_of("glasgow") if "move" in each.best.answer).state()
    moves = [glasgow.to_answer(f"move {number}") for number in range(16)]
    ideas = {glasgow.idea_of(state, move, moves[0]) for move in moves}
    assert 1 < len(ideas) < len(moves)


def test_the_same_answers_in_another_part_of_the_game_are_another_idea() -> None:
    for name, part in (("brass", "round"), ("glasgow", "built")):
        states = sorted((each.state() for each in puzzles_of(name)), key=attrgetter(part))
        game = find_game(name)
        answers = [game.to_answer("pass"), game.to_answer("pass")]
        assert game.idea_of(states[0], *answers) != game.idea_of(states[-1], *answers)


def test_the_third_puzzle_of_half_a_game_is_left_out() -> None:
    halves: dict[str, list[Puzzle]] = {}
    for puzzle in puzzles_of("brass"):
        halves.setdefault(find_game("brass").period(puzzle.state()), []).append(puzzle)
    canal = [copy_of(puzzle, puzzle.margin, 7) for puzzle in halves["canal"][:5]]
    canal = [
        msgspec.structs.replace(puzzle, id=f"canal {number}") for number, puzzle in enumerate(canal)
    ]
    assert len(select(canal)) == 2
