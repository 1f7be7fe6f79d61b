"""Points, and who wins."""

from __future__ import annotations

import pytest

import smokestack
from tests.games.glasgow.positions import Position, custom_tiles, position

# Buildings of Ben that ask nothing when the last building is placed.
BENS = [
    "L1", "L2", "L3", "L4", "L5", "L6", "L7", "F1", "F2",
    "F3", "F4", "F5", "B1", "B2", "B3", "B4", "R1", "R2",
]  # fmt: skip


@pytest.mark.parametrize(
    ("building", "points"),
    [
        ("F1", 1), ("F8", 1), ("S1", 1), ("T1", 1), ("R1", 0), ("B1", 2), ("B2", 1),
        ("L1", 5), ("L2", 6), ("L3", 6), ("L4", 6), ("L5", 8), ("L6", 9), ("L7", 10),
    ],
)  # fmt: skip
def test_a_building_scores_its_printed_points(building: str, points: int) -> None:
    match = position(city=f"{building}a")
    assert (match.points(0), match.points(1)) == (points, 0)


@pytest.mark.parametrize("corner", [(0, 0), (4, 0), (0, 3), (4, 3)])
def test_a_shop_scores_five_more_in_a_corner_of_a_grid_five_wide(corner: tuple[int, int]) -> None:
    assert finished_city(width=5, shop=corner).points(0) == 6


@pytest.mark.parametrize("corner", [(0, 0), (3, 0), (0, 4), (3, 4)])
def test_a_shop_scores_five_more_in_a_corner_of_a_grid_five_high(corner: tuple[int, int]) -> None:
    assert finished_city(width=4, shop=corner).points(0) == 6


@pytest.mark.parametrize(
    ("width", "cell"),
    [(5, (2, 0)), (5, (0, 2)), (5, (3, 3)), (5, (2, 2)), (4, (0, 3)), (4, (3, 3)), (4, (2, 4))],
)
def test_a_shop_elsewhere_scores_its_printed_point(width: int, cell: tuple[int, int]) -> None:
    assert finished_city(width=width, shop=cell).points(0) == 1


def test_the_corners_are_those_of_the_grid_wherever_the_first_building_stands() -> None:
    match = finished_city(width=5, shop=(4, 3), corner=(-2, -3))
    assert match.table["city"]["2,0"] == ["S1", 0]
    assert match.points(0) == 6


def test_a_corner_of_a_smaller_city_is_no_corner_of_the_full_grid() -> None:
    match = position(
        city="""
            S1a P1b P2b
            P3b P4b P5b
            P6b R1b S2a
        """
    )
    assert match.points(0) == 2


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("T1a T2a", (8, 0)),
        ("T1a T2b", (4, 4)),
        ("T1a T2a T3a", (15, 0)),
        ("T1a T2b T3a", (8, 7)),
        ("T1a P1b T2a", (2, 1)),
        ("T1a P1b\nP2b T2a", (2, 4)),
        ("T1a T2b\nT3b T4a", (14, 14)),
        (".   T1b .\nT2b T3a T4b\n.   T5b .", (13, 16)),
    ],
)
def test_a_tenement_scores_three_for_each_tenement_beside_it_of_either_owner(
    city: str, points: tuple[int, int]
) -> None:
    match = position(city=city, corner=(-1, -1) if city.startswith(".") else (0, 0))
    assert (match.points(0), match.points(1)) == points


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("P1a", 1),
        ("P1a P2a", 4),
        ("P1a P2a P3a", 9),
        ("P1a P2a P3a P4a", 16),
        ("P1a P2a P3a P4a P5a", 25),
        ("P1a P2a P3a P4a P5a\nP6a", 36),
    ],
)
def test_parks_score_the_square_of_their_number(city: str, points: int) -> None:
    assert position(city=city).points(0) == points


def test_parks_count_for_each_owner_apart_and_wherever_they_stand() -> None:
    match = position(city="P1a P2b P3a P4b P5a")
    assert (match.points(0), match.points(1)) == (9, 4)


def test_a_station_scores_ten_with_a_landmark_factory_park_and_tenement() -> None:
    assert position(city="R1a L1a F1a P1a T1a").points(0) == 10 + 5 + 1 + 1 + 1


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("R1a F1a P1a T1a", 3),
        ("R1a L1a P1a T1a", 7),
        ("R1a L1a F1a T1a", 7),
        ("R1a L1a F1a P1a", 7),
    ],
    ids=["no landmark", "no factory", "no park", "no tenement"],
)
def test_a_station_without_the_whole_set_scores_nothing(city: str, points: int) -> None:
    assert position(city=city).points(0) == points


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ("R1a L1b F1a P1a T1a", (3, 5)),
        ("R1a L1a F1b P1a T1a", (7, 1)),
        ("R1a L1a F1a P1b T1a", (7, 1)),
        ("R1a L1a F1a P1a T1b", (7, 1)),
        ("R1b L1a F1a P1a T1a", (8, 0)),
    ],
)
def test_a_building_of_the_opponent_does_not_complete_the_set(
    city: str, points: tuple[int, int]
) -> None:
    match = position(city=city)
    assert (match.points(0), match.points(1)) == points


def test_one_set_serves_all_stations_of_its_owner() -> None:
    match = position(city="R1a L1a F1a P1a T1a\nR2a R3b")
    assert (match.points(0), match.points(1)) == (28, 0)


