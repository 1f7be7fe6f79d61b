"""Better weights for a game: CMA-ES proposes candidates, games between bots judge them.

A run is kept in a folder: `tuning.jsonl` holds the plan and then every generation with its
candidates and their values, `weights.toml` what came of it so far. To go on, the proposals are made
again from the same seed, which gives the very same run as one that was never interrupted.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from math import inf, log
from pathlib import Path
from typing import Any

import msgspec

from smokestack.arena.plan import differing_fields
from smokestack.bots.registry import check_bot, is_program, read_spec
from smokestack.bots.searcher import manner_of
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import is_taken, read_text, write_text
from smokestack.engine.game import Game
from smokestack.engine.record import Setup
from smokestack.engine.weights import Weight, Weights, format_weights, load_weights, values_of
from smokestack.games import find_game

GROUPS = {"evaluation": ("evaluation",), "search": ("search",), "both": ("evaluation", "search")}
AIMS = ("points", "wins")
LEAST_SHARE = {"evaluation": 0.0, "search": 0.05}
"""Of its first value, what a weight keeps at least: a search divides by some of its own."""
MOST = {("search", "own"): 1.0, ("search", "faith"): 1.0}

Evaluate = Callable[[int, list[Weights]], list[float]]
"""The values, higher being better, of the candidates of the generation with this number."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a run depends on, except how long it goes on."""

    setup: Setup
    bot: str
    """Which gets candidates as its `weights`."""
    group: str
    aim: str
    games: int
    """For each candidate."""
    population: int
    """Candidates in a generation."""
    start: Weights


class Generation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The candidates, each with its tuned weights in the order of the plan, and their values."""

    candidates: list[list[float]]
    values: list[float]


class Tuning:
    """A run that is kept in a folder and goes on from what it finds there."""

    def __init__(self, plan: Plan, folder: Path, evaluate: Evaluate) -> None:
        self.plan = plan
        self.folder = folder
        self.evaluate = evaluate
        self.generations: list[Generation] = []
        self.optimizer = _make_optimizer(plan)
        for generation in _read_log(plan, folder):
            asked = self.optimizer.ask()
            if [_values(plan, x) for x in asked] != generation.candidates:
                raise InvalidInput(
                    f"{folder} was begun with another version of cma or numpy; go on from its "
                    "weights in a new folder: --start weights.toml"
                )
            self._learn(asked, generation)

    @property
    def best_value(self) -> float | None:
        """The highest value of any candidate so far; luck has its part in it."""
        return max((max(g.values) for g in self.generations), default=None)

    @property
    def weights(self) -> Weights:
        """The centre of the search, which is steadier than any single candidate."""
        favourite = self.optimizer.result.xfavorite if self.generations else None
        if favourite is None:
            return self.plan.start
        return _with_values(self.plan, _values(self.plan, favourite))

    def step(self) -> None:
        """One more generation, and everything on disk."""
        asked = self.optimizer.ask()
        candidates = [_values(self.plan, x) for x in asked]
        weights = [_with_values(self.plan, values) for values in candidates]
        values = self.evaluate(len(self.generations), weights)
        self._learn(asked, Generation(candidates, values))
        self._keep()

    def _learn(self, asked: list[Any], generation: Generation) -> None:
        self.optimizer.tell(asked, [-value for value in generation.values])
        self.generations.append(generation)

    def _keep(self) -> None:
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
    """A plan that can be carried out, with what suits the game where nothing is said."""
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
    manner_of(weights, path)
    plan = Plan(setup, bot, group, aim, games, population or 0, weights)
    usual = 4 + int(3 * log(len(tuned(plan))))
    return msgspec.structs.replace(plan, population=population or usual)


def tuned(plan: Plan) -> list[tuple[str, str, Weight]]:
    """Group, name and first value of each weight that is tuned."""
    return [
        (group, name, weight)
        for group in GROUPS[plan.group]
        for name, weight in getattr(plan.start, group).items()
    ]


def _check_bot(bot: str, game: Game, group: str) -> None:
    """A bot that has these weights, and plays the same game again from the same seed."""
    if is_program(bot):
        raise InvalidInput("--bot: a program has no weights of ours to tune")
    check_bot(bot, game)
    spec = read_spec(bot, game)
    if not hasattr(spec.settings, "weights"):
        raise InvalidInput(f"--bot {brief(bot)} has no weights; greedy and search have")
    if spec.settings.weights:
        raise InvalidInput(f"--bot {brief(bot)}: name the first weights with --start")
    if getattr(spec.settings, "seconds", 0.0) > 0.0:
        raise InvalidInput(f"--bot {brief(bot)} looks at the clock; give it simulations instead")
    if group != "evaluation" and spec.kind != "search":
        raise InvalidInput(f"--group {group}: only search bots have weights of the search")


def _make_optimizer(plan: Plan) -> Any:
    """CMA-ES in steps from the first weights, drawing from a generator of its own."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it can't draw curves without matplotlib; so be it
            import cma
            import numpy
    except ModuleNotFoundError:
        raise InvalidInput(
            "tuning needs the package cma; install it with: pip install 'smokestack[tune]'"
        ) from None
    for group, name, weight in tuned(plan):
        if not weight.step > 0.0:
            raise InvalidInput(f"the step of {name} in [{group}] must be more than 0")
    bounds = [_bounds(*entry) for entry in tuned(plan)]
    random = numpy.random.RandomState(plan.setup.seed % 2**32)
    return cma.CMAEvolutionStrategy(
        [0.0] * len(bounds),
        1.0,
        {
            "bounds": [list(side) for side in zip(*bounds, strict=True)],
            "popsize": plan.population,
            "randn": random.randn,
            "seed": float("nan"),  # that of numpy's global generator, which is left alone
            "verbose": -9,
        },
    )


def _bounds(group: str, name: str, weight: Weight) -> tuple[float | None, float | None]:
    """The least and the most of a weight, in steps from its first value."""
    keeps_sign = weight.value >= 0.0
    least = -weight.value * (1.0 - LEAST_SHARE[group]) / weight.step if keeps_sign else None
    most = MOST.get((group, name))
    return least, None if most is None else (most - weight.value) / weight.step


def _values(plan: Plan, x: list[float]) -> list[float]:
    """The tuned weights at a point, as exactly as a file of weights tells them."""
    values = []
    for (group, name, weight), steps in zip(tuned(plan), x, strict=True):
        value = weight.value + float(steps) * weight.step
        if weight.value >= 0.0:
            value = max(0.0, value)
        value = min(value, MOST.get((group, name), inf))
        values.append(float(f"{value:.4g}"))
    return values


def _with_values(plan: Plan, values: list[float]) -> Weights:
    """The first weights with the tuned ones replaced."""
    groups = {"evaluation": dict(plan.start.evaluation), "search": dict(plan.start.search)}
    for (group, name, weight), value in zip(tuned(plan), values, strict=True):
        groups[group][name] = msgspec.structs.replace(weight, value=value)
    return Weights(**groups)


def _read_log(plan: Plan, folder: Path) -> list[Generation]:
    """The generations of an earlier run with the same plan, if there was one."""
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
