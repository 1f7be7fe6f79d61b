"""Confidence intervals over seed groups: groups are independent, games of one group are not."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

Z = NormalDist().inv_cdf(0.975)
STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Two-sided 95 % points of Student's t for 1 to 9 degrees of freedom."""

MIN_GROUPS_FOR_SLOPE = 20
"""With fewer, the error of the slope does more harm than subtracting luck does good."""


class Estimate(msgspec.Struct, frozen=True):
    """A mean with its 95 % interval, if there is one."""

    mean: float
    low: float | None
    high: float | None


def mean_of(groups: list[float]) -> Estimate:
    """The mean of the groups' values, with Student's t interval; a single group has no interval."""
    mean = fmean(groups)
    if len(groups) < 2:
        return Estimate(round(mean, 6), None, None)
    half_width = student(len(groups) - 1) * stdev(groups) / sqrt(len(groups))
    return Estimate(round(mean, 6), round(mean - half_width, 6), round(mean + half_width, 6))


def share_of(groups: list[float]) -> Estimate:
    """The mean of shares, which lie between 0 and 1.

    If all groups have the same share, Student's interval would be empty. Then it is Wilson's
    interval with every group as a single trial.
    """
    found = mean_of(groups)
    if found.low is None or found.high is None:
        return found
    low, high = found.low, found.high
    if stdev(groups) < 1e-12:
        low, high = wilson(fmean(groups), len(groups))
    return Estimate(found.mean, round(max(0.0, low), 6), round(min(1.0, high), 6))


def without_luck(results: list[float], luck: list[float]) -> list[float]:
    """The results of groups, less the part of them that luck explains.

    The part is a coefficient times the luck. The groups are divided into two halves, and each half
    gets the coefficient that fits the other one best: a coefficient that depended on the luck that
    it is multiplied with would bias the mean.
    """
    halves = [list(range(start, len(results), 2)) for start in (0, 1)]
    adjusted = list(results)
    for own, other in (halves, halves[::-1]):
        coefficient = _slope([luck[n] for n in other], [results[n] for n in other])
        for n in own:
            adjusted[n] = results[n] - coefficient * luck[n]
    return adjusted


def _slope(luck: list[float], results: list[float]) -> float:
    """The coefficient of a regression; luck is known to be 0 on average."""
    squares = sum(x * x for x in luck)
    if len(luck) < MIN_GROUPS_FOR_SLOPE or squares == 0.0:
        return 0.0
    mean = fmean(results)
    return sum(x * (y - mean) for x, y in zip(luck, results, strict=True)) / squares


def student(degrees: int) -> float:
    """The two-sided 95 % point of Student's t; the Cornish-Fisher expansion beyond the table."""
    if degrees <= len(STUDENT):
        return STUDENT[degrees - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / degrees + second / degrees**2 + third / degrees**3


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share in `trials` trials."""
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    half_width = sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return middle - half_width, middle + half_width
