"""A batch plays the rules of the games, and its arrays show them without copying."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i16

import smokestack
from smokestack.engine.core.encoder import encode
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.envs.batch import GameBatch, make_batch, reset_batch, step_batch
from tests.games.test_every_game import TABLES


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_a_batch_plays_the_matches_with_its_seeds(name: str, edition: str, players: int) -> None:
    games = 3
    batch = make_batch(name, games, edition=edition, players=players, reward="margin")
    reset_batch(batch, seeds=[3, 4, 5])
    matches = [
        smokestack.new_game(name, seed=3 + game, edition=edition, players=players)
        for game in range(games)
    ]
    encoder = matches[0].game.encoder(matches[0].setup)
    ended = 0
    for _ in range(600):
        for game, match in enumerate(matches):
            assert batch.seeds[game] == match.setup.seed
            assert batch.actors[game] == match.actor
            assert np.flatnonzero(batch.masks[game]).tolist() == sorted(match.state.answers())
            expected = encode(encoder, match.state, int(match.state.actor))
            assert np.array_equal(batch.observations[game], np.array(list(expected)))
        answers = batch.sample().copy()
        step_batch(batch, answers)
        for game, match in enumerate(matches):
            match.play(int(answers[game]))
            assert batch.terminated[game] == match.over
            if match.over:
                ended += 1
                assert match.result is not None
                scores = np.array(match.result.scores)
                others = (scores.sum() - scores) / (players - 1)
                assert batch.rewards[game] == pytest.approx(scores - others)
                matches[game] = smokestack.new_game(
                    name, seed=int(batch.seeds[game]), edition=edition, players=players
                )
            else:
                assert not batch.rewards[game].any()
    assert ended


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_a_row_can_be_written_for_any_seat_after_any_number_of_answers(
    name: str, edition: str, players: int
) -> None:
    random = Random(players)
    for seed in range(10):
        match = smokestack.new_game(name, seed=seed, edition=edition, players=players)
        encoder = match.game.encoder(match.setup)
        row = vec[i16]([0] * int(encoder.size))
        encoder.begin(match.state, row, 0)
        while match.actor is not None:
            if random.random() < 0.7:
                seat = match.actor if random.random() < 0.8 else random.randrange(players)
                encoder.write(match.state, seat, row, 0)
                assert row == encode(encoder, match.state, seat)
            match.play(random.choice(match.state.answers()))


def test_the_arrays_are_views_of_the_memory_of_the_compiled_code() -> None:
    batch = make_batch("glasgow", 4)
    arrays = {name: array for name, array in vars(batch).items() if isinstance(array, np.ndarray)}
    assert len(arrays) == 9
    reset_batch(batch, seeds=range(4))
    step_batch(batch, batch.sample())
    for name, array in arrays.items():
        assert getattr(batch, name) is array
        assert not array.flags.owndata
        assert not array.flags.writeable
    assert batch.masks.any(axis=1).all()


def test_games_restart_with_different_seeds_that_depend_on_the_first() -> None:
    first, second = (short_batch() for _ in range(2))
    seen = set()
    for _ in range(100):
        seen |= set(first.seeds.tolist())
        for batch in (first, second):
            step_batch(batch, batch.masks.argmax(axis=1))
    assert np.array_equal(first.seeds, second.seeds)
    assert len(seen) > 50


def short_batch(**arguments: Any) -> GameBatch:
    batch = make_batch("glasgow", 8, options={"turn_limit": 4}, **arguments)
    reset_batch(batch, seeds=range(8))
    return batch


def test_an_illegal_answer_is_refused_before_anything_changes() -> None:
    batch = short_batch()
    answers = batch.sample().copy()
    answers[5] = 315
    before = batch.observations.copy()
    with pytest.raises(IllegalAnswer, match="game 5: answer 315 is not legal here; legal are: mov"):
        step_batch(batch, answers)
    assert np.array_equal(batch.observations, before)


def test_an_illegal_answer_can_cost_a_reward_instead() -> None:
    batch = short_batch(illegal="penalty")
    for illegal in (315, -1, 316, 2**62):
        answers = batch.sample().copy()
        answers[5] = illegal
        before = batch.observations[5].copy()
        actor = batch.actors[5]
        step_batch(batch, answers)
        assert batch.illegal.tolist() == [game == 5 for game in range(8)]
        assert np.array_equal(batch.observations[5], before)
        assert batch.rewards[5, actor] == -1
        assert np.count_nonzero(batch.rewards[5]) == 1


@pytest.mark.parametrize("answers", [[1], [[0] * 8], [0.5] * 8, ["move 1"] * 8, [0] * 9])
def test_answers_of_the_wrong_kind_are_refused(answers: Any) -> None:
    with pytest.raises(InvalidInput, match="answers must be 8 whole numbers"):
        step_batch(short_batch(), answers)


def test_arguments_of_the_wrong_kind_are_refused() -> None:
    for arguments in ({"autoreset": "later"}, {"illegal": "shout"}, {"opponents": "nobody"}):
        with pytest.raises(InvalidInput):
            short_batch(**arguments)
    with pytest.raises(InvalidInput):
        make_batch("glasgow", 0)
    batch = short_batch()
    for seeds in ([1], [-1] * 8, [0.5] * 8):
        with pytest.raises(InvalidInput, match="seeds must be"):
            reset_batch(batch, seeds)
    with pytest.raises(InvalidInput, match="chosen must be 8 booleans"):
        reset_batch(batch, range(8), np.ones(9, np.bool_))


def test_opponents_answer_until_it_is_the_callers_turn() -> None:
    batch = short_batch(opponents="random", seats=1)
    for _ in range(50):
        assert (batch.actors == 1).all()
        step_batch(batch, batch.sample())


def test_the_opponents_of_a_game_depend_on_its_seed_only() -> None:
    alone = make_batch("brass", 1, opponents="random", seats=2)
    many = make_batch("brass", 3, opponents="random", seats=2)
    reset_batch(alone, [9])
    reset_batch(many, [4, 9, 5])
    for _ in range(200):
        assert np.array_equal(alone.observations[0], many.observations[1])
        step_batch(alone, alone.masks.argmax(axis=1))
        step_batch(many, many.masks.argmax(axis=1))
