"""Gymnasium environments. Importing this package registers them.

>>> import gymnasium
>>> import smokestack.envs.gymnasium
>>> env = gymnasium.make("smokestack/Glasgow-v0", opponents="greedy")
>>> envs = gymnasium.make_vec("smokestack/Glasgow-v0", num_envs=64)
"""

from __future__ import annotations

from gymnasium.envs.registration import register

from smokestack.envs.gymnasium.batch_env import BatchEnv
from smokestack.envs.gymnasium.seat_env import SeatEnv

__all__ = ["BatchEnv", "SeatEnv"]

for _title in ("Glasgow", "Brass"):
    register(
        f"smokestack/{_title}-v0",
        entry_point="smokestack.envs.gymnasium.seat_env:SeatEnv",
        vector_entry_point="smokestack.envs.gymnasium.batch_env:BatchEnv",
        kwargs={"game": _title.lower()},
    )
