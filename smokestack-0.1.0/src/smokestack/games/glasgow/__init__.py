"""Glasgow, for two players."""

from __future__ import annotations

from smokestack.games.glasgow.game import GlasgowGame

GAME = GlasgowGame()
