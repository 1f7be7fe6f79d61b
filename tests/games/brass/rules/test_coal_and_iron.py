"""Where coal and iron come from when something is built."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.brass.positions import COTTON_2, COTTON_3, TO_MIDLANDS, Position, position

BUILD_MILL = ("build cotton manchester.0", "discard manchester")
TO_BOLTON = {"bolton-manchester": "c"}
TO_BURY = {"bury-manchester": "c"}
PRICES = [(8, 1), (7, 1), (6, 2), (5, 2), (4, 3), (3, 3), (2, 4), (1, 4), (0, 5)]


def mill(
    board: Mapping[str, str] | None = None,
    links: Mapping[str, str] | None = None,
    *,
    level: int = 2,
    coal: int = 8,
    iron: int = 8,
    income: int | Mapping[int, int] = 10,
) -> Position:
    """Seat 0 may build a cotton mill in Manchester; level 2 needs a coal, level 3 also an iron."""
    return position(
        hands={0: "manchester oldham"},
        board=board,
        links=links,
        developed={0: COTTON_2 if level == 2 else COTTON_3},
        coal=coal,
        iron=iron,
        income=income,
    )


def test_coal_comes_free_from_a_connected_mine_of_anybody() -> None:
    match = mill({"bolton.0": "coal 1 b"}, TO_BOLTON).answer(*BUILD_MILL)
    assert match.tile("bolton.0") == "coal 1 b 1"
    assert (match.money(0), match.money(1), match.table["coal"]) == (16, 30, 8)


def test_a_town_is_connected_to_itself() -> None:
    match = mill({"manchester.1": "coal 1 b"}).answer(*BUILD_MILL)
    assert match.tile("manchester.1") == "coal 1 b 1"


def test_coal_comes_from_the_mine_at_the_fewest_links() -> None:
    match = mill(
        {"bolton.0": "coal 1 b", "bury.0": "coal 1 c"}, {**TO_BOLTON, "bolton-bury": "b"}
    ).answer(*BUILD_MILL)
    assert match.tile("bolton.0") == "coal 1 b 1"
    assert match.tile("bury.0") == "coal 1 c 2"


def test_a_mine_in_the_same_town_is_nearer_than_any_other() -> None:
    match = mill({"bolton.0": "coal 1 b", "manchester.1": "coal 1 c"}, TO_BOLTON)
    match.answer(*BUILD_MILL)
    assert match.tile("manchester.1") == "coal 1 c 1"
    assert match.tile("bolton.0") == "coal 1 b 2"


def test_a_mine_without_cubes_is_passed_over() -> None:
    match = mill(
        {"bolton.0": "coal 1 b flipped", "bury.0": "coal 1 c"}, {**TO_BOLTON, "bolton-bury": "b"}
    ).answer(*BUILD_MILL)
    assert match.tile("bury.0") == "coal 1 c 1"


def test_the_shorter_of_two_ways_counts() -> None:
    match = mill(
        {"bury.0": "coal 1 b", "bolton.0": "coal 1 c"},
        {**TO_BOLTON, **TO_BURY, "bolton-bury": "b"},
    ).answer(*BUILD_MILL)
    assert match.decision == "coal"


def test_among_mines_equally_near_the_builder_chooses() -> None:
    match = mill({"bolton.0": "coal 1 b", "bury.0": "coal 1 c"}, {**TO_BOLTON, **TO_BURY})
    match.answer(*BUILD_MILL)
    assert (match.actor, match.decision) == (0, "coal")
    assert set(match.answers) == {"coal bolton.0", "coal bury.0"}
    match.answer("coal bury.0")
    assert (match.tile("bolton.0"), match.tile("bury.0")) == ("coal 1 b 2", "coal 1 c 1")
    assert (match.actor, match.decision) == (0, "action")


def test_two_mines_in_one_town_are_equally_near() -> None:
    match = mill({"bolton.0": "coal 1 b", "bolton.1": "coal 1 c"}, TO_BOLTON).answer(*BUILD_MILL)
    assert set(match.answers) == {"coal bolton.0", "coal bolton.1"}


def test_the_mill_is_paid_and_placed_before_its_coal_is_chosen() -> None:
    match = mill({"bolton.0": "coal 1 b", "bolton.1": "coal 1 c"}, TO_BOLTON).answer(*BUILD_MILL)
    assert (match.money(0), match.spent(0)) == (16, 14)
    assert match.tile("manchester.0") == "cotton 2 a"
    assert match.table["discards"] == ["manchester"]


def test_a_distant_mine_comes_before_the_track() -> None:
    match = mill({"bury.0": "coal 1 b"}, {**TO_BOLTON, "bolton-bury": "b", **TO_MIDLANDS})
    match.answer(*BUILD_MILL)
    assert match.tile("bury.0") == "coal 1 b 1"
    assert (match.money(0), match.table["coal"]) == (16, 8)


def test_a_mine_that_is_not_connected_gives_no_coal() -> None:
    match = mill({"bolton.0": "coal 1 b"}, TO_MIDLANDS).answer(*BUILD_MILL)
    assert match.tile("bolton.0") == "coal 1 b 2"
    assert (match.money(0), match.table["coal"]) == (15, 7)


def test_without_a_mine_and_without_an_anchor_there_is_no_coal() -> None:
    match = mill({"bolton.0": "coal 1 b"}, TO_BURY)
    assert "build cotton manchester.0" not in match.answers
    assert "build2 cotton manchester.0" not in match.answers


@pytest.mark.parametrize(
    ("board", "links"),
    [
        ({}, TO_MIDLANDS),
        ({}, {"manchester-oldham": "b", "oldham-rochdale": "c", "rochdale-yorkshire": "d"}),
        ({"warrington_runcorn.1": "port 1 b"}, {"manchester-warrington_runcorn": "c"}),
        ({"warrington_runcorn.1": "port 1 b flipped"}, {"manchester-warrington_runcorn": "c"}),
    ],
)
def test_an_anchor_opens_the_track(board: dict[str, str], links: dict[str, str]) -> None:
    match = mill(board, links).answer(*BUILD_MILL)
    assert (match.money(0), match.spent(0), match.table["coal"]) == (15, 15, 7)


@pytest.mark.parametrize(
    ("links", "possible"),
    [
        ({"lancaster-preston": "b", "lancaster-scotland": "c"}, True),
        ({"blackpool-preston": "b"}, False),
        ({"preston-southport": "b"}, False),
    ],
)
def test_scotland_is_an_anchor_and_blackpool_and_southport_are_not(
    links: dict[str, str], possible: bool
) -> None:
    match = position(
        period="rail", hands={0: "preston oldham"}, links=links, developed={0: COTTON_2}
    )
    assert ("build cotton preston.1" in match.answers) == possible


def test_northwich_is_no_anchor() -> None:
    way = {
        "manchester-warrington_runcorn": "b",
        "ellesmere_port-warrington_runcorn": "b",
        "ellesmere_port-northwich": "b",
    }
    assert "build cotton manchester.0" not in mill({}, way).answers
    way["northwich-the_midlands"] = "b"
    assert "build cotton manchester.0" in mill({}, way).answers


@pytest.mark.parametrize(("cubes", "price"), PRICES)
def test_the_cheapest_coal_of_the_track_is_bought(cubes: int, price: int) -> None:
    match = mill({}, TO_MIDLANDS, coal=cubes).answer(*BUILD_MILL)
    assert (match.money(0), match.spent(0)) == (30 - 14 - price, 14 + price)
    assert match.table["coal"] == max(cubes - 1, 0)


@pytest.mark.parametrize(("cubes", "price"), PRICES)
def test_the_cheapest_iron_of_the_track_is_bought(cubes: int, price: int) -> None:
    match = mill({"manchester.1": "coal 1 b"}, level=3, iron=cubes).answer(*BUILD_MILL)
    assert (match.money(0), match.spent(0)) == (30 - 16 - price, 16 + price)
    assert match.table["iron"] == max(cubes - 1, 0)


@pytest.mark.parametrize(("cubes", "price"), [(6, 2), (5, 2), (4, 3), (2, 4), (1, 4), (0, 5)])
def test_the_tracks_of_the_duel_have_no_spaces_of_1_pound(cubes: int, price: int) -> None:
    match = position(
        players=2,
        edition="2009-duel",
        hands={0: "preston wigan"},
        board={"preston.0": "port 1 b"},
        developed={0: COTTON_3},
        coal=cubes,
        iron=cubes,
    )
    match.answer("build cotton preston.1", "discard preston")
    assert match.money(0) == 30 - 16 - 2 * price


def test_an_empty_track_sells_without_limit() -> None:
    match = position(
        hands={0: "preston lancaster"},
        board={"preston.0": "port 1 b"},
        links={"lancaster-preston": "b"},
        developed={0: COTTON_2},
        money=100,
        coal=0,
    )
    match.answer("build cotton preston.1", "discard preston")
    match.answer("build cotton lancaster.1", "discard lancaster")
    assert (match.money(0), match.table["coal"]) == (100 - 19 - 19, 0)


def test_iron_needs_no_connection() -> None:
    match = mill({"manchester.1": "coal 1 b", "rochdale.2": "iron 1 c"}, level=3)
    match.answer(*BUILD_MILL)
    assert match.tile("rochdale.2") == "iron 1 c 3"
    assert (match.money(0), match.table["iron"]) == (14, 8)


def test_the_builder_chooses_among_all_works_with_cubes() -> None:
    match = mill(
        {
            "manchester.1": "coal 1 b",
            "manchester.3": "iron 1 d",
            "rochdale.2": "iron 1 c",
            "bolton.2": "iron 1 b flipped",
        },
        level=3,
    )
    match.answer(*BUILD_MILL)
    assert (match.actor, match.decision) == (0, "iron")
    assert set(match.answers) == {"iron manchester.3", "iron rochdale.2"}
    match.answer("iron rochdale.2")
    assert match.tile("manchester.3") == "iron 1 d 4"
    assert match.tile("rochdale.2") == "iron 1 c 3"


def test_iron_comes_from_the_track_only_if_no_works_has_any() -> None:
    match = mill({"manchester.1": "coal 1 b", "bolton.2": "iron 1 b flipped"}, level=3)
    match.answer(*BUILD_MILL)
    assert (match.money(0), match.table["iron"]) == (13, 7)


def test_coal_is_taken_before_iron() -> None:
    match = mill(
        {
            "bolton.0": "coal 1 b",
            "bolton.1": "coal 1 c",
            "bolton.2": "iron 1 b",
            "rochdale.2": "iron 1 c",
        },
        TO_BOLTON,
        level=3,
    )
    assert match.answer(*BUILD_MILL).decision == "coal"
    assert match.answer("coal bolton.0").decision == "iron"
    assert match.answer("iron bolton.2").decision == "action"


def test_a_mine_flips_when_its_last_cube_is_taken() -> None:
    match = mill({"manchester.1": "coal 1 b 1"}).answer(*BUILD_MILL)
    assert match.tile("manchester.1") == "coal 1 b flipped"
    assert (match.income(0), match.income(1)) == (10, 14)


def test_a_works_flips_when_its_last_cube_is_taken() -> None:
    match = mill({"manchester.1": "coal 1 b", "bolton.2": "iron 1 c 1"}, level=3)
    match.answer(*BUILD_MILL)
    assert match.tile("bolton.2") == "iron 1 c flipped"
    assert match.table["income"] == [10, 10, 13, 10]


def test_a_mine_flips_before_the_next_decision() -> None:
    match = mill(
        {"manchester.1": "coal 1 b 1", "bolton.2": "iron 1 b", "rochdale.2": "iron 1 c"}, level=3
    ).answer(*BUILD_MILL)
    assert match.decision == "iron"
    assert (match.tile("manchester.1"), match.income(1)) == ("coal 1 b flipped", 14)


def test_a_mine_that_still_has_cubes_does_not_flip() -> None:
    match = mill({"manchester.1": "coal 1 b 2"}).answer(*BUILD_MILL)
    assert (match.tile("manchester.1"), match.income(1)) == ("coal 1 b 1", 10)


def test_the_income_marker_stops_at_space_99() -> None:
    match = mill({"manchester.1": "coal 1 b 1"}, income={1: 97}).answer(*BUILD_MILL)
    assert match.income(1) == 99


def test_coal_passes_through_places_without_slots() -> None:
    match = position(
        hands={0: "colne oldham"},
        board={"rochdale.0": "coal 1 b"},
        links={"colne-yorkshire": "c", "rochdale-yorkshire": "d"},
        developed={0: COTTON_2},
    )
    match.answer("build cotton colne.0", "discard colne")
    assert (match.tile("rochdale.0"), match.table["coal"]) == ("coal 1 b 1", 8)


def test_only_unflipped_mines_and_works_of_the_board_are_sources() -> None:
    match = mill(
        {"manchester.1": "coal 1 b flipped", "manchester.3": "iron 1 b flipped"},
        TO_MIDLANDS,
        level=3,
    ).answer(*BUILD_MILL)
    assert (match.table["coal"], match.table["iron"], match.money(0)) == (7, 7, 12)


def test_the_cubes_of_a_replaced_works_are_gone_before_its_coal_is_chosen() -> None:
    match = position(
        hands={0: "bolton oldham"},
        board={"bolton.0": "coal 1 b", "bolton.1": "coal 1 c", "bolton.2": "iron 1 a 3"},
    )
    match.answer("build iron bolton.2", "discard bolton")
    assert (match.decision, match.tile("bolton.2")) == ("coal", "iron 2 a 0")
