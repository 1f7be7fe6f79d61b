"""The text of every answer, and the answer of every text."""

from __future__ import annotations

from typing import Final

from smokestack.engine.errors import IllegalAnswer, brief
from smokestack.engine.messages import mark
from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode
from smokestack.games.glasgow.rules.answers import ANSWERS
from smokestack.games.glasgow.rules.terms import (
    ARCHITECT_TILES,
    CENTRE,
    CONVERSIONS,
    GOODS,
    NONE,
    SIDE,
)

EXAMPLES: Final = "'move 7', 'place 1,-2'"


def to_text(answer: int) -> str:
    """The notation of an answer."""
    return _TEXTS[answer]


def to_answer(text: str) -> int:
    """The answer that a line of notation stands for; case and extra spaces don't matter."""
    words = " ".join(text.lower().split())
    answer = _ANSWERS.get(words)
    if answer is None:
        raise IllegalAnswer(
            mark("{text} is not a move; moves look like {examples}"),
            text=brief(text),
            examples=EXAMPLES,
        )
    return answer


def cell_text(cell: int) -> str:
    """A cell as `x,y`: the first building is at 0,0, x grows east, y grows south."""
    x, y = cell_coordinates(cell)
    return f"{x},{y}"


def cell_coordinates(cell: int) -> tuple[int, int]:
    return cell % SIDE - CENTRE % SIDE, cell // SIDE - CENTRE // SIDE


def cell_at(x: int, y: int) -> int:
    return (y + CENTRE // SIDE) * SIDE + x + CENTRE % SIDE


def _text(answer: Answer) -> str:
    return " ".join([answer.kind, *_arguments(answer)])


def _arguments(answer: Answer) -> list[str]:
    match answer.kind:
        case Kind.MOVE:
            return [str(answer.index)]
        case Kind.TAKE:
            return [GOODS[answer.good]]
        case Kind.CONVERT:
            words = [CONVERSIONS[answer.conversion], str(answer.uses)]
            return [*words, "whisky"] if answer.barrel else words
        case Kind.REPLACE:
            return [str(ARCHITECT_TILES[answer.architect])]
        case Kind.BUILD:
            return [] if answer.place == NONE else [str(answer.place)]
        case Kind.PAY:
            return [] if answer.good == NONE else [f"whisky={GOODS[answer.good]}"]
        case Kind.ACTIVATE | Kind.PLACE | Kind.RESOLVE:
            return [cell_text(answer.cell)]
        case Kind.DRAW | Kind.DISCARD | Kind.PASS:
            return []


_TEXTS: Final = tuple(_text(decode(answer)) for answer in range(ANSWERS))
_ANSWERS: Final = {text: answer for answer, text in enumerate(_TEXTS)}
