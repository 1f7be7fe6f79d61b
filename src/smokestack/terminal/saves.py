"""Where games at the terminal are kept, so that none is ever lost."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from smokestack.engine.errors import InvalidInput
from smokestack.engine.files import is_taken
from smokestack.engine.language import tr
from smokestack.engine.match import Match
from smokestack.engine.record import load_record


def data_folder() -> Path:
    """`SMOKESTACK_HOME`, or the user's folder for application data."""
    chosen = os.environ.get("SMOKESTACK_HOME")
    if chosen:
        return Path(chosen)
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "smokestack"


def new_save(game: str) -> Path:
    """A file name that is not taken yet."""
    stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
    return data_folder() / "games" / f"{game}-{stamp}.json"


def last_unfinished(game: str) -> Path:
    """The newest saved game that is not over."""
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
    """Save a game under a new name, or over an earlier point of the very same game."""
    record = match.record()
    if is_taken(path):
        try:
            stored = load_record(path)
            earlier = stored.setup == record.setup
            earlier = earlier and stored.answers == record.answers[: len(stored.answers)]
        except InvalidInput:
            earlier = False
        if not earlier:
            raise InvalidInput(tr("{path} holds something else; choose another name", path=path))
    record.save(path)
