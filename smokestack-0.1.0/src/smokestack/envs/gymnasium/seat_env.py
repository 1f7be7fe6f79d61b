"""One seat of a game against bots, as a Gymnasium environment."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from smokestack.engine.core.batch import next_seed
from smokestack.envs.batch import make_batch, reset_batch, step_batch
from smokestack.envs.rendering import MODES, check_mode, render
from smokestack.envs.setup import checked_seed

METADATA = {"render_modes": MODES, "render_fps": 1}


class SeatEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """You answer for `seat`; bots of the registry answer for all other seats.

    An illegal answer leaves the game as it is, gives a reward of -1 and sets `illegal` in the
    info; with `illegal="raise"` it raises `IllegalAnswer`. `action_masks` is what MaskablePPO
    expects; the same mask is in the info as `action_mask`.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        opponents: str = "random",
        edition: str | None = None,
        players: int | None = None,
        options: dict[str, bool | int] | None = None,
        reward: str = "win",
        illegal: str = "penalty",
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.render_mode = render_mode
        # A batch of one game, so that single games and batches can't differ.
        self._batch = make_batch(
            game,
            1,
            edition=edition,
            players=players,
            options=options,
            reward=reward,
            autoreset="disabled",
            opponents=opponents,
            seats=seat,
            illegal=illegal,
        )
        self._seat = seat
        self.observation_space = self._batch.rules.observation_space()
        self.action_space = self._batch.rules.action_space()
        self._seed: int | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Start a game; without a seed, the one that follows from the game before."""
        super().reset(seed=seed)
        if seed is None and self._seed is not None:
            seed = int(next_seed(self._seed))
        self._seed = checked_seed(seed)
        reset_batch(self._batch, [self._seed])
        self._render_frame()
        return self._batch.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        batch = self._batch
        step_batch(batch, [int(action)])
        self._render_frame()
        reward = float(batch.rewards[0, self._seat])
        over = bool(batch.terminated[0])
        return batch.observations[0].copy(), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which answers are legal."""
        mask: NDArray[np.bool_] = self._batch.masks[0] != 0
        return mask

    def render(self) -> Any:
        """The table as your seat sees it; `human` prints it after each step instead."""
        if self.render_mode in (None, "human"):
            return None
        return render(self._batch.view(0), self.render_mode)

    def _render_frame(self) -> None:
        if self.render_mode == "human":
            render(self._batch.view(0), "human")

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._batch.masks[0].copy()}
        if self._batch.illegal[0]:
            info["illegal"] = True
        return info
