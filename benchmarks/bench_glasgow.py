"""Measures the speed of Glasgow and of other engines in the same run; part of `make bench`.

A rate is the median of several rounds. The rounds of all engines alternate, so that other load on
the machine affects all alike.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

from rich.console import Console

import smokestack
from benchmarks.measuring import ROUNDS, middle_state, nanoseconds, new_table
from smokestack import pure
from smokestack.engine.core.playout import count_leaves, play_out
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.games.glasgow.formats.data import shipped_tiles
from smokestack.games.glasgow.rules.setup import set_up

SECONDS = 2.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, help="Python with catanatron and open_spiel")
    peers: Path | None = parser.parse_args().peers
    games, compiled, driven = [], [], []
    others: dict[str, list[float]] = {"catanatron": [], "open_spiel_backgammon": []}
    for _ in range(ROUNDS):
        games_each_second, decisions = play_compiled()
        games.append(games_each_second)
        compiled.append(decisions)
        driven.append(play_from_python())
        if peers is not None:
            for name, rates in others.items():
                rates.append(play_peer(peers, name))
    ours = median(compiled)
    table = new_table("random play, one core", "decisions/s", "ours is", "required")
    table.add_row("Glasgow, loop in the engine", f"{ours:,.0f}", "", "3,000,000")
    table.add_row("Glasgow, loop in Python", f"{median(driven):,.0f}", "", "")
    for (name, rates), required in zip(others.items(), (100, 10), strict=True):
        if rates:
            peer = median(rates)
            table.add_row(name, f"{peer:,.0f}", f"{ours / peer:,.0f} ×", f"{required} ×")
    Console().print(table)

    table = new_table("Glasgow", "measured", "required")
    table.add_row("random games/s", f"{median(games):,.0f}", "10,000")
    states = middle_states()
    copying = nanoseconds(lambda state: state.copy(), states)
    table.add_row("copying a state", f"{copying:.0f} ns", "under 500 ns")
    table.add_row("hashing a state", f"{nanoseconds(hash, states):.0f} ns", "")
    table.add_row("positions/s counted (perft)", f"{perft_rate():,.0f}", "")
    table.add_row("import smokestack", f"{import_seconds():.2f} s", "under 0.3 s")
    table.add_row("smokestack --help", f"{help_seconds():.2f} s", "under 0.5 s")
    Console().print(table)
    mode = "compiled" if pure.is_compiled() else "interpreted"
    print(f"smokestack {smokestack.__version__}, {mode}, Python {sys.version.split()[0]}")


def play_compiled() -> tuple[float, float]:
    """Games and decisions per second, set-up included, in the compiled loop."""
    tiles = shipped_tiles()
    stream = Stream(1)
    games = decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        for _ in range(100):
            decisions += play_out(set_up(tiles, Stream(games)), stream)
            games += 1
    seconds = time.perf_counter() - start
    return games / seconds, decisions / seconds


def play_from_python() -> float:
    """Decisions per second when Python code reads the legal answers and picks one."""
    tiles = shipped_tiles()
    stream = Stream(1)
    decisions = games = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state = set_up(tiles, Stream(games))
        games += 1
        while not state.over:
            answers = state.answers()
            state.apply(answers[stream.below(len(answers))])
            decisions += 1
    return decisions / (time.perf_counter() - start)


def play_peer(python: Path, name: str) -> float:
    script = Path(__file__).with_name("peers.py")
    command = [str(python), str(script), name, str(SECONDS)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    _, decisions, seconds = output.split()
    return int(decisions) / float(seconds)


def middle_states() -> list[State]:
    return [
        middle_state(set_up(shipped_tiles(), Stream(seed)), 20 + 2 * seed) for seed in range(50)
    ]


def perft_rate() -> float:
    state = set_up(shipped_tiles(), Stream(1))
    start = time.perf_counter()
    leaves = count_leaves(state, 6)
    return leaves / (time.perf_counter() - start)


def import_seconds() -> float:
    """In addition to the start of Python itself."""
    return run_seconds("-c", "import smokestack") - run_seconds("-c", "pass")


def help_seconds() -> float:
    return run_seconds("-m", "smokestack", "--help")


def run_seconds(*arguments: str) -> float:
    rounds = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        rounds.append(time.perf_counter() - start)
    return median(rounds)


if __name__ == "__main__":
    main()
