"""A game in progress, as OpenSpiel sees it."""

from __future__ import annotations

import hashlib
import random
from typing import TYPE_CHECKING, Any

import pyspiel

from smokestack.engine.core.chosen_orders import ChosenOrders, OutcomeNeeded
from smokestack.engine.core.encoder import encode
from smokestack.engine.core.rewards import reward
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.envs.open_spiel.serializable_state import SerializableState

if TYPE_CHECKING:
    from smokestack.envs.open_spiel.game import SmokestackGame


class SmokestackState(pyspiel.State):
    """OpenSpiel clones a state by a deep copy of its attributes, so these are few and small."""

    def __init__(self, game: SmokestackGame) -> None:
        super().__init__(game)
        self._current: SerializableState | None = None
        self._answers = ""  # all answers so far, in notation
        self._seen = ("",) * game.rules.players  # a digest of what each player has seen
        self._needed = game.deals  # possible outcomes of the pending chance node; 0: there is none
        # With explicit chance: what must be done again with one more outcome.
        self._before: SerializableState | None = None
        self._answer = 0
        self._outcomes: list[int] = []
        if game.explicit_chance:
            self._try_outcomes()

    @property
    def table(self) -> State | None:
        """The state of the rules; None until the first deal is complete."""
        return None if self._current is None else self._current.state

    def current_player(self) -> int:
        if self._needed:
            return int(pyspiel.PlayerId.CHANCE)
        assert self.table is not None
        return int(pyspiel.PlayerId.TERMINAL if self.table.over else self.table.actor)

    def is_terminal(self) -> bool:
        return self._needed == 0 and self.table is not None and self.table.over

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1.0 / self._needed) for outcome in range(self._needed)]

    def _legal_actions(self, player: int) -> list[int]:
        if self.table is None or self.table.over or player != self.table.actor:
            return []
        return sorted(self.table.answers())

    def _apply_action(self, action: int) -> None:
        game = self._game
        if self._needed and not game.explicit_chance:
            self._needed = 0
            self._current = SerializableState(
                game.rules.setup, game.rules.starter.start(Stream(action))
            )
            self._note_reveal()
            return
        if self._needed:
            self._outcomes.append(action)
            self._try_outcomes()
            return
        assert self.table is not None
        self._answers += f"{self.table.actor} {game.rules.game.to_text(action)}\n"
        revealed = self.table.revealed
        if game.explicit_chance:
            self._before, self._answer, self._outcomes = self._current, action, []
            self._try_outcomes()
        else:
            self.table.apply(action)
            if self.table.revealed != revealed:
                self._note_reveal()

    def _try_outcomes(self) -> None:
        """Start the game or give the last answer; a missing outcome makes this a chance node."""
        stream = ChosenOrders(self._outcomes)
        revealed = -1
        try:
            if self._before is None:
                table = self._game.rules.starter.start(stream)
            else:
                revealed = int(self._before.state.revealed)
                table = self._before.state.copy()
                table.stream = stream
                table.apply(self._answer)
        except OutcomeNeeded as needed:
            self._needed = needed.count
            return
        self._needed = 0
        self._before = None
        self._current = SerializableState(self._game.rules.setup, table)
        if table.revealed != revealed:
            self._note_reveal()

    def _note_reveal(self) -> None:
        """Hidden things became visible: every player remembers what it sees now."""
        assert self.table is not None
        encoder = self._game.rules.encoder
        self._seen = tuple(
            digest(seen, bytes(memoryview(encode(encoder, self.table, player))))
            for player, seen in enumerate(self._seen)
        )

    def information(self, player: int) -> str:
        """Everything that a player knows from the game so far."""
        return f"player {player}, seen {self._seen[player]}\n{self._answers}"

    def resample_from_infostate(self, player: int, sampler: Any) -> SmokestackState:
        """A state with the same information for `player` and another deal of what it can't see.

        `sampler` returns random numbers from 0 to 1.
        """
        state: SmokestackState = self.clone()
        if state.table is not None:
            state.table.redeal(player, Stream(int(sampler() * 2**53)))
            state._seen = tuple(
                seen if seat == player else digest("resampled", seen.encode())
                for seat, seen in enumerate(state._seen)
            )
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}" if self._game.explicit_chance else f"deal {action}"
        return self._game.rules.game.to_text(action)

    def returns(self) -> list[float]:
        rules = self._game.rules
        if self.table is None or not self.is_terminal():
            return [0.0] * rules.players
        return [
            reward(self.table, rules.players, seat, rules.reward) for seat in range(rules.players)
        ]

    def __str__(self) -> str:
        if self.table is None:
            return "the deal is not complete"
        return f"{self._game.rules.game.audit(self.table)}\n{self._answers}"

    @property
    def _game(self) -> SmokestackGame:
        # Not an attribute, which each clone would copy.
        game: SmokestackGame = self.get_game()
        return game


def digest(seen: str, more: bytes) -> str:
    return hashlib.blake2b(seen.encode() + more, digest_size=12).hexdigest()


def resample(state: SmokestackState, player: int) -> SmokestackState:
    """For OpenSpiel's ISMCTS: `bot.set_resampler(resample)`."""
    return state.resample_from_infostate(player, random.random)
