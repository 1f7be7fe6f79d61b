"""What the package imports, and when."""

from __future__ import annotations

import subprocess
import sys

import smokestack
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.table_text import ScoreLine

PLAY = """
import sys
from smokestack.arena.playing import play_game
from smokestack import new_game

for game in ("glasgow", "brass"):
    play_game(new_game(game, seed=1).setup, ["random"] * len(new_game(game).setup.players))
print([name for name in sys.modules if name.startswith("smokestack") and
       ("presentation" in name or ".ui" in name)])
"""


def test_bots_and_simulations_load_no_texts_and_drawings() -> None:
    run = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_types_of_user_interfaces_are_public() -> None:
    assert smokestack.GameUI is GameUI
    assert smokestack.ScoreLine is ScoreLine
    assert all(hasattr(smokestack, name) for name in smokestack.__all__)
    assert not hasattr(smokestack, "Board")
