"""What a finished game is worth to each seat."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.engine.core.rewards import MARGIN, RANK, REWARDS, WIN, reward
from smokestack.engine.core.stream import Stream
from smokestack.games.brass.rules.terms import SCORE
from smokestack.games.brass.rules.turn import Brass


def finished(scores: list[int], edition: str = "2018") -> Brass:
    """A game of Brass that ended with these points and is equal in everything else."""
    match = smokestack.new_game("brass", seed=1, players=len(scores), edition=edition)
    state = match.state
    assert isinstance(state, Brass)
    for seat, score in enumerate(scores):
        state.seats[SCORE + seat] = score
    state.over = True
    return state


def rewards(scores: list[int], kind: int) -> list[float]:
    state = finished(scores)
    return [reward(state, len(scores), seat, kind) for seat in range(len(scores))]


def test_the_winner_gets_one_and_the_others_share_the_loss() -> None:
    assert rewards([50, 80], WIN) == [-1, 1]
    assert rewards([50, 80, 60], WIN) == [-0.5, 1, -0.5]
    assert rewards([50, 80, 60, 10], WIN) == pytest.approx([-1 / 3, 1, -1 / 3, -1 / 3])


def test_a_shared_victory_is_shared() -> None:
    assert rewards([80, 80], WIN) == [0, 0]
    assert rewards([80, 50, 80], WIN) == [0.25, -0.5, 0.25]


def test_ranks_go_from_one_to_minus_one_and_equal_seats_share() -> None:
    assert rewards([50, 80], RANK) == [-1, 1]
    assert rewards([50, 80, 60, 10], RANK) == pytest.approx([-1 / 3, 1, 1 / 3, -1])
    assert rewards([50, 80, 50, 10], RANK) == pytest.approx([0, 1, 0, -1])


def test_a_margin_is_the_distance_to_the_mean_of_the_others() -> None:
    assert rewards([50, 80], MARGIN) == [-30, 30]
    assert rewards([50, 80, 60], MARGIN) == [-20, 25, -5]


@pytest.mark.parametrize("kind", range(len(REWARDS)))
@pytest.mark.parametrize(("game", "players"), [("glasgow", 2), ("brass", 3), ("brass", 4)])
def test_rewards_of_a_game_add_up_to_zero_and_favour_the_winner(
    game: str, players: int, kind: int
) -> None:
    for seed in range(20):
        match = smokestack.new_game(game, seed=seed, players=players)
        stream = Stream(seed)
        while not match.over:
            match.state.apply(match.state.legal[stream.below(match.state.count)])
        values = [reward(match.state, players, seat, kind) for seat in range(players)]
        assert sum(values) == pytest.approx(0)
        assert match.result is not None
        assert max(values) == values[match.result.winners[0]]
