"""What new mines and works do with their cubes: they sell them to the tracks."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.games.brass.positions import COTTON_2, TO_MIDLANDS, Position, position


def mine(
    *, gone: int = 0, coal: int = 8, board: Mapping[str, str] | None = None, money: int = 30
) -> Position:
    """Seat 0 builds a coal mine in Warrington, where there is a port by default."""
    match = position(
        hands={0: "warrington_runcorn oldham"},
        board={"warrington_runcorn.1": "port 1 b"} if board is None else board,
        developed={0: {"coal": gone}},
        coal=coal,
        money=money,
    )
    return match.answer("build coal warrington_runcorn.0", "discard warrington_runcorn")


def works(*, gone: int = 0, iron: int = 8) -> Position:
    """Seat 0 builds an iron works in Bolton, whose mine has the coal."""
    match = position(
        hands={0: "bolton oldham"},
        board={"bolton.0": "coal 1 b"},
        developed={0: {"iron": gone}},
        iron=iron,
    )
    return match.answer("build iron bolton.2", "discard bolton")


# Tiles gone before, cubes on the track; cubes left, on the track then, money paid, space.
@pytest.mark.parametrize(
    ("gone", "coal", "tile", "then", "earned", "space"),
    [
        (0, 5, "coal 1 a flipped", 7, 2 + 1 - 5, 14),
        (0, 0, "coal 1 a flipped", 2, 4 + 4 - 5, 14),
        (0, 7, "coal 1 a 1", 8, 1 - 5, 10),
        (0, 8, "coal 1 a 2", 8, -5, 10),
        (1, 5, "coal 2 a flipped", 8, 2 + 1 + 1 - 7, 17),
        (1, 6, "coal 2 a 1", 8, 1 + 1 - 7, 10),
        (5, 0, "coal 4 a flipped", 5, 4 + 4 + 3 + 3 + 2 - 10 - 1, 15),
    ],
)
def test_a_new_mine_at_an_anchor_sells_to_the_dearest_empty_spaces(
    gone: int, coal: int, tile: str, then: int, earned: int, space: int
) -> None:
    match = mine(gone=gone, coal=coal)
    assert match.tile("warrington_runcorn.0") == tile
    assert match.table["coal"] == then
    assert (match.money(0), match.income(0)) == (30 + earned, space)


@pytest.mark.parametrize(
    ("gone", "iron", "tile", "then", "earned", "space"),
    [
        (0, 0, "iron 1 a flipped", 4, 4 + 4 + 3 + 3 - 5, 13),
        (0, 5, "iron 1 a 1", 8, 2 + 1 + 1 - 5, 10),
        (0, 8, "iron 1 a 4", 8, -5, 10),
        (1, 4, "iron 2 a flipped", 8, 2 + 2 + 1 + 1 - 7, 13),
        (2, 0, "iron 3 a flipped", 5, 4 + 4 + 3 + 3 + 2 - 9, 12),
        (3, 0, "iron 4 a flipped", 6, 4 + 4 + 3 + 3 + 2 + 2 - 12, 11),
    ],
)
def test_every_new_works_sells_to_the_dearest_empty_spaces(
    gone: int, iron: int, tile: str, then: int, earned: int, space: int
) -> None:
    match = works(gone=gone, iron=iron)
    assert match.tile("bolton.2") == tile
    assert match.table["iron"] == then
    assert (match.money(0), match.income(0)) == (30 + earned, space)


def test_an_empty_track_pays_14_pounds_for_4_cubes() -> None:
    match = works(iron=0)
    assert match.money(0) - (30 - 5) == 14


def test_a_track_that_lacks_3_cubes_pays_3_pounds_for_2() -> None:
    match = mine(coal=5)
    assert match.money(0) - (30 - 5) == 3


def test_money_for_sold_cubes_is_not_set_off_against_the_amount_spent() -> None:
    assert mine(coal=0).spent(0) == 5


def test_a_mine_can_be_built_with_the_last_pound() -> None:
    assert mine(coal=0, money=5).money(0) == 8


def test_a_flipped_port_of_anybody_lets_a_new_mine_sell() -> None:
    assert mine(coal=0, board={"warrington_runcorn.1": "port 1 c flipped"}).table["coal"] == 2


def test_a_new_mine_without_an_anchor_does_not_sell() -> None:
    match = mine(coal=0, board={})
    assert match.tile("warrington_runcorn.0") == "coal 1 a 2"
    assert (match.table["coal"], match.money(0), match.income(0)) == (0, 25, 10)


def test_a_new_mine_sells_over_links_of_anybody() -> None:
    match = position(hands={0: "manchester oldham"}, links=TO_MIDLANDS, coal=0)
    match.answer("build coal manchester.0", "discard manchester")
    assert (match.tile("manchester.0"), match.table["coal"]) == ("coal 1 a flipped", 2)


def test_northwich_does_not_let_a_new_mine_sell() -> None:
    match = position(
        hands={0: "warrington_runcorn oldham"},
        links={"ellesmere_port-warrington_runcorn": "b", "ellesmere_port-northwich": "b"},
        coal=0,
    )
    match.answer("build coal warrington_runcorn.0", "discard warrington_runcorn")
    assert match.tile("warrington_runcorn.0") == "coal 1 a 2"


def test_a_mine_connected_later_does_not_sell() -> None:
    match = position(hands={0: "wigan oldham"}, board={"liverpool.0": "port 1 b"}, coal=0, money=30)
    match.answer("build coal wigan.0", "discard wigan", "link liverpool-wigan", "discard oldham")
    assert match.tile("wigan.0") == "coal 1 a 2"
    assert match.table["coal"] == 0


def test_a_port_built_later_does_not_make_a_mine_sell() -> None:
    match = position(
        period="rail",
        hands={0: "lancaster warrington_runcorn"},
        board={"warrington_runcorn.0": "coal 2 a"},
        developed={0: {"port": 2}},
        coal=0,
    )
    match.answer("build port warrington_runcorn.1", "discard warrington_runcorn")
    assert (match.tile("warrington_runcorn.0"), match.table["coal"]) == ("coal 2 a 3", 0)


def test_cubes_left_over_are_not_sold_when_the_track_has_room_again() -> None:
    match = position(
        hands={0: "warrington_runcorn oldham", 1: "preston oldham"},
        board={"warrington_runcorn.1": "port 1 b", "lancaster.0": "port 1 c"},
        links={"lancaster-preston": "c"},
        developed={1: COTTON_2},
        coal=8,
    )
    match.answer("build coal warrington_runcorn.0", "discard warrington_runcorn")
    match.answer("pass", "discard oldham", "build cotton preston.1", "discard preston")
    assert (match.tile("warrington_runcorn.0"), match.table["coal"]) == ("coal 1 a 2", 7)


def test_a_works_takes_its_coal_before_it_sells_its_iron() -> None:
    match = position(
        hands={0: "bolton oldham"},
        board={"bolton.0": "coal 1 b", "bolton.1": "coal 1 c"},
        iron=0,
    )
    match.answer("build iron bolton.2", "discard bolton")
    assert (match.decision, match.table["iron"]) == ("coal", 0)
    match.answer("coal bolton.0")
    assert match.table["iron"] == 4


def test_a_works_that_replaces_an_own_one_sells_too() -> None:
    match = position(
        hands={0: "bolton oldham"},
        board={"bolton.0": "coal 1 b", "bolton.2": "iron 1 a 1"},
        iron=0,
    )
    match.answer("build iron bolton.2", "discard bolton")
    assert match.tile("bolton.2") == "iron 2 a flipped"
    assert (match.table["iron"], match.money(0)) == (4, 30 - 7 + 14)


def test_the_tracks_of_the_duel_hold_six_cubes() -> None:
    match = position(
        players=2,
        edition="2009-duel",
        hands={0: "warrington_runcorn wigan"},
        board={"warrington_runcorn.1": "port 1 b"},
        coal=5,
    )
    match.answer("build coal warrington_runcorn.0", "discard warrington_runcorn")
    assert (match.tile("warrington_runcorn.0"), match.table["coal"]) == ("coal 1 a 1", 6)
    assert match.money(0) == 30 - 5 + 2


def test_the_cubes_of_a_new_works_are_placed_after_its_coal_is_taken() -> None:
    match = position(
        hands={0: "bolton oldham"}, board={"bolton.0": "coal 1 b", "bolton.1": "coal 1 c"}
    )
    match.answer("build iron bolton.2", "discard bolton")
    assert match.tile("bolton.2") == "iron 1 a 0"
    assert match.answer("coal bolton.1").tile("bolton.2") == "iron 1 a 4"


def test_a_mine_takes_its_iron_before_it_sells_its_coal() -> None:
    match = position(
        hands={0: "warrington_runcorn oldham"},
        board={"warrington_runcorn.1": "port 1 b", "bolton.2": "iron 1 b", "bury.0": "coal 1 b"}
        | {"rochdale.2": "iron 1 c"},
        developed={0: {"coal": 3}},
        coal=0,
    )
    match.answer("build coal warrington_runcorn.0", "discard warrington_runcorn")
    assert (match.decision, match.table["coal"], match.money(0)) == ("iron", 0, 22)
    match.answer("iron bolton.2")
    assert match.tile("warrington_runcorn.0") == "coal 3 a flipped"
    assert (match.table["coal"], match.money(0), match.income(0)) == (4, 22 + 14, 16)
