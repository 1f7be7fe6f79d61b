"""Brass for PettingZoo. A change of observations or answers raises the number."""

from __future__ import annotations

from typing import Any, ClassVar

from pettingzoo.utils.env import AECEnv

from smokestack.envs.pettingzoo.seats_env import SeatsEnv, metadata, wrap


class RawEnv(SeatsEnv):
    """Brass without PettingZoo's wrappers: an illegal answer raises `IllegalAnswer`."""

    game: ClassVar[str] = "brass"
    metadata: ClassVar[dict[str, Any]] = metadata("brass_v0")


raw_env = RawEnv


def env(**arguments: Any) -> AECEnv[str, Any, int]:
    """Brass with PettingZoo's wrappers: an illegal answer ends the game and costs 1."""
    return wrap(RawEnv(**arguments))
