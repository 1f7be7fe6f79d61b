"""Games between bots of different kinds, recorded as samples for training.

A sample is a position as one seat sees it, and what the networks of the game should expect there:
the points that this seat has gained to the end of the game, or another of the `TARGETS`. Positions
are recorded where a new action (in Glasgow a new turn) begins, because these are the positions that
a search evaluates.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from smokestack.bots.networks import learned_evaluator
from smokestack.bots.search.lookahead import values_of_answers
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.bots.weights import in_order, load_weights
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.network_spec import NetworkSpec
from smokestack.engine.record import Setup
from smokestack.engine.view import View
from smokestack.games import find_game

TARGETS: dict[str, Callable[[float, float], float]] = {
    "gain": lambda own, others: own,
    "lead": lambda own, others: own - others,
    "total": lambda own, others: own + others,
}
"""By name; from the points that the seat gained, and those that the others gained on average."""


class Population(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bots that sit at the tables; each seat draws its own.

    Different bots and a little noise lead to positions that no single bot would reach. Too much
    noise spoils the data: the points that follow are then those of bad play.
    """

    networks: list[str] = []
    """Files with networks, the newest last; the newest gets half of the seats that use one."""
    linear_share: float = 1.0
    """The share of the seats that use the linear evaluation, with weights of their own."""
    max_steps: float = 1.0
    """The highest standard deviation of these weights from the tuned ones, in steps of tuning."""
    noisy_share: float = 0.4
    """The share of the seats that add Gumbel noise to the values of answers."""
    noise: tuple[float, ...] = (0.3, 0.7)
    """The scale of this noise, in points; a noisy seat draws one of them."""
    simulations: int = 0
    """Of the seats with networks and without noise, for each answer; 0: they look ahead greedily.

    A search plays better, so the samples show what better play gains.
    """
    random_share: float = 0.0
    """The share of answers that are random, so that networks learn how bad bad answers are."""


class GamesToRecord(NamedTuple):
    """What a worker plays; `number` identifies the batch."""

    number: int
    setups: list[Setup]
    population: Population


class Samples(NamedTuple):
    """Recorded positions; all arrays have the same length."""

    inputs: NDArray[np.int8]
    parts: NDArray[np.uint8]
    """Which network of the game is for the position."""
    gains: NDArray[np.float32]
    """For each target of the game, what it was from here to the end."""
    seeds: NDArray[np.int64]
    """Of the game, to keep all positions of a game together."""


Row = tuple[int, int, list[int], list[int], list[int]]
"""Seat, part, the points of all seats, numbers and amounts of the inputs."""


class Player(NamedTuple):
    """A bot at a table: a search, or greedy by its evaluator."""

    evaluator: Evaluator
    noise: float
    search: SearchBot | None = None


class Batch(NamedTuple):
    """The samples of some games."""

    number: int
    samples: Samples
    scores: list[list[int]]
    """Of each game."""
    cpu_seconds: float


def record_games(task: GamesToRecord) -> Batch:
    """Play games; runs in a worker."""
    start = time.process_time()
    recorded = [record_game(setup, task.population) for setup in task.setups]
    columns = zip(*(samples for samples, _ in recorded), strict=True)
    scores = [scores for _, scores in recorded]
    seconds = time.process_time() - start
    return Batch(task.number, Samples(*map(np.concatenate, columns)), scores, seconds)


def record_game(setup: Setup, population: Population) -> tuple[Samples, list[int]]:
    """Play one game; the setup's seed determines everything."""
    game = find_game(setup.game)
    seats = len(setup.players)
    random = Random(setup.seed)
    players = [draw_player(game, population, random) for _ in range(seats)]
    stream = Stream(random.getrandbits(60))
    reader = game.networks.evaluator([])
    state = game.start(setup).copy()
    rows: list[Row] = []
    mover = int(state.actor)
    while not state.over:
        if reader.opening_decisions >> state.decision & 1:
            # Positions of one game resemble each other: one seat of each is enough.
            seat = random.choice((mover, random.randrange(seats)))
            seat = int(reader.viewer(state, seat))
            numbers, amounts = reader.inputs_of(state, seat)
            part = int(reader.part_of(state))
            points = [int(state.points(s)) for s in range(seats)]
            rows.append((seat, part, points, numbers, amounts))
        mover = int(state.actor)
        if population.random_share > 0.0 and random.random() < population.random_share:
            answer = random.choice(state.answers())
        else:
            view = View(game, state, mover, setup.players)
            answer = choose(view, players[mover], stream, random)
        state.apply(answer)
    result = game.result(state)
    assert result is not None
    return _to_samples(rows, result.scores, setup.seed, game.networks), result.scores


def draw_player(game: Game, population: Population, random: Random) -> Player:
    noise = random.choice(population.noise) if random.random() < population.noisy_share else 0.0
    if not population.networks or random.random() < population.linear_share:
        steps = random.uniform(0.0, population.max_steps)
        return Player(linear_evaluator(game, steps, random), noise)
    *older, newest = population.networks
    path = random.choice(older) if older and random.random() < 0.5 else newest
    search = None
    if population.simulations > 0 and noise == 0.0:
        settings = SearchSettings(population.simulations, counts_kept=True, network=path)
        search = SearchBot(game, settings, Stream(random.getrandbits(60)))
    return Player(learned_evaluator(game, Path(path)), noise, search)


def linear_evaluator(game: Game, steps: float, random: Random) -> Evaluator:
    """The tuned weights, each changed by a random multiple of its step."""
    path = game.weight_file
    weights = in_order(load_weights(path).evaluation, game.weight_names, path)
    return game.evaluator(
        [weight.value + random.gauss(0.0, steps) * weight.step for weight in weights]
    )


def choose(view: View, player: Player, stream: Stream, random: Random) -> int:
    """The best answer by a search, or by a lookahead to the end of the action."""
    state = view.state
    if state.count == 1:
        return int(state.legal[0])
    if player.search is not None:
        return player.search.answer(view)
    evaluator = player.evaluator
    seen = state.copy()
    seen.redeal(state.actor, stream)
    values = values_of_answers(evaluator, [seen], evaluator.opening_decisions)
    if player.noise > 0.0:
        values = [value + player.noise * _gumbel(random) for value in values]
    return int(state.legal[max(range(len(values)), key=values.__getitem__)])


def _gumbel(random: Random) -> float:
    """A number from the standard Gumbel distribution."""
    return -math.log(random.expovariate(1.0) or 1e-300)


def _to_samples(rows: list[Row], scores: list[int], seed: int, spec: NetworkSpec) -> Samples:
    table = np.zeros((len(rows), spec.inputs), np.int8)
    for row, (_, _, _, numbers, amounts) in zip(table, rows, strict=True):
        row[numbers] = amounts
    return Samples(
        table,
        np.array([part for _, part, *_ in rows], np.uint8),
        np.array([_targets(spec, scores, row) for row in rows], np.float32),
        np.full(len(rows), seed, np.int64),
    )


def _targets(spec: NetworkSpec, scores: list[int], row: Row) -> list[float]:
    seat, _, points, *_ = row
    gains = [score - before for score, before in zip(scores, points, strict=True)]
    own = float(gains.pop(seat))
    others = sum(gains) / len(gains)
    return [TARGETS[name](own, others) for name in spec.targets]
