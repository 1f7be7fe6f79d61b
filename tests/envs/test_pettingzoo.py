"""The PettingZoo environments pass PettingZoo's own tests and play the rules of the games."""

from __future__ import annotations

import pickle
import warnings
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.test.render_test import render_test

import smokestack
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.envs.pettingzoo import brass_v0, glasgow_v0

MODULES = [glasgow_v0, brass_v0]
TABLES: list[tuple[ModuleType, dict[str, Any]]] = [
    (glasgow_v0, {}),
    (glasgow_v0, {"options": {"turn_limit": 40}, "reward": "margin"}),
    (brass_v0, {}),
    (brass_v0, {"edition": "2018", "players": 2, "reward": "rank"}),
    (brass_v0, {"edition": "2009-duel", "reward": "margin"}),
    (brass_v0, {"players": 3, "max_cycles": 30}),
]


@pytest.mark.parametrize(("module", "arguments"), TABLES)
def test_pettingzoos_api_test_passes(module: ModuleType, arguments: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo lists its own environments with masks by name; ours can't be on that list.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        # The agent that must not answer has an empty mask.
        warnings.filterwarnings("ignore", message="Action mask numpy array is all zeros")
        api_test(module.env(**arguments), num_cycles=2000)


@pytest.mark.parametrize(("module", "arguments"), TABLES)
def test_pettingzoos_seed_test_passes(module: ModuleType, arguments: dict[str, Any]) -> None:
    seed_test(lambda: module.env(**arguments), num_cycles=500)


@pytest.mark.parametrize("module", MODULES)
def test_pettingzoos_render_test_passes(
    module: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    render_test(module.env, {"svg": lambda picture: picture.startswith("<svg")})
    assert capsys.readouterr().out  # `human` prints the table


@pytest.mark.parametrize("module", MODULES)
def test_a_game_is_the_same_as_the_match_with_its_seed(module: ModuleType) -> None:
    env = module.env(reward="margin")
    env.reset(seed=11)
    match = smokestack.new_game(module.RawEnv.game, seed=11)
    generator = np.random.default_rng(11)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        if terminated:
            assert match.result is not None
            others = list(match.result.scores)
            own = others.pop(int(agent[-1]))
            assert reward == pytest.approx(own - sum(others) / len(others))
            env.step(None)
            continue
        assert not truncated
        assert reward == 0
        assert agent == f"player_{match.actor}"
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert legal == sorted(match.state.answers())
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        assert list(info) == ["action_mask"]
        answer = int(generator.choice(legal))
        match.play(answer)
        env.step(answer)
    assert match.over


def test_an_agent_can_answer_several_times_in_a_row() -> None:
    env = brass_v0.env()
    env.reset(seed=1)
    first = env.agent_selection
    legal = np.flatnonzero(env.last()[0]["action_mask"])
    env.step(int(legal[0]))
    assert env.agent_selection == first  # it now chooses a card for its action


def test_resets_without_a_seed_follow_from_the_first_seed() -> None:
    first, second = glasgow_v0.env(), glasgow_v0.env()
    first.reset(seed=3)
    second.reset(seed=3)
    start = first.observe("player_0")["observation"]
    first.reset()
    second.reset()
    again = first.observe("player_0")["observation"]
    assert np.array_equal(again, second.observe("player_0")["observation"])
    assert not np.array_equal(again, start)


def test_an_illegal_answer_ends_the_game_or_raises_in_the_raw_environment() -> None:
    env = glasgow_v0.env()
    env.reset(seed=1)
    env.last()
    env.step(315)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": -1, "player_1": 0}
    assert not env.last()[0]["action_mask"].any()
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []

    raw = glasgow_v0.raw_env()
    raw.reset(seed=1)
    before = raw.observe("player_0")
    with pytest.raises(IllegalAnswer, match="answer 315 is not legal here; legal are: move 1"):
        raw.step(315)
    assert np.array_equal(raw.observe("player_0")["observation"], before["observation"])


@pytest.mark.parametrize("module", MODULES)
def test_max_cycles_truncates_the_game(module: ModuleType) -> None:
    # PettingZoo's own test of it needs a parallel environment, which a game with turns can't be.
    env = module.env(max_cycles=4)
    env.reset(seed=5)
    answered = dict.fromkeys(env.possible_agents, 0)
    while env.agents and not any(env.truncations.values()):
        answered[env.agent_selection] += 1
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert max(answered.values()) == 4
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not env.last()[0]["action_mask"].any()
    assert not any(env.rewards.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_what_an_agent_got_does_not_change_later() -> None:
    env = glasgow_v0.raw_env()
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    kept = {name: array.copy() for name, array in observation.items()}
    for _ in range(20):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(np.array_equal(observation[name], kept[name]) for name in kept)
    assert np.array_equal(info["action_mask"], kept["action_mask"])


def test_arguments_that_make_no_sense_are_refused() -> None:
    for arguments in (
        {"reward": "money"},
        {"players": 5},
        {"edition": "1999"},
        {"options": {"luck": True}},
        {"render_mode": "hologram"},
        {"illegal": "shout"},
        {"max_cycles": 0},
    ):
        with pytest.raises(InvalidInput):
            brass_v0.env(**arguments)


def test_reset_comes_first() -> None:
    env = glasgow_v0.env()
    for call in (lambda: env.observe("player_0"), lambda: env.step(0)):
        with pytest.raises(InvalidInput, match="call reset before anything else"):
            call()


def test_an_environment_can_be_pickled() -> None:
    env = pickle.loads(pickle.dumps(brass_v0.raw_env(players=3, reward="rank")))
    env.reset(seed=1)
    assert len(env.agents) == 3
