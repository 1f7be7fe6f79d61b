"""What one seat may know; pages, logs, bots and spectators are made from this and nothing else."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from smokestack.engine.game import Game
from smokestack.engine.picture import seat_patterns
from smokestack.engine.state import State

SPECTATOR: Final = -1


class View:
    """A state as `seat` sees it.

    `state` holds the open part only, collected from an allow-list (`State.seen_by`); to think
    ahead, deal the rest with `Game.determinize`.
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
        """The legal answers, if this seat is the one to give one."""
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

    def to_svg(self) -> str:
        """The board as a picture of its own, for a file or a notebook."""
        style = (self.game.folder / "picture.css").read_text("utf-8")
        picture = self.game.picture(self)
        return picture.standalone(seat_patterns() + self.game.icons(), style)

    def _repr_svg_(self) -> str:
        """What a notebook shows for a view."""
        return self.to_svg()
