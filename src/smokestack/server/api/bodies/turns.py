"""Bodies about playing: the deal, answers and hints."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from smokestack.engine.deal import MAX_CONTRIBUTION_LENGTH
from smokestack.server.api.bodies.fields import Key, RequestBody, SeatNumber, Version


class HintReply(msgspec.Struct, frozen=True):
    """An answer that the search considers good."""

    answer: str
    label: str
    chance: Annotated[float, Meta(description="The probability to win, from 0 to 1.")]
    points: Annotated[list[float], Meta(description="The expected final points of each seat.")]
    line: Annotated[
        list[str], Meta(description="The expected answers, this one first; may be empty.")
    ]


class HintsReply(msgspec.Struct, frozen=True):
    """Hints for the current decision, best first."""

    version: int
    hints: list[HintReply]


class AnswerBody(RequestBody, frozen=True):
    """An answer to the current decision."""

    version: Version
    key: Key
    answer: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=200,
            description="One of the `choices`, in notation.",
            examples=["move 2"],
        ),
    ]
    seat: Annotated[
        SeatNumber | None,
        Meta(description="Which of your seats answers; null for the one that must."),
    ] = None


class AutomaticBody(RequestBody, frozen=True):
    """Decisions that the server answers for you."""

    answers: Annotated[
        list[Literal["only-answer", "no-more-sales"]],  # `automatic.CHOICES`
        Meta(
            max_length=2,
            description="`only-answer`: the only legal answer. `no-more-sales`: end an action "
            "after its first sale.",
        ),
    ]


class UndoBody(RequestBody, frozen=True):
    """Undo your last answer."""

    version: Version
    key: Key


class ContributionBody(RequestBody, frozen=True):
    """What you contribute to the deal."""

    text: Annotated[
        str,
        Meta(
            min_length=1,
            max_length=MAX_CONTRIBUTION_LENGTH,
            description="Any printable text that nobody can guess, such as a random number.",
            examples=["7c9e6679f7425d0ebd0b2a56b5f1c6ab"],
        ),
    ]
