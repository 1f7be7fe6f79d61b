"""Observations for OpenSpiel: the same numbers as in all environments, by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from smokestack.engine.errors import InvalidInput
from smokestack.engine.view import SPECTATOR, View
from smokestack.envs.arrays import array_of
from smokestack.envs.setup import EnvSetup

if TYPE_CHECKING:
    from smokestack.envs.open_spiel.state import SmokestackState


class SmokestackObserver:
    """`tensor` is the observation, `dict` has its fields; with perfect recall there is text only.

    An observation has what a seat may know now; without private information it is the text of what
    a spectator sees. The text with perfect recall also has all answers so far, which are public,
    and a digest of everything that the seat has seen.
    """

    def __init__(self, rules: EnvSetup, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise InvalidInput(f"observations have no parameters; given were {sorted(params)}")
        self.rules = rules
        self.perfect_recall = bool(kind.perfect_recall)
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self.private and not self.perfect_recall:
            self._observer = rules.new_observer()
            self._numbers = array_of(self._observer.observation, np.int16)
            self.tensor = np.zeros(len(self._numbers), np.float32)
            for field in rules.encoder.fields:
                part = self.tensor[field.first : field.first + field.size]
                self.dict[field.name] = part.reshape(field.shape)

    def set_from(self, state: SmokestackState, player: int) -> None:
        """Write the observation of a player to `tensor`; it is zero until the deal is complete."""
        if self.tensor is None:
            return
        if state.table is None:
            self.tensor.fill(0)
            return
        self._observer.begin(state.table)
        self._observer.observe(state.table, player)
        self.tensor[:] = self._numbers

    def string_from(self, state: SmokestackState, player: int) -> str:
        if state.table is None:
            return "the deal is not complete"
        if self.perfect_recall:
            return state.information(player)
        seat = player if self.private else SPECTATOR
        view = View(self.rules.game, state.table, seat, self.rules.setup.players)
        return view.to_json().decode()
