"""The text of every answer, and the answer of every text."""

from __future__ import annotations

from smokestack.engine.errors import IllegalAnswer, brief
from smokestack.engine.language import tr
from smokestack.games.glasgow import answers
from smokestack.games.glasgow.terms import (
    ARCHITECT_TILES,
    CELLS,
    CENTRE,
    CONVERSIONS,
    GOODS,
    RING_SIZE,
    SIDE,
)

LIKE = "'move 7', 'place 1,-2'"


def cell_text(cell: int) -> str:
    """A cell as `x,y`: the first building is at 0,0, x grows east, y grows south."""
    x, y = cell_coordinates(cell)
    return f"{x},{y}"


def cell_coordinates(cell: int) -> tuple[int, int]:
    return cell % SIDE - CENTRE % SIDE, cell // SIDE - CENTRE // SIDE


def cell_at(x: int, y: int) -> int:
    return (y + CENTRE // SIDE) * SIDE + x + CENTRE % SIDE


def to_text(answer: int) -> str:
    """The notation of an answer."""
    return _TEXTS[answer]


def to_answer(text: str) -> int:
    """The answer that a line of notation stands for; case and extra spaces don't matter."""
    words = " ".join(text.lower().split())
    answer = _ANSWERS.get(words)
    if answer is None:
        shown = brief(text)
        message = tr("{text} is no answer; they look like {examples}", text=shown, examples=LIKE)
        raise IllegalAnswer(message)
    return answer


def _all_texts() -> list[str]:
    cells = [cell_text(cell) for cell in range(CELLS)]
    goods = GOODS[:3]
    return [
        *(f"move {index}" for index in range(RING_SIZE)),
        *(f"take {good}" for good in goods),
        *(
            f"convert {conversion} {uses}{barrel}"
            for conversion in CONVERSIONS
            for uses in range(1, answers.MOST_USES + 1)
            for barrel in ("", " whisky")
        ),
        *(f"replace {index}" for index in ARCHITECT_TILES),
        *(f"activate {cell}" for cell in cells),
        "draw",
        "build",
        "discard",
        "build 0",
        "build 1",
        "pay",
        *(f"pay whisky={good}" for good in goods),
        *(f"place {cell}" for cell in cells),
        *(f"resolve {cell}" for cell in cells),
        "pass",
    ]


_TEXTS = _all_texts()
_ANSWERS = {text: answer for answer, text in enumerate(_TEXTS)}
