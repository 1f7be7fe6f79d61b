"""Where a building may stand."""

from __future__ import annotations

import pytest

from tests.games.glasgow.positions import Position, position


def test_a_building_stands_edge_to_edge_with_another_and_never_diagonally() -> None:
    match = placing("P1a")
    assert (match.actor, match.decision) == (0, "place")
    assert cells(match) == {"0,-1", "1,0", "0,1", "-1,0"}


def test_a_building_may_stand_beside_any_building_of_either_owner() -> None:
    assert cells(placing("P1a P2b")) == {"0,-1", "1,-1", "2,0", "1,1", "0,1", "-1,0"}


def test_x_grows_east_and_y_grows_south() -> None:
    match = placing("""
        P1a P2a
        P3a .
        P4a .
    """).answer("place 1,2")
    assert match.table["city"] == {
        "0,0": ["P1", 0],
        "1,0": ["P2", 0],
        "0,1": ["P3", 0],
        "0,2": ["P4", 0],
        "1,2": ["T1", 0],
    }


def test_a_gap_inside_the_city_may_be_filled() -> None:
    match = placing("""
        P1a P2a P3a
        P4a .   P5a
        P6a S1a S2a
    """)
    assert match.answer("place 1,1").table["city"]["1,1"] == ["T1", 0]


@pytest.mark.parametrize(
    ("city", "allowed"),
    [
        (
            "P1a P2a P3a P4a",
            {"-1,0", "4,0"} | {f"{x},{y}" for x in range(4) for y in (-1, 1)},
        ),
        (
            "P1a P2a P3a P4a P5a",
            {f"{x},{y}" for x in range(5) for y in (-1, 1)},
        ),
        (
            "P1a\nP2a\nP3a\nP4a\nP5a",
            {f"{x},{y}" for x in (-1, 1) for y in range(5)},
        ),
    ],
    ids=["four in a row", "five in a row", "five in a column"],
)
def test_a_row_or_column_is_never_longer_than_five(city: str, allowed: set[str]) -> None:
    assert cells(placing(city)) == allowed


def test_a_city_of_four_by_four_may_still_grow_either_way() -> None:
    match = placing("""
        P1a P2a P3a P4a
        P5a .   .   .
        P6a .   .   .
        S1a .   .   .
    """)
    inside = {"1,1", "2,1", "3,1", "1,2", "1,3"}
    west_and_east = {"-1,0", "-1,1", "-1,2", "-1,3", "4,0"}
    north_and_south = {"0,-1", "1,-1", "2,-1", "3,-1", "0,4"}
    assert cells(match) == inside | west_and_east | north_and_south


def test_a_city_five_wide_is_never_more_than_four_high() -> None:
    match = placing("""
        P1a P2a P3a P4a P5a
        P6a .   .   .   .
        S1a .   .   .   .
        S2a .   .   .   .
    """)
    assert cells(match) == {"1,1", "2,1", "3,1", "4,1", "1,2", "1,3"}


def test_a_city_five_high_is_never_more_than_four_wide() -> None:
    match = placing("""
        P1a P2a P3a P4a
        P5a .   .   .
        P6a .   .   .
        S1a .   .   .
        S2a .   .   .
    """)
    assert cells(match) == {"1,1", "2,1", "3,1", "1,2", "1,3", "1,4"}


def test_a_city_five_wide_and_three_high_may_grow_by_one_row() -> None:
    match = placing("""
        P1a P2a P3a P4a P5a
        P6a .   .   .   .
        S1a .   .   .   .
    """)
    inside = {"1,1", "2,1", "3,1", "4,1", "1,2"}
    north = {f"{x},-1" for x in range(5)}
    assert cells(match) == inside | north | {"0,3"}


def test_the_bounds_follow_the_city_wherever_the_first_building_stands() -> None:
    match = placing("P1a P2a P3a P4a P5a", corner=(-3, 0))
    assert cells(match) == {f"{x},{y}" for x in range(-3, 2) for y in (-1, 1)}


def test_a_single_possible_cell_is_not_asked() -> None:
    match = placing("""
        P1a P2a P3a P4a P5a
        P6a S1a S2a S3a R1a
        R2a B1a .   B2a B3a
        B4a L1a L2a L3a L4a
    """)
    assert match.table["city"]["2,2"] == ["T1", 0]
    assert match.record().answers == ["move 5", "build 0"]


def placing(city: str, corner: tuple[int, int] = (0, 0)) -> Position:
    """Ann has paid for a tenement, T1, and must place it."""
    return position(city=city, corner=corner, goods=("2 stone", "")).answer("move 5", "build 0")


def cells(match: Position) -> set[str]:
    return {answer.removeprefix("place ") for answer in match.answers}
