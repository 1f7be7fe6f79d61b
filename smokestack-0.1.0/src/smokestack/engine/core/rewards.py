"""What a finished game is worth to each seat. The rewards of all seats add up to zero."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.state import State

WIN: Final = 0
RANK: Final = 1
MARGIN: Final = 2
REWARDS: Final = ("win", "rank", "margin")


def reward(state: State, players: i64, seat: i64, kind: i64) -> float:
    """The reward of a seat once the game is over.

    `WIN`: 1 for the winner, the others share -1; several winners share the victory.
    `RANK`: 1 for the first to -1 for the last in equal steps; equal seats share their places.
    `MARGIN`: the seat's points minus the mean of the other seats' points.
    """
    if kind == WIN:
        return _win(state, players, seat)
    if kind == RANK:
        return _rank(state, players, seat)
    return _margin(state, players, seat)


def write_rewards(state: State, players: i64, kind: i64, out: vec[float], start: i64) -> None:
    """Write the rewards of all seats."""
    for seat in range(players):
        out[start + seat] = reward(state, players, seat, kind)


def _win(state: State, players: i64, seat: i64) -> float:
    won = state.winners()
    winners: i64 = 0
    for other in range(players):
        winners += (won >> other) & 1
    share = 1.0 / float(winners) if (won >> seat) & 1 == 1 else 0.0
    return (float(players) * share - 1.0) / float(players - 1)


def _rank(state: State, players: i64, seat: i64) -> float:
    """Winners come first; the other seats are ranked by their points."""
    won = state.winners()
    own_win: i64 = (won >> seat) & 1
    own_points = state.points(seat)
    ahead: i64 = 0
    behind: i64 = 0
    for other in range(players):
        win: i64 = (won >> other) & 1
        points = state.points(other)
        if win > own_win or (win == own_win and win == 0 and points > own_points):
            ahead += 1
        elif win < own_win or (win == own_win and win == 0 and points < own_points):
            behind += 1
    return float(behind - ahead) / float(players - 1)


def _margin(state: State, players: i64, seat: i64) -> float:
    total: i64 = 0
    for other in range(players):
        if other != seat:
            total += state.points(other)
    return float(state.points(seat)) - float(total) / float(players - 1)
