"""The statistics of a report, computed in the order of the schedule."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from statistics import fmean, pstdev, variance

import msgspec

from smokestack.arena.intervals import Estimate, mean_of, share_of, without_luck
from smokestack.arena.journal import Game
from smokestack.arena.plan import Plan
from smokestack.arena.ratings import Rating, rate


class Points(msgspec.Struct, frozen=True):
    """The distribution of points."""

    mean: float
    spread: float
    """The standard deviation."""
    min: int
    max: int
    counts: dict[int, int]
    """How often each score occurred, lowest first."""


class Adjusted(msgspec.Struct, frozen=True):
    """Results without the luck of deals and draws: the same on average, but less varied."""

    wins: Estimate
    points: Estimate
    saving: float
    """How many times as many games the plain share of wins would need to be as certain."""


class Standing(msgspec.Struct, frozen=True):
    """The results of a player; with several seats at a table, the mean of one of them."""

    player: str
    games: int
    rating: Rating | None
    wins: Estimate
    points: Points
    adjusted: Adjusted | None
    """Missing if the luck of some games was not measured."""
    answers: float
    """Mean number of answers in a game."""


class Duel(msgspec.Struct, frozen=True):
    """How often one player finishes ahead of another at the same table; ties count half."""

    player: str
    opponent: str
    games: int
    ahead: Estimate


class Seat(msgspec.Struct, frozen=True):
    """The results of a seat, over all players."""

    seat: int
    wins: Estimate
    points: float


class Length(msgspec.Struct, frozen=True):
    """The length of the games."""

    turns: float
    min_turns: int
    max_turns: int
    answers: float


class Results(msgspec.Struct, frozen=True):
    """Everything but answer times: the same on every machine, for any number of workers."""

    games: int
    groups: int
    par: float
    standings: list[Standing]
    """Best first."""
    duels: list[Duel]
    seats: list[Seat]
    length: Length
    endings: dict[str, int]
    fingerprint: str
    """A hash of all games; equal fingerprints mean equal games."""


class AnswerTime(msgspec.Struct, frozen=True):
    """How long a player takes for an answer, in milliseconds; depends on the machine."""

    player: str
    mean: float
    slowest: float


def results_of(plan: Plan, games: list[Game]) -> Results:
    """The results of whole groups of games, in the order of the schedule."""
    ratings = rate(plan.names, games)
    standings = [_standing(plan, name, ratings[name], games) for name in plan.names]
    standings.sort(key=_strength, reverse=True)
    order = [standing.player for standing in standings]
    turns = [game.outcome.turns for game in games]
    answers = [sum(game.outcome.answers) for game in games]
    reasons = Counter(game.outcome.reason for game in games)
    return Results(
        games=len(games),
        groups=len({game.seed for game in games}),
        par=round(plan.par, 6),
        standings=standings,
        duels=_duels(order, games),
        seats=[_seat(seat, games) for seat in range(plan.seats)],
        length=Length(round(fmean(turns), 4), min(turns), max(turns), round(fmean(answers), 4)),
        endings=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        fingerprint=_fingerprint(games),
    )


def answer_times_of(results: Results, games: list[Game]) -> list[AnswerTime]:
    """The answer time of each player, in the order of the standings."""
    return [_answer_time(standing.player, games) for standing in results.standings]


def _strength(standing: Standing) -> tuple[float, float]:
    rating = standing.rating
    return rating.mu if rating else 0.0, standing.wins.mean


def _standing(plan: Plan, name: str, rating: Rating | None, games: list[Game]) -> Standing:
    own = [game for game in games if name in game.seating]
    points = [game.outcome.scores[seat] for game in own for seat in _seats(game, name)]
    answers = [game.outcome.answers[seat] for game in own for seat in _seats(game, name)]

    def wins(game: Game) -> float:
        return fmean(game.outcome.wins(seat) for seat in _seats(game, name))

    share = _share_by_group(own, wins)
    if len(plan.names) == 1:
        share = Estimate(share.mean, None, None)  # always par, so an interval would mean nothing
    adjusted = None if len(plan.names) == 1 else _adjusted(name, own)
    return Standing(
        name, len(own), rating, share, _points(points), adjusted, round(fmean(answers), 4)
    )


def _adjusted(name: str, games: list[Game]) -> Adjusted | None:
    """The results of a player, by group, less a share of its luck."""
    groups: dict[int, list[tuple[float, float, float, float]]] = {}
    for game in games:
        luck = game.outcome.luck
        if luck is None:
            return None
        groups.setdefault(game.seed, []).extend(
            (game.outcome.wins(seat), luck.wins[seat], game.outcome.scores[seat], luck.points[seat])
            for seat in _seats(game, name)
        )
    means = [[fmean(column) for column in zip(*rows, strict=True)] for rows in groups.values()]
    wins, win_luck, points, point_luck = (list(column) for column in zip(*means, strict=True))
    adjusted = without_luck(wins, win_luck)
    saving = 1.0
    if len(wins) > 1 and variance(adjusted) > 0.0:
        saving = variance(wins) / variance(adjusted)
    return Adjusted(mean_of(adjusted), mean_of(without_luck(points, point_luck)), round(saving, 2))


def _points(points: list[int]) -> Points:
    mean, spread = round(fmean(points), 4), round(pstdev(points), 4)
    return Points(mean, spread, min(points), max(points), dict(sorted(Counter(points).items())))


def _duels(order: list[str], games: list[Game]) -> list[Duel]:
    """All pairs of players that met; a game counts once, even if a player has several seats."""
    groups: dict[tuple[str, str], dict[int, list[float]]] = {}
    for game in games:
        places = game.outcome.places()
        for own, other in permutations(dict.fromkeys(game.seating), 2):
            ahead = fmean(
                0.5 if places[seat] == places[against] else float(places[seat] < places[against])
                for seat in _seats(game, own)
                for against in _seats(game, other)
            )
            groups.setdefault((own, other), {}).setdefault(game.seed, []).append(ahead)
    return [
        Duel(own, other, sum(map(len, met.values())), _share(met))
        for own, other in permutations(order, 2)
        if (met := groups.get((own, other)))
    ]


def _seat(seat: int, games: list[Game]) -> Seat:
    wins = _share_by_group(games, lambda game: game.outcome.wins(seat))
    return Seat(seat, wins, round(fmean(game.outcome.scores[seat] for game in games), 4))


def _share_by_group(games: Iterable[Game], share: Callable[[Game], float]) -> Estimate:
    groups: dict[int, list[float]] = {}
    for game in games:
        groups.setdefault(game.seed, []).append(share(game))
    return _share(groups)


def _share(groups: dict[int, list[float]]) -> Estimate:
    return share_of([fmean(shares) for shares in groups.values()])


def _seats(game: Game, name: str) -> list[int]:
    return [seat for seat, other in enumerate(game.seating) if other == name]


def _fingerprint(games: list[Game]) -> str:
    """A hash of the games as the journal has them, without answer times and luck."""
    digest = hashlib.sha256()
    for game in games:
        data = msgspec.to_builtins(game)
        del data["outcome"]["thinking"], data["outcome"]["luck"]
        digest.update(msgspec.json.encode(data) + b"\n")
    return digest.hexdigest()[:16]


def _answer_time(name: str, games: list[Game]) -> AnswerTime:
    own = [(game.outcome, seat) for game in games for seat in _seats(game, name)]
    answers = sum(outcome.answers[seat] for outcome, seat in own)
    seconds = sum(outcome.answer_times.seconds[seat] for outcome, seat in own)
    slowest = max(outcome.answer_times.slowest[seat] for outcome, seat in own)
    return AnswerTime(name, round(1000 * seconds / max(1, answers), 4), round(1000 * slowest, 4))
