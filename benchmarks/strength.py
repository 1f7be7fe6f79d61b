"""Plays the matches behind docs/strength.md and prints its tables; `make strength`.

Every match is an ordinary `smokestack arena` command, kept in .strength: an interrupted run
goes on, a finished one is only reported. Intervals are 95 %, over seed groups.
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

FOLDER = Path(".strength")
Games = list[dict[str, Any]]


class Claim(NamedTuple):
    """What is claimed, the match that shows it, and the least figure that must come out."""

    text: str
    match: str
    figure: Callable[[Games, str], Estimate]
    player: str
    least: float | None


def by_seed(games: Games, value: Callable[[dict[str, Any]], list[float]]) -> list[float]:
    groups: dict[int, list[float]] = defaultdict(list)
    for game in games:
        groups[game["seed"]] += value(game)
    return [sum(values) / len(values) for values in groups.values()]


def wins(games: Games, player: str) -> Estimate:
    """The share of victories of a player's seats."""

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
    """The mean points of whoever won."""
    return mean_of(
        by_seed(games, lambda game: [game["outcome"]["scores"][game["outcome"]["winners"][0]]])
    )


QUICK = "master:simulations=200"
SMALL = "master:simulations=400"
CLAIMS = [
    Claim(
        "Glasgow: master beats greedy",
        f"glasgow --players {QUICK},greedy --games 200",
        wins,
        QUICK,
        0.95,
    ),
    Claim(
        "Glasgow: clerk beats apprentice",
        "glasgow --players clerk,apprentice --games 400",
        wins,
        "clerk",
        0.7,
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
        f"glasgow --players {QUICK} --games 200",
        winner_points,
        QUICK,
        55.0,
    ),
    Claim(
        "Brass, 4 players: points of four masters",
        f"brass --players {SMALL} --seats 4 --games 48",
        points,
        SMALL,
        110.0,
    ),
    Claim(
        "Brass, 4 players: one master against three greedy",
        f"brass --players {SMALL},greedy,greedy,greedy --games 48",
        wins,
        SMALL,
        0.8,
    ),
    Claim(
        "the same against three greedy with the tuned weights",
        f"brass --players {SMALL},greedy:tuned=true,greedy:tuned=true,greedy:tuned=true --games 48",
        wins,
        SMALL,
        None,
    ),
    Claim(
        "Brass, 4 players: master, merchant, clerk, apprentice",
        f"brass --players {SMALL},merchant:simulations=20,clerk,apprentice --games 40",
        wins,
        SMALL,
        None,
    ),
    Claim(
        "Brass, 3 players: points of three masters",
        f"brass --players {SMALL} --seats 3 --games 24",
        points,
        SMALL,
        None,
    ),
    Claim(
        "Brass, 3 players: one master against two greedy",
        f"brass --players {SMALL},greedy,greedy --games 48",
        wins,
        SMALL,
        None,
    ),
    Claim(
        "Brass, duel: master against greedy",
        f"brass --edition 2009-duel --players {SMALL},greedy --games 40",
        wins,
        SMALL,
        None,
    ),
    Claim(
        "Brass, duel: points of two masters",
        f"brass --edition 2009-duel --players {SMALL} --seats 2 --games 24",
        points,
        SMALL,
        None,
    ),
]


def main() -> int:
    missed = 0
    print("| claim | found | required | games | s an answer | command `smokestack arena …` |")
    print("|---|---|---|---|---|---|")
    for claim in CLAIMS:
        games = played(claim.match)
        found = claim.figure(games, claim.player)
        ok = claim.least is None or found.mean >= claim.least
        missed += not ok
        print(
            f"| {claim.text} | {told(found, claim.figure)} | {required(claim)} | {len(games)} "
            f"| {seconds(games, claim.player):.3f} | `{claim.match}` |",
            flush=True,
        )
    print(f"{missed} of {len(CLAIMS)} claims missed")
    return 1 if missed else 0


def played(match: str) -> Games:
    """The games of a match; those that are missing are played."""
    folder = FOLDER / "".join(c if c.isalnum() or c in "-=." else "_" for c in match)
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


def told(found: Estimate, figure: Callable[[Games, str], Estimate]) -> str:
    if figure is wins:
        return f"**{found.mean:.1%}** ({found.low:.1%} to {found.high:.1%})"
    return f"**{found.mean:.1f}** ({found.low:.1f} to {found.high:.1f})"


def required(claim: Claim) -> str:
    if claim.least is None:
        return ""
    return f"{claim.least:.0%}" if claim.figure is wins else f"{claim.least:.0f}"


def seconds(games: Games, player: str) -> float:
    """The mean time for an answer of a player."""
    total, answers = 0.0, 0
    for game in games:
        for seat, name in enumerate(game["seating"]):
            if name == player:
                total += game["outcome"]["thinking"]["seconds"][seat]
                answers += game["outcome"]["answers"][seat]
    return total / answers


if __name__ == "__main__":
    sys.exit(main())
