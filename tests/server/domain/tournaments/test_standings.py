"""Points, tie-breaks and places."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from smokestack.server.domain.tournaments.points import AWARDS, points_of, points_text
from smokestack.server.domain.tournaments.standings import byes, standings
from smokestack.server.domain.tournaments.tournament import Pairing
from tests.server.domain.tournaments.simulated import play_all, tournament


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ((1, 2), "1 0"),
        ((1, 1), "½ ½"),
        ((0, 1), "0 1"),
        ((0, 0), "0 0"),
        ((2, 1, 3), "2 4 0"),
        ((1, 1, 2), "3 3 0"),
        ((1, 2, 3, 4), "4 2 1 0"),
        ((1, 2, 2, 3), "4 1½ 1½ 0"),
        ((1, 1, 1, 2), "2⅓ 2⅓ 2⅓ 0"),
        ((0, 1, 2, 0), "0 4 2 0"),  # two left: both get nothing
    ],
)
def test_equal_places_share_their_points_and_those_who_left_get_none(
    places: tuple[int, ...], expected: str
) -> None:
    assert " ".join(map(points_text, points_of(places))) == expected


@given(st.integers(3, 14), st.sampled_from([2, 3, 4]), st.sampled_from([0, 3]), st.integers(0, 99))
@settings(deadline=None, max_examples=40)
def test_the_standings_add_up(entrants: int, size: int, rounds: int, seed: int) -> None:
    found = play_all(tournament(entrants, size, rounds), seed)
    table = standings(found)
    given_out = sum(
        (sum(points_of(each.places), Fraction(0)) for each in found.pairings if each.places),
        Fraction(0),
    )
    for_byes = sum(byes(found).values()) * AWARDS[size][0]
    assert sum(each.points for each in table) == given_out + for_byes
    assert [each.place for each in table] == sorted(each.place for each in table)
    assert table[0].place == 1
    ranks = [(each.points, each.opponents_points, each.second_tie_break) for each in table]
    assert ranks == sorted(ranks, reverse=True)


def test_tie_breaks_of_games_for_two() -> None:
    """1 beat 2 and drew with 3; 2 beat 3; 4 had no opponent, then lost to 3."""
    found = replace(
        tournament(4),
        order=(1, 2, 3, 4),
        pairings=(
            Pairing(1, 1, (1, 2), "a", (1, 2)),
            Pairing(2, 1, (1, 3), "b", (1, 1)),
            Pairing(3, 1, (2, 3), "c", (1, 2)),
            Pairing(3, 2, (4,)),
            Pairing(4, 1, (4, 3), "d", (0, 1)),
        ),
    )
    half = Fraction(1, 2)
    assert [
        (each.place, each.entrant, each.points, each.opponents_points, each.second_tie_break)
        for each in standings(found)
    ] == [
        (1, 3, 3 * half, 7 * half, 1 + half * 3 * half),
        (2, 1, 3 * half, 5 * half, 1 + half * 3 * half),
        (3, 2, 1, 3, 3 * half),
        (4, 4, 1, 3 * half, 0),
    ]


def test_tie_breaks_of_larger_tables() -> None:
    found = replace(
        tournament(3, 3),
        order=(1, 2, 3),
        pairings=(
            Pairing(1, 1, (1, 2, 3), "a", (1, 2, 3), (50, 30, 20)),
            Pairing(2, 1, (2, 1, 3), "b", (1, 2, 0), (60, 40, 100)),
        ),
    )
    first, second, last = standings(found)
    assert (first.entrant, second.entrant) == (1, 2)
    assert first.points == second.points == 6
    assert first.opponents_points == second.opponents_points == 2 * 6
    assert first.second_tie_break == Fraction(50, 100) + Fraction(40, 200)
    assert second.second_tie_break == Fraction(30, 100) + Fraction(60, 200)
    assert last.points == 0
    assert last.second_tie_break == Fraction(20, 100)
