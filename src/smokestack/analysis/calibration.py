"""What the analysis of each game was calibrated to; see `calibration.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from smokestack.bots.search_bot import Basis, SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game


class Calibration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    evaluation: Literal["", "learned", "linear"] = ""
    """What was calibrated, see `SearchSettings`; empty: what the strongest bot uses."""
    win_margin_scale: float | None = None
    win_margin_spread: float | None = None
    luck_share: float = 1.0
    """How much of the luck measured is still there in the result, on average."""


def calibration_of(game: Game) -> Calibration:
    """That of a game; one that was not measured has the defaults."""
    return _calibrations().get(game.name, Calibration())


def search_settings(game: Game, simulations: int = 1) -> SearchSettings:
    """Those of a search with calibrated chances."""
    calibration = calibration_of(game)
    return SearchSettings(
        simulations=simulations,
        evaluation=calibration.evaluation,
        win_margin_scale=calibration.win_margin_scale,
        win_margin_spread=calibration.win_margin_spread,
    )


def basis_of(game: Game, state: State) -> Basis:
    """What the analysis evaluates positions with, with calibrated chances."""
    return SearchBot(game, search_settings(game), Stream(0)).basis_for(state)


@cache
def _calibrations() -> dict[str, Calibration]:
    text = Path(__file__).with_suffix(".toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Calibration])
