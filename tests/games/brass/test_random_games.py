"""Many random games of all editions, checked after every answer.

`make fuzz` plays forty times as many of each kind: more than 35,000 of the first.
"""

from __future__ import annotations

import pytest

from smokestack.engine.core.stream import Stream
from smokestack.games.brass.rules.terms import HELD, SPENT
from tests.games.brass.invariants import check_invariants, check_ledger, check_tiles, spent_in_all
from tests.games.brass.tables import TABLES, new_match, state_of
from tests.sizes import LONG


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("chunk", range(4))
def test_random_games_keep_every_invariant(edition: str, players: int, chunk: int) -> None:
    for seed in range(chunk * 32 * LONG, (chunk + 1) * 32 * LONG):
        match = new_match(edition, players, seed, virtual_link_reverse=seed % 3 == 0)
        state = state_of(match)
        stream = Stream(seed)
        gone = check_tiles(state)
        while not state.over:
            state.apply(state.legal[stream.below(state.count)])
            check_invariants(state)
            before, gone = gone, check_tiles(state)
            assert all(old <= new for old, new in zip(before, gone, strict=True))
        check_ledger(state)
        assert state.round == state.course.rounds
        assert state.turn == 2 * players * state.course.rounds
        for seat in range(players):
            assert state.seats[HELD + seat] == 0
            assert state.seats[SPENT + seat] == 0


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_money_goes_from_the_players_to_the_amount_spent(edition: str, players: int) -> None:
    for seed in range(3 * LONG):
        match = new_match(edition, players, seed)
        state = state_of(match)
        stream = Stream(seed)
        returned = [0] * players
        while not state.over:
            rounds_played = state.turn // players
            state.apply(state.legal[stream.below(state.count)])
            for seat in range(players):
                total = spent_in_all(state, seat)
                if state.turn // players != rounds_played:
                    returned[seat] = total
                assert total == returned[seat] + state.seats[SPENT + seat]
        check_ledger(state)
