"""Finished games with analyses, written into the database of a server within a second or two."""

from __future__ import annotations

import asyncio
import random
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from unittest import mock

from sqlalchemy import Connection, insert

import smokestack
from smokestack.analysis import analyser
from smokestack.analysis.report import Analysis
from smokestack.analysis.turning_points import main_turning_points
from smokestack.server.domain.mistakes import mistakes_of
from smokestack.server.storage.schema import analyses
from tests.server.services import key, open_service, two_people

FEW_SIMULATIONS = 4
SAMPLES = 2
ANALYSIS_OPTIONS: dict[str, dict[str, Any]] = {
    "glasgow": {"options": {"turn_limit": 8}},
    "brass": {"edition": "2018"},
}


class AnalysedGame:
    """A finished game of Ann and Bob, who played at random, and its analysis."""

    def __init__(self, table_id: str, analysis: Analysis) -> None:
        self.path = f"/tables/{table_id}"
        self.analysis = analysis

    @property
    def turning_points(self) -> list[int]:
        """Those that charts mark."""
        return main_turning_points(self.analysis)

    @property
    def mistake_paths(self) -> list[str]:
        """The pages of the first mistake of each seat that made one."""
        seats = range(len(self.analysis.players))
        return [
            f"{self.path}/mistakes/{seat}/1" for seat in seats if mistakes_of(self.analysis, seat)
        ]


def store_analysed_game(folder: Path, game: str) -> AnalysedGame:
    """Also for a folder whose server is running.

    In a thread, because the event loop of Playwright counts as running in that of the tests.
    """
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _store(folder, game)).result()


async def _store(folder: Path, game: str) -> AnalysedGame:
    chance = random.Random(5)
    async with open_service(folder, bots=0) as service:
        table = await two_people(service, game=game, **ANALYSIS_OPTIONS[game])
        while not table.finished:
            assert table.actor is not None
            answer = chance.choice(table.match.answers)
            table = await service.turns.answer(
                table.id, table.actor.guest, table.version, key(), answer
            )
        with (
            mock.patch.dict(analyser.SIMULATIONS, quick=FEW_SIMULATIONS),
            mock.patch.dict(analyser.SAMPLES, quick=SAMPLES),
            mock.patch.dict(analyser.ALTERNATIVES, quick=SAMPLES),
        ):
            analysis = smokestack.analyse(table.match.record())
        await service._database.write("", _insert, table.id, analysis)
    return AnalysedGame(table.id, analysis)


def _insert(connection: Connection, table_id: str, analysis: Analysis) -> None:
    row = {
        "table_id": table_id,
        "depth": analysis.depth,
        "queued_at": datetime.now(UTC),
        "failures": 0,
        "examined": len(analysis.steps),
        "answers": len(analysis.steps),
        "result": zlib.compress(analysis.to_json()),
    }
    connection.execute(insert(analyses), row)
