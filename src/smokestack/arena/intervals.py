"""Confidence intervals of means over seed groups, which are independent as single games are not."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

Z = NormalDist().inv_cdf(0.975)
STUDENT = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
"""Two-sided 95 % points of Student's t for 1 to 9 degrees of freedom."""


class Share(msgspec.Struct, frozen=True):
    """A share from 0 to 1 with its 95 % interval; without one where nothing can be said."""

    mean: float
    low: float | None
    high: float | None


def share_of(groups: list[float]) -> Share:
    """The mean of the groups' shares, with Student's interval of the spread between groups.

    If all groups agree there is no spread to go by, which does not mean certainty: then it is
    Wilson's interval, with every group counted as a single trial.
    """
    mean = fmean(groups)
    if len(groups) < 2:
        return Share(round(mean, 6), None, None)
    error = stdev(groups) / sqrt(len(groups))
    if error > 1e-12:
        reach = student(len(groups) - 1) * error
        low, high = mean - reach, mean + reach
    else:
        low, high = wilson(mean, len(groups))
    return Share(round(mean, 6), round(max(0.0, low), 6), round(min(1.0, high), 6))


def student(freedom: int) -> float:
    """The two-sided 95 % point of Student's t (Cornish and Fisher's expansion beyond the table)."""
    if freedom <= len(STUDENT):
        return STUDENT[freedom - 1]
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def wilson(share: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share in so many trials."""
    weight = Z * Z / trials
    middle = (share + weight / 2) / (1 + weight)
    reach = sqrt(weight * (share * (1 - share) + weight / 4)) / (1 + weight)
    return middle - reach, middle + reach
