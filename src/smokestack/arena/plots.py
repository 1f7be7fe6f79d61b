"""Positions in the plots of the page, in percent of their width; the template draws them."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import NamedTuple

from smokestack.arena.intervals import Estimate
from smokestack.arena.results import Points, Results

MAX_TICKS = 6
MAX_BINS = 40
MAX_TINT = 55


class Tick(NamedTuple):
    at: float
    label: str


class Row(NamedTuple):
    """A value with its interval, if it has one."""

    name: str
    label: str
    at: float
    low: float | None
    high: float | None


class IntervalPlot(NamedTuple):
    rows: list[Row]
    ticks: list[Tick]
    par: float | None


class Bar(NamedTuple):
    at: float
    width: float
    height: float
    label: str


class Histogram(NamedTuple):
    name: str
    label: str
    mean: float
    bars: list[Bar]


class PointsPlot(NamedTuple):
    rows: list[Histogram]
    ticks: list[Tick]


class Cell(NamedTuple):
    """How often a row finishes ahead of a column; `tint` is the strength of its colour."""

    label: str
    interval: str
    games: int
    tint: int
    ahead: bool


class Scale:
    """An axis with round numbers at its ends; calling it gives the position of a value."""

    def __init__(self, lowest: float, highest: float, ticks: int = MAX_TICKS) -> None:
        self.step = _round_step((highest - lowest) / ticks or 1)
        self.lowest = floor(lowest / self.step) * self.step
        self.highest = ceil(highest / self.step) * self.step
        if self.highest == self.lowest:
            self.highest += self.step

    def __call__(self, value: float) -> float:
        return round(100 * (value - self.lowest) / (self.highest - self.lowest), 3)

    def ticks(self, unit: str = "") -> list[Tick]:
        count = round((self.highest - self.lowest) / self.step)
        values = [self.lowest + number * self.step for number in range(count + 1)]
        return [Tick(self(value), f"{value:g}{unit}") for value in values]


def ratings(results: Results) -> IntervalPlot | None:
    """The rating of each player, plus and minus two sigma."""
    rated = [(s.player, s.rating) for s in results.standings if s.rating is not None]
    if not rated:
        return None
    scale = Scale(
        min(rating.mu - 2 * rating.sigma for _, rating in rated),
        max(rating.mu + 2 * rating.sigma for _, rating in rated),
    )
    rows = [
        Row(
            name,
            f"{rating.mu:.1f} ± {2 * rating.sigma:.1f}",
            scale(rating.mu),
            scale(rating.mu - 2 * rating.sigma),
            scale(rating.mu + 2 * rating.sigma),
        )
        for name, rating in rated
    ]
    return IntervalPlot(rows, scale.ticks(), None)


def wins(results: Results) -> IntervalPlot:
    """The share of wins of each player, with par."""
    return _shares([(s.player, s.wins) for s in results.standings], results.par)


def seats(results: Results) -> IntervalPlot:
    """The share of wins of each seat, over all players."""
    return _shares([(f"seat {seat.seat}", seat.wins) for seat in results.seats], results.par)


def points(results: Results) -> PointsPlot:
    """The distribution of points of each player; the highest bars are equally high."""
    lowest = min(standing.points.min for standing in results.standings)
    highest = max(standing.points.max for standing in results.standings)
    width = max(1, ceil(_round_step((highest - lowest) / MAX_BINS or 1)))
    scale = Scale(lowest, highest + width)
    shares = [_binned(standing.points, width) for standing in results.standings]
    rows = [
        Histogram(
            standing.player,
            f"{standing.points.mean:.1f} ± {standing.points.spread:.1f}",
            scale(standing.points.mean + 0.5 if width == 1 else standing.points.mean),
            [
                Bar(
                    scale(start),
                    round(scale(start + width) - scale(start), 3),
                    round(100 * share / max(bins.values()), 3),
                    f"{_bin_label(start, width)} points: {percent(share)}",
                )
                for start, share in sorted(bins.items())
            ],
        )
        for standing, bins in zip(results.standings, shares, strict=True)
    ]
    return PointsPlot(rows, scale.ticks())


def duels(results: Results) -> list[tuple[str, list[Cell | None]]]:
    """How often each player finishes ahead of each other one, in the order of the standings."""
    found = {(duel.player, duel.opponent): duel for duel in results.duels}
    names = [standing.player for standing in results.standings]
    matrix: list[tuple[str, list[Cell | None]]] = []
    for name in names:
        cells: list[Cell | None] = []
        for other in names:
            duel = found.get((name, other))
            if duel is None:
                cells.append(None)
                continue
            lead = duel.ahead.mean - 0.5
            tint = round(abs(lead) * 2 * MAX_TINT)
            label = percent(duel.ahead.mean)
            cells.append(Cell(label, interval(duel.ahead), duel.games, tint, lead > 0))
        matrix.append((name, cells))
    return matrix


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def interval(share: Estimate) -> str:
    if share.low is None or share.high is None:
        return "–"
    return f"{100 * share.low:.1f} – {100 * share.high:.1f} %"


def _shares(named: list[tuple[str, Estimate]], par: float) -> IntervalPlot:
    scale = Scale(0, 100, 5)
    rows = [
        Row(
            name,
            percent(share.mean),
            scale(100 * share.mean),
            None if share.low is None else scale(100 * share.low),
            None if share.high is None else scale(100 * share.high),
        )
        for name, share in named
    ]
    return IntervalPlot(rows, scale.ticks(" %"), scale(100 * par))


def _binned(points: Points, width: int) -> dict[int, float]:
    """The share of games in each bin, by the lowest score of the bin."""
    games = sum(points.counts.values())
    bins: dict[int, float] = {}
    for score, count in points.counts.items():
        start = score // width * width
        bins[start] = bins.get(start, 0) + count / games
    return bins


def _bin_label(start: int, width: int) -> str:
    return str(start) if width == 1 else f"{start} to {start + width - 1}"


def _round_step(step: float) -> float:
    """The smallest of 1, 2 or 5 times a power of ten that is at least `step`."""
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if step <= factor * power * (1 + 1e-9))
