"""Bodies of requests and responses about puzzles."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar.params import FromPath, FromQuery
from msgspec import Meta

from smokestack.server.api.bodies.fields import RequestBody

PuzzleId = FromPath[
    Annotated[
        str,
        Meta(
            description="The id of a puzzle.",
            pattern=r"^[0-9a-f]{1,16}$",
            examples=["3f1c09ab77"],
        ),
    ]
]
ThemeInQuery = FromQuery[
    Annotated[str, Meta(max_length=40, description="Only puzzles with this theme.")]
]


class TryBody(RequestBody, frozen=True):
    """An answer to try."""

    answer: Annotated[
        str,
        Meta(min_length=1, max_length=200, description="In notation.", examples=["move 8"]),
    ]


class PuzzleStandingReply(msgspec.Struct, frozen=True):
    """What you have achieved with the puzzles of one game."""

    game: str
    rating: Annotated[int, Meta(description="Everybody starts with 1500.")]
    tried: int
    solved: Annotated[int, Meta(description="At the first try.")]
    streak: Annotated[int, Meta(description="Solved in a row, each at the first try.")]
    best_streak: int


class PuzzleReply(msgspec.Struct, frozen=True):
    """A puzzle without its solution."""

    id: str
    game: str
    rating: int
    seat: Annotated[int, Meta(description="The seat that must answer.")]
    view: Annotated[
        dict[str, Any], Meta(description="What the seat sees, with the legal answers in notation.")
    ]
    tried: Annotated[bool, Meta(description="Your first try has counted.")]
    solved: Annotated[bool, Meta(description="Your first try has solved it.")]


class PuzzleSummaryReply(msgspec.Struct, frozen=True):
    """A puzzle in a list."""

    id: str
    game: str
    rating: Annotated[int, Meta(description="Before anybody tried it.")]


class PuzzleAnswerReply(msgspec.Struct, frozen=True):
    """An answer with what a search expects of it."""

    answer: str
    chance: Annotated[float, Meta(description="To win, from 0 to 1.")]
    points: Annotated[float, Meta(description="At the end of the game.")]
    line: Annotated[list[str], Meta(description="How the game is expected to go on.")]


class SolutionReply(msgspec.Struct, frozen=True):
    """The solution of a puzzle."""

    answers: Annotated[list[str], Meta(description="The answers that solve it, the best first.")]
    best: PuzzleAnswerReply
    second: Annotated[PuzzleAnswerReply, Meta(description="The best of the wrong answers.")]
    tries: Annotated[list[PuzzleAnswerReply], Meta(description="Natural wrong answers.")]
    proven: bool
    themes: list[str]
    explanation: Annotated[list[str], Meta(description="The same in sentences.")]


class TryReply(msgspec.Struct, frozen=True):
    """What your try was worth."""

    answer: Annotated[str | None, Meta(description="In its usual notation; null if you gave up.")]
    solved: bool
    counted: Annotated[bool, Meta(description="It was your first try, and changed the ratings.")]
    rating: Annotated[int, Meta(description="Of the puzzle.")]
    standing: PuzzleStandingReply
    verdict: Annotated[str, Meta(description="What was found about the answer, in a sentence.")]
    solution: Annotated[
        SolutionReply | None, Meta(description="Once you have solved it or given up.")
    ]
