"""Many games that advance in one compiled call, as a Gymnasium vector environment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from smokestack.engine.core.batch import NOBODY
from smokestack.engine.errors import InvalidInput
from smokestack.envs.batch import make_batch, reset_batch, step_batch
from smokestack.envs.rendering import MODES, check_mode, render
from smokestack.envs.setup import checked_seed

Numbers = NDArray[np.int16]
Info = dict[str, Any]

MODE_NAMES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class BatchEnv(VectorEnv[Numbers, NDArray[np.int64], NDArray[Any]]):
    """You answer for one seat of each game, against bots; by default for the seats in turn.

    With `opponents=None` you answer for all seats: each observation is that of the seat that must
    answer (`infos["actor"]`), each reward that of the seat that has just answered, and
    `infos["rewards"]` has the rewards of all seats. Masks are in `infos["action_mask"]`. With
    `copy=False` all arrays are views that the next step overwrites.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: str | None = "random",
        seats: int | Sequence[int] | None = None,
        edition: str | None = None,
        players: int | None = None,
        options: dict[str, bool | int] | None = None,
        reward: str = "win",
        illegal: str = "penalty",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": MODES, "autoreset_mode": self.autoreset_mode}
        self.batch = make_batch(
            game,
            num_envs,
            edition=edition,
            players=players,
            options=options,
            reward=reward,
            autoreset=MODE_NAMES[self.autoreset_mode],
            opponents=opponents,
            seats=seats,
            illegal=illegal,
        )
        self.num_envs = num_envs
        self.single_observation_space = self.batch.rules.observation_space()
        self.single_action_space = self.batch.rules.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._rows = np.arange(num_envs)
        self._all = np.ones(num_envs, np.bool_)
        self._never = np.zeros(num_envs, np.bool_)
        self._own_seats = np.array(self.batch.own_seats)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Numbers, Info]:
        """Start all games, or those in `options["reset_mask"]`; a single seed counts up."""
        chosen = None if options is None else options.get("reset_mask")
        reset_batch(self.batch, self._seeds(seed), chosen)
        return self._given(self.batch.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Numbers, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        batch = self.batch
        seats = self._own_seats
        if seats[0] == NOBODY:
            seats = np.where(batch.actors == NOBODY, 0, batch.actors)
        step_batch(batch, actions)
        rewards = batch.rewards[self._rows, seats]
        infos = self._infos()
        if self.autoreset_mode == AutoresetMode.SAME_STEP and batch.terminated.any():
            infos["final_obs"] = self._given(batch.final_observations)
            infos["_final_obs"] = batch.terminated.copy()
        return (
            self._given(batch.observations),
            rewards,
            batch.terminated.copy(),
            self._never.copy(),
            infos,
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Which answers are legal, a row for each game."""
        masks: NDArray[np.bool_] = self.batch.masks != 0
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """Every table as the seat that must answer sees it."""
        if self.render_mode is None:
            return None
        return tuple(
            render(self.batch.view(game), self.render_mode) for game in range(self.num_envs)
        )

    def _infos(self) -> Info:
        batch = self.batch
        infos: Info = {"action_mask": self._given(batch.masks), "_action_mask": self._all}
        infos["actor"] = self._given(batch.actors)
        infos["_actor"] = self._all
        infos["rewards"] = self._given(batch.rewards)
        infos["_rewards"] = self._all
        if batch.illegal.any():
            infos["illegal"] = infos["_illegal"] = batch.illegal.copy()
        return infos

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int]:
        if seed is None or isinstance(seed, int):
            first = checked_seed(seed)
            return [first + game for game in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise InvalidInput(f"there must be {self.num_envs} seeds, not {len(seed)}")
        return [checked_seed(number) for number in seed]
