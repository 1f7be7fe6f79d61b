"""Traces: a game as JSON Lines, one line per answer, for audits and comparisons."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from smokestack.engine.match import Match
from smokestack.engine.view import View


def trace(match: Match, choose: Callable[[View], int]) -> Iterator[str]:
    """Play a match to its end and yield the lines of its trace, hidden parts included."""
    game, setup = match.game, match.setup
    header = {
        "game": setup.game,
        "edition": setup.edition,
        "options": setup.options,
        "players": len(setup.players),
        "seed": setup.seed,
        "rules": setup.rules,
        "state": game.audit(match.state),
    }
    yield _line(header)
    while match.actor is not None:
        line = {
            "n": len(match.history) + 1,
            "actor": match.actor,
            "decision": match.decision,
            "options": match.answers,
        }
        answer = choose(match.view(match.actor))
        match.play(answer)
        yield _line({**line, "chosen": game.to_text(answer), "state": game.audit(match.state)})
    yield _line({"result": match.result})


def _line(data: object) -> str:
    return msgspec.json.encode(data).decode()
