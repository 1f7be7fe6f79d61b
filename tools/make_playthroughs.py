"""Write the playthroughs of the OpenSpiel games in tests/envs/playthroughs.

Run it after an intended change of the rules, observations or answers.
"""

from __future__ import annotations

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import smokestack.envs.open_spiel

FOLDER = Path(__file__).parent.parent / "tests" / "envs" / "playthroughs"
GAMES = {
    "glasgow": "smokestack_glasgow_v0(turn_limit=6)",
    "glasgow_explicit": "smokestack_glasgow_v0(chance=explicit,turn_limit=2)",
    "brass": "smokestack_brass_v0(players=2,edition=year2018)",
}
MAX_LINES = 1000


def text_of(game: str) -> str:
    """The beginning of a random game, with every observation."""
    assert smokestack.envs.open_spiel  # it registers the games
    lines = playthrough(game, [], seed=1).splitlines()
    return "\n".join(lines[:MAX_LINES]) + "\n"


def main() -> None:
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(text_of(game), "utf-8")


if __name__ == "__main__":
    main()
