"""The Gymnasium environments pass Gymnasium's own checks; batches and single games agree."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import smokestack.envs.gymnasium
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.envs.gymnasium import BatchEnv, SeatEnv

GAMES = ["glasgow", "brass"]


@pytest.mark.parametrize("title", ["Glasgow", "Brass"])
@pytest.mark.parametrize("opponents", ["random", "greedy:samples=1"])
def test_gymnasiums_check_passes(title: str, opponents: str) -> None:
    env = gymnasium.make(
        f"smokestack/{title}-v0", opponents=opponents, render_mode="ansi", disable_env_checker=True
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


@pytest.mark.parametrize("mode", ["human", "ansi", "svg", "rgb_array"])
def test_every_render_mode_shows_the_table(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    env = SeatEnv("glasgow", render_mode=mode)
    env.reset(seed=1)
    shown = env.render()
    if mode == "human":
        assert shown is None
        shown = capsys.readouterr().out
    if mode == "rgb_array":
        assert shown.dtype == np.uint8
        assert shown.shape[1:] == (800, 3)
        assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 50
    elif mode == "svg":
        assert shown.startswith("<svg")
    else:
        assert "Player 1" in shown


@pytest.mark.parametrize("game", GAMES)
def test_masked_random_play_ends_with_a_result(game: str) -> None:
    env = SeatEnv(game, opponents="random", seat=1, reward="win")
    generator = np.random.default_rng(1)
    _, info = env.reset(seed=5)
    over = False
    while not over:
        masks = env.action_masks()
        assert masks.dtype == np.bool_
        assert np.array_equal(masks, info["action_mask"])
        observation, reward, over, truncated, info = env.step(
            generator.choice(np.flatnonzero(masks))
        )
        assert env.observation_space.contains(observation)
        assert not truncated
        assert over or reward == 0
    assert reward != 0
    assert not env.action_masks().any()


def test_an_illegal_answer_costs_one_and_changes_nothing() -> None:
    env = SeatEnv("glasgow")
    before, _ = env.reset(seed=1)
    after, reward, terminated, truncated, info = env.step(315)
    assert (reward, terminated, truncated, info["illegal"]) == (-1, False, False, True)
    assert np.array_equal(before, after)
    _, reward, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert reward == 0
    assert "illegal" not in info


def test_an_illegal_answer_raises_if_asked_to() -> None:
    env = SeatEnv("glasgow", illegal="raise")
    env.reset(seed=1)
    for answer in (315, -1, 316, 10**12):
        with pytest.raises(IllegalAnswer, match="is not legal here"):
            env.step(answer)


def test_a_finished_game_must_be_reset() -> None:
    env = SeatEnv("glasgow", illegal="raise", options={"turn_limit": 1})
    env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    with pytest.raises(IllegalAnswer, match="the game is over; reset it first"):
        env.step(0)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", ["random", "greedy:samples=1"])
def test_a_batch_plays_the_same_games_as_single_environments(game: str, opponents: str) -> None:
    games = 4
    envs = BatchEnv(
        game, games, opponents=opponents, autoreset_mode=AutoresetMode.DISABLED, seats=[0, 1, 0, 1]
    )
    singles = [SeatEnv(game, opponents=opponents, seat=seat) for seat in (0, 1, 0, 1)]
    observations, infos = envs.reset(seed=[7, 8, 9, 10])
    for row, env in enumerate(singles):
        observation, _ = env.reset(seed=7 + row)
        assert np.array_equal(observation, observations[row])
    for step in range(25):
        answers = [np.flatnonzero(mask)[step % mask.sum()] for mask in infos["action_mask"]]
        observations, rewards, terminated, _, infos = envs.step(np.array(answers))
        for row, env in enumerate(singles):
            observation, reward, over, _, info = env.step(answers[row])
            assert np.array_equal(observation, observations[row])
            assert (reward, over) == (rewards[row], terminated[row])
            assert np.array_equal(info["action_mask"], infos["action_mask"][row])


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_finished_games_restart_as_the_mode_says(mode: AutoresetMode) -> None:
    envs = BatchEnv("glasgow", 8, autoreset_mode=mode, options={"turn_limit": 6})
    assert envs.metadata["autoreset_mode"] == mode
    over_field = smokestack.find_game("glasgow").encoder(envs.batch.rules.setup).fields[3]
    assert over_field.name == "over"
    observations, infos = envs.reset(seed=1)
    ended = 0
    was_over = np.zeros(8, np.bool_)
    for _ in range(60):
        seeds = envs.batch.seeds.copy()
        masks = infos["action_mask"]
        answers = np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in masks])
        if mode == AutoresetMode.DISABLED and was_over.any():
            observations, infos = envs.reset(seed=1000 * ended, options={"reset_mask": was_over})
            assert (envs.batch.seeds != seeds).tolist() == was_over.tolist()
            was_over[:] = False
            continue
        observations, rewards, terminated, truncated, infos = envs.step(answers)
        ended += int(terminated.sum())
        assert not truncated.any()
        assert np.array_equal(np.abs(rewards) == 1, terminated)
        shows_end = observations[:, over_field.first] == 1
        if mode == AutoresetMode.SAME_STEP:
            assert not shows_end.any()
            if terminated.any():
                assert np.array_equal(infos["_final_obs"], terminated)
                assert (infos["final_obs"][terminated, over_field.first] == 1).all()
            assert np.array_equal(envs.batch.seeds != seeds, terminated)
        else:
            assert np.array_equal(shows_end, terminated)
            assert np.array_equal(infos["action_mask"].any(axis=1), ~terminated)
        if mode == AutoresetMode.NEXT_STEP:
            assert np.array_equal(envs.batch.seeds != seeds, was_over)
        was_over = terminated
    assert ended > 8


def test_one_caller_can_play_all_seats() -> None:
    envs = gymnasium.make_vec("smokestack/Brass-v0", num_envs=6, opponents=None, reward="margin")
    _, infos = envs.reset(seed=1)
    generator = np.random.default_rng(1)
    actors = set()
    ended = 0
    for _ in range(3000):
        acting = infos["actor"]
        actors |= set(acting.tolist())
        answers = np.array(
            [
                generator.choice(np.flatnonzero(mask)) if mask.any() else 0
                for mask in infos["action_mask"]
            ]
        )
        _, rewards, terminated, _, infos = envs.step(answers)
        for row in np.flatnonzero(terminated):
            ended += 1
            assert rewards[row] == infos["rewards"][row, acting[row]]
            assert infos["rewards"][row].sum() == pytest.approx(0)
    assert ended > 5
    assert actors == {-1, 0, 1, 2, 3}


def test_gymnasiums_vector_wrappers_count_episodes() -> None:
    envs = RecordEpisodeStatistics(BatchEnv("glasgow", 4, options={"turn_limit": 6}))
    _, infos = envs.reset(seed=1)
    found = 0
    for _ in range(40):
        answers = [np.flatnonzero(mask)[0] if mask.any() else 0 for mask in infos["action_mask"]]
        _, _, _, _, infos = envs.step(np.array(answers))
        found += int(infos.get("_episode", np.zeros(1)).sum())
    assert found > 4


def test_without_copying_the_arrays_are_the_same_objects() -> None:
    envs = BatchEnv("glasgow", 3, copy=False)
    first, _ = envs.reset(seed=1)
    second, *_ = envs.step(envs.batch.sample())
    assert first is second
    assert not first.flags.writeable


@pytest.mark.parametrize(
    "arguments",
    [
        {"seats": 2},
        {"seats": [0]},
        {"opponents": None, "seats": 0},
        {"opponents": "nobody"},
        {"illegal": "shout"},
        {"num_envs": 0},
        {"render_mode": "hologram"},
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        BatchEnv("glasgow", **{"num_envs": 2, **arguments})


def test_seeds_that_make_no_sense_are_refused() -> None:
    envs = BatchEnv("glasgow", 2)
    for seed in (-1, [1], [1, -2], 2**63 - 1):
        with pytest.raises(InvalidInput):
            envs.reset(seed=seed)
