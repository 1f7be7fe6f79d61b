"""The endgame solver of Glasgow agrees with an exhaustive search without pruning or memory."""

from __future__ import annotations

from itertools import permutations
from statistics import fmean

from librt.vecs import vec
from mypy_extensions import i64

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.games.glasgow.evaluation.endgame import GlasgowEndgame
from smokestack.games.glasgow.rules.scoring import winner
from smokestack.games.glasgow.rules.turn import Glasgow

GAME = smokestack.find_game("glasgow")
MAX_TURNS = 2


def endings(seed: int, built: int) -> list[Glasgow]:
    """The decisions of a greedy game in which something is left to choose, from `built` on."""
    match = smokestack.new_game("glasgow", seed=seed)
    bots = [make_bot("greedy:tuned=true:samples=1", GAME, seed, seat) for seat in range(2)]
    found = []
    while match.actor is not None:
        state = match.state.copy()
        assert isinstance(state, Glasgow)
        if state.built >= built and state.count > 1:
            found.append(state)
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return found


def with_small_pile(state: Glasgow) -> Glasgow:
    """Three buildings are enough to draw from; the exhaustive search takes all orders of them."""
    state.pile_count = min(state.pile_count, 3)
    return state


def outcomes(state: Glasgow, answer: int) -> list[Glasgow]:
    """What an answer can lead to; every order of drawing is equally likely."""
    after = state.copy()
    after.apply(answer)
    draws = int(after.revealed - state.revealed)
    if draws == 0:
        return [after]
    if draws > 2 or draws > state.pile_count:
        return []
    pile = [int(state.pile[i]) for i in range(state.pile_count)]
    found = []
    for drawn in permutations(pile, draws):
        rest = [building for building in pile if building not in drawn]
        after = state.copy()
        after.pile = vec[i64]([*rest, *reversed(drawn)])
        after.apply(answer)
        found.append(after)
    return found


def value(state: Glasgow, seat: int, turns: int, unknown: float) -> float:
    """The probability that `seat` wins, if positions beyond the horizon count as `unknown`."""
    values = [
        value_after(state, int(state.legal[i]), seat, turns, unknown) for i in range(state.count)
    ]
    return max(values) if state.actor == seat else min(values)


def value_after(state: Glasgow, answer: int, seat: int, turns: int, unknown: float) -> float:
    found = []
    for after in outcomes(state, answer):
        if after.over:
            found.append(1.0 if winner(after) == seat else 0.0)
        elif after.turn == state.turn:
            found.append(value(after, seat, turns, unknown))
        else:
            found.append(unknown if turns == 1 else value(after, seat, turns - 1, unknown))
    return fmean(found) if found else unknown


def proven(state: Glasgow) -> int:
    """The answer that the shortest sufficient horizon proves best, or -1."""
    seat = int(state.actor)
    answers = state.answers()
    for turns in range(1, MAX_TURNS + 1):
        lower = {a: value_after(state, a, seat, turns, 0.0) for a in answers}
        best = max(answers, key=lambda a: lower[a])
        if lower[best] == 1.0:
            return best
        upper = {a: value_after(state, a, seat, turns, 1.0) for a in answers if a != best}
        if lower[best] > 0.0 and max(upper.values()) <= lower[best] + 1e-9:
            return best
    return -1


def test_it_finds_what_an_exhaustive_search_proves() -> None:
    found = []
    for seed in range(5):
        for state in map(with_small_pile, endings(seed, 19)[:3]):
            answer = int(GlasgowEndgame(MAX_TURNS).best_answer(state, 10_000_000))
            assert answer == proven(state)
            found.append(answer)
    assert -1 in found
    assert any(answer >= 0 for answer in found)


def test_it_stops_when_its_positions_are_used_up() -> None:
    state = endings(1, 18)[0]
    endgame = GlasgowEndgame()
    assert endgame.is_near(state)
    assert not endgame.is_near(endings(1, 0)[0])
    assert endgame.best_answer(state, 50) == -1
    assert endgame.left == 0


def test_it_does_not_use_the_order_of_the_pile() -> None:
    for state in endings(2, 18)[:3]:
        answers = set()
        for deal in range(3):
            state.redeal(int(state.actor), Stream(deal))
            answers.add(int(GlasgowEndgame(2).best_answer(state, 10_000_000)))
        assert len(answers) == 1


def test_a_search_bot_that_proves_answers_plays_a_legal_game() -> None:
    match = smokestack.new_game("glasgow", seed=3)
    bots = [make_bot("search:simulations=10:endgame=20000", GAME, 1, seat) for seat in range(2)]
    while match.actor is not None:
        match.play(bots[match.actor].answer(match.view(match.actor)))
    assert match.over
