"""Tunes the weights of a game: CMA-ES proposes candidates, games between bots evaluate them.

A run is stored in a folder: `tuning.jsonl` holds the plan and then every generation with its
candidates and their values, `weights.toml` the current result. A run that continues repeats the
earlier proposals from the same seed, so it ends exactly like one that was never interrupted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from math import inf, log
from pathlib import Path
from typing import Any

import msgspec

from smokestack.arena.plan import differing_fields
from smokestack.arena.workers import DeferredInterrupts
from smokestack.bots.registry import check_bot, is_program, read_spec
from smokestack.bots.search_bot import params_of
from smokestack.bots.weights import Weight, Weights, format_weights, load_weights, values_of
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import is_taken, read_text, write_text
from smokestack.engine.game import Game
from smokestack.engine.record import Setup
from smokestack.games import find_game

GROUPS = {"evaluation": ("evaluation",), "search": ("search",), "both": ("evaluation", "search")}
AIMS = ("points", "wins")
MIN_SHARE = {"evaluation": 0.0, "search": 0.05}
"""The smallest share of its first value for a weight: a search divides by some of them."""
MAX_VALUE = {("search", "own_points_weight"): 1.0, ("search", "best_line_weight"): 1.0}

Evaluate = Callable[[int, list[Weights]], list[float]]
"""Takes the number of a generation and its candidates; returns their values, higher is better."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a run depends on, except the number of generations."""

    setup: Setup
    bot: str
    """Gets the candidates as its setting `weights`."""
    group: str
    """A key of `GROUPS`."""
    aim: str
    """One of `AIMS`."""
    games: int
    """For each candidate."""
    population: int
    """Candidates in a generation."""
    start: Weights


class Generation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Candidates, each a list of the tuned weights in the order of the plan, and their values."""

    candidates: list[list[float]]
    values: list[float]


class Tuning:
    """A run that is stored in a folder and continues from what the folder holds."""

    def __init__(self, plan: Plan, folder: Path, evaluate: Evaluate) -> None:
        self.plan = plan
        self.folder = folder
        self.evaluate = evaluate
        self.generations: list[Generation] = []
        self.optimizer = _make_optimizer(plan)
        for generation in _read_log(plan, folder):
            proposals = self.optimizer.ask()
            if [_values(plan, point) for point in proposals] != generation.candidates:
                raise InvalidInput(
                    f"{folder} was started with another version of cma or numpy; continue from its "
                    "weights in a new folder: --start weights.toml"
                )
            self._learn(proposals, generation)

    @property
    def best_value(self) -> float | None:
        """The highest value of any candidate so far, luck included."""
        return max((max(g.values) for g in self.generations), default=None)

    @property
    def weights(self) -> Weights:
        """The mean of the search distribution, which varies less than the best candidate."""
        favourite = self.optimizer.result.xfavorite if self.generations else None
        if favourite is None:
            return self.plan.start
        return _with_values(self.plan, _values(self.plan, favourite))

    def step(self) -> None:
        """Evaluate one more generation and store it."""
        proposals = self.optimizer.ask()
        candidates = [_values(self.plan, point) for point in proposals]
        weights = [_with_values(self.plan, values) for values in candidates]
        values = self.evaluate(len(self.generations), weights)
        # What is reported after an interrupt must be what is stored.
        with DeferredInterrupts():
            self._learn(proposals, Generation(candidates, values))
            self._store()

    def _learn(self, proposals: list[Any], generation: Generation) -> None:
        self.optimizer.tell(proposals, [-value for value in generation.values])
        self.generations.append(generation)

    def _store(self) -> None:
        lines = [msgspec.json.encode(entry).decode() for entry in (self.plan, *self.generations)]
        write_text(self.folder / "weights.toml", format_weights(self.weights))
        write_text(self.folder / "tuning.jsonl", "\n".join(lines) + "\n")


def make_plan(
    setup: Setup,
    bot: str,
    *,
    group: str = "evaluation",
    aim: str | None = None,
    games: int = 60,
    population: int | None = None,
    start: Path | None = None,
) -> Plan:
    """A checked plan; aim and population default to what suits the game."""
    game = find_game(setup.game)
    if group not in GROUPS:
        raise InvalidInput(f"--group {brief(group)} must be one of {', '.join(GROUPS)}")
    if aim is None:
        aim = "wins" if max(game.seats) == 2 else "points"
    if aim not in AIMS:
        raise InvalidInput(f"--aim {brief(aim)} must be one of {', '.join(AIMS)}")
    _check_bot(bot, game, group)
    path = start or game.weight_file
    weights = load_weights(path)
    values_of(weights.evaluation, game.weight_names, path)
    params_of(weights.search, path)
    plan = Plan(setup, bot, group, aim, games, population or 0, weights)
    default_population = 4 + int(3 * log(len(tuned_weights(plan))))
    return msgspec.structs.replace(plan, population=population or default_population)


def tuned_weights(plan: Plan) -> list[tuple[str, str, Weight]]:
    """Group, name and first value of each weight that is tuned."""
    return [
        (group, name, weight)
        for group in GROUPS[plan.group]
        for name, weight in getattr(plan.start, group).items()
    ]


def _check_bot(bot: str, game: Game, group: str) -> None:
    """`InvalidInput` unless the bot has these weights and its games depend on the seed only."""
    if is_program(bot):
        raise InvalidInput("--bot: a program has no weights to tune")
    check_bot(bot, game)
    spec = read_spec(bot, game)
    if not hasattr(spec.settings, "weights"):
        raise InvalidInput(f"--bot {brief(bot)} has no weights; greedy and search have")
    if spec.settings.weights:
        raise InvalidInput(f"--bot {brief(bot)}: give the first weights with --start")
    if getattr(spec.settings, "seconds", 0.0) > 0.0:
        raise InvalidInput(f"--bot {brief(bot)} depends on the clock; give it simulations instead")
    if group != "evaluation" and spec.kind != "search":
        raise InvalidInput(f"--group {group}: only search bots have parameters of the search")


def _make_optimizer(plan: Plan) -> Any:
    """CMA-ES with its own random generator; a coordinate counts steps from the first weight."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns that matplotlib is missing
            import cma
            import numpy
    except ModuleNotFoundError:
        raise InvalidInput(
            "tuning needs the package cma; install it with: pip install 'smokestack[tune]'"
        ) from None
    for group, name, weight in tuned_weights(plan):
        if not weight.step > 0.0:
            raise InvalidInput(f"the step of {name} in [{group}] must be more than 0")
    bounds = [_bounds(*entry) for entry in tuned_weights(plan)]
    random = numpy.random.RandomState(plan.setup.seed % 2**32)
    return cma.CMAEvolutionStrategy(
        [0.0] * len(bounds),
        1.0,
        {
            "bounds": [list(side) for side in zip(*bounds, strict=True)],
            "popsize": plan.population,
            "randn": random.randn,
            "seed": float("nan"),  # leaves numpy's global generator alone
            "verbose": -9,
        },
    )


