"""Glasgow for PettingZoo. A change of observations or answers raises the number."""

from __future__ import annotations

from typing import Any, ClassVar

from smokestack.envs.pettingzoo.seats_env import SeatsEnv, metadata


class RawEnv(SeatsEnv):
    """Glasgow; an illegal answer raises `IllegalAnswer`."""

    game: ClassVar[str] = "glasgow"
    metadata: ClassVar[dict[str, Any]] = metadata("glasgow_v0")


raw_env = RawEnv


def env(**arguments: Any) -> SeatsEnv:
    """Glasgow; an illegal answer ends the game and costs 1, as in PettingZoo's own board games."""
    return RawEnv(**{"illegal": "terminate", **arguments})
