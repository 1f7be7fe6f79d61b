"""The `tune` command: a progress bar, the new weights, and a match against the old ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from smokestack.arena.intervals import Estimate
from smokestack.arena.workers import Done, Processes, Task
from smokestack.bots.weights import Weights
from smokestack.engine.core.stream import MAX_SEED
from smokestack.engine.errors import InvalidInput
from smokestack.terminal.printing import SafeConsole, new_table, say, say_error
from smokestack.terminal.progress import game_progress
from smokestack.terminal.standings import percent
from smokestack.training.self_play import VALIDATION_SEED_OFFSET, Comparison, SelfPlay
from smokestack.training.tuning import Plan, Tuning, tuned_weights

MIN_DEALS = 20  # with fewer, the interval itself is unreliable


def tune(plan: Plan, folder: Path, generations: int, validation: int, workers: int) -> None:
    """Tune up to `generations`, counting those that `folder` holds; then compare."""
    highest_seed = plan.setup.seed + 2 * VALIDATION_SEED_OFFSET
    if generations * plan.games > VALIDATION_SEED_OFFSET or highest_seed > MAX_SEED:
        raise InvalidInput("--seed, --games or --generations are so high that seeds would run out")
    tuning: Tuning | None = None
    try:
        with (
            TemporaryDirectory() as candidates,
            Processes(workers) as spread,
            game_progress() as progress,
        ):
            bar = progress.add_task("tuning")

            def spread_and_show(
                work: Callable[[Task], Done], tasks: Iterable[Task]
            ) -> Iterator[Done]:
                for done in spread(work, tasks):
                    progress.advance(bar)
                    yield done

            games = SelfPlay(plan, Path(candidates), spread_and_show)
            tuning = Tuning(plan, folder, games.evaluate)
            each = games.games * plan.population
            progress.update(bar, total=max(generations, len(tuning.generations)) * each)
            progress.advance(bar, len(tuning.generations) * each)
            while len(tuning.generations) < generations:
                progress.update(bar, description=_describe_progress(tuning))
                tuning.step()
            progress.reset(bar, description="comparing", total=validation)
            compared = games.compare(tuning.weights, validation) if validation else None
    except KeyboardInterrupt:
        done = len(tuning.generations) if tuning else 0
        say_error(
            f"interrupted; {done} generations are kept in {folder}; repeat the command to continue"
        )
        raise
    _print_weights(plan, tuning.weights)
    best, aim = tuning.best_value, "points" if plan.aim == "points" else "wins and margin"
    say(
        f"After generation {len(tuning.generations)}; "
        f"best candidate {best:.3f} ({aim}, luck included)"
    )
    if compared is not None:
        print_comparison(plan, compared)
    file = folder / "weights.toml"
    say(f"The new weights are in {file}; play with them: --bots {plan.bot}:weights={file}")


def _describe_progress(tuning: Tuning) -> str:
    best = tuning.best_value
    best_text = "" if best is None else f", best so far {best:.3f}"
    return f"generation {len(tuning.generations) + 1}{best_text}"


def _print_weights(plan: Plan, new: Weights) -> None:
    table = new_table()
    for title in ("weight", "old", "new", "steps"):
        table.add_column(title, justify="left" if title == "weight" else "right")
    for group, name, old in tuned_weights(plan):
        value = getattr(new, group)[name].value
        steps = (value - old.value) / old.step
        table.add_row(name, f"{old.value:.4g}", f"{value:.4g}", f"{steps:+.1f}")
    SafeConsole().print(table)


def print_comparison(plan: Plan, compared: Comparison) -> None:
    """The result of the match on new seeds, and what it shows."""
    seats = len(plan.setup.players)
    wins, lead = compared.wins, compared.lead
    say(
        f"new against old, {compared.games} games on new seeds: "
        f"wins {percent(wins)}, {1 / seats:.1%} if equal; points {_signed(lead)}"
    )
    if compared.games < MIN_DEALS * seats:
        say(f"Too few games to compare: play at least {MIN_DEALS} deals, each from every seat.")
    elif plan.aim == "wins":
        say(_verdict(wins, 1 / seats))
    else:
        say(_verdict(lead, 0.0))


def _verdict(found: Estimate, equal: float) -> str:
    """What the 95 % interval shows."""
    if found.low is not None and found.low > equal:
        return "The new weights are better."
    if found.high is not None and found.high < equal:
        return "The new weights are worse; keep the old ones."
    return "No difference is shown; more generations or more games may show one."


def _signed(points: Estimate) -> str:
    if points.low is None or points.high is None:
        return f"{points.mean:+.1f}"
    return f"{points.mean:+.1f} ({points.low:+.1f} to {points.high:+.1f})"