@pytest.mark.parametrize(
    ("bank", "goods", "points"),
    [
        ("B1", "3 stone", 2 + 3),
        ("B1", "4 steel, 3 gold", 2),
        ("B2", "3 steel", 1 + 6),
        ("B2", "5 stone, 3 gold", 1),
        ("B3", "2 gold", 1 + 6),
        ("B3", "5 stone, 4 steel", 1),
        ("B4", "5 stone, 4 steel, 3 gold", 1),
    ],
)
def test_a_bank_scores_for_the_goods_it_names(bank: str, goods: str, points: int) -> None:
    assert position(city=f"{bank}a", goods=(goods, "")).points(0) == points


@pytest.mark.parametrize("bank", ["B1", "B2", "B3"])
def test_a_bank_counts_no_whisky(bank: str) -> None:
    with_barrel = position(city=f"{bank}a", goods=("2 stone, 2 steel, 2 gold, 1 whisky", ""))
    without = position(city=f"{bank}a", goods=("2 stone, 2 steel, 2 gold", ""))
    assert with_barrel.points(0) == without.points(0) == {"B1": 4, "B2": 5, "B3": 7}[bank]


def test_a_bank_counts_no_goods_of_the_opponent() -> None:
    match = position(city="B1a", goods=("", "5 stone"))
    assert (match.points(0), match.points(1)) == (2, 0)


def test_a_bank_scores_for_the_factories_of_its_owner() -> None:
    match = position(city="B4a F1a F2a F3b")
    assert (match.points(0), match.points(1)) == (1 + 4 + 2, 1)


@pytest.mark.parametrize(
    ("city", "winner"), [("L1a L2b", 1), ("L2a L1b", 0)], ids=["Ben has more", "Ann has more"]
)
def test_the_most_points_win_no_matter_who_took_the_last_turn(city: str, winner: int) -> None:
    for merchants in ((0, 0), (5, 0)):
        match = position(city=city, merchants=merchants, turn_limit=1).answer("move 1")
        assert match.result is not None
        assert match.result.winners == [winner]


@pytest.mark.parametrize(("merchants", "last"), [((0, 5), 0), ((5, 0), 1)])
def test_on_a_tie_the_player_who_took_the_last_turn_loses(
    merchants: tuple[int, int], last: int
) -> None:
    match = position(city="L2a L3b", merchants=merchants, turn_limit=1)
    assert match.actor == last
    match.answer("move 1")
    assert match.result is not None
    assert match.result.scores == [6, 6]
    assert match.result.winners == [1 - last]


def test_on_a_tie_the_player_who_completed_the_city_loses() -> None:
    landmarks = {f"L{number}": {"points": 0} for number in range(1, 8)}
    factories = {f"F{number}": {"points": 0} for number in range(1, 9)}
    banks = {f"B{n}": {"points": 0, "bonus": {"per": "gold", "vp": 0}} for n in range(1, 5)}
    match = position(
        tiles=custom_tiles(**landmarks, **factories, **banks),
        city="""
            L1a L2a L3a L4a L5a
            L6a .   L7b B1b B2b
            B3b B4b F1b F2b F3b
            F4b F5b F6b F7b F8b
        """,
        offers={5: ("R1", "R2")},
        goods=("1 stone, 2 steel", ""),
    ).answer("move 5", "build 0")
    assert match.result is not None
    assert (match.result.reason, match.result.scores) == ("city", [0, 0])
    assert match.result.winners == [1]


def test_the_score_sheet_explains_every_point() -> None:
    match = position(
        city="""
            L1a F1a P1a T1a R1a
            B1a S1b P2a T2b P3b
        """,
        goods=("2 stone, 1 gold, 1 whisky", ""),
    )
    lines = {
        (line.seat, line.item, line.points, line.bonus) for line in smokestack.score_sheet(match)
    }
    assert lines == {
        (0, "L1", 5, 0),
        (0, "F1", 1, 0),
        (0, "P1", 0, 2),
        (0, "P2", 0, 2),
        (0, "T1", 1, 3),
        (0, "R1", 0, 10),
        (0, "B1", 2, 2),
        (1, "S1", 1, 0),
        (1, "T2", 1, 3),
        (1, "P3", 0, 1),
    }
    assert (match.points(0), match.points(1)) == (28, 6)


def test_the_lines_of_the_score_sheet_add_up_to_the_result() -> None:
    match = finished_city(width=5, shop=(0, 0))
    totals = [
        sum(line.total for line in smokestack.score_sheet(match) if line.seat == seat)
        for seat in (0, 1)
    ]
    assert match.result is not None
    assert totals == match.result.scores
    assert totals[0] == 6


def finished_city(width: int, shop: tuple[int, int], corner: tuple[int, int] = (0, 0)) -> Position:
    """A full grid in which Ann owns nothing but a shop; Ben has just filled the gap at 1,1."""
    bens = iter(BENS)
    words = {(1, 1): ".", shop: "S1a"}
    picture = "\n".join(
        " ".join(words.get((x, y)) or f"{next(bens)}b" for x in range(width))
        for y in range(20 // width)
    )
    match = position(city=picture, corner=corner, merchants=(5, 0), goods=("", "2 stone"))
    match.answer("move 10", "build 0")
    assert len(match.table["city"]) == 20
    return match
