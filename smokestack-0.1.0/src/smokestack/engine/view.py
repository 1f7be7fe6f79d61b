"""What one seat may know: the only source of pages, logs, bots' knowledge and exports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.game import Game

SPECTATOR: Final = -1
RENDERERS: Final[dict[str, Callable[[View], str]]] = {}
"""How a notebook shows a view, by media type; packages above the engine add to it."""


class View:
    """A state as `seat` sees it.

    `state` has only what the seat may know, from an allow-list (`State.seen_by`). To search from
    it, sample the hidden part with `Game.determinize`.
    """

    def __init__(self, game: Game, state: State, seat: int, players: list[str]) -> None:
        self.game = game
        self.seat = seat
        self.players = players
        self.state = state.seen_by(seat)

    @property
    def actor(self) -> int | None:
        """The seat that must answer, or None once the game is over."""
        return None if self.state.over else int(self.state.actor)

    @property
    def decision(self) -> str | None:
        return None if self.state.over else self.game.decisions[self.state.decision]

    @property
    def answers(self) -> list[int]:
        """The legal answers if this seat is the actor, otherwise none."""
        return self.state.answers() if self.actor == self.seat else []

    def to_data(self) -> dict[str, Any]:
        """The view as JSON-ready data, the answers in notation."""
        return {
            "game": self.game.name,
            "rules": self.game.rules,
            "players": self.players,
            "seat": None if self.seat == SPECTATOR else self.seat,
            "actor": self.actor,
            "decision": self.decision,
            "answers": [self.game.to_text(answer) for answer in self.answers],
            "table": self.game.show(self.state),
        }

    def to_json(self) -> bytes:
        return msgspec.json.encode(self.to_data())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """What a notebook shows for a view."""
        return {media_type: render(self) for media_type, render in RENDERERS.items()}
