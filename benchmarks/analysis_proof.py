"""Checks the claims of docs/analysis.md on many games; run by `make analysis-proof`.

The games are kept in `.analysis-proof`, so an interrupted run continues and a finished one is only
reported. The picture of the calibration goes to docs/pictures.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from statistics import fmean, variance
from typing import Final

from benchmarks.analysis_games import (
    LevelGame,
    PlantedBlunder,
    ValuedGame,
    level_game,
    planted_blunder,
    rows,
    valued_game,
)
from benchmarks.calibration_chart import Bin, bins_of, calibration_picture
from smokestack.arena.intervals import mean_of

GAMES: Final = ("glasgow", "brass")
PLAYER: Final = "search:simulations=20"
"""Plays the games whose win chances are predicted: a strong bot, and quick."""
LEVELS: Final = {
    "apprentice": "apprentice",
    "clerk": "clerk",
    "merchant": "merchant",
    "master": "master:simulations=800",
}
"""The levels as they play here; the master has a tenth of its simulations."""
SECONDS: Final = {"glasgow": 10.0, "brass": 30.0}
FIRST_SEED: Final = 20_000
PICTURE: Final = Path("docs/pictures/analysis-calibration.svg")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calibration-games", type=int, default=1000)
    parser.add_argument("--luck-games", type=int, default=1000)
    parser.add_argument("--level-games", type=int, default=50)
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--game", choices=GAMES, action="append")
    arguments = parser.parse_args()
    bins: dict[str, list[Bin]] = {}
    for game in arguments.game or GAMES:
        bins[game] = report_values(game, arguments.calibration_games, arguments.luck_games)
        report_blunders(game, arguments.blunders)
        report_levels(game, arguments.level_games)
    PICTURE.write_text(calibration_picture(bins), "utf-8")


def report_values(game: str, games: int, luck_games: int) -> list[Bin]:
    """Calibration, and luck in the first `luck_games` of these games."""
    found = rows(
        ValuedGame,
        f"values-{game}",
        range(FIRST_SEED, FIRST_SEED + games),
        lambda seed: valued_game(game, PLAYER, seed, seed < FIRST_SEED + luck_games),
    )
    bins = bins_of([(each.chances, each.results) for each in found])
    print(f"{game}: {len(found)} games, {sum(each.predictions for each in bins)} predictions")
    for each in bins:
        print(f"  predicted {each.predicted:.3f}, won {each.won:.3f} ({each.predictions})")
    brier = brier_score([(each.chances, each.results) for each in found])
    linear = brier_score([(each.linear, each.results) for each in found])
    print(f"  Brier score {brier:.4f}, linear evaluation {linear:.4f}")
    with_luck = [each for each in found if each.luck is not None]
    if with_luck:
        report_luck(with_luck)
    return bins


def report_luck(games: list[ValuedGame]) -> None:
    seats = range(len(games[0].results))
    print(f"  luck in {len(games)} games")
    for seat in seats:
        mean = mean_of([each.luck[seat] for each in games if each.luck])
        points = mean_of([each.luck_points[seat] for each in games if each.luck_points])
        print(
            f"    seat {seat}: {mean.mean:+.4f} ({mean.low:+.4f} to {mean.high:+.4f}), "
            f"points {points.mean:+.3f} ({points.low:+.3f} to {points.high:+.3f})"
        )
    raw = fmean(variance([each.results[seat] for each in games]) for seat in seats)
    adjusted = fmean(
        variance([each.results[seat] - each.luck[seat] for each in games if each.luck])
        for seat in seats
    )
    print(f"    variance of results {raw:.4f}, without luck {adjusted:.4f}: {adjusted / raw:.3f}")


def brier_score(games: list[tuple[list[list[float]], list[float]]]) -> float:
    """The mean squared difference between a predicted chance and the result of its seat."""
    return fmean(
        (chance - result) ** 2
        for predictions, results in games
        for chances in predictions
        for chance, result in zip(chances, results, strict=True)
    )


def report_levels(game: str, games: int) -> None:
    seconds = []
    for level, bot in LEVELS.items():
        found = rows(
            LevelGame,
            f"level-{game}-{level}",
            range(FIRST_SEED, FIRST_SEED + games),
            partial(level_game, game, level, bot),
        )
        seconds += [each.seconds for each in found]
        weights = [count for each in found for count in each.decisions]
        chance = [loss for each in found for loss in each.chance_losses]
        points = [loss for each in found for loss in each.points_losses]
        verdicts = [
            sum(column) for column in zip(*(v for e in found for v in e.verdicts), strict=True)
        ]
        total = sum(weights)
        errors = " ".join(f"{100 * count / total:.2f}" for count in verdicts)
        print(
            f"{game} {level}: {len(found)} games, {total} decisions, loss "
            f"{weighted_mean(chance, weights):.5f} of the win chance, "
            f"{weighted_mean(points, weights):.4f} points; inaccuracies, mistakes and blunders "
            f"in 100 decisions: {errors}"
        )
    print(
        f"{game}: quick analysis takes {fmean(seconds):.1f} s of processor time, "
        f"at most {max(seconds):.1f} s; allowed {SECONDS[game]:.0f} s"
    )


def weighted_mean(values: list[float], weights: list[int]) -> float:
    pairs = zip(values, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)


def report_blunders(game: str, count: int) -> None:
    found = rows(
        PlantedBlunder,
        f"blunders-{game}",
        range(FIRST_SEED, FIRST_SEED + count),
        partial(planted_blunder, game, PLAYER),
    )
    for verdicts in (("blunder",), ("blunder", "mistake"), ("blunder", "mistake", "inaccuracy")):
        share = fmean(each.verdict in verdicts for each in found)
        print(
            f"{game}: {share:.1%} of {len(found)} planted blunders graded {' or '.join(verdicts)}"
        )


if __name__ == "__main__":
    main()
