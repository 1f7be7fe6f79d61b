"""Building an industry tile: with which card, where, which tile and at what price."""

from __future__ import annotations

import pytest

from tests.games.brass.positions import (
    COAL_2,
    COTTON_2,
    COTTON_3,
    IRON_2,
    PORT_2,
    PORT_3,
    SHIPYARD_1,
    SHIPYARD_2,
    position,
)


def test_a_location_card_builds_any_industry_of_its_town_outside_the_network() -> None:
    match = position(
        hands={0: "bolton bolton"}, board={"colne.0": "cotton 1 a", "bolton.1": "coal 1 b"}
    )
    assert match.offered("build") == {"cotton bolton.0", "coal bolton.0", "iron bolton.2"}


def test_an_industry_card_builds_that_industry_in_towns_of_the_network() -> None:
    match = position(
        hands={0: "cotton cotton"},
        board={"bury.0": "coal 1 a", "oldham.0": "cotton 1 b"},
        links={"burnley-colne": "a", "manchester-oldham": "b"},
    )
    assert match.offered("build") == {
        "cotton burnley.0",
        "cotton burnley.1",
        "cotton colne.0",
        "cotton colne.1",
    }


def test_links_of_others_do_not_lengthen_the_network() -> None:
    match = position(
        hands={0: "cotton cotton"},
        board={"colne.0": "cotton 1 a"},
        links={"burnley-colne": "b"},
    )
    assert match.offered("build") == set()


def test_with_nothing_on_the_board_an_industry_card_works_in_any_town() -> None:
    match = position(hands={0: "coal coal"}, board={"wigan.0": "coal 1 b"})
    towns = ("blackburn", "bolton", "burnley", "bury", "oldham", "rochdale")
    assert match.offered("build") == {
        *(f"coal {town}.{slot}" for town in towns for slot in (0, 1)),
        *(f"coal manchester.{slot}" for slot in (0, 1, 2)),
        "coal warrington_runcorn.0",
        "coal wigan.1",
    }


def test_with_nothing_left_on_the_board_an_industry_card_works_anywhere_in_rail_too() -> None:
    match = position(period="rail", hands={0: "port port"}, developed={0: PORT_2})
    assert match.offered("build") == {
        "port ellesmere_port.0",
        "port fleetwood.0",
        "port lancaster.0",
        "port liverpool.0",
        "port liverpool.1",
        "port liverpool.3",
        "port preston.0",
        "port warrington_runcorn.1",
    }


def test_a_link_alone_ends_the_free_choice_of_the_first_build() -> None:
    match = position(hands={0: "port port"}, links={"bolton-bury": "a"})
    assert match.offered("build") == set()


def test_two_cards_build_any_industry_in_any_town() -> None:
    match = position(hands={0: "oldham wigan"}, board={"colne.0": "cotton 1 a"})
    match.answer("build2 port fleetwood.0", "discard oldham", "discard wigan")
    assert match.tile("fleetwood.0") == "port 1 a"
    assert match.table["discards"] == ["oldham", "wigan"]


def test_two_cards_are_both_actions_of_the_turn() -> None:
    match = position(hands={0: "oldham wigan cotton"})
    match.answer("build2 port fleetwood.0", "discard oldham")
    assert (match.actor, match.decision) == (0, "card")
    assert match.answers == ["discard wigan", "discard cotton"]
    match.answer("discard wigan")
    assert (match.actor, match.decision) == (1, "action")


def test_two_cards_may_also_build_what_one_card_could() -> None:
    match = position(hands={0: "wigan bolton"})
    assert {"build coal wigan.0", "build2 coal wigan.0"} <= set(match.answers)


def test_two_cards_do_not_build_in_canal_round_1() -> None:
    match = position(round_number=1, actions=1, hands={0: "wigan bolton"})
    assert match.offered("build2") == set()
    assert "coal wigan.0" in match.offered("build")


def test_two_cards_build_in_rail_round_1() -> None:
    match = position(period="rail", round_number=1, developed={0: PORT_2})
    assert "port fleetwood.0" in match.offered("build2")


def test_two_cards_do_not_build_as_the_second_action() -> None:
    match = position(hands={0: "wigan bolton oldham"}).answer("pass", "discard oldham")
    assert (match.actor, match.decision) == (0, "action")
    assert match.offered("build2") == set()


def test_two_cards_obey_the_rules_of_the_town() -> None:
    match = position(board={"colne.0": "cotton 1 a"})
    towns = {site.split()[1].split(".")[0] for site in match.offered("build2")}
    assert towns.isdisjoint({"colne", "barrow_in_furness", "birkenhead"})


