"""Checks the claims of docs/analysis.md on many games; run by `make analysis-proof`.

The games and what was measured in them are kept in `.analysis-proof`, so an interrupted run
continues and a finished one is only reported. Games are played once; the figures are measured again
when a game has other networks. The picture of the calibration goes to docs/pictures.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Final, TypeVar

import msgspec

from benchmarks.analysis_games import (
    GradedGame,
    PlantedBlunder,
    TimedGame,
    ValuedGame,
    answered_game,
    planted_blunder,
    timed_game,
    valued_game,
)
from benchmarks.calibration_chart import Bin, bins_of, calibration_picture
from benchmarks.luck_report import report_luck
from benchmarks.played_games import PlayedGame, evaluation_of, played_games, rows
from smokestack.analysis.calibration import calibration_of
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
LEVEL_GAMES: Final = {"glasgow": 300, "brass": 60}
"""In which all levels answer the same decisions."""
"""The levels as they play here; the master has a tenth of its simulations."""
SECONDS: Final = {"glasgow": 10.0, "brass": 30.0}
FOUND_SHARE: Final = 0.95
"""Of planted blunders; one is found if it is graded as any kind of error."""
FIRST_SEED: Final = 21_000
PARTS: Final = ("values", "levels", "blunders", "seconds")
PICTURE: Final = Path("docs/pictures/analysis-calibration.svg")

Row = TypeVar("Row", bound=msgspec.Struct)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calibration-games", type=int, default=1000)
    parser.add_argument("--luck-games", type=int, default=1000)
    parser.add_argument("--level-games", type=int, help="in which all levels answer")
    parser.add_argument("--timed-games", type=int, default=20)
    parser.add_argument("--blunders", type=int, default=100)
    parser.add_argument("--game", choices=GAMES, action="append")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one")
    arguments = parser.parse_args()
    parts = arguments.part or PARTS
    bins: dict[str, list[Bin]] = {}
    for game in arguments.game or GAMES:
        print(f"{game}: positions are valued by {evaluation_of(find_game(game))}")
        played = played_games(
            game,
            "equal",
            range(FIRST_SEED, FIRST_SEED + arguments.calibration_games),
            partial(equal_players, game),
        )
        if "values" in parts:
            bins[game] = report_values(game, played, arguments.luck_games)
        if "levels" in parts:
            level_games = arguments.level_games or LEVEL_GAMES[game]
            report_levels(game, graded_levels(game, played, level_games))
        if "blunders" in parts:
            report_blunders(game, played, arguments.blunders)
        if "seconds" in parts:
            report_seconds(game, played[: arguments.timed_games])
    if len(bins) == len(GAMES):
        PICTURE.write_text(calibration_picture(bins), "utf-8")


def equal_players(game: str, _seed: int) -> list[str]:
    return [PLAYERS[game]] * SEATS[game]


def graded_levels(game: str, played: Sequence[PlayedGame], games: int) -> list[GradedGame]:
    """Grades of the answers of all levels to the same decisions, in so many games of equal bots.

    Games of the levels themselves would also compare positions and opponents.
    """
    answer = partial(answered_game, bots=list(LEVELS.values()))
    return measured(GradedGame, "answers", game, played[:games], answer)


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
        report_luck(with_luck, calibration_of(find_game(game)).luck_share)
    return bins


def brier_score(games: list[tuple[list[list[float]], list[float]]]) -> float:
    """The mean squared difference between a predicted chance and the result of its seat."""
    return fmean(
        (chance - result) ** 2
        for predictions, results in games
        for chances in predictions
        for chance, result in zip(chances, results, strict=True)
    )


def report_levels(game: str, found: Sequence[GradedGame]) -> None:
    grades = {
        level: [grade for each in found for grade in each.decisions if grade.bot == bot]
        for level, bot in LEVELS.items()
    }
    print(f"{game}: all levels answer the same decisions of {len(found)} games")
    for level, own in grades.items():
        loss = mean_of([grade.chance_loss for grade in own])
        points = fmean(grade.points_loss for grade in own)
        verdicts = [grade.verdict for grade in own]
        errors = " ".join(
            f"{100 * verdicts.count(verdict) / len(own):.2f}"
            for verdict in ("inaccuracy", "mistake", "blunder")
        )
        print(
            f"  {level}: {len(own)} decisions, loss {loss.mean:.5f} ({loss.low:.5f} to "
            f"{loss.high:.5f}) of the win chance, {points:.4f} points; "
            f"inaccuracies, mistakes and blunders in 100 decisions: {errors}"
        )
    for weaker, stronger in pairwise(grades):
        differences = mean_of(
            [
                one.chance_loss - other.chance_loss
                for one, other in zip(grades[weaker], grades[stronger], strict=True)
            ]
        )
        print(
            f"  {weaker} loses {differences.mean:.5f} ({differences.low:.5f} to "
            f"{differences.high:.5f}) more than {stronger} by the same decision"
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
