"""Both games for OpenSpiel. Importing this package registers them.

>>> import pyspiel
>>> import smokestack.envs.open_spiel
>>> game = pyspiel.load_game("smokestack_glasgow_v0")
>>> game.num_players(), game.num_distinct_actions()
(2, 316)
"""

from __future__ import annotations

from smokestack.envs.open_spiel.game import BrassGame, GlasgowGame, register
from smokestack.envs.open_spiel.state import SmokestackState, resample

__all__ = ["BrassGame", "GlasgowGame", "SmokestackState", "resample"]

register()
