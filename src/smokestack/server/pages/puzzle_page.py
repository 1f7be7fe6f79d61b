"""The models of the puzzle pages: the overview, and one puzzle with what was found about a try."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.game import Game
from smokestack.engine.view import View
from smokestack.games import find_game, ui_of
from smokestack.presentation.language import tr
from smokestack.presentation.numbers import signed
from smokestack.puzzles.puzzle import Puzzle, Try, puzzles_of, theme_counts
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
from smokestack.server.domain.puzzles import PuzzleProgress, PuzzleStanding, TryResult
from smokestack.server.domain.study_address import StudyAddress
from smokestack.server.pages.board_page import Board, board_of
from smokestack.server.pages.study_page import ShownStep, path_of


class Explanation(msgspec.Struct, frozen=True):
    """A sentence and the line that shows it on the board."""

    text: str
    line: list[ShownStep]
    study: str
    """The path of the end of the line on the study board."""
    is_shown: bool
    """Whether the board shows a position of this line."""


class Place(NamedTuple):
    """The position of an explanation that is on the board."""

    explanation: int
    """Counted from 0; the first one is the solution."""
    answers: int
    """How many answers of its line were given."""


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
    return PuzzleOverview(
        game,
        standing,
        len(puzzles),
        puzzle_path(daily) if daily else "",
        next_path(game.name),
        [
            ThemeCount(tr(titles[theme]), count, next_path(game.name, theme))
            for theme, count in theme_counts(game.name).items()
        ],
    )


def next_path(game: str, theme: str = "") -> str:
    return "/puzzles/next?" + urlencode({"game": game, **({"theme": theme} if theme else {})})


def puzzle_path(puzzle: Puzzle, theme: str = "", place: Place | None = None) -> str:
    """The path of a puzzle; with a place, of its solution with that position on the board."""
    fields: dict[str, str | int] = {"theme": theme} if theme else {}
    if place is not None:
        fields.update(line=place.explanation, at=place.answers)
    return f"/puzzles/{puzzle.id}" + ("?" + urlencode(fields) if fields else "")


def puzzle_page_of(
    progress: PuzzleProgress,
    answer: str = "",
    result: TryResult | None = None,
    show_solution: bool = False,
    theme: str = "",
    place: Place | None = None,
) -> PuzzlePage:
    """The page of a puzzle, before or after a try; `answer` is empty if the person gave up.

    The next puzzle has the same `theme`, if there is such a theme. With the solution, the board
    shows `place`, or the solution's first action carried out.
    """
    puzzle = progress.puzzle
    theme = theme if theme in theme_counts(puzzle.game) else ""
    state = puzzle.state()
    solved = bool(answer) and puzzle.solves(answer)
    is_open = not (solved or show_solution)
    view = View(find_game(puzzle.game), state, int(state.actor), names_of(state))
    things: list[str] = []
    explanations: list[Explanation] = []
    if not is_open:
        place = _checked(puzzle, state, place)
        explanations = _explanations(puzzle, state, place, theme)
        view, things = _explained(puzzle, state, place)
    return PuzzlePage(
        board=board_of(view, is_open, things),
        puzzle=puzzle,
        path=puzzle_path(puzzle),
        answer_path=puzzle_path(puzzle, theme),
        themes="" if is_open else ", ".join(theme_titles(puzzle)),
        task=_task(progress, state, result),
        facts=_facts(progress, result),
        judgement=_judgement(puzzle, state, answer, solved),
        solved=solved,
        explanations=explanations,
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


def _lines(puzzle: Puzzle) -> list[Try]:
    """The solution, then the natural wrong answers."""
    return [puzzle.best, *puzzle.tries]


def _checked(puzzle: Puzzle, state: State, place: Place | None) -> Place:
    """The place if there is such a position, otherwise after the first action of the solution."""
    lines = _lines(puzzle)
    if place is not None and place.explanation < len(lines):
        steps = line_steps(state, lines[place.explanation].line)
        if place.answers <= len(steps):
            return place
    game, after, answers = find_game(puzzle.game), state.copy(), 0
    for step in line_steps(state, puzzle.best.line):
        after.apply(step.answer)
        answers += 1
        if after.over or game.decisions[after.decision] in game.first_decisions:
            break
    return Place(0, answers)


def _explanations(puzzle: Puzzle, state: State, place: Place, theme: str) -> list[Explanation]:
    best = " ".join(filter(None, (solution_sentence(puzzle, state), proof_sentence(puzzle))))
    texts = [best, *(refutation(puzzle, state, tried) for tried in puzzle.tries)]
    found = []
    for number, (text, tried) in enumerate(zip(texts, _lines(puzzle), strict=True)):
        steps = line_steps(state, tried.line)
        line = [
            ShownStep(
                step.text,
                step.seat,
                puzzle_path(puzzle, theme, Place(number, answers)),
                place == Place(number, answers),
            )
            for answers, step in enumerate(steps, 1)
        ]
        study = _study_path(puzzle, [step.answer for step in steps])
        found.append(Explanation(text, line, study, place.explanation == number))
    return found


def _explained(puzzle: Puzzle, state: State, place: Place) -> tuple[View, list[str]]:
    """What the player sees after some answers of a line, and the things of the last action."""
    game, names, seat = find_game(puzzle.game), names_of(state), int(state.actor)
    steps = line_steps(state, _lines(puzzle)[place.explanation].line)
    state, things = state.copy(), list[str]()
    view = View(game, state, seat, names)
    for step in steps[: place.answers]:
        before = view
        state.apply(step.answer)
        view = View(game, state, seat, names)
        entry = ui_of(game).log_entry(before, step.answer, view)
        things = list(entry.things) if entry.starts_action else [*things, *entry.things]
    return view, things


def _study_path(puzzle: Puzzle, answers: Sequence[int]) -> str:
    try:
        return path_of(_start(puzzle).with_answers(answers))
    except InvalidAction:  # no room for so many
        return path_of(_start(puzzle))


def _start(puzzle: Puzzle) -> StudyAddress:
    return StudyAddress(game=puzzle.game, position=puzzle.position)
