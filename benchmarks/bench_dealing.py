"""Measure what a verifiable deal costs, beside one from a seed.

python -m benchmarks.bench_dealing
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial

import msgspec

import smokestack
from smokestack.engine.core.state import State
from smokestack.engine.deal import PERSON, new_deal
from smokestack.engine.game import Game
from smokestack.engine.record import Setup

ROUNDS = 300
MAX_EXTRA_MS = 1.0
TABLES = (("glasgow", "standard", 2), ("brass", "2007", 4))


def main() -> None:
    too_slow = []
    for name, edition, players in TABLES:
        game = smokestack.find_game(name)
        names = [f"Player {seat}" for seat in range(players)]
        setup = smokestack.new_game(name, seed=1, players=names, edition=edition).setup
        seeded = median_ms(partial(game.start, setup))
        keyed = median_ms(partial(start_dealt, game, setup))
        print(
            f"{name} {edition}, {players} players: {seeded:.3f} ms from a seed, "
            f"{keyed:.3f} ms with secret, commitment and keyed shuffles "
            f"({keyed - seeded:+.3f} ms; under {MAX_EXTRA_MS:.0f} ms required)"
        )
        if keyed - seeded >= MAX_EXTRA_MS:
            too_slow.append(name)
    sys.exit("; ".join(f"{name} is too slow" for name in too_slow) or None)


def start_dealt(game: Game, setup: Setup) -> State:
    contributions = [f"{PERSON}{seat}" for seat in range(len(setup.players))]
    deal = new_deal("a-table", contributions)
    return game.start(msgspec.structs.replace(setup, deal=deal))


def median_ms(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


if __name__ == "__main__":
    main()