def test_only_cards_that_allow_the_build_can_be_discarded_for_it() -> None:
    match = position(
        hands={0: "manchester cotton coal bolton"},
        board={"oldham.0": "cotton 1 a"},
        links={"manchester-oldham": "a"},
    )
    match.answer("build cotton manchester.0")
    assert (match.actor, match.decision) == (0, "card")
    assert set(match.answers) == {"discard manchester", "discard cotton"}


def test_outside_the_network_only_the_location_card_can_be_discarded() -> None:
    match = position(hands={0: "manchester cotton"}, board={"oldham.0": "cotton 1 a"})
    assert match.answer("build cotton manchester.0").answers == ["discard manchester"]


def test_the_card_of_a_build_leaves_the_hand() -> None:
    match = position(hands={0: "manchester manchester cotton"})
    match.answer("build cotton manchester.0", "discard manchester")
    assert match.table["hands"][0] == ["manchester", "cotton"]
    assert match.table["discards"] == ["manchester"]


def test_the_lowest_tile_of_the_stack_is_built() -> None:
    match = position(hands={0: "manchester manchester"})
    match.answer("build cotton manchester.1", "discard manchester")
    assert match.tile("manchester.1") == "cotton 1 a"
    assert match.stack(0, "cotton") == [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_a_higher_level_is_built_once_the_lower_ones_are_gone() -> None:
    match = position(
        hands={0: "manchester manchester"},
        board={"manchester.1": "coal 1 b"},
        developed={0: COTTON_2},
    )
    match.answer("build cotton manchester.0", "discard manchester")
    assert match.tile("manchester.0") == "cotton 2 a"


def test_an_exhausted_stack_builds_nothing() -> None:
    match = position(
        hands={0: "liverpool liverpool"}, board={"wigan.0": "coal 1 b"}, developed={0: {"port": 8}}
    )
    assert match.offered("build") == set()


# Gone from the stack, so that the next tile is of the level in question.
LEVELS = [
    ("cotton", {}, "canal", True),
    ("cotton", {}, "rail", False),
    ("cotton", COTTON_2, "canal", True),
    ("cotton", COTTON_2, "rail", True),
    ("cotton", {"cotton": 9}, "canal", True),
    ("coal", {}, "canal", True),
    ("coal", {}, "rail", False),
    ("coal", COAL_2, "rail", True),
    ("iron", {}, "canal", True),
    ("iron", {}, "rail", False),
    ("iron", IRON_2, "rail", True),
    ("port", {}, "canal", True),
    ("port", {}, "rail", False),
    ("port", PORT_2, "rail", True),
    ("shipyard", {}, "canal", False),
    ("shipyard", {}, "rail", False),
    ("shipyard", SHIPYARD_1, "canal", True),
    ("shipyard", SHIPYARD_1, "rail", False),
    ("shipyard", SHIPYARD_2, "canal", False),
    ("shipyard", SHIPYARD_2, "rail", True),
]


@pytest.mark.parametrize(("industry", "gone", "period", "possible"), LEVELS)
def test_levels_belong_to_their_periods(
    industry: str, gone: dict[str, int], period: str, possible: bool
) -> None:
    match = position(
        period=period,
        hands={0: "manchester liverpool"},
        board={"liverpool.0": "port 2 b", "manchester.0": "coal 2 b"},
        developed={0: gone},
    )
    offered = {site.split()[0] for site in match.offered("build")}
    assert (industry in offered) == possible


@pytest.mark.parametrize(
    ("town", "sites"),
    [
        ("colne", {"cotton colne.0", "cotton colne.1"}),
        ("wigan", {"coal wigan.0", "coal wigan.1"}),
        ("ellesmere_port", {"port ellesmere_port.0"}),
        ("liverpool", {"port liverpool.0", "port liverpool.1", "port liverpool.3"}),
        ("warrington_runcorn", {
            "cotton warrington_runcorn.0", "coal warrington_runcorn.0", "port warrington_runcorn.1",
        }),
        ("blackburn", {
            "cotton blackburn.0", "coal blackburn.0", "cotton blackburn.1", "coal blackburn.1",
        }),
    ],
)  # fmt: skip
def test_the_slot_must_show_the_industry(town: str, sites: set[str]) -> None:
    match = position(hands={0: f"{town} {town}" if town != "ellesmere_port" else f"{town} oldham"})
    offered = {site for site in match.offered("build") if f" {town}." in site}
    assert offered == sites


def test_in_canal_a_player_has_one_tile_in_a_town() -> None:
    match = position(hands={0: "manchester coal"}, board={"manchester.0": "cotton 1 a"})
    assert match.offered("build") == set()


def test_in_rail_a_player_may_have_several_tiles_in_a_town() -> None:
    match = position(
        period="rail",
        hands={0: "manchester coal"},
        board={"manchester.0": "cotton 2 a"},
        developed={0: COAL_2},
    )
    assert match.offered("build") == {"coal manchester.1", "coal manchester.2"}


def test_tiles_of_others_do_not_block_a_town() -> None:
    match = position(
        hands={0: "burnley burnley"}, board={"burnley.0": "cotton 1 b", "bury.0": "coal 1 a"}
    )
    assert match.offered("build") == {"cotton burnley.1", "coal burnley.1"}


@pytest.mark.parametrize("town", ["lancaster", "preston"])
def test_a_port_uses_the_slot_for_ports_only_first(town: str) -> None:
    match = position(hands={0: f"{town} {town}"})
    assert match.offered("build") == {f"port {town}.0", f"cotton {town}.1"}


@pytest.mark.parametrize("town", ["lancaster", "preston"])
def test_a_port_uses_the_slot_of_two_icons_once_the_other_is_taken(town: str) -> None:
    match = position(hands={0: f"{town} {town}"}, board={f"{town}.0": "port 1 b"})
    assert match.offered("build") == {f"port {town}.1", f"cotton {town}.1", *_iron(town)}


def _iron(town: str) -> set[str]:
    """The port is an anchor, so the works can get its coal."""
    return {"iron preston.2"} if town == "preston" else set()


def test_a_free_slot_for_ports_is_used_instead_of_replacing_a_port_beside_it() -> None:
    match = position(
        period="rail",
        hands={0: "lancaster lancaster"},
        board={"lancaster.1": "port 2 a"},
        developed={0: PORT_3},
    )
    assert match.offered("build") == {"port lancaster.0"}


def test_a_port_on_two_icons_is_replaced_if_the_slot_for_ports_is_taken() -> None:
    match = position(
        period="rail",
        hands={0: "lancaster lancaster"},
        board={"lancaster.0": "port 2 b", "lancaster.1": "port 2 a"},
        developed={0: PORT_3},
    )
    assert match.offered("build") == {"port lancaster.1"}


def test_in_canal_a_port_on_two_icons_is_stuck_beside_a_free_slot_for_ports() -> None:
    match = position(
        hands={0: "lancaster lancaster"}, board={"lancaster.1": "port 1 a"}, developed={0: PORT_2}
    )
    assert match.offered("build") == set()


@pytest.mark.parametrize(
    ("period", "sites"),
    [
        ("canal", set()),
        ("rail", {"shipyard barrow_in_furness.0", "iron barrow_in_furness.1"}),
    ],
)
def test_barrow_is_built_in_only_in_the_rail_period(period: str, sites: set[str]) -> None:
    links = {"barrow_in_furness-lancaster": "b", "lancaster-scotland": "b"}
    match = position(
        period=period,
        hands={0: "barrow_in_furness barrow_in_furness"},
        links=links if period == "rail" else {},
        developed={0: {**SHIPYARD_2, **IRON_2}},
    )
    assert match.offered("build") == sites


@pytest.mark.parametrize(
    ("period", "gone", "sites"),
    [
        ("canal", SHIPYARD_1, set()),
        ("rail", SHIPYARD_2, {"shipyard birkenhead.0"}),
    ],
)
def test_birkenhead_is_built_in_only_in_the_rail_period(
    period: str, gone: dict[str, int], sites: set[str]
) -> None:
    match = position(
        period=period,
        hands={0: "birkenhead birkenhead"},
        board={"ellesmere_port.0": "port 2 b"},
        links={"birkenhead-ellesmere_port": "b"} if period == "rail" else {},
        developed={0: gone},
    )
    assert match.offered("build") == sites


def test_the_duel_has_no_towns_beyond_its_map() -> None:
    match = position(players=2, edition="2009-duel")
    towns = {site.split()[1].split(".")[0] for site in match.offered("build2")}
    assert towns.isdisjoint({"birkenhead", "ellesmere_port", "stockport", "macclesfield"})
    assert towns.isdisjoint({"oldham", "rochdale"})


def test_the_cost_goes_to_the_amount_spent() -> None:
    match = position(hands={0: "manchester manchester"}, spent={0: 3})
    match.answer("build cotton manchester.0", "discard manchester")
    assert (match.money(0), match.spent(0)) == (18, 15)


def test_coal_and_iron_from_the_tracks_go_to_the_amount_spent_too() -> None:
    match = position(
        hands={0: "lancaster lancaster"},
        board={"lancaster.0": "port 1 b"},
        developed={0: COTTON_3},
        coal=5,
        iron=2,
    )
    match.answer("build cotton lancaster.1", "discard lancaster")
    assert (match.money(0), match.spent(0)) == (30 - 16 - 2 - 4, 22)
    assert (match.table["coal"], match.table["iron"]) == (4, 1)


# Money, cubes on the coal and iron tracks; a cotton mill of level 3 costs £16, a coal, an iron.
@pytest.mark.parametrize(
    ("money", "coal", "iron", "possible"),
    [
        (18, 8, 8, True),
        (17, 8, 8, False),
        (22, 8, 0, True),
        (21, 8, 0, False),
        (22, 0, 8, True),
        (21, 0, 8, False),
        (23, 2, 4, True),
        (22, 2, 4, False),
    ],
)
def test_a_build_is_offered_only_if_coal_and_iron_can_be_paid_too(
    money: int, coal: int, iron: int, possible: bool
) -> None:
    match = position(
        hands={0: "lancaster lancaster"},
        board={"lancaster.0": "port 1 b"},
        developed={0: COTTON_3},
        money=money,
        coal=coal,
        iron=iron,
    )
    assert ("build cotton lancaster.1" in match.answers) == possible
    assert ("build2 cotton lancaster.1" in match.answers) == possible


def test_cubes_of_mines_and_works_cost_nothing() -> None:
    match = position(
        hands={0: "manchester manchester"},
        board={"manchester.1": "coal 1 b", "bolton.2": "iron 1 b"},
        developed={0: COTTON_3},
        money=16,
        coal=0,
        iron=0,
    )
    match.answer("build cotton manchester.0", "discard manchester")
    assert (match.money(0), match.tile("manchester.0")) == (0, "cotton 3 a")


@pytest.mark.parametrize(("money", "possible"), [(5, False), (6, True)])
def test_the_income_of_sold_cubes_does_not_help_to_pay(money: int, possible: bool) -> None:
    match = position(
        hands={0: "preston preston"}, board={"preston.0": "port 1 b"}, money=money, iron=0
    )
    assert ("build iron preston.2" in match.answers) == possible


def test_shipyards_flip_when_built() -> None:
    match = position(
        hands={0: "liverpool liverpool"},
        board={"liverpool.0": "port 1 b"},
        developed={0: SHIPYARD_1},
    )
    match.answer("build shipyard liverpool.2", "discard liverpool")
    assert match.tile("liverpool.2") == "shipyard 1 a flipped"
    assert match.income(0) == 12


@pytest.mark.parametrize(
    ("site", "tile"), [("cotton manchester.0", "cotton 1 a"), ("port liverpool.0", "port 1 a")]
)
def test_mills_and_ports_do_not_flip_when_built(site: str, tile: str) -> None:
    card = site.split()[1].split(".")[0]
    match = position(hands={0: f"{card} {card}"}).answer(f"build {site}", f"discard {card}")
    assert match.tile(site.split()[1]) == tile
    assert match.income(0) == 10


def test_the_first_build_ends_the_free_choice() -> None:
    match = position(hands={0: "coal port port"})
    assert "port fleetwood.0" in match.offered("build")
    match.answer("build coal wigan.0", "discard coal")
    assert match.offered("build") == set()


def test_two_actions_may_build_two_tiles() -> None:
    match = position(hands={0: "manchester wigan"})
    match.answer("build cotton manchester.0", "discard manchester")
    match.answer("build coal wigan.1", "discard wigan")
    assert (match.tile("manchester.0"), match.tile("wigan.1")) == ("cotton 1 a", "coal 1 a 2")
    assert (match.actor, match.spent(0)) == (1, 17)


def test_only_occupied_slots_are_on_the_board_and_cubes_are_0_where_there_are_none() -> None:
    match = position(hands={0: "fleetwood wigan"})
    match.answer("build port fleetwood.0", "discard fleetwood")
    assert match.table["board"] == {
        "fleetwood.0": {"industry": "port", "level": 1, "owner": 0, "flipped": False, "cubes": 0}
    }
