"""Replacing tiles: those of the builder by higher levels, those of others when cubes run out."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import (
    COAL_2,
    COAL_3,
    COTTON_2,
    IRON_2,
    PORT_2,
    SHIPYARD_2,
    position,
)


@pytest.mark.parametrize("state", ["", " flipped"])
def test_players_may_replace_their_own_tile_by_a_higher_level(state: str) -> None:
    match = position(
        hands={0: "manchester manchester"},
        board={"manchester.0": f"cotton 1 a{state}", "manchester.1": "coal 1 b"},
        developed={0: COTTON_2},
        income=20,
        vp=7,
    )
    assert match.offered("build") == {"cotton manchester.0"}
    match.answer("build cotton manchester.0", "discard manchester")
    assert match.tile("manchester.0") == "cotton 2 a"
    assert (match.money(0), match.income(0), match.vp(0)) == (16, 20, 7)
    assert match.stack(0, "cotton") == [2, 2, 3, 3, 3, 4, 4, 4]


@pytest.mark.parametrize(
    ("tile", "gone"), [("cotton 1 a", {"cotton": 1}), ("cotton 2 a", {"cotton": 4})]
)
def test_an_equal_level_replaces_nothing(tile: str, gone: dict[str, int]) -> None:
    match = position(
        hands={0: "colne colne"},
        board={"colne.0": tile, "burnley.0": "coal 1 b"},
        links={"burnley-colne": "b"},
        developed={0: gone},
    )
    assert match.offered("build") == set()


def test_another_industry_replaces_nothing() -> None:
    match = position(
        period="rail",
        hands={0: "bury coal"},
        board={"bury.0": "cotton 2 a", "bury.1": "cotton 2 b"},
        developed={0: {**COAL_2, "cotton": 4}},
    )
    assert match.offered("build") == set()


def test_the_cubes_of_a_replaced_own_tile_are_lost() -> None:
    match = position(
        hands={0: "bury coal"}, board={"bury.0": "coal 1 a 2"}, developed={0: COAL_2}, coal=3
    )
    match.answer("build coal bury.0", "discard bury")
    assert match.tile("bury.0") == "coal 2 a 3"
    assert (match.table["coal"], match.money(0)) == (3, 23)


# Whether a mine of another can be replaced, by what is left of coal elsewhere.
@pytest.mark.parametrize(
    ("theirs", "elsewhere", "coal", "possible"),
    [
        ("coal 1 b flipped", "coal 1 c flipped", 0, True),
        ("coal 1 b flipped", "coal 1 c flipped", 1, False),
        ("coal 1 b flipped", "coal 1 c 1", 0, False),
        ("coal 1 b 1", "coal 1 c flipped", 0, False),
        ("coal 2 b flipped", "coal 1 c flipped", 0, False),
    ],
)
def test_a_mine_of_another_is_replaced_only_when_there_is_no_coal_anywhere(
    theirs: str, elsewhere: str, coal: int, possible: bool
) -> None:
    match = position(
        hands={0: "wigan wigan"},
        board={"wigan.0": theirs, "colne.0": "cotton 1 a", "rochdale.0": elsewhere},
        developed={0: COAL_2},
        coal=coal,
    )
    assert match.offered("build") == {"coal wigan.1"} | ({"coal wigan.0"} if possible else set())


@pytest.mark.parametrize(
    ("theirs", "elsewhere", "iron", "possible"),
    [
        ("iron 1 b flipped", "iron 1 c flipped", 0, True),
        ("iron 1 b flipped", "iron 1 c flipped", 1, False),
        ("iron 1 b flipped", "iron 1 c 1", 0, False),
        ("iron 1 b 1", "iron 1 c flipped", 0, False),
        ("iron 2 b flipped", "iron 1 c flipped", 0, False),
    ],
)
def test_a_works_of_another_is_replaced_only_when_there_is_no_iron_anywhere(
    theirs: str, elsewhere: str, iron: int, possible: bool
) -> None:
    match = position(
        hands={0: "bolton bolton"},
        board={
            "bolton.0": "coal 1 b",
            "bolton.1": "cotton 1 b",
            "bolton.2": theirs,
            "rochdale.2": elsewhere,
        },
        developed={0: IRON_2},
        iron=iron,
    )
    assert match.offered("build") == ({"iron bolton.2"} if possible else set())


def test_a_player_whose_tile_is_replaced_keeps_income_and_points() -> None:
    match = position(
        hands={0: "wigan wigan"},
        board={"wigan.0": "coal 1 b flipped"},
        developed={0: COAL_2},
        coal=0,
        income=14,
        vp=5,
    )
    match.answer("build coal wigan.0", "discard wigan")
    assert match.tile("wigan.0") == "coal 2 a 3"
    assert (match.income(1), match.vp(1), match.money(1)) == (14, 5, 30)
    assert match.money(0) == 23


@pytest.mark.parametrize(
    ("card", "slot", "theirs", "gone"),
    [
        ("colne", "colne.0", "cotton 1 b flipped", COTTON_2),
        ("fleetwood", "fleetwood.0", "port 1 b flipped", PORT_2),
    ],
)
def test_mills_and_ports_of_others_are_never_replaced(
    card: str, slot: str, theirs: str, gone: dict[str, int]
) -> None:
    match = position(
        hands={0: f"{card} oldham"},
        board={slot: theirs},
        links={"burnley-colne": "b", "colne-yorkshire": "b"},
        developed={0: gone},
        coal=0,
        iron=0,
    )
    assert slot not in {site.split()[1] for site in match.offered("build2")}


def test_in_canal_no_mine_of_another_is_replaced_where_the_builder_has_a_tile() -> None:
    match = position(
        hands={0: "wigan wigan"},
        board={"wigan.0": "coal 1 b flipped", "wigan.1": "coal 1 a flipped"},
        developed={0: COAL_2},
        coal=0,
    )
    assert match.offered("build") == {"coal wigan.1"}


def test_in_rail_a_mine_of_another_is_replaced_where_the_builder_has_a_tile_too() -> None:
    match = position(
        period="rail",
        hands={0: "wigan wigan"},
        board={"wigan.0": "coal 2 b flipped", "wigan.1": "coal 2 a flipped"},
        developed={0: COAL_3},
        coal=0,
    )
    assert match.offered("build") == {"coal wigan.0", "coal wigan.1"}


def test_an_industry_card_replaces_own_tiles() -> None:
    match = position(hands={0: "coal coal"}, board={"wigan.0": "coal 1 a 1"})
    assert match.offered("build") == {"coal wigan.0"}


def test_a_port_in_liverpool_may_be_replaced_beside_a_free_slot() -> None:
    match = position(
        hands={0: "liverpool liverpool"}, board={"liverpool.0": "port 1 a"}, developed={0: PORT_2}
    )
    assert match.offered("build") == {"port liverpool.0"}


def test_a_shipyard_of_another_is_never_replaced() -> None:
    match = position(
        period="rail",
        hands={0: "liverpool liverpool"},
        board={"liverpool.0": "port 2 b", "liverpool.2": "shipyard 1 b flipped"},
        developed={0: SHIPYARD_2},
        money=100,
        coal=0,
        iron=0,
    )
    assert "build shipyard liverpool.2" not in match.answers
