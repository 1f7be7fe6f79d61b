"""The `train` command: runs the learning and reports each step."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import smokestack
from smokestack.arena.cluster import Cluster
from smokestack.arena.workers import Done, Processes, Task, TaskRunner
from smokestack.engine.core.network import UNITS_PER_BLOCK
from smokestack.engine.errors import InvalidInput
from smokestack.engine.record import Setup
from smokestack.games import find_game
from smokestack.terminal.printing import say
from smokestack.terminal.progress import game_progress


def run_training(
    game: str,
    edition: str | None,
    players: int | None,
    *,
    folder: Path,
    generations: int,
    first_games: int,
    games: int,
    start: str,
    units: int,
    window: int,
    simulations: int,
    random_share: float,
    blend: float,
    gate_deals: int,
    seed: int,
    workers: int,
    ray: str | None,
) -> None:
    """Learn up to `generations`, counting those that the folder holds."""
    try:
        from smokestack.training.learner import LearnerSettings
        from smokestack.training.learning import Learning, LearningPlan
    except ModuleNotFoundError:
        raise InvalidInput(
            "training needs the package numpy; install it with: pip install 'smokestack[train]'"
        ) from None
    if units % UNITS_PER_BLOCK:
        raise InvalidInput(f"--units must be a multiple of {UNITS_PER_BLOCK}")
    plan = LearningPlan(
        setups_of(game, edition, players, seed),
        start=start,
        first_games=first_games,
        games=games,
        gate_deals=gate_deals,
        window=window,
        simulations=simulations,
        random_share=random_share,
        learner=LearnerSettings(units=units, blend=blend, seed=seed),
    )
    command = shlex.join(["smokestack", *sys.argv[1:]])
    processes = Processes(workers)
    with (
        nullcontext() if ray is not None else processes,
        game_progress() as progress,
    ):
        run_tasks: TaskRunner = processes if ray is None else Cluster(ray, workers)
        bar = progress.add_task("training")

        def run_and_show(work: Callable[[Task], Done], tasks: Iterable[Task]) -> Iterator[Done]:
            tasks = list(tasks)
            progress.reset(bar, total=len(tasks))
            for done in run_tasks(work, tasks):
                progress.advance(bar)
                yield done

        def report(text: str) -> None:
            say(f"{time.strftime('%H:%M:%S')} {text}")

        learning = Learning(plan, folder, run_and_show, report, command)
        while len(learning.reports) < generations:
            progress.update(bar, description=f"generation {len(learning.reports)}")
            found = learning.step()
            verdict = "accepted" if found.is_accepted else "not accepted"
            report(f"generation {found.generation}: {verdict}, {found.cpu_hours:.2f} CPU hours")
    say(f"The networks are in {learning.result}; play with them: search:network={learning.result}")


def setups_of(game: str, edition: str | None, players: int | None, seed: int) -> list[Setup]:
    """One for each table of the given edition and number of players, or of all."""
    rules = find_game(game)
    if edition is not None:
        rules.check_edition(edition)
    setups = [
        smokestack.new_game(game, seed=seed, edition=name, players=count).setup
        for name in rules.editions
        if edition in (None, name)
        for count in rules.player_counts(name)
        if players in (None, count)
    ]
    if not setups:
        raise InvalidInput(f"no edition of {rules.title} can be played by {players}")
    return setups
