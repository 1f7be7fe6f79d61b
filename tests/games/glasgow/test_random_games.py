"""Many random games, checked after every answer.

`make fuzz` plays forty times as many of each kind: 200,000 of the first.
"""

from __future__ import annotations

import pytest

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.rules.setup import set_up
from tests.games.glasgow.audit_rules import score as slow_score
from tests.games.glasgow.invariants import check_city, check_invariants
from tests.games.glasgow.positions import GAME
from tests.sizes import LONG

CHUNKS = 20
GAMES = 250 * LONG


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_random_games_keep_every_invariant(chunk: int) -> None:
    tiles = shipped_tiles()
    for seed in range(chunk * GAMES, (chunk + 1) * GAMES):
        state = set_up(tiles, Stream(seed), seed % 4 != 0, 500 if seed % 8 else 60)
        stream = Stream(seed + 1)
        while not state.over:
            state.apply(state.legal[stream.below(state.count)])
            check_invariants(state)
        check_city(state)
        assert state.built == 20 or state.turn == state.turn_limit


@pytest.mark.parametrize("chunk", range(4))
def test_points_agree_with_an_independent_count(chunk: int) -> None:
    tiles = tiles_to_data(shipped_tiles())
    for seed in range(chunk * 25 * LONG, (chunk + 1) * 25 * LONG):
        match = smokestack.new_game("glasgow", seed=seed)
        stream = Stream(seed)
        while not match.over:
            match.play(match.state.legal[stream.below(match.state.count)])
            if len(match.history) % 10 == 0 or match.over:
                points = [match.state.points(0), match.state.points(1)]
                assert points == slow_score(GAME.audit(match.state), tiles)
                sheet = smokestack.score_sheet(match)
                for seat in range(2):
                    assert sum(line.total for line in sheet if line.seat == seat) == points[seat]
