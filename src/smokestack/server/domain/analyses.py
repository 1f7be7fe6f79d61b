"""The analysis of a finished game: whether it may be seen, and how far it is."""

from __future__ import annotations

from typing import Literal

import msgspec

from smokestack.analysis.report import Analysis, Depth
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import Table

AnalysisStatus = Literal["none", "waiting", "running", "failed", "done"]


class AnalysisState(msgspec.Struct, frozen=True):
    """How far the analysis of a game is, and its result."""

    depth: Depth
    status: AnalysisStatus
    examined: int = 0
    """The answers examined so far."""
    answers: int = 0
    """The answers of the game."""
    analysis: Analysis | None = None


class AnalysisJob(msgspec.Struct, frozen=True):
    """An analysis to be made."""

    table_id: str
    depth: Depth


def check_analysable(table: Table) -> None:
    """`InvalidAction` unless the game is over, by its rules or because somebody resigned."""
    if not table.finished:
        raise InvalidAction(tr("You can see this when the game is over."))
    if table.dealt is None or not table.dealt.history:
        raise InvalidAction(tr("Nobody has made a move in this game."))
