"""`smokestack puzzles mine` and `verify`, with a running count, and `export`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Final

from rich.progress import Progress

from smokestack.arena.cluster import Cluster
from smokestack.arena.workers import Processes
from smokestack.engine.files import read_text, write_text
from smokestack.engine.game import Game
from smokestack.puzzles.collection import Collection, Plan
from smokestack.puzzles.puzzle import Puzzle, format_puzzles, parse_puzzles
from smokestack.puzzles.reverification import Reverification
from smokestack.server.settings import Settings
from smokestack.server.storage.game_admin import GameAdmin
from smokestack.terminal.data_folder import data_folder
from smokestack.terminal.printing import SafeConsole, say
from smokestack.terminal.progress import game_progress

NAME_LENGTH: Final = 16


def mine(plan: Plan, wanted: int, workers: int, ray: str | None, out: Path | None) -> None:
    """Search games until there are enough puzzles, and write `puzzles.jsonl`."""
    kind = Path(plan.records).name or plan.seed
    folder = out or data_folder() / "puzzles" / f"{plan.game}-{plan.simulations}-{kind}"
    run_tasks = Processes(workers) if ray is None else Cluster(ray, workers)
    with Collection(folder / "games.jsonl", plan) as collection:
        kept = len(collection.puzzles())
        if kept:
            say(f"{kept} puzzles are already found, in {len(collection.games)} games")
        with _continuable(
            lambda: f"{len(collection.puzzles())} of {wanted} puzzles are kept in {folder}"
        ) as progress:
            task = progress.add_task(_text(collection), total=wanted, completed=kept)
            for _ in collection.mine(wanted, run_tasks):
                found = len(collection.puzzles())
                progress.update(task, completed=found, description=_text(collection))
        puzzles = collection.puzzles()
        file = _write(folder, puzzles)
        say(f"{len(puzzles)} puzzles from {len(collection.games)} games: {file}")


def verify(game: Game, file: Path | None, seed: int, workers: int, out: Path | None) -> None:
    """Verify puzzles again, and write `puzzles.jsonl`."""
    source = file or game.puzzle_file
    given = parse_puzzles(game, read_text(source), str(source))
    folder = out or data_folder() / "puzzles" / f"{game.name}-verified-{seed}"
    with Reverification(folder / "verified.jsonl", game.name, given, seed) as verification:
        with _continuable(
            lambda: f"{len(verification.done)} of {len(given)} puzzles are verified"
        ) as progress:
            task = progress.add_task("", total=len(given), completed=len(verification.done))
            for _ in verification.run(Processes(workers)):
                progress.update(task, completed=len(verification.done))
        puzzles = verification.puzzles()
        say(f"{len(puzzles)} of {len(given)} puzzles remain: {_write(folder, puzzles)}")


def export(settings: Settings, game: Game, folder: Path) -> None:
    """Write the games of a server that may become puzzles; a game has the same name each time."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    with closing(GameAdmin(settings)) as admin:
        for record in admin.games_for_puzzles(game.name):
            name = sha256(" ".join(record.answers).encode()).hexdigest()[:NAME_LENGTH]
            record.save(folder / f"{name}.json")
            count += 1
    say(f"{count} games whose players agreed: {folder}")


@contextmanager
def _continuable(state: Callable[[], str]) -> Iterator[Progress]:
    """A progress bar for a run that continues when the command is repeated."""
    try:
        with game_progress() as progress:
            yield progress
    except KeyboardInterrupt:
        text = f"interrupted; {state()}; repeat the command to continue"
        say(text, SafeConsole(stderr=True))
        raise


def _write(folder: Path, puzzles: list[Puzzle]) -> Path:
    file = folder / "puzzles.jsonl"
    write_text(file, format_puzzles(puzzles))
    return file


def _text(collection: Collection) -> str:
    return f"{len(collection.games)} games searched"
