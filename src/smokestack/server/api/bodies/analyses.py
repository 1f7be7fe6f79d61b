"""Bodies about finished games: their analysis and their points."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar.params import FromQuery
from msgspec import Meta

from smokestack.analysis.report import Analysis, Depth
from smokestack.engine.record import Result
from smokestack.server.api.bodies.fields import RequestBody
from smokestack.server.domain.analyses import AnalysisStatus


class ScoreLineReply(msgspec.Struct, frozen=True):
    """Points of a seat and their source."""

    seat: int
    item: str
    points: int
    bonus: int
    text: str


class ScoreReply(msgspec.Struct, frozen=True):
    """Every point of a finished game."""

    result: Result | None
    lines: list[ScoreLineReply]


class AnalysisReply(msgspec.Struct, frozen=True):
    """The analysis of a finished game, or how far it is."""

    depth: Depth
    status: Annotated[
        AnalysisStatus,
        Meta(description="`none`: nobody has asked for it. `failed`: ask for it again."),
    ]
    examined: Annotated[int, Meta(description="The answers examined so far.")]
    answers: Annotated[int, Meta(description="The answers of the game.")]
    analysis: Annotated[Analysis | None, Meta(description="Null unless the status is `done`.")]


AnalysisDepth = Annotated[
    Depth, Meta(description="A quick analysis takes seconds, a deep one a minute or two.")
]
DepthInQuery = FromQuery[AnalysisDepth]


class AnalysisBody(RequestBody, frozen=True):
    """An analysis to make."""

    depth: AnalysisDepth = "quick"
