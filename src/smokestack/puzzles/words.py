"""A puzzle in sentences, in the language in use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from smokestack.analysis.words import percent
from smokestack.engine.core.state import State
from smokestack.engine.view import View
from smokestack.games import find_game, game_of, ui_of
from smokestack.presentation.language import tr
from smokestack.puzzles.puzzle import Puzzle, Try


class LineStep(NamedTuple):
    """An answer of a line."""

    answer: int
    seat: int
    text: str
    """The answer in a few words."""


def names_of(state: State) -> list[str]:
    """What the seats of a puzzle are called."""
    count = len(game_of(state).points(state))
    return [tr("Player {number}", number=seat + 1) for seat in range(count)]


def theme_titles(puzzle: Puzzle) -> list[str]:
    titles = ui_of(find_game(puzzle.game)).theme_titles
    return [tr(titles[theme]) for theme in puzzle.themes]


def task_sentence(state: State) -> str:
    return tr("You are {name}. Find the best move.", name=names_of(state)[state.actor])


def solution_sentence(puzzle: Puzzle, state: State) -> str:
    """What the best answer wins."""
    best = puzzle.best
    return tr(
        "Best: “{best}”. The win chance is {chance}, the expected points are {points}. "
        "Any other move lowers the win chance by at least {margin}.",
        best=label_of(state, best.answer),
        chance=percent(best.chance),
        points=round(best.points),
        margin=percent(puzzle.margin),
    )


def proof_sentence(puzzle: Puzzle) -> str:
    if not puzzle.proven:
        return ""
    return tr("This is proven: all that can still happen until the end of the game was examined.")


def refutation(puzzle: Puzzle, state: State, tried: Try) -> str:
    """Why a natural answer fails."""
    answer, change = label_of(state, tried.answer), percent(puzzle.best.chance - tried.chance)
    if tried.answer == puzzle.tries[0].answer:
        return tr(
            "“{answer}” looks best at the end of this turn, but lowers the win chance by {change}.",
            answer=answer,
            change=change,
        )
    return tr("“{answer}” lowers the win chance by {change}.", answer=answer, change=change)


def verdict_sentence(puzzle: Puzzle, state: State, answer: str) -> str:
    """What an answer that was tried is worth."""
    if puzzle.solves(answer):
        return tr("“{answer}” is the best move.", answer=label_of(state, answer))
    for tried in puzzle.tries:
        if tried.answer == answer:
            return refutation(puzzle, state, tried)
    return tr("“{answer}” is not the best move.", answer=label_of(state, answer))


def line_steps(state: State, line: Sequence[str]) -> list[LineStep]:
    """A line in words, as far as it is possible in this deal of what is hidden."""
    game, state, found = game_of(state), state.copy(), []
    for text in line:
        answer = game.to_answer(text)
        if state.over or not state.offers_answer(answer):
            break
        found.append(LineStep(answer, int(state.actor), label_of(state, text)))
        state.apply(answer)
    return found


def label_of(state: State, answer: str) -> str:
    """A legal answer in a few words, as its seat reads it."""
    game = game_of(state)
    number = game.to_answer(answer)
    view = View(game, state, int(state.actor), names_of(state))
    choices = ui_of(game).choices(view)
    return next((choice.label for choice in choices if choice.answer == number), answer)
