"""Reports the luck of many games: its mean, and how much less results vary without it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev, variance
from typing import Final, NamedTuple

from benchmarks.analysis_games import ValuedGame

RESAMPLES: Final = 1000
"""Of the games, for the interval of a ratio of variances."""
LEVEL: Final = 0.95

Row = Sequence[tuple[float, float]]
"""Result and luck of each seat of a game."""


class Interval(NamedTuple):
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:+.4f} ({self.low:+.4f} to {self.high:+.4f})"


def report_luck(games: Sequence[ValuedGame], share: float) -> None:
    """`share` is the share of luck that the result without luck leaves out."""
    print(f"  luck in {len(games)} games; the intervals of all seats hold together with 95 %")
    chances = [list(zip(each.results, each.luck or [], strict=True)) for each in games]
    points = [list(zip(each.points, each.luck_points or [], strict=True)) for each in games]
    for seat in range(len(games[0].results)):
        print(
            f"    seat {seat}: {joint_interval(chances, seat)} of a win, "
            f"{joint_interval(points, seat)} points"
        )
    for what, rows in (("results", chances), ("points", points)):
        raw, adjusted = mean_variance(rows, 0.0), mean_variance(rows, share)
        low, high = ratio_interval(rows, share)
        print(
            f"    variance of {what} {raw:.4f}, without luck {adjusted:.4f}: ratio "
            f"{adjusted / raw:.3f} ({low:.3f} to {high:.3f}); slope of {what} over luck "
            f"{slope(rows):.2f}"
        )


def joint_interval(rows: Sequence[Row], seat: int) -> Interval:
    """The mean luck of a seat; the level is divided among the seats (Bonferroni)."""
    lucks = [row[seat][1] for row in rows]
    mean = fmean(lucks)
    z = NormalDist().inv_cdf(1.0 - (1.0 - LEVEL) / (2 * len(rows[0])))
    half_width = z * stdev(lucks) / sqrt(len(lucks))
    return Interval(mean, mean - half_width, mean + half_width)


def mean_variance(rows: Sequence[Row], share: float) -> float:
    """Of the results less a share of the luck, over games; the mean of all seats."""
    return fmean(
        variance([row[seat][0] - share * row[seat][1] for row in rows])
        for seat in range(len(rows[0]))
    )


def ratio_interval(rows: Sequence[Row], share: float) -> tuple[float, float]:
    """The 95 % interval of the ratio of the variances, by bootstrap."""
    ratios = []
    for seed in range(RESAMPLES):
        drawn = random.Random(seed).choices(rows, k=len(rows))
        ratios.append(mean_variance(drawn, share) / mean_variance(drawn, 0.0))
    ratios.sort()
    outside = round((1.0 - LEVEL) / 2 * RESAMPLES)
    return ratios[outside], ratios[-1 - outside]


def slope(rows: Sequence[Row]) -> float:
    """The share of the luck that is still there in the results: a regression over all seats."""
    seats = range(len(rows[0]))
    means = [fmean(row[seat][0] for row in rows) for seat in seats]
    common = sum((row[seat][0] - means[seat]) * row[seat][1] for row in rows for seat in seats)
    return common / sum(row[seat][1] ** 2 for row in rows for seat in seats)
