"""Measures the environments beside those of other projects, on one core: `make bench-envs`.

Seconds are those of the processor, so that other load on the machine matters little; on an idle
machine they are the same as those of the clock. A rate is the median of several rounds, and the
rounds of all environments alternate.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from rich.console import Console

import smokestack
from benchmarks.measuring import ROUNDS, new_table
from smokestack.envs.batch import make_batch, reset_batch, step_batch
from smokestack.envs.gymnasium import BatchEnv
from smokestack.envs.pettingzoo import brass_v0, glasgow_v0

SECONDS = 2.0
GAMES = 256
PEERS = ("pettingzoo_chess", "pettingzoo_connect_four", "catanatron_gym", "pgx_backgammon")
CORE_SETTINGS = {
    # One core for all: JAX would otherwise compute with as many threads as there are cores.
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
    "OMP_NUM_THREADS": "1",
    "SDL_VIDEODRIVER": "dummy",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--peers", type=Path, help="Python with the environments of other projects")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours: dict[str, Callable[[], float]] = {
        "Glasgow, batch": lambda: batch_rate("glasgow"),
        "Brass, batch": lambda: batch_rate("brass"),
        "Glasgow, VectorEnv against random": lambda: vector_rate("glasgow"),
        "Brass, VectorEnv against random": lambda: vector_rate("brass"),
        "Glasgow, PettingZoo": lambda: pettingzoo_rate(glasgow_v0),
        "Brass, PettingZoo": lambda: pettingzoo_rate(brass_v0),
    }
    rates: dict[str, list[float]] = {}
    for _ in range(arguments.rounds):
        for name, measure in ours.items():
            rates.setdefault(name, []).append(measure())
        if arguments.peers is not None:
            for name in PEERS:
                rates.setdefault(name, []).append(peer_rate(arguments.peers, name))
    report({name: median(found) for name, found in rates.items()})


def report(rates: dict[str, float]) -> None:
    required = {
        "Glasgow, batch": "1,000,000",
        "Brass, batch": "250,000",
        "Glasgow, PettingZoo": "50,000",
        "pettingzoo_chess": "20 ×",
        "pettingzoo_connect_four": "20 ×",
        "catanatron_gym": "100 ×",
        "pgx_backgammon": "1 ×",
    }
    table = new_table("random play, one core", "decisions/s", "Glasgow is", "Brass is", "required")
    for name, rate in rates.items():
        ratios = ("", "")
        if name in PEERS:
            ratios = (
                f"{rates['Glasgow, batch'] / rate:,.1f} ×",
                f"{rates['Brass, batch'] / rate:,.1f} ×",
            )
        table.add_row(name, f"{rate:,.0f}", *ratios, required.get(name, ""))
    Console().print(table)
    table = new_table("memory of a game in a batch", "state", "arrays", "together")
    for game in ("glasgow", "brass"):
        state, arrays = memory(game)
        table.add_row(game, f"{state:,.0f} B", f"{arrays:,.0f} B", f"{state + arrays:,.0f} B")
    Console().print(table)
    load = os.getloadavg()[0]
    print(
        f"smokestack {smokestack.__version__}, Python {sys.version.split()[0]}, "
        f"batches of {GAMES}, load average {load:.1f}"
    )


def batch_rate(game: str) -> float:
    """Decisions per second with observations and masks; random answers are drawn in the batch."""
    batch = make_batch(game, GAMES)
    reset_batch(batch, range(GAMES))
    steps = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        for _ in range(20):
            step_batch(batch, batch.sample())
        steps += 20 * GAMES
    return steps / (time.process_time() - start)


def vector_rate(game: str) -> float:
    """Answers of the caller's seats per second; those of the random opponents are not counted."""
    envs = BatchEnv(game, GAMES, copy=False)
    envs.reset(seed=0)
    steps = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        for _ in range(20):
            envs.step(envs.batch.sample())
        steps += 20 * GAMES
    return steps / (time.process_time() - start)


def pettingzoo_rate(module: Any) -> float:
    """Steps per second of the environment with all wrappers, in PettingZoo's usual loop."""
    env = module.env()
    steps = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            action = None
            if not terminated:
                action = random.choice(observation["action_mask"].nonzero()[0])
                steps += 1
            env.step(action)
    return steps / (time.process_time() - start)


def peer_rate(python: Path, name: str) -> float:
    script = Path(__file__).with_name("env_peers.py")
    command = [str(python), str(script), name, str(SECONDS)]
    environment = {**os.environ, **CORE_SETTINGS}
    output = subprocess.run(
        command, check=True, capture_output=True, text=True, env=environment
    ).stdout
    _, steps, seconds = output.splitlines()[-1].split()
    return int(steps) / float(seconds)


def memory(game: str) -> tuple[float, float]:
    """Bytes of the state and of the arrays of a game; measured by what a process gains."""
    games = 4000
    before = resident()
    batch = make_batch(game, games)
    reset_batch(batch, range(games))
    for _ in range(50):
        step_batch(batch, batch.sample())
    total = (resident() - before) / games
    arrays = sum(array.nbytes for array in vars(batch).values() if isinstance(array, np.ndarray))
    return total - arrays / games, arrays / games


def resident() -> int:
    """The memory of this process, in bytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    main()
