"""Random play in other projects' environments, run by the Python of the environment that has them.

Prints `NAME STEPS SECONDS`, the seconds of the processor. Every step includes the observation and
the mask of legal actions.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any

BATCH = 1024


def play_pettingzoo(module: Any, seconds: float) -> tuple[int, float]:
    env = module.env()
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            action = None
            if not terminated and not truncated:
                action = random.choice(observation["action_mask"].nonzero()[0])
                steps += 1
            env.step(action)
    return steps, time.process_time() - start


def pettingzoo_chess(seconds: float) -> tuple[int, float]:
    from pettingzoo.classic import chess_v6

    return play_pettingzoo(chess_v6, seconds)


def pettingzoo_connect_four(seconds: float) -> tuple[int, float]:
    from pettingzoo.classic import connect_four_v3

    return play_pettingzoo(connect_four_v3, seconds)


def catanatron_gym(seconds: float) -> tuple[int, float]:
    """One seat against a random opponent."""
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

    env = CatanatronEnv()
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        _, info = env.reset(seed=steps)
        over = False
        while not over and time.process_time() - start < seconds:
            _, _, terminated, truncated, info = env.step(random.choice(info["valid_actions"]))
            over = terminated or truncated
            steps += 1
    return steps, time.process_time() - start


def pgx_backgammon(seconds: float) -> tuple[int, float]:
    """Batches on the CPU, compiled by JAX, without the time that compiling takes."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make("backgammon")
    step = auto_reset(env.step, env.init)

    def advance(state: Any, key: Any) -> Any:
        choose, deal = jax.random.split(key)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        actions = jax.random.categorical(choose, logits, axis=1)
        return jax.vmap(step)(state, actions, jax.random.split(deal, BATCH))

    advance = jax.jit(advance)
    keys = jax.random.split(jax.random.PRNGKey(0), BATCH)
    state = jax.jit(jax.vmap(env.init))(keys)
    state = advance(state, jax.random.PRNGKey(1))
    state.observation.block_until_ready()
    steps = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = advance(state, jax.random.PRNGKey(steps))
        state.observation.block_until_ready()
        steps += BATCH
    return steps, time.process_time() - start


PEERS = {
    "pettingzoo_chess": pettingzoo_chess,
    "pettingzoo_connect_four": pettingzoo_connect_four,
    "catanatron_gym": catanatron_gym,
    "pgx_backgammon": pgx_backgammon,
}

if __name__ == "__main__":
    steps, taken = PEERS[sys.argv[1]](float(sys.argv[2]))
    print(sys.argv[1], steps, taken)
