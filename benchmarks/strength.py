"""Plays the matches of docs/strength.md and prints its table; run by `make strength`.

Every match is a `smokestack arena` command whose results are stored in `.strength`, so an
interrupted run continues and a finished one is only reported. Intervals are 95 %, over seed groups.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from smokestack.arena.intervals import Estimate, mean_of, share_of

RESULTS_FOLDER = Path(".strength")
Games = list[dict[str, Any]]


class Claim(NamedTuple):
    """A claim, the match that shows it, and the lowest figure that meets it."""

    text: str
    match: str
    figure: Callable[[Games, str], Estimate]
    player: str
    required: float


def by_seed(games: Games, value: Callable[[dict[str, Any]], list[float]]) -> list[float]:
    groups: dict[int, list[float]] = defaultdict(list)
    for game in games:
        groups[game["seed"]] += value(game)
    return [sum(values) / len(values) for values in groups.values()]


def wins(games: Games, player: str) -> Estimate:
    """The share of wins of a player's seats."""

    def of_game(game: dict[str, Any]) -> list[float]:
        winners = game["outcome"]["winners"]
        return [
            1 / len(winners) if seat in winners else 0.0
            for seat, name in enumerate(game["seating"])
            if name == player
        ]

    return share_of(by_seed(games, of_game))


def points(games: Games, player: str) -> Estimate:
    """The mean points of a player's seats."""

    def of_game(game: dict[str, Any]) -> list[float]:
        seated = enumerate(game["seating"])
        return [game["outcome"]["scores"][seat] for seat, name in seated if name == player]

    return mean_of(by_seed(games, of_game))


def winner_points(games: Games, player: str) -> Estimate:
    """The mean points of the winner."""
    return mean_of(
        by_seed(games, lambda game: [game["outcome"]["scores"][game["outcome"]["winners"][0]]])
    )


# The simulations of both take about the same time for an answer; the table prints it.
BRASS_NEW, BRASS_OLD = "master:simulations=400", "master-0.1:simulations=650"
GLASGOW_NEW, GLASGOW_OLD = "master:simulations=1000", "master-0.1:simulations=1000"
CLAIMS = [
    Claim(
        "Brass `2007`, 4 players: one master against three `master-0.1`",
        f"brass --players {BRASS_NEW},{BRASS_OLD},{BRASS_OLD},{BRASS_OLD} --games 80 --seed 800000",
        wins,
        BRASS_NEW,
        0.8,
    ),
    Claim(
        "Brass `2007`, 4 players: points of four masters",
        f"brass --players {BRASS_NEW} --seats 4 --games 24 --seed 810000",
        points,
        BRASS_NEW,
        132.0,
    ),
    Claim(
        "Brass `2007`, 4 players: one master against three greedy",
        f"brass --players {BRASS_NEW},greedy,greedy,greedy --games 80 --seed 800000",
        wins,
        BRASS_NEW,
        0.97,
    ),
    Claim(
        "Brass `2007`, 3 players: points of three masters",
        f"brass --players {BRASS_NEW} --seats 3 --games 24 --seed 810000",
        points,
        BRASS_NEW,
        165.0,
    ),
    Claim(
        "Brass `2009-duel`: master against `master-0.1`",
        f"brass --edition 2009-duel --players {BRASS_NEW},{BRASS_OLD} --games 60 --seed 800000",
        wins,
        BRASS_NEW,
        0.8,
    ),
    Claim(
        "Brass `2018`, 2 players: master against `master-0.1`",
        f"brass --edition 2018 --players {BRASS_NEW},{BRASS_OLD} --games 60 --seed 800000",
        wins,
        BRASS_NEW,
        0.8,
    ),
    Claim(
        "Brass `2018`, 3 players: one master against two `master-0.1`",
        f"brass --edition 2018 --players {BRASS_NEW},{BRASS_OLD},{BRASS_OLD} "
        "--games 60 --seed 800000",
        wins,
        BRASS_NEW,
        0.6,
    ),
    Claim(
        "Brass `2018`, 4 players: one master against three `master-0.1`",
        f"brass --edition 2018 --players {BRASS_NEW},{BRASS_OLD},{BRASS_OLD},{BRASS_OLD} "
        "--games 60 --seed 800000",
        wins,
        BRASS_NEW,
        0.6,
    ),
    Claim(
        "Glasgow: master against `master-0.1`",
        f"glasgow --players {GLASGOW_NEW},{GLASGOW_OLD} --games 100 --seed 820000",
        wins,
        GLASGOW_NEW,
        0.75,
    ),
    Claim(
        "Glasgow: points of the winner, master against master",
        f"glasgow --players {GLASGOW_NEW} --games 100 --seed 820000",
        winner_points,
        GLASGOW_NEW,
        60.0,
    ),
    Claim(
        "Glasgow: clerk beats apprentice",
        "glasgow --players clerk,apprentice --games 200 --seed 900000",
        wins,
        "clerk",
        0.75,
    ),
    Claim(
        "Glasgow: merchant beats clerk",
        "glasgow --players merchant,clerk --games 200 --seed 900000",
        wins,
        "merchant",
        0.75,
    ),
    Claim(
        "Glasgow: master beats merchant",
        "glasgow --players master,merchant --games 40 --seed 900000",
        wins,
        "master",
        0.75,
    ),
    Claim(
        "Brass `2007`, 4 players: one clerk against three apprentices",
        "brass --players clerk,apprentice,apprentice,apprentice --games 120 --seed 900000",
        wins,
        "clerk",
        0.45,
    ),
    Claim(
        "Brass `2007`, 4 players: one merchant against three clerks",
        "brass --players merchant,clerk,clerk,clerk --games 80 --seed 900000",
        wins,
        "merchant",
        0.45,
    ),
    Claim(
        "Brass `2007`, 4 players: one master against three merchants",
        "brass --players master,merchant,merchant,merchant --games 40 --seed 900000",
        wins,
        "master",
        0.45,
    ),
]


