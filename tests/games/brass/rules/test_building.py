"""Building an industry tile: with which card, where, which tile and at what price."""

from __future__ import annotations

import pytest

from smokestack.engine.errors import IllegalAnswer
from tests.games.brass.positions import position

# How many tiles are gone from a stack when its next one is of this level.
COTTON_2, COTTON_3 = {"cotton": 3}, {"cotton": 6}
COAL_2, COAL_3 = {"coal": 1}, {"coal": 3}
IRON_2 = {"iron": 1}
PORT_2, PORT_3 = {"port": 2}, {"port": 4}
SHIPYARD_1, SHIPYARD_2 = {"shipyard": 2}, {"shipyard": 4}


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


def test_tiles_of_others_do_not_keep_one_out_of_a_town() -> None:
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


@pytest.mark.parametrize("state", ["", " flipped"])
def test_one_may_replace_a_tile_of_ones_own_by_a_higher_level(state: str) -> None:
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


def test_the_cubes_of_a_replaced_tile_of_ones_own_are_lost() -> None:
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


def test_who_loses_a_tile_to_another_keeps_income_and_points() -> None:
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


def test_in_canal_no_mine_of_another_is_replaced_where_one_has_a_tile() -> None:
    match = position(
        hands={0: "wigan wigan"},
        board={"wigan.0": "coal 1 b flipped", "wigan.1": "coal 1 a flipped"},
        developed={0: COAL_2},
        coal=0,
    )
    assert match.offered("build") == {"coal wigan.1"}


def test_in_rail_a_mine_of_another_is_replaced_also_where_one_has_a_tile() -> None:
    match = position(
        period="rail",
        hands={0: "wigan wigan"},
        board={"wigan.0": "coal 2 b flipped", "wigan.1": "coal 2 a flipped"},
        developed={0: COAL_3},
        coal=0,
    )
    assert match.offered("build") == {"coal wigan.0", "coal wigan.1"}


# A shipyard in Birkenhead takes its coal over Ellesmere Port.
BIRKENHEAD = {"birkenhead-ellesmere_port": "b"}
PORTS = {"ellesmere_port.0": "port 2 b", "liverpool.0": "port 2 a"}


def test_with_liverpool_in_the_network_a_shipyard_card_builds_in_birkenhead() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard birkenhead.0", "shipyard liverpool.2"}
    match.answer("build shipyard birkenhead.0", "discard shipyard")
    assert match.tile("birkenhead.0") == "shipyard 2 a flipped"


def test_a_link_to_liverpool_is_enough_for_the_virtual_link() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"ellesmere_port.0": "port 2 b"},
        links={**BIRKENHEAD, "liverpool-southport": "a"},
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard birkenhead.0"}


def test_without_the_virtual_link_a_shipyard_card_does_not_reach_birkenhead() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
        virtual_link=False,
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_moves_no_coal() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"liverpool.0": "port 2 a", "wigan.0": "coal 2 a"},
        links={"liverpool-wigan": "a"},
        developed={0: SHIPYARD_2},
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_is_no_link_to_build() -> None:
    match = position(period="rail", board=PORTS)
    with pytest.raises(IllegalAnswer):
        match.answer("link birkenhead-liverpool")


def test_the_virtual_link_does_not_lengthen_the_network() -> None:
    match = position(period="rail", board={"liverpool.0": "port 2 a"})
    assert match.offered("link") == {
        "liverpool-southport",
        "liverpool-warrington_runcorn",
        "liverpool-wigan",
    }


@pytest.mark.parametrize(
    ("edition", "reverse", "sites"),
    [
        ("2007", False, set()),
        ("2018", False, set()),
        ("2007", True, {"port liverpool.0", "port liverpool.1", "port liverpool.3"}),
    ],
)
def test_from_birkenhead_cards_reach_liverpool_only_with_the_reverse_link(
    edition: str, reverse: bool, sites: set[str]
) -> None:
    match = position(
        edition=edition,
        period="rail",
        hands={0: "port port"},
        board={"birkenhead.0": "shipyard 2 a flipped"},
        developed={0: PORT_2},
        virtual_link_reverse=reverse,
    )
    assert match.offered("build") == sites


def test_the_reverse_link_serves_shipyard_cards_too() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard shipyard"},
        board={"birkenhead.0": "shipyard 2 a flipped", "liverpool.0": "port 2 b"},
        developed={0: {"shipyard": 5}},
        virtual_link_reverse=True,
    )
    assert match.offered("build") == {"shipyard liverpool.2"}


def test_the_virtual_link_serves_shipyard_cards_only() -> None:
    match = position(
        period="rail",
        hands={0: "shipyard port liverpool birkenhead"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    match.answer("build shipyard birkenhead.0")
    assert set(match.answers) == {"discard shipyard", "discard birkenhead"}


@pytest.mark.parametrize(("edition", "possible"), [("2007", True), ("2018", False)])
def test_the_2018_edition_is_played_without_the_virtual_link(edition: str, possible: bool) -> None:
    match = position(
        edition=edition,
        period="rail",
        hands={0: "shipyard shipyard"},
        board=PORTS,
        links=BIRKENHEAD,
        developed={0: SHIPYARD_2},
    )
    assert ("build shipyard birkenhead.0" in match.answers) == possible


def test_the_first_build_ends_the_free_choice() -> None:
    match = position(hands={0: "coal port port"})
    assert "port fleetwood.0" in match.offered("build")
    match.answer("build coal wigan.0", "discard coal")
    assert match.offered("build") == set()


def test_an_industry_card_replaces_tiles_of_ones_own() -> None:
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
