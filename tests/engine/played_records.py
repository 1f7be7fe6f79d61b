"""Records of short games, whole and with one value changed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match, replay
from smokestack.engine.record import parse_record


def played(answers: int, *, seed: int = 7, tiles: Path | None = None) -> Match:
    """A game of Ann and Ben after this number of random answers, or at its end."""
    match = smokestack.new_game("glasgow", seed=seed, players=["Ann", "Ben"], tiles=tiles)
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        match.play(match.state.answers()[stream.below(match.state.count)])
    return match


def finished(*, seed: int = 7, tiles: Path | None = None) -> Match:
    return played(10_000, seed=seed, tiles=tiles)


UNFINISHED: dict[str, Any] = json.loads(played(5).record().to_json())
FINISHED: dict[str, Any] = json.loads(finished().record().to_json())


def changed(*path: str, to: object) -> str:
    """An unfinished record as JSON with one value replaced, or deleted by `...`."""
    data = copy.deepcopy(UNFINISHED)
    spot = data
    for key in path[:-1]:
        spot = spot[key]
    if to is ...:
        del spot[path[-1]]
    else:
        spot[path[-1]] = to
    return json.dumps(data)


def load(text: str) -> Match:
    """What `smokestack.load_game` does with a file of this text."""
    record = parse_record(text)
    return replay(smokestack.find_game(record.setup.game), record)


def refusal(text: str) -> str:
    """The message that refuses a record; checks that it is one readable line."""
    with pytest.raises(InvalidInput) as caught:
        load(text)
    message = str(caught.value)
    assert message.splitlines() == [message]
    assert len(message) < 300
    return message
