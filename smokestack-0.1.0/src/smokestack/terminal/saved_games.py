"""Games saved by the terminal game, one file each."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import is_taken
from smokestack.engine.match import Match
from smokestack.engine.record import load_record
from smokestack.presentation.language import tr
from smokestack.terminal.data_folder import data_folder


def new_save(game: str) -> Path:
    """A new file name, unique by its time stamp."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return data_folder() / "games" / f"{game}-{stamp}.json"


def last_unfinished(game: str) -> Path:
    """The newest saved game that is not finished."""
    saved = (data_folder() / "games").glob(f"{game}-*.json")
    for path in sorted(saved, reverse=True):
        try:
            if load_record(path).result is None:
                return path
        except InvalidInput:
            continue
    command = f"smokestack play {game}"
    raise InvalidInput(
        tr(
            "no unfinished game of {game} is saved; start one: {command}",
            game=game,
            command=command,
        )
    )


def save_as(match: Match, path: Path) -> None:
    """Save a game to a new file, or over an earlier state of the same game.

    `InvalidInput` if the file holds anything else.
    """
    record = match.record()
    if is_taken(path):
        try:
            stored = load_record(path)
            earlier = stored.setup == record.setup
            earlier = earlier and stored.answers == record.answers[: len(stored.answers)]
        except InvalidInput:
            earlier = False
        if not earlier:
            raise InvalidInput(tr("{path} is not a saved game; choose another name", path=path))
    record.save(path)
