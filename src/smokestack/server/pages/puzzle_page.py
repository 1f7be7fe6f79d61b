"""The models of the puzzle pages: the overview, and one puzzle with what was found about a try."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.game import Game
from smokestack.engine.view import View
from smokestack.games import find_game, ui_of
from smokestack.presentation.language import tr
from smokestack.presentation.numbers import signed
from smokestack.puzzles.puzzle import Puzzle, Try, puzzles_of
from smokestack.puzzles.words import (
    line_steps,
    names_of,
    proof_sentence,
    refutation,
    solution_sentence,
    task_sentence,
    theme_titles,
    verdict_sentence,
)
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.puzzles import PuzzleStanding, TryResult
from smokestack.server.domain.study_address import StudyAddress
from smokestack.server.pages.board_page import Board, board_of
from smokestack.server.pages.study_page import ShownStep, path_of
from smokestack.server.study.puzzles import PuzzleProgress


class Explanation(msgspec.Struct, frozen=True):
    """A sentence and the line that shows it on the study board."""

    text: str
    line: list[ShownStep]


class PuzzlePage(msgspec.Struct, frozen=True):
    board: Board
    puzzle: Puzzle
    path: str
    answer_path: str
    """Where a try is sent: the path with the theme that the person has chosen."""
    themes: str
    task: str
    facts: list[str]
    """The ratings of the puzzle and of the person, and the streak."""
    judgement: str
    """What was found about the answer tried; empty before."""
    solved: bool
    explanations: list[Explanation]
    """The solution and why natural answers fail; empty until it may be shown."""
    next: str
    study: str
    """The position on the study board; empty until the solution may be shown."""


class ThemeCount(msgspec.Struct, frozen=True):
    title: str
    count: int
    path: str


class PuzzleOverview(msgspec.Struct, frozen=True):
    """The puzzles of one game."""

    game: Game
    standing: PuzzleStanding
    count: int
    daily: str
    """The path of today's puzzle; empty if there is none."""
    next: str
    themes: list[ThemeCount]


def overview_of(game: Game, standing: PuzzleStanding, daily: Puzzle | None) -> PuzzleOverview:
    puzzles = puzzles_of(game.name)
    titles = ui_of(game).theme_titles
    counts = {
        theme: sum(theme in puzzle.themes for puzzle in puzzles) for theme in game.puzzle_themes
    }
    return PuzzleOverview(
        game,
        standing,
        len(puzzles),
        puzzle_path(daily) if daily else "",
        next_path(game.name),
        [
            ThemeCount(tr(titles[theme]), count, next_path(game.name, theme))
            for theme, count in counts.items()
            if count
        ],
    )


def next_path(game: str, theme: str = "") -> str:
    return "/puzzles/next?" + urlencode({"game": game, **({"theme": theme} if theme else {})})


def puzzle_path(puzzle: Puzzle, theme: str = "") -> str:
    query = "?" + urlencode({"theme": theme}) if theme else ""
    return f"/puzzles/{puzzle.id}{query}"


def puzzle_page_of(
    progress: PuzzleProgress,
    answer: str = "",
    result: TryResult | None = None,
    show_solution: bool = False,
    theme: str = "",
) -> PuzzlePage:
    """The page of a puzzle, before or after a try; `answer` is empty if the person gave up.

    The next puzzle has the same `theme`, if there is such a theme.
    """
    puzzle = progress.puzzle
    theme = theme if theme in find_game(puzzle.game).puzzle_themes else ""
    state = puzzle.state()
    solved = bool(answer) and puzzle.solves(answer)
    is_open = not (solved or show_solution)
    view = View(find_game(puzzle.game), state, int(state.actor), names_of(state))
    return PuzzlePage(
        board=board_of(view, is_open, [] if is_open else _things(view, puzzle)),
        puzzle=puzzle,
        path=puzzle_path(puzzle),
        answer_path=puzzle_path(puzzle, theme),
        themes="" if is_open else ", ".join(theme_titles(puzzle)),
        task=_task(progress, state, result),
        facts=_facts(progress, result),
        judgement=_judgement(puzzle, state, answer, solved),
        solved=solved,
        explanations=[] if is_open else _explanations(puzzle, state),
        next=next_path(puzzle.game, theme),
        study="" if is_open else path_of(_start(puzzle)),
    )


def _task(progress: PuzzleProgress, state: State, result: TryResult | None) -> str:
    task = task_sentence(state)
    if result is None and progress.tried:
        again = (
            tr("You have solved this puzzle before.")
            if progress.solved
            else tr("You have tried this puzzle before.")
        )
        return f"{task} {again}"
    return task


def _facts(progress: PuzzleProgress, result: TryResult | None) -> list[str]:
    standing = progress.standing
    own = tr("Your rating: {points}", points=standing.rating.points)
    if result is not None and result.counted:
        change = result.after.rating.points - result.before.rating.points
        own += f" ({signed(change)})"
    return [
        tr("Puzzle: {points}", points=progress.rating.points),
        own,
        tr("Solved in a row: {count}", count=standing.streak),
    ]


def _judgement(puzzle: Puzzle, state: State, answer: str, solved: bool) -> str:
    if not answer:
        return ""
    sentence = verdict_sentence(puzzle, state, answer)
    return sentence if solved else f"{sentence} {tr('Try again.')}"


def _explanations(puzzle: Puzzle, state: State) -> list[Explanation]:
    best = " ".join(filter(None, (solution_sentence(puzzle, state), proof_sentence(puzzle))))
    return [
        Explanation(best, _line(puzzle, state, puzzle.best)),
        *(
            Explanation(refutation(puzzle, state, tried), _line(puzzle, state, tried))
            for tried in puzzle.tries
        ),
    ]


def _line(puzzle: Puzzle, state: State, tried: Try) -> list[ShownStep]:
    """A line, each answer with its position on the study board."""
    address, found = _start(puzzle), []
    for step in line_steps(state, tried.line):
        try:
            address = address.with_answers([step.answer])
        except InvalidAction:  # no room for more
            break
        found.append(ShownStep(step.text, step.seat, path_of(address)))
    return found


def _start(puzzle: Puzzle) -> StudyAddress:
    return StudyAddress(game=puzzle.game, position=puzzle.position)


def _things(view: View, puzzle: Puzzle) -> list[str]:
    """The things on the board that the solution concerns."""
    best = view.game.to_answer(puzzle.best.answer)
    choices = ui_of(view.game).choices(view)
    return [choice.thing for choice in choices if choice.answer == best and choice.thing]
