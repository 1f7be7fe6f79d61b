"""Brass (Lancashire), for two to four players."""

from __future__ import annotations

from smokestack.games.brass.game import BrassGame

GAME = BrassGame()
