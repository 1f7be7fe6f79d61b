"""Measures the speed of Brass by edition and by decision; part of `make bench`."""

from __future__ import annotations

import time
from collections import Counter
from statistics import median

from rich.console import Console

import smokestack
from benchmarks.measuring import ROUNDS, middle_state, nanoseconds, new_table
from smokestack.engine.core.playout import play_out
from smokestack.engine.core.stream import Stream
from smokestack.games.brass.formats.data import facts, find_edition
from smokestack.games.brass.rules.setup import START_BY_LOT, set_up
from smokestack.games.brass.rules.terms import DECISIONS, EDITIONS
from smokestack.games.brass.rules.turn import Brass

GAMES = 2000


def main() -> None:
    table = new_table("random games, one core", "games/s", "decisions/s", "decisions per game")
    for edition in EDITIONS:
        for players in facts().player_counts(edition):
            rounds = [play_compiled(edition, players) for _ in range(ROUNDS)]
            games = median(games for games, _ in rounds)
            each = rounds[0][1]
            required = " (6,000 required)" if (edition, players) == ("2007", 4) else ""
            table.add_row(
                f"{edition}, {players} players{required}",
                f"{games:,.0f}",
                f"{games * each:,.0f}",
                f"{each:.0f}",
            )
    Console().print(table)

    table = new_table("2007, 4 players", "random", "greedy")
    random, greedy = branching("random", 200), branching("greedy", 5)
    table.add_row("legal answers per decision, mean", f"{random[0]:.1f}", f"{greedy[0]:.1f}")
    table.add_row("legal answers per decision, maximum", str(random[1]), str(greedy[1]))
    Console().print(table)

    states = [middle_state(new_state("2007", 4, seed), 20 + 4 * seed) for seed in range(50)]
    copying = nanoseconds(lambda state: state.copy(), states)
    print(f"copying a state: {copying:.0f} ns (under 1,000 ns required)")
    print_time_per_decision()


def new_state(edition: str, players: int, seed: int) -> Brass:
    rules = facts().editions[edition]
    switches = rules["virtual_link"], False, rules["refill_each_turn"]
    return set_up(find_edition(edition, players, True), Stream(seed), START_BY_LOT, *switches)


def play_compiled(edition: str, players: int) -> tuple[float, float]:
    """Games per second, set-up included, and decisions per game."""
    stream = Stream(1)
    decisions = 0
    start = time.perf_counter()
    for seed in range(GAMES):
        decisions += play_out(new_state(edition, players, seed), stream)
    return GAMES / (time.perf_counter() - start), decisions / GAMES


def branching(bot: str, games: int) -> tuple[float, int]:
    """The mean and the highest number of legal answers."""
    from smokestack.bots.registry import make_bot

    counts = []
    for seed in range(games):
        match = smokestack.new_game("brass", seed=seed)
        bots = [make_bot(bot, match.game, seed, seat) for seat in range(4)]
        while match.actor is not None:
            counts.append(int(match.state.count))
            match.play(bots[match.actor].answer(match.view(match.actor)))
    return sum(counts) / len(counts), max(counts)


def print_time_per_decision() -> None:
    """Print the time of `apply` by the decision that follows, which takes most of it."""
    spent: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    stream = Stream(1)
    for seed in range(300):
        state = new_state("2007", 4, seed)
        while not state.over:
            answer = state.legal[stream.below(state.count)]
            start = time.perf_counter_ns()
            state.apply(answer)
            name = "the end" if state.over else DECISIONS[state.decision]
            spent[name] += time.perf_counter_ns() - start
            asked[name] += 1
    table = new_table("next decision", "times per game", "mean", "share of the time")
    total = sum(spent.values())
    for name, nanos in spent.most_common():
        mean = nanos / asked[name]
        share = f"{nanos / total:.0%}"
        table.add_row(name, f"{asked[name] / 300:.1f}", f"{mean:,.0f} ns", share)
    Console().print(table)


if __name__ == "__main__":
    main()
