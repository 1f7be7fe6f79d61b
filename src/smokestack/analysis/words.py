"""An analysis in sentences, in the language in use.

`match` must have the names that are shown to people, see `with_names`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from smokestack.analysis.report import Analysis, Moment, Step, Verdict
from smokestack.engine.core.state import State
from smokestack.engine.match import Match
from smokestack.engine.view import View
from smokestack.games import ui_of
from smokestack.presentation.language import mark, tr
from smokestack.presentation.numbers import MINUS, signed

MAX_LINE_LENGTH: Final = 8  # the search is less and less sure of what follows
VERDICTS: Final[dict[Verdict, str]] = {
    "inaccuracy": mark("inaccuracy"),
    "mistake": mark("mistake"),
    "blunder": mark("blunder"),
}
PERCENT: Final = "\N{NO-BREAK SPACE}%"
PERIODS: Final = {
    "opening": mark("First third"),
    "middle": mark("Second third"),
    "ending": mark("Last third"),
}


def with_names(match: Match, names: list[str]) -> Match:
    """The same game with other names of its players."""
    shown = match.copy()
    shown.setup = msgspec.structs.replace(match.setup, players=names)
    return shown


def percent(share: float) -> str:
    """A share as a whole number of percent."""
    whole = round(100 * share)
    return f"{whole}{PERCENT}" if whole >= 0 else f"{MINUS}{-whole}{PERCENT}"


def signed_percent(share: float) -> str:
    return f"{signed(round(100 * share))}{PERCENT}"


def verdict_sentences(match: Match, analysis: Analysis) -> list[str]:
    """Who played better and lost."""
    return [
        tr("{name} played better and lost: luck decided this game.", name=name)
        for name, seat in zip(match.setup.players, analysis.seats, strict=True)
        if seat.played_better_and_lost
    ]


def moment_sentences(match: Match, analysis: Analysis) -> list[str]:
    """The moments that decided the game, in its order."""
    return [moment_sentence(match, analysis, moment) for moment in analysis.moments]


def moment_sentence(match: Match, analysis: Analysis, moment: Moment) -> str:
    if moment.number == 0:
        return _deal_sentence(match, moment)
    step = analysis.steps[moment.number - 1]
    return (
        error_sentence(match, step)
        if moment.cause == "error"
        else _luck_sentence(match, step, moment)
    )


def _deal_sentence(match: Match, moment: Moment) -> str:
    name, change = match.setup.players[moment.seat], percent(abs(moment.change))
    if moment.change < 0.0:
        return tr("The deal lowers the win chance of {name} by {change}.", name=name, change=change)
    return tr("The deal raises the win chance of {name} by {change}.", name=name, change=change)


def _luck_sentence(match: Match, step: Step, moment: Moment) -> str:
    players = match.setup.players
    parts = {
        "number": step.number,
        "answer": label_of(match, match.state_at(step.number - 1), step.answer),
        "actor": players[step.seat],
        "name": players[moment.seat],
        "change": percent(abs(moment.change)),
    }
    if moment.change < 0.0:
        return tr(
            "Move {number}: after “{answer}” by {actor}, luck lowers the win chance of {name} "
            "by {change}.",
            **parts,
        )
    return tr(
        "Move {number}: after “{answer}” by {actor}, luck raises the win chance of {name} "
        "by {change}.",
        **parts,
    )


def error_sentences(match: Match, analysis: Analysis) -> list[str]:
    """All inaccuracies, mistakes and blunders."""
    return [
        error_sentence(match, step)
        for step in analysis.steps
        if step.grade is not None and step.grade.verdict
    ]


def error_sentence(match: Match, step: Step) -> str:
    """What an answer cost and what would have been better."""
    grade = step.grade
    assert grade is not None
    state = match.state_at(step.number - 1)
    return tr(
        "Move {number}: “{answer}” lowers the win chance of {name} by {change}. Better: “{best}”.",
        number=step.number,
        answer=label_of(match, state, step.answer),
        name=match.setup.players[step.seat],
        change=percent(grade.chance_loss),
        best=label_of(match, state, grade.best),
    )


def label_of(match: Match, state: State, answer: str) -> str:
    """A legal answer in a few words, as its seat reads it."""
    number = match.game.to_answer(answer)
    view = View(match.game, state, int(state.actor), match.setup.players)
    choices = ui_of(match.game).choices(view)
    return next((choice.label for choice in choices if choice.answer == number), answer)


class LineAnswer(NamedTuple):
    """An answer of a better line."""

    text: str
    """Who gives it, and what it is."""
    state: State
    """The position after it."""
    before: State
    answer: int


def line_of(match: Match, step: Step) -> list[LineAnswer]:
    """The better line of a graded step, as far as the cards of the game allow it."""
    assert step.grade is not None
    state = match.state_at(step.number - 1)
    line = []
    for answer in step.grade.line[:MAX_LINE_LENGTH]:
        number = match.game.to_answer(answer)
        if state.over or not state.offers_answer(number):
            break
        text = f"{match.setup.players[state.actor]}: {label_of(match, state, answer)}"
        before = state.copy()
        state.apply(number)
        line.append(LineAnswer(text, state.copy(), before, number))
    return line