def _bounds(group: str, name: str, weight: Weight) -> tuple[float | None, float | None]:
    """The bounds of a weight, in steps from its first value."""
    keeps_sign = weight.value >= 0.0
    lower = -weight.value * (1.0 - MIN_SHARE[group]) / weight.step if keeps_sign else None
    highest = MAX_VALUE.get((group, name))
    upper = None if highest is None else (highest - weight.value) / weight.step
    return lower, upper


def _values(plan: Plan, point: list[float]) -> list[float]:
    """The tuned weights at a point, rounded as `format_weights` writes them."""
    values = []
    for (group, name, weight), steps in zip(tuned_weights(plan), point, strict=True):
        value = weight.value + float(steps) * weight.step
        if weight.value >= 0.0:
            value = max(0.0, value)
        value = min(value, MAX_VALUE.get((group, name), inf))
        values.append(float(f"{value:.4g}"))
    return values


def _with_values(plan: Plan, values: list[float]) -> Weights:
    """The first weights with new values for the tuned ones."""
    groups = {"evaluation": dict(plan.start.evaluation), "search": dict(plan.start.search)}
    for (group, name, weight), value in zip(tuned_weights(plan), values, strict=True):
        groups[group][name] = msgspec.structs.replace(weight, value=value)
    return Weights(**groups)


def _read_log(plan: Plan, folder: Path) -> list[Generation]:
    """The generations of an earlier run with the same plan, if the folder holds one."""
    path = folder / "tuning.jsonl"
    if not is_taken(path):
        return []
    first, *rest = read_text(path).splitlines() or [""]
    try:
        earlier = msgspec.json.decode(first, type=Plan)
        generations = [msgspec.json.decode(line, type=Generation) for line in rest]
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{path} holds no tuning: {error}") from None
    changed = differing_fields(earlier.setup, plan.setup) + differing_fields(earlier, plan)
    if changed:
        raise InvalidInput(
            f"{folder} holds a tuning with other settings "
            f"({', '.join(name for name in changed if name != 'setup')}); "
            "use those, or another --out"
        )
    if any(len(g.values) != plan.population for g in generations):
        raise InvalidInput(f"{path} holds no tuning: a generation is incomplete")
    return generations