def main() -> int:
    failed = 0
    print("| claim | found | required | points | games | s per answer | `smokestack arena …` |")
    print("|---|---|---|---|---|---|---|")
    for claim in CLAIMS:
        games = play(claim.match)
        found = claim.figure(games, claim.player)
        failed += found.mean < claim.required
        cells = (
            claim.text,
            format_estimate(found, claim.figure),
            format_required(claim),
            " : ".join(f"{mean:.1f}" for mean in each_side(games, claim.player, mean_points)),
            str(len(games)),
            " : ".join(f"{mean:.3f}" for mean in each_side(games, claim.player, mean_seconds)),
            f"`{claim.match}`",
        )
        print(f"| {' | '.join(cells)} |", flush=True)
    print(f"{failed} of {len(CLAIMS)} claims not met")
    return 1 if failed else 0


def play(match: str) -> Games:
    """Play the games of a match that are missing; return all of them."""
    folder = RESULTS_FOLDER / "".join(c if c.isalnum() or c in "-=." else "_" for c in match)
    command = [
        sys.executable,
        "-m",
        "smokestack",
        "arena",
        *shlex.split(match),
        "--out",
        str(folder),
    ]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    lines = (folder / "games.jsonl").read_text("utf-8").splitlines()[1:]
    return [json.loads(line) for line in lines]


def format_estimate(found: Estimate, figure: Callable[[Games, str], Estimate]) -> str:
    if figure is wins:
        return f"**{found.mean:.1%}** ({found.low:.1%} to {found.high:.1%})"
    return f"**{found.mean:.1f}** ({found.low:.1f} to {found.high:.1f})"


def format_required(claim: Claim) -> str:
    return f"{claim.required:.0%}" if claim.figure is wins else f"{claim.required:.0f}"


def each_side(games: Games, player: str, figure: Callable[[Games, str], float]) -> list[float]:
    """A figure of the player, and then of those who sit against it."""
    others = {name for game in games for name in game["seating"]} - {player}
    return [figure(games, name) for name in [player, *sorted(others)]]


def mean_points(games: Games, player: str) -> float:
    return points(games, player).mean


def mean_seconds(games: Games, player: str) -> float:
    """The time of a player for an answer."""
    total, answers = 0.0, 0
    for game in games:
        for seat, name in enumerate(game["seating"]):
            if name == player:
                total += game["outcome"]["thinking"]["seconds"][seat]
                answers += game["outcome"]["answers"][seat]
    return total / answers


if __name__ == "__main__":
    sys.exit(main())
