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
    required: float | None


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


MASTER_200 = "master:simulations=200"
MASTER_400 = "master:simulations=400"
TUNED = "greedy:tuned=true"
CLAIMS = [
    Claim(
        "Glasgow: master beats greedy",
        f"glasgow --players {MASTER_200},greedy --games 200",
        wins,
        MASTER_200,
        0.95,
    ),
    Claim(
        "Glasgow: clerk beats apprentice",
        "glasgow --players clerk,apprentice --games 100 --seed 900000",
        wins,
        "clerk",
        0.7,
    ),
    Claim(
        "Brass, 4 players: one clerk against three apprentices",
        "brass --players clerk,apprentice,apprentice,apprentice --games 40 --seed 900000",
        wins,
        "clerk",
        0.45,
    ),
    Claim(
        "Glasgow: merchant beats clerk",
        "glasgow --players merchant,clerk --games 200",
        wins,
        "merchant",
        0.7,
    ),
    Claim(
        "Glasgow: master beats merchant, both at a tenth",
        "glasgow --players master:simulations=800,merchant:simulations=20 --games 100",
        wins,
        "master:simulations=800",
        0.7,
    ),
    Claim(
        "Glasgow: points of the winner, master against master",
        f"glasgow --players {MASTER_200} --games 200",
        winner_points,
        MASTER_200,
        55.0,
    ),
    Claim(
        "Brass, 4 players: points of four masters",
        f"brass --players {MASTER_400} --seats 4 --games 48",
        points,
        MASTER_400,
        110.0,
    ),
    Claim(
        "Brass, 4 players: one master against three greedy",
        f"brass --players {MASTER_400},greedy,greedy,greedy --games 48",
        wins,
        MASTER_400,
        0.8,
    ),
    Claim(
        "the same against three greedy with the tuned weights",
        f"brass --players {MASTER_400},{TUNED},{TUNED},{TUNED} --games 48",
        wins,
        MASTER_400,
        None,
    ),
    Claim(
        "Brass, 4 players: master, merchant, clerk, apprentice",
        f"brass --players {MASTER_400},merchant:simulations=20,clerk,apprentice --games 40",
        wins,
        MASTER_400,
        None,
    ),
    Claim(
        "Brass, 3 players: points of three masters",
        f"brass --players {MASTER_400} --seats 3 --games 24",
        points,
        MASTER_400,
        None,
    ),
    Claim(
        "Brass, 3 players: one master against two greedy",
        f"brass --players {MASTER_400},greedy,greedy --games 48",
        wins,
        MASTER_400,
        None,
    ),
    Claim(
        "Brass, duel: master against greedy",
        f"brass --edition 2009-duel --players {MASTER_400},greedy --games 40",
        wins,
        MASTER_400,
        None,
    ),
    Claim(
        "Brass, duel: points of two masters",
        f"brass --edition 2009-duel --players {MASTER_400} --seats 2 --games 24",
        points,
        MASTER_400,
        None,
    ),
]


def main() -> int:
    failed = 0
    print("| claim | found | required | games | s per answer | command `smokestack arena …` |")
    print("|---|---|---|---|---|---|")
    for claim in CLAIMS:
        games = play(claim.match)
        found = claim.figure(games, claim.player)
        met = claim.required is None or found.mean >= claim.required
        failed += not met
        cells = (
            claim.text,
            format_estimate(found, claim.figure),
            format_required(claim),
            str(len(games)),
            f"{seconds_per_answer(games, claim.player):.3f}",
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
    if claim.required is None:
        return ""
    return f"{claim.required:.0%}" if claim.figure is wins else f"{claim.required:.0f}"


def seconds_per_answer(games: Games, player: str) -> float:
    """The mean time of a player for an answer."""
    total, answers = 0.0, 0
    for game in games:
        for seat, name in enumerate(game["seating"]):
            if name == player:
                total += game["outcome"]["thinking"]["seconds"][seat]
                answers += game["outcome"]["answers"][seat]
    return total / answers


if __name__ == "__main__":
    sys.exit(main())
