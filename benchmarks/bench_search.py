"""Measures the speed of the search and of OpenSpiel's in the same run; part of `make bench`.

Every search starts at the opening position and uses one core. A rate is the median of several
rounds. The rounds of all searches alternate, so that other load on the machine affects all alike.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from pathlib import Path
from statistics import median

from rich.console import Console

import smokestack
from benchmarks.measuring import ROUNDS, new_table
from smokestack.bots.registry import make_bot

SECONDS = 2.0
RANDOM_PLAYOUTS = "search:playout=true:prior_temperature=0:exploration=1:simulations={}"
SEARCHES = {
    "Glasgow, random playouts to the end": ("glasgow", RANDOM_PLAYOUTS, 4000),
    "Brass, random playouts to the end": ("brass", RANDOM_PLAYOUTS, 400),
    "Glasgow, as master": ("glasgow", "master:simulations={}", 2000),
    "Brass, as master": ("brass", "master:simulations={}", 1000),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, help="Python with open_spiel")
    peers: Path | None = parser.parse_args().peers
    ours: dict[str, list[float]] = {name: [] for name in SEARCHES}
    theirs = []
    for _ in range(ROUNDS):
        for name, (game, bot, simulations) in SEARCHES.items():
            ours[name].append(simulation_rate(game, bot, simulations))
        if peers is not None:
            theirs.append(peer_rate(peers))
    table = new_table("search from the opening, one core", "simulations/s", "times OpenSpiel")
    for name, rates in ours.items():
        ratio = f"{median(rates) / median(theirs):,.1f} ×" if theirs else ""
        table.add_row(name, f"{median(rates):,.0f}", ratio)
    if theirs:
        table.add_row(
            "OpenSpiel MCTS in C++, backgammon, random playouts", f"{median(theirs):,.0f}"
        )
    Console().print(table)
    print("Required: Glasgow's random playouts at least 10 times as many as OpenSpiel's.")


def simulation_rate(game: str, bot: str, simulations: int) -> float:
    """Simulations per second, repeating the search of the first decision."""
    match = smokestack.new_game(game, seed=1)
    assert match.actor is not None
    searches = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        seated = make_bot(bot.format(simulations), match.game, searches, match.actor)
        seated.answer(match.view(match.actor))
        searches += 1
    return searches * simulations / (time.perf_counter() - start)


def peer_rate(python: Path) -> float:
    script = Path(__file__).with_name("peers.py")
    command = [str(python), str(script), "open_spiel_search", str(SECONDS)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    _, simulations, seconds = output.split()
    return int(simulations) / float(seconds)


if __name__ == "__main__":
    main()
