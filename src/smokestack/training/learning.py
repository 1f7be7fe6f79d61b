"""Learning by self-play: games, training on all of them, matches, and again.

A run is stored in a folder and continues from what the folder holds:

- `plan.json`: everything that the run depends on, except the number of generations;
- `generation-003/games-000100.npz`: samples of a batch of games;
- `generation-003/trained.network`: the networks trained on all games so far;
- `generation-003/report.json`: how well they fit, and the matches that they played;
- `GAME.network`: the networks of the newest generation that has passed its matches.

The first generation learns from the linear evaluation with perturbed weights, or from the networks
of an earlier run. The following ones let the networks of recent generations play each other, with
some linear seats among them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
import numpy as np

import smokestack
from smokestack.arena.plan import differing_fields
from smokestack.arena.workers import TaskRunner
from smokestack.bots.networks import Recipe, learned_evaluator, write_networks
from smokestack.bots.weights import load_weights, values_of
from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import is_taken, read_text, write_text
from smokestack.engine.game import Game
from smokestack.engine.record import Setup
from smokestack.games import find_game
from smokestack.training.gates import Gate, play_gate
from smokestack.training.learner import Fit, LearnerSettings, fit
from smokestack.training.recording import GamesToRecord, Population, record_games
from smokestack.training.samples import cpu_seconds, mean_score, read_batches, write_batch

Data = TypeVar("Data", bound=msgspec.Struct)

GATE_SEED_OFFSET = 1_000_000_000  # keeps the deals of matches apart from those of training
MAX_RECENT = 4  # networks in the population


class LearningPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that a run depends on, except the number of generations."""

    setups: list[Setup]
    """One for each kind of table; the games take turns between them."""
    start: str = ""
    """A file with networks that play the first generation; empty: linear evaluations play it."""
    first_games: int = 8000
    """Games of the first generation."""
    games: int = 4000
    """Games of each further generation."""
    linear_share: float = 0.15
    """The share of seats in further generations that keep the linear evaluation."""
    simulations: int = 0
    """For each answer of networks in further generations; 0: they look ahead greedily."""
    random_share: float = 0.0
    """The share of answers in these games that are random."""
    gate_deals: int = 60
    """Deals of each match, each played from every seat."""
    window: int = 12
    """Generations whose games are used for training."""
    batch_games: int = 100
    learner: LearnerSettings = LearnerSettings()


class GenerationReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a generation has shown."""

    generation: int
    games: int
    """Games that the networks were trained on."""
    mean_score: float
    """In the games of this generation."""
    r_squared: dict[str, float]
    """For each network, the share of the variance of gains that is explained."""
    error: dict[str, float]
    """For each network, the root of the mean squared error, in points."""
    gates: list[Gate]
    cpu_hours: float
    """Of all generations up to this one."""

    @property
    def is_accepted(self) -> bool:
        return all(gate.is_passed for gate in self.gates)


class Learning:
    """A run that is stored in a folder."""

    def __init__(
        self,
        plan: LearningPlan,
        folder: Path,
        run_tasks: TaskRunner,
        report: Callable[[str], None],
        command: str,
    ) -> None:
        self.plan = plan
        self.folder = folder
        self.run_tasks = run_tasks
        self.report = report
        self.command = command
        self.game: Game = find_game(plan.setups[0].game)
        if plan.start:
            learned_evaluator(self.game, Path(plan.start))  # an error now, not in a worker
        self.reports: list[GenerationReport] = []
        self._check_folder()
        while (report_file := self._folder(len(self.reports)) / "report.json").exists():
            self.reports.append(_decode(report_file, GenerationReport))

    @property
    def result(self) -> Path:
        """The networks of the newest accepted generation."""
        return self.folder / f"{self.game.name}.network"

    def step(self) -> GenerationReport:
        """One more generation: games, training, matches."""
        generation = len(self.reports)
        self._play(generation)
        start = time.process_time()
        fits = self._train(generation)
        report = self._examine(generation, fits, time.process_time() - start)
        write_text(
            self._folder(generation) / "report.json", msgspec.json.encode(report).decode() + "\n"
        )
        self.reports.append(report)
        if report.is_accepted or not self.result.exists():
            trained = self._network(generation)
            draft = self.result.with_name(f".{self.result.name}")
            draft.write_bytes(trained.read_bytes())
            draft.replace(self.result)
        return report

    def _check_folder(self) -> None:
        file = self.folder / "plan.json"
        if not is_taken(file):
            write_text(file, msgspec.json.format(msgspec.json.encode(self.plan)).decode() + "\n")
            return
        changed = differing_fields(_decode(file, LearningPlan), self.plan)
        if changed:
            raise InvalidInput(
                f"{self.folder} holds a run with other settings ({', '.join(changed)}); "
                "use those, or another --out"
            )

    def _play(self, generation: int) -> None:
        """Play the games of a generation that are missing."""
        plan = self.plan
        count = plan.games if generation else plan.first_games
        first = plan.setups[0].seed
        if generation:
            first += plan.first_games + (generation - 1) * plan.games
        population = self._population()
        tasks = []
        for start in range(0, count, plan.batch_games):
            if not self._batch(generation, start).exists():
                numbers = range(start, min(start + plan.batch_games, count))
                setups = [self._setup(n, first + n) for n in numbers]
                tasks.append(GamesToRecord(start, setups, population))
        for batch in self.run_tasks(record_games, tasks):
            write_batch(self._batch(generation, batch.number), batch)
        mean = mean_score(self._batches(generation))
        self.report(f"generation {generation}: {count} games, mean score {mean:.1f}")

    def _setup(self, number: int, seed: int) -> Setup:
        setup = self.plan.setups[number % len(self.plan.setups)]
        return msgspec.structs.replace(setup, seed=seed)

    def _population(self) -> Population:
        """Recent accepted networks and the newest ones: games show what these misjudge."""
        newest = len(self.reports) - 1
        playing = [r.generation for r in self.reports if r.is_accepted or r.generation == newest]
        networks = [self.plan.start] if self.plan.start else []
        networks += [str(self._network(generation)) for generation in playing]
        if not networks:
            return Population(random_share=self.plan.random_share)
        recent = networks[-MAX_RECENT:]
        return Population(
            recent,
            self.plan.linear_share,
            simulations=self.plan.simulations,
            random_share=self.plan.random_share,
        )

    def _train(self, generation: int) -> dict[str, Fit]:
        """Train from scratch on the games of all generations in the window."""
        oldest = max(0, generation + 1 - self.plan.window)
        files = [f for n in range(oldest, generation + 1) for f in self._batches(n)]
        samples = read_batches(files)
        games = len(np.unique(samples.seeds))
        fits = {}
        start = time.process_time()
        spec = self.game.networks
        for number, name in enumerate(spec.names):
            part, target = divmod(number, len(spec.targets))
            rows = samples.parts == part
            began = time.perf_counter()
            fits[name] = fit(
                samples.inputs[rows],
                samples.gains[rows, target],
                samples.seeds[rows],
                spec.max_amounts,
                self.plan.learner,
                self._linear(spec.targets[target]),
            )
            self.report(
                f"generation {generation}: trained {name} on {rows.sum():,} positions of "
                f"{games:,} games in {time.perf_counter() - began:.0f} s, "
                f"R² {fits[name].r_squared:.3f}, error {fits[name].error:.1f} points"
            )
        recipe = Recipe(
            self.command,
            self._games_played(generation),
            self._cpu_hours(generation, time.process_time() - start),
            generation,
            smokestack.__version__,
        )
        parts = [fits[name].part for name in spec.names]
        tables = [f"{setup.edition}/{len(setup.players)}" for setup in self.plan.setups]
        write_networks(self._network(generation), self.game, parts, tables, recipe)
        return fits

    def _linear(self, target: str) -> list[float] | None:
        """The tuned linear evaluation as weights of the inputs, if the game has it so."""
        game = self.game
        weights = load_weights(game.weight_file).evaluation
        return game.networks.linear(target, values_of(weights, game.weight_names, game.weight_file))

    def _examine(self, generation: int, fits: dict[str, Fit], training: float) -> GenerationReport:
        """Let the new networks play against the linear evaluation and the last accepted ones."""
        candidate = f"greedy:samples=1:network={self._network(generation)}"
        opponents = ["greedy:samples=1:tuned=true"]
        accepted = [str(self._network(r.generation)) for r in self.reports if r.is_accepted]
        if accepted or self.plan.start:
            best = accepted[-1] if accepted else self.plan.start
            opponents.append(f"greedy:samples=1:network={best}")
        setups = [
            self._setup(n, self.plan.setups[0].seed + GATE_SEED_OFFSET + n)
            for n in range(self.plan.gate_deals)
        ]
        gates = []
        for name in opponents:
            gate = play_gate(setups, candidate, name, self.run_tasks)
            gates.append(gate)
            self.report(f"generation {generation}: {describe(gate)}")
        return GenerationReport(
            generation,
            self._games_played(generation),
            round(mean_score(self._batches(generation)), 2),
            {part: round(found.r_squared, 4) for part, found in fits.items()},
            {part: round(found.error, 3) for part, found in fits.items()},
            gates,
            self._cpu_hours(generation, training, gates),
        )

    def _games_played(self, generation: int) -> int:
        return self.plan.first_games + generation * self.plan.games

    def _cpu_hours(self, generation: int, training: float, gates: Sequence[Gate] = ()) -> float:
        """Of all generations up to this one."""
        earlier = self.reports[-1].cpu_hours if self.reports else 0.0
        seconds = cpu_seconds(self._batches(generation)) + training
        seconds += sum(gate.cpu_seconds for gate in gates)
        return round(earlier + seconds / 3600, 3)

    def _folder(self, generation: int) -> Path:
        return self.folder / f"generation-{generation:03}"

    def _network(self, generation: int) -> Path:
        return self._folder(generation) / "trained.network"

    def _batch(self, generation: int, start: int) -> Path:
        return self._folder(generation) / f"games-{start:06}.npz"

    def _batches(self, generation: int) -> list[Path]:
        return sorted(self._folder(generation).glob("games-*.npz"))


def describe(gate: Gate) -> str:
    """The result of a match in one line."""
    lead = f"{gate.lead.mean:+.1f}"
    if gate.lead.low is not None and gate.lead.high is not None:
        lead += f" ({gate.lead.low:+.1f} to {gate.lead.high:+.1f})"
    return (
        f"against {gate.opponents}: wins {gate.wins.mean:.1%} (equal: {gate.par:.1%}), "
        f"lead {lead} points, {gate.games} games"
    )


def _decode(path: Path, kind: type[Data]) -> Data:
    try:
        return msgspec.json.decode(read_text(path), type=kind)
    except msgspec.DecodeError as error:
        raise InvalidInput(f"{path} can't be read: {error}") from None
