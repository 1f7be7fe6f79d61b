"""Measures the speed of the search and of OpenSpiel's in the same run; part of `make bench`.

Searches use one core. A rate is the median of several rounds. The rounds of all searches
alternate, so that other load on the machine affects all alike. The learned and the linear
evaluation search the same positions of a game, in seconds of the processor.
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
from smokestack.bots.networks import shipped_networks
from smokestack.bots.registry import make_bot
from smokestack.engine.view import View

SECONDS = 2.0
RANDOM_PLAYOUTS = "search:playout=true:prior_temperature=0:exploration=1:simulations={}"
SEARCHES = {
    "Glasgow, random playouts to the end": ("glasgow", RANDOM_PLAYOUTS, 4000),
    "Brass, random playouts to the end": ("brass", RANDOM_PLAYOUTS, 400),
    "Glasgow, as master": ("glasgow", "master:simulations={}", 2000),
    "Brass, as master": ("brass", "master:simulations={}", 1000),
}
EVALUATIONS = ("linear", "learned")
DECISIONS_BETWEEN_POSITIONS = 25


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
    compare_evaluations()


def compare_evaluations() -> None:
    """Print the simulations per second of both evaluations, for games with networks."""
    table = new_table("search of positions, one core", *EVALUATIONS, "learned / linear", "required")
    for game in ("brass", "glasgow"):
        views = positions(game)
        if shipped_networks(views[0].game, views[0].game.table_of(views[0].state)) is None:
            continue
        rates: dict[str, list[float]] = {evaluation: [] for evaluation in EVALUATIONS}
        for _ in range(ROUNDS):
            for evaluation in EVALUATIONS:
                rates[evaluation].append(evaluation_rate(views, evaluation, 300))
        linear, learned = (median(rates[evaluation]) for evaluation in EVALUATIONS)
        table.add_row(game, f"{linear:,.0f}", f"{learned:,.0f}", f"{learned / linear:.2f}", "0.50")
    Console().print(table)


def positions(game: str) -> list[View]:
    """Positions from the start to the end of a game between greedy bots."""
    match = smokestack.new_game(game, seed=1)
    bots = [make_bot("greedy", match.game, seat, seat) for seat in range(len(match.setup.players))]
    views = []
    given = 0
    while match.actor is not None:
        view = match.view(match.actor)
        if given % DECISIONS_BETWEEN_POSITIONS == 0:
            views.append(view)
        match.play(bots[match.actor].answer(view))
        given += 1
    return views


def evaluation_rate(views: list[View], evaluation: str, simulations: int) -> float:
    """Simulations per second of the processor."""
    bot = f"master:evaluation={evaluation}:endgame=0:nodes=50000:simulations={simulations}"
    start = time.process_time()
    for view in views:
        make_bot(bot, view.game, 1, view.seat).answer(view)
    return len(views) * simulations / (time.process_time() - start)


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
