"""Who plays with whom: what holds for any number of entrants and any results."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from smokestack.server.domain.tournaments import groups, rounds, signing_up
from smokestack.server.domain.tournaments.pairings import meetings
from smokestack.server.domain.tournaments.standings import byes
from smokestack.server.domain.tournaments.tournament import OVER, RUNNING, Tournament
from tests.server.domain.tournaments.simulated import play_all, play_round, tournament

SEEDS = st.integers(0, 2**32)


def check_rounds(found: Tournament) -> None:
    """In each round everybody is paired once."""
    for number in range(1, found.current_round + 1):
        paired = [each for pairing in found.of_round(number) for each in pairing.entrants]
        assert sorted(paired) == sorted(found.order)


def can_all_meet_somebody_new(entrants: list[int], met: Counter[frozenset[int]]) -> bool:
    """By trying everything."""
    if not entrants:
        return True
    first, *others = entrants
    return any(
        not met[frozenset((first, other))]
        and can_all_meet_somebody_new([each for each in others if each != other], met)
        for other in others
    )


@given(st.integers(2, 25))
@settings(deadline=None)
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    found = play_all(tournament(entrants))
    check_rounds(found)
    expected = {frozenset(pair): 1 for pair in combinations(found.order, 2)}
    assert meetings(found) == expected
    sat_out = byes(found)
    assert all(sat_out[number] == entrants % 2 for number in found.order)
    starts = Counter(pairing.entrants[0] for pairing in found.pairings if not pairing.is_bye)
    games = Counter(each for pair in expected for each in pair)
    assert all(abs(2 * starts[number] - games[number]) <= 1 for number in found.order)


@given(st.integers(4, 12), st.integers(1, 12), SEEDS)
@settings(deadline=None, max_examples=80)
def test_in_a_swiss_tournament_nobody_meets_twice_while_that_can_be_avoided(
    entrants: int, number_of_rounds: int, seed: int
) -> None:
    random = Random(seed)
    found = rounds.start(tournament(entrants, rounds=number_of_rounds))
    while found.status == RUNNING:
        before = meetings(found)
        found = play_round(found, random)
        new = meetings(found) - before
        if any(before[pair] for pair in new):
            paired = [number for pair in new for number in pair]
            assert not can_all_meet_somebody_new(paired, before)
    check_rounds(found)
    assert found.current_round <= number_of_rounds
    assert max(byes(found).values(), default=0) <= 1
    starts = Counter(pairing.entrants[0] for pairing in found.pairings if not pairing.is_bye)
    games = Counter(e for pairing in found.pairings if not pairing.is_bye for e in pairing.entrants)
    assert all(abs(2 * starts[number] - games[number]) <= 3 for number in found.order)


def test_the_first_swiss_round_folds_the_drawn_order_and_leaders_then_meet() -> None:
    found = rounds.start(tournament(8, rounds=3))
    order = found.order
    assert [set(pairing.entrants) for pairing in found.pairings] == [
        {order[index], order[index + 4]} for index in range(4)
    ]
    for pairing in found.pairings:  # the upper half wins
        places = [1 if number in order[:4] else 2 for number in pairing.entrants]
        found = replace(
            found,
            pairings=tuple(
                replace(each, table_id=str(each.number), places=tuple(places))
                if each == pairing
                else each
                for each in found.pairings
            ),
        )
    found = rounds.advance(found)
    winners = [set(pairing.entrants) for pairing in found.of_round(2)][:2]
    assert set.union(*winners) == set(order[:4])


@pytest.mark.parametrize(
    ("entrants", "sizes", "expected"),
    [
        (8, (4, 3), [4, 4]),
        (7, (4, 3), [4, 3]),
        (9, (4, 3), [3, 3, 3]),
        (5, (4, 3), [4]),
        (6, (4,), [4]),
        (11, (3,), [3, 3, 3]),
        (3, (4, 3), [3]),
        (2, (4, 3), []),
    ],
)
def test_tables_seat_as_many_as_possible(
    entrants: int, sizes: tuple[int, ...], expected: list[int]
) -> None:
    assert groups.sizes_of_tables(entrants, sizes) == expected


@given(st.integers(3, 20), st.sampled_from([3, 4]), st.integers(0, 4), SEEDS)
@settings(deadline=None, max_examples=25)
def test_tables_of_three_and_four_mix_everybody(
    entrants: int, table_size: int, swiss_rounds: int, seed: int
) -> None:
    found = play_all(tournament(entrants, table_size, swiss_rounds), seed)
    check_rounds(found)
    assert {len(pairing.entrants) for pairing in found.pairings} <= {1, 3, table_size}
    sat_out = byes(found)
    counts = [sat_out[number] for number in found.order]
    assert max(counts) - min(counts) <= 1


@pytest.mark.parametrize("sizes", [(3,), (4,), (3, 4)])
def test_nobody_meets_anybody_more_than_twice_in_a_round_robin(sizes: tuple[int, ...]) -> None:
    """The schedule depends on the number of entrants only, so that all of them can be tried."""
    table_size = max(sizes)
    for count in range(2 * table_size, 24):
        rounds = groups.schedule(tuple(range(count)), sizes, groups.rounds_of(count, table_size))
        met = Counter(
            frozenset(pair)
            for tables in rounds
            for table in tables
            for pair in combinations(table, 2)
        )
        assert max(met.values()) <= 2, count


@pytest.mark.parametrize(("entrants", "table_size"), [(9, 3), (16, 4)])
def test_a_round_robin_is_perfect_where_that_is_possible(entrants: int, table_size: int) -> None:
    found = play_all(tournament(entrants, table_size))
    assert set(meetings(found).values()) == {1}
    assert len(meetings(found)) == entrants * (entrants - 1) // 2
    seats = Counter(
        (number, seat) for pairing in found.pairings for seat, number in enumerate(pairing.entrants)
    )
    assert max(seats.values()) <= 2  # seats rotate


@given(st.integers(3, 12), st.sampled_from([2, 4]), st.sampled_from([0, 5]), SEEDS)
@settings(deadline=None, max_examples=40)
def test_those_who_withdraw_are_paired_no_more(
    entrants: int, table_size: int, swiss_rounds: int, seed: int
) -> None:
    random = Random(seed)
    found = tournament(entrants, table_size, swiss_rounds)
    if not rounds.can_start(found):
        return
    found = rounds.start(found)
    gone: set[int] = set()
    while found.status == RUNNING:
        leaver = random.choice(found.entrants)
        gone.add(leaver.number)
        found = signing_up.leave(found, leaver.guest)
        before = found.current_round
        found = play_round(found, random)
        later = [pairing for pairing in found.pairings if pairing.round > before]
        assert not gone & {each for pairing in later for each in pairing.entrants}
    assert found.status == OVER
