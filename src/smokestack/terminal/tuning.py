"""The `tune` command: a progress bar while it goes, and an honest table at the end."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from smokestack.arena.self_play import FRESH, Comparison, Estimate, Job, Outcome, SelfPlay, workers
from smokestack.arena.tuning import Plan, Tuning, tuned
from smokestack.engine.errors import InvalidInput
from smokestack.engine.stream import MAX_SEED
from smokestack.engine.weights import Weights

LEAST_DEALS = 20  # with fewer, even the margin is a matter of luck


def tune(plan: Plan, folder: Path, generations: int, validation: int, processes: int) -> None:
    """Tune up to so many generations, with those that `folder` holds; then compare."""
    if generations * plan.games > FRESH or plan.setup.seed + 2 * FRESH > MAX_SEED:
        raise InvalidInput("--seed, --games or --generations are so high that seeds would run out")
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    )
    tuning: Tuning | None = None
    try:
        with TemporaryDirectory() as candidates, workers(processes) as play_all, progress:
            task = progress.add_task("tuning")

            def play_and_show(jobs: list[Job]) -> Iterator[Outcome]:
                for outcome in play_all(jobs):
                    progress.advance(task)
                    yield outcome

            games = SelfPlay(plan, Path(candidates), play_and_show)
            tuning = Tuning(plan, folder, games.evaluate)
            each = games.games * plan.population
            progress.update(task, total=max(generations, len(tuning.generations)) * each)
            progress.advance(task, len(tuning.generations) * each)
            while len(tuning.generations) < generations:
                progress.update(task, description=_standing(tuning))
                tuning.step()
            progress.reset(task, description="comparing", total=validation)
            compared = games.compare(tuning.weights, validation) if validation else None
    except KeyboardInterrupt:
        done = len(tuning.generations) if tuning else 0
        print(
            f"\n{folder} keeps everything up to generation {done}; "
            "the same command goes on from there.",
            file=sys.stderr,
        )
        raise
    _print_weights(plan, tuning.weights)
    best, aim = tuning.best_value, "points" if plan.aim == "points" else "wins and margin"
    _say(
        f"After generation {len(tuning.generations)}; "
        f"best candidate {best:.3f} ({aim}, luck included)"
    )
    if compared is not None:
        print_comparison(plan, compared)
    file = folder / "weights.toml"
    _say(f"The new weights are in {file}; play with them: --bots {plan.bot}:weights={file}")


def _standing(tuning: Tuning) -> str:
    best = tuning.best_value
    told = "" if best is None else f", best so far {best:.3f}"
    return f"generation {len(tuning.generations) + 1}{told}"


def _print_weights(plan: Plan, new: Weights) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for title in ("weight", "old", "new", "steps"):
        table.add_column(title, justify="left" if title == "weight" else "right")
    for group, name, old in tuned(plan):
        value = getattr(new, group)[name].value
        steps = (value - old.value) / old.step
        table.add_row(name, f"{old.value:.4g}", f"{value:.4g}", f"{steps:+.1f}")
    Console().print(table)


def print_comparison(plan: Plan, compared: Comparison) -> None:
    """What the match on fresh seeds says, and no more than that."""
    seats = len(plan.setup.players)
    wins, lead = compared.wins, compared.lead
    _say(
        f"new against old, {compared.games} games on fresh seeds: "
        f"wins {wins.mean:.1%} ± {wins.margin:.1%} ({1 / seats:.1%} if equal), "
        f"points {lead.mean:+.1f} ± {lead.margin:.1f}"
    )
    if compared.games < LEAST_DEALS * seats:
        _say(f"That is too little to tell; {LEAST_DEALS} deals, each from every seat, may do.")
    elif plan.aim == "wins":
        _say(_verdict(wins, 1 / seats))
    else:
        _say(_verdict(lead, 0.0))


def _verdict(found: Estimate, equal: float) -> str:
    """What may be claimed, the true value lying within the margin in 95 of 100 such matches."""
    if found.mean - found.margin > equal:
        return "The new weights are better."
    if found.mean + found.margin < equal:
        return "The new weights are worse: keep the old ones."
    return "That does not show a difference: more generations, or more games, may."


def _say(text: str) -> None:
    Console().print(text, markup=False, highlight=False, soft_wrap=True)
