"""Checks the claims of docs/analysis.md on many games; run by `make analysis-proof`.

The games and what was measured in them are kept in `.analysis-proof`, so an interrupted run
continues and a finished one is only reported. Games are played once; the figures are measured again
when a game has other networks. The picture of the calibration goes to docs/pictures.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, variance
from typing import Final, TypeVar

import msgspec

from benchmarks.analysis_games import (
    GradedGame,
    PlantedBlunder,
    TimedGame,
    ValuedGame,
    answered_game,
    graded_game,
    planted_blunder,
    timed_game,
    valued_game,
)
from benchmarks.calibration_chart import Bin, bins_of, calibration_picture
from benchmarks.played_games import PlayedGame, evaluation_of, played_games, rows
from smokestack.arena.intervals import mean_of
from smokestack.games import find_game

GAMES: Final = ("glasgow", "brass")
PLAYERS: Final = {"glasgow": "search:simulations=20", "brass": "search:simulations=8"}
"""Play the games whose win chances are predicted: strong bots, and quick."""
SEATS: Final = {"glasgow": 2, "brass": 4}
LEVELS: Final = {
    "apprentice": "apprentice",
    "clerk": "clerk",
    "merchant": "merchant",
    "master": "master:simulations=800",
}
"""The levels as they play here; the master has a tenth of its simulations."""
SECONDS: Final = {"glasgow": 10.0, "brass": 30.0}
FOUND_SHARE: Final = 0.95
"""Of planted blunders; one is found if it is graded as any kind of error."""
FIRST_SEED: Final = 21_000
FIRST_LEVEL_SEED: Final = 20_000
PICTURE: Final = Path("docs/pictures/analysis-calibration.svg")

Row = TypeVar("Row", bound=msgspec.Struct)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calibration-games", type=int, default=1000)
    parser.add_argument("--luck-games", type=int, default=1000)
    parser.add_argument("--level-games", type=int, default=50, help="of each level")
    parser.add_argument("--timed-games", type=int, default=20)
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--game", choices=GAMES, action="append")
    arguments = parser.parse_args()
    bins: dict[str, list[Bin]] = {}
    for game in arguments.game or GAMES:
        print(f"{game}: positions are valued by {evaluation_of(find_game(game))}")
        played = played_games(
            game,
            "equal",
            range(FIRST_SEED, FIRST_SEED + arguments.calibration_games),
            partial(equal_players, game),
        )
        bins[game] = report_values(game, played, arguments.luck_games)
        report_blunders(game, played, arguments.blunders)
        report_seconds(game, played[: arguments.timed_games])
        report_levels(game, graded_levels(game, played, arguments.level_games))
    if len(bins) == len(GAMES):
        PICTURE.write_text(calibration_picture(bins), "utf-8")


def equal_players(game: str, _seed: int) -> list[str]:
    return [PLAYERS[game]] * SEATS[game]


def graded_levels(game: str, played: Sequence[PlayedGame], games: int) -> list[GradedGame]:
    """Grades of all levels in so many games of each.

    Every game of Glasgow is played by two of the levels. Games of the stronger levels of Brass take
    too long; there all levels answer the same decisions, in games of equal bots.
    """
    if game == "brass":
        answer = partial(answered_game, bots=list(LEVELS.values()))
        return measured(GradedGame, "answers", game, played[:games], answer)
    seeds = range(FIRST_LEVEL_SEED, FIRST_LEVEL_SEED + games * len(LEVELS) // SEATS[game])
    seated = played_games(game, "levels", seeds, seated_levels)
    return measured(GradedGame, "grades", game, seated, graded_game)


def seated_levels(seed: int) -> list[str]:
    """The levels that play a game; each has every seat equally often."""
    apprentice, clerk, merchant, master = LEVELS.values()
    pair = [apprentice, master] if seed % 4 < 2 else [clerk, merchant]
    return pair if seed % 2 else pair[::-1]


def measured(
    kind: type[Row], name: str, game: str, played: Sequence[PlayedGame], make: Callable[..., Row]
) -> list[Row]:
    """Measure every game once with the networks in use."""
    by_seed = {each.seed: each for each in played}
    file = f"{name}-{game}-{evaluation_of(find_game(game))}"
    seeds = range(played[0].seed, played[0].seed + len(played))
    return rows(kind, file, seeds, lambda seed: make(by_seed[seed]))


def report_values(game: str, played: Sequence[PlayedGame], luck_games: int) -> list[Bin]:
    """Calibration, and luck in the first `luck_games` of these games."""
    found = measured(
        ValuedGame,
        "values",
        game,
        played,
        lambda each: valued_game(each, each.seed < FIRST_SEED + luck_games),
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


def report_levels(game: str, found: Sequence[GradedGame]) -> None:
    for level, bot in LEVELS.items():
        games = sum(any(grade.bot == bot for grade in each.decisions) for each in found)
        grades = [grade for each in found for grade in each.decisions if grade.bot == bot]
        loss = mean_of([grade.chance_loss for grade in grades])
        points = fmean(grade.points_loss for grade in grades)
        verdicts = [grade.verdict for grade in grades]
        errors = " ".join(
            f"{100 * verdicts.count(verdict) / len(grades):.2f}"
            for verdict in ("inaccuracy", "mistake", "blunder")
        )
        print(
            f"{game} {level}: {games} games, {len(grades)} decisions, loss {loss.mean:.5f} "
            f"({loss.low:.5f} to {loss.high:.5f}) of the win chance, {points:.4f} points; "
            f"inaccuracies, mistakes and blunders in 100 decisions: {errors}"
        )


def report_seconds(game: str, played: Sequence[PlayedGame]) -> None:
    seconds = [each.seconds for each in measured(TimedGame, "seconds", game, played, timed_game)]
    print(
        f"{game}: a quick analysis takes {fmean(seconds):.1f} s of processor time in "
        f"{len(seconds)} games, at most {max(seconds):.1f} s; allowed {SECONDS[game]:.0f} s"
    )


def report_blunders(game: str, played: Sequence[PlayedGame], count: int) -> None:
    """Blunders planted in as many games as needed."""
    games, found = count, list[PlantedBlunder]()
    while len(found) < count and games <= len(played):
        tried = measured(PlantedBlunder, "blunders", game, played[:games], planted_blunder)
        found = [each for each in tried if each.number]
        games += max(1, count - len(found))
    verdicts = [each.verdict for each in found]
    errors = ("blunder", "mistake", "inaccuracy")
    by_verdict = ", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in errors)
    recognised = sum(map(verdicts.count, errors))
    print(
        f"{game}: {recognised} of {len(found)} planted blunders found, that is graded as an error "
        f"({recognised / len(found):.1%}, wanted {FOUND_SHARE:.0%}); "
        f"{verdicts.count('blunder')} of {len(found)} graded as a blunder "
        f"({verdicts.count('blunder') / len(found):.1%}). Verdicts: {by_verdict}"
    )


if __name__ == "__main__":
    main()
