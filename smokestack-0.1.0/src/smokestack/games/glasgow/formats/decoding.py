"""Answers as data: the kind of an answer and its arguments, decoded once from its number.

`rules/answers.py` numbers the answers for the compiled rules; nothing else needs to know how.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from smokestack.games.glasgow.rules.answers import MAX_USES
from smokestack.games.glasgow.rules.terms import ARCHITECTS, CELLS, CONVERSIONS, NONE, RING_SIZE


class Kind(StrEnum):
    """What an answer does: the first word of its notation."""

    MOVE = "move"
    TAKE = "take"
    CONVERT = "convert"
    REPLACE = "replace"
    ACTIVATE = "activate"
    DRAW = "draw"
    BUILD = "build"
    DISCARD = "discard"
    PAY = "pay"
    PLACE = "place"
    RESOLVE = "resolve"
    PASS = "pass"


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """An answer; arguments that its kind does not have keep their default.

    Tiles, goods, architects and cells are numbered as in the rules.
    """

    kind: Kind
    index: int = NONE
    """Move: the tile of the ring."""
    good: int = NONE
    """Take: the good. Pay: what the barrel stands for, or NONE to keep it."""
    conversion: int = NONE
    """Convert: one of `CONVERSIONS`."""
    uses: int = 0
    """Convert: how many goods."""
    barrel: bool = False
    """Convert: whether the barrel is one of these goods."""
    architect: int = NONE
    """Replace: whose offer."""
    place: int = NONE
    """Build: which of the architect's two buildings, or NONE for the one that was drawn."""
    cell: int = NONE
    """Activate, place, resolve: where in the city."""


def decode(answer: int) -> Answer:
    """The kind and arguments of an answer."""
    return _ANSWERS[answer]


def encode(answer: Answer) -> int:
    """The number of an answer; a `KeyError` if the action space has no such answer."""
    return _NUMBERS[answer]


# The whole action space, in the order of `rules/answers.py`.
_ANSWERS: Final = (
    *(Answer(kind=Kind.MOVE, index=index) for index in range(RING_SIZE)),
    *(Answer(kind=Kind.TAKE, good=good) for good in range(3)),
    *(
        Answer(kind=Kind.CONVERT, conversion=conversion, uses=uses, barrel=barrel)
        for conversion in range(len(CONVERSIONS))
        for uses in range(1, MAX_USES + 1)
        for barrel in (False, True)
    ),
    *(Answer(kind=Kind.REPLACE, architect=architect) for architect in range(ARCHITECTS)),
    *(Answer(kind=Kind.ACTIVATE, cell=cell) for cell in range(CELLS)),
    Answer(kind=Kind.DRAW),
    Answer(kind=Kind.BUILD),
    Answer(kind=Kind.DISCARD),
    *(Answer(kind=Kind.BUILD, place=place) for place in range(2)),
    Answer(kind=Kind.PAY),
    *(Answer(kind=Kind.PAY, good=good) for good in range(3)),
    *(Answer(kind=Kind.PLACE, cell=cell) for cell in range(CELLS)),
    *(Answer(kind=Kind.RESOLVE, cell=cell) for cell in range(CELLS)),
    Answer(kind=Kind.PASS),
)
_NUMBERS: Final = {answer: number for number, answer in enumerate(_ANSWERS)}
