"""The contracts: what each of the seven kinds does, once and doubled."""

from __future__ import annotations

import pytest

from tests.games.glasgow.positions import RING, custom_tiles, position

# The default ring with the two contracts it leaves out, at 6 and 7.
GOODS_RING = (*RING[:6], "steel-2", "gold-2", *RING[8:])

FULL = "5 stone, 4 steel, 3 gold"

FACTORY_CITY = """
    F1a P1a F3b
    P2a .   P3a
    F5a P4a F4a
"""


@pytest.mark.parametrize(
    ("index", "goods"),
    [
        (1, "1 stone"),
        (2, "1 steel"),
        (3, "1 gold"),
        (4, "1 whisky"),
        (6, "1 steel"),
        (7, "1 gold"),
        (13, "1 stone, 1 steel"),
        (14, "2 stone"),
    ],
)
def test_a_goods_contract_grants_its_goods_without_asking(index: int, goods: str) -> None:
    match = position(ring=GOODS_RING).answer(f"move {index}")
    assert match.goods(0) == goods
    assert (match.actor, match.decision) == (1, "move")


@pytest.mark.parametrize(
    ("before", "index", "after"),
    [
        ("4 stone", 14, "5 stone"),
        ("5 stone", 14, "5 stone"),
        ("4 steel", 2, "4 steel"),
        ("3 gold", 3, "3 gold"),
        ("5 stone, 1 steel", 13, "5 stone, 2 steel"),
    ],
)
def test_goods_that_do_not_fit_the_store_are_lost(before: str, index: int, after: str) -> None:
    match = position(goods=(before, "")).answer(f"move {index}")
    assert match.goods(0) == after
    assert match.goods(1) == ""


def test_the_supply_suffices_to_fill_both_stores() -> None:
    match = position(goods=("5 stone, 4 steel, 2 gold", FULL)).answer("move 3")
    assert (match.goods(0), match.goods(1)) == (FULL, FULL)


def test_whisky_comes_from_the_opponent_when_the_supply_has_none() -> None:
    match = position(goods=("", "2 stone, 1 whisky")).answer("move 4")
    assert (match.goods(0), match.goods(1)) == ("1 whisky", "2 stone")


def test_a_player_with_the_barrel_gains_no_second_one() -> None:
    match = position(goods=("1 whisky", "")).answer("move 4")
    assert (match.goods(0), match.goods(1)) == ("1 whisky", "")


@pytest.mark.parametrize(
    ("index", "decision"),
    [(5, "build"), (6, "choice"), (7, "convert"), (8, "replace"), (9, "activate"), (11, "draw")],
)
def test_every_action_that_asks_can_be_declined(index: int, decision: str) -> None:
    match = position(city="F3a", goods=("2 stone", "")).answer(f"move {index}")
    before = match.table
    assert match.decision == decision
    match.answer("pass")
    assert (match.actor, match.decision) == (1, "move")
    assert match.table == {**before, "turn": 1}


def test_choice_offers_one_stone_one_steel_or_one_gold() -> None:
    match = position().answer("move 6")
    assert (match.actor, match.decision) == (0, "choice")
    assert set(match.answers) == {"take stone", "take steel", "take gold", "pass"}


@pytest.mark.parametrize("good", ["stone", "steel", "gold"])
def test_choice_grants_one_of_the_chosen_good(good: str) -> None:
    match = position().answer("move 6", f"take {good}")
    assert match.goods(0) == f"1 {good}"
    assert (match.actor, match.decision) == (1, "move")


@pytest.mark.parametrize(
    ("goods", "answers"),
    [
        ("5 stone", {"take steel", "take gold", "pass"}),
        ("4 steel", {"take stone", "take gold", "pass"}),
        ("3 gold", {"take stone", "take steel", "pass"}),
        ("5 stone, 4 steel, 2 gold", {"take gold", "pass"}),
    ],
)
def test_choice_offers_only_goods_that_fit(goods: str, answers: set[str]) -> None:
    assert set(position(goods=(goods, "")).answer("move 6").answers) == answers


def test_what_fits_depends_on_the_store_of_the_player_who_chooses() -> None:
    match = position(merchants=(5, 0), goods=(FULL, "4 stone, 4 steel")).answer("move 6")
    assert (match.actor, match.decision) == (1, "choice")
    assert set(match.answers) == {"take stone", "take gold", "pass"}
    assert match.answer("take stone").goods(1) == "5 stone, 4 steel"


def test_choice_is_skipped_when_nothing_fits() -> None:
    match = position(goods=(FULL, "")).answer("move 6")
    assert (match.actor, match.decision) == (1, "move")


def test_replace_offers_all_four_architects() -> None:
    match = position().answer("move 8")
    assert (match.actor, match.decision) == (0, "replace")
    assert set(match.answers) == {"replace 0", "replace 5", "replace 10", "replace 15", "pass"}


def test_replace_discards_both_buildings_of_an_architect_and_draws_two() -> None:
    match = position(pile=["B1", "B2", "B3"], discards=["S1"]).answer("move 8", "replace 10")
    assert match.table["offers"]["10"] == ["B1", "B2"]
    assert match.table["pile"][0] == "B3"
    assert sorted(match.table["discards"]) == ["P1", "P2", "S1"]
    assert (match.actor, match.decision) == (1, "move")


def test_replace_leaves_the_other_architects_alone() -> None:
    match = position().answer("move 8", "replace 10")
    offers = match.table["offers"]
    assert (offers["0"], offers["5"], offers["15"]) == (["F1", "F2"], ["T1", "T2"], ["L1", "L2"])


def test_activate_is_skipped_when_the_city_has_no_factory() -> None:
    match = position(city="P1a T1b").answer("move 9")
    assert (match.actor, match.decision) == (1, "move")


def test_activate_offers_factories_of_both_owners() -> None:
    match = position(city=FACTORY_CITY).answer("move 9")
    assert (match.actor, match.decision) == (0, "activate")
    assert set(match.answers) == {
        "activate 0,0",
        "activate 2,0",
        "activate 0,2",
        "activate 2,2",
        "pass",
    }


def test_activate_offers_factories_that_would_have_no_effect() -> None:
    match = position(city="F1a F7a", goods=(FULL, "")).answer("move 9")
    assert set(match.answers) == {"activate 0,0", "activate 1,0", "pass"}


def test_an_activated_factory_without_effect_changes_nothing() -> None:
    match = position(city="F7a", goods=("", "")).answer("move 9", "activate 0,0")
    assert (match.actor, match.decision) == (1, "move")
    assert (match.goods(0), match.goods(1)) == ("", "")


def test_activate_fires_a_factory_and_those_in_its_row_and_its_column() -> None:
    match = position(city=FACTORY_CITY).answer("move 9", "activate 0,0")
    assert match.goods(0) == "1 stone, 1 gold"
    assert match.goods(1) == "1 steel"
    assert (match.actor, match.decision) == (1, "move")


def test_activate_fires_over_gaps_in_the_city() -> None:
    match = position(
        city="""
            F1a .   F4a
            P1a P2a P3a
        """
    ).answer("move 9", "activate 0,0")
    assert match.goods(0) == "1 stone, 1 steel"


def test_each_factory_in_the_row_fires_once() -> None:
    match = position(city="F1a F2a F3a F4a").answer("move 9", "activate 1,0")
    assert match.goods(0) == "2 stone, 2 steel"


def test_activating_the_opponents_factory_gives_its_good_to_the_opponent() -> None:
    match = position(city="F5b").answer("move 9", "activate 0,0")
    assert (match.goods(0), match.goods(1)) == ("", "1 gold")


def test_an_activated_replace_factory_asks_its_owner() -> None:
    match = position(city="F8b", pile=["B1", "B2"]).answer("move 9", "activate 0,0")
    assert (match.actor, match.decision) == (1, "replace")
    match.answer("replace 15")
    assert match.table["offers"]["15"] == ["B1", "B2"]


def test_the_active_player_orders_activated_factories() -> None:
    match = position(city="F7b F1b").answer("move 9", "activate 0,0")
    assert (match.actor, match.decision) == (0, "resolve")
    assert set(match.answers) == {"resolve 0,0", "resolve 1,0"}


def test_draw_asks_before_anything_is_revealed() -> None:
    match = position(pile=["P5"]).answer("move 11")
    assert (match.actor, match.decision) == (0, "draw")
    assert set(match.answers) == {"draw", "pass"}
    assert (match.table["drawn"], match.table["pile"][0]) == (None, "P5")


def test_draw_reveals_the_top_building_which_must_be_built_or_discarded() -> None:
    match = position(pile=["T3", "P5"], goods=("1 stone, 1 steel", "")).answer("move 11", "draw")
    assert (match.actor, match.decision) == (0, "drawn")
    assert set(match.answers) == {"build", "discard"}
    assert (match.table["drawn"], match.table["pile"][0]) == ("T3", "P5")


def test_a_drawn_building_is_built_at_its_cost() -> None:
    match = position(city="P1a", pile=["T3"], goods=("2 stone, 2 steel", ""))
    match.answer("move 11", "draw", "build", "place 1,0")
    assert match.table["city"]["1,0"] == ["T3", 0]
    assert match.goods(0) == "1 stone, 1 steel"
    assert match.table["drawn"] is None


def test_a_drawn_building_stays_drawn_until_it_is_placed() -> None:
    match = position(city="P1a", pile=["T3"], goods=("2 stone, 2 steel", ""))
    match.answer("move 11", "draw", "build")
    assert match.decision == "place"
    assert match.table["drawn"] == "T3"
    assert match.table["city"] == {"0,0": ["P1", 0]}


def test_a_drawn_building_triggers_factories() -> None:
    match = position(city="F5b", pile=["T3"], goods=("1 stone, 1 steel", ""))
    match.answer("move 11", "draw", "build", "place 1,0")
    assert match.goods(1) == "1 gold"


def test_a_drawn_building_is_taken_from_no_architect() -> None:
    match = position(pile=["T3", "B1"], goods=("1 stone, 1 steel", ""))
    before = match.table["offers"]
    match.answer("move 11", "draw", "build")
    assert match.table["offers"] == before
    assert match.table["pile"][0] == "B1"


def test_no_further_build_follows_a_drawn_building() -> None:
    match = position(pile=["T3"], goods=(FULL, "")).answer("move 11", "draw", "build")
    assert match.table["city"] == {"0,0": ["T3", 0]}
    assert (match.actor, match.decision) == (1, "move")


@pytest.mark.parametrize(
    ("building", "good"), [("P5", "stone"), ("P6", "steel"), ("R2", "steel"), ("L7", "stone")]
)
def test_a_discarded_building_brings_the_leftmost_good_of_its_cost(
    building: str, good: str
) -> None:
    match = position(pile=[building]).answer("move 11", "draw", "discard")
    assert match.goods(0) == f"1 {good}"
    assert match.table["discards"] == [building]
    assert match.table["drawn"] is None
    assert (match.actor, match.decision) == (1, "move")


def test_the_order_of_a_cost_decides_which_good_is_leftmost() -> None:
    tiles = custom_tiles(P5={"cost": ["gold", "stone"]})
    match = position(tiles=tiles, pile=["P5"]).answer("move 11", "draw", "discard")
    assert match.goods(0) == "1 gold"


def test_the_good_of_a_discarded_building_is_lost_when_it_does_not_fit() -> None:
    match = position(pile=["P5"], goods=("5 stone", "")).answer("move 11", "draw", "discard")
    assert match.goods(0) == "5 stone"


def test_a_forced_discard_is_still_asked_and_recorded() -> None:
    match = position(pile=["L7"], goods=("2 stone", "")).answer("move 11", "draw")
    assert (match.actor, match.decision) == (0, "drawn")
    assert match.answers == ["discard"]
    assert match.table["drawn"] == "L7"
    match.answer("discard")
    assert match.record().answers == ["move 11", "draw", "discard"]


def test_double_does_and_asks_nothing_now() -> None:
    match = position(goods=("1 stone", ""))
    before = match.table
    match.answer("move 12")
    assert (match.actor, match.decision) == (1, "move")
    changed = {"merchants": [12, 0], "behind": None, "doubled": [True, False], "turn": 1}
    assert match.table == {**before, **changed}


def test_double_waits_for_the_next_tile_of_the_same_player() -> None:
    match = position(merchants=(0, 1)).answer("move 12", "move 2")
    assert match.goods(1) == "1 steel"
    assert match.table["doubled"] == [True, False]
    match.answer("move 13", "move 1")
    assert match.goods(0) == "2 stone"


def test_double_is_spent_on_landing_on_the_next_tile() -> None:
    match = position(merchants=(0, 14), doubled=(True, False)).answer("move 6")
    assert match.decision == "choice"
    assert match.table["doubled"] == [False, False]


def test_the_tile_after_the_doubled_one_is_used_once() -> None:
    match = position(merchants=(0, 14), doubled=(True, False)).answer("move 1", "move 2")
    assert match.goods(0) == "2 stone, 1 steel"


def test_both_players_can_have_the_next_tile_doubled() -> None:
    match = position(merchants=(0, 1), doubled=(True, True)).answer("move 14", "move 3")
    assert (match.goods(0), match.goods(1)) == ("4 stone", "2 gold")


@pytest.mark.parametrize(
    ("index", "goods"),
    [
        (1, "2 stone"),
        (3, "2 gold"),
        (4, "1 whisky"),
        (13, "2 stone, 2 steel"),
        (14, "4 stone"),
    ],
)
def test_a_doubled_goods_contract_grants_its_goods_twice(index: int, goods: str) -> None:
    match = position(doubled=(True, False)).answer(f"move {index}")
    assert match.goods(0) == goods
    assert (match.actor, match.decision) == (1, "move")


def test_goods_granted_twice_are_lost_where_they_do_not_fit() -> None:
    match = position(doubled=(True, False), goods=("2 stone", "")).answer("move 14")
    assert match.goods(0) == "5 stone"


def test_a_doubled_choice_is_two_choices() -> None:
    match = position(doubled=(True, False)).answer("move 6", "take gold")
    assert (match.actor, match.decision) == (0, "choice")
    match.answer("take stone")
    assert match.goods(0) == "1 stone, 1 gold"
    assert (match.actor, match.decision) == (1, "move")


def test_the_second_choice_is_skipped_when_nothing_fits_any_more() -> None:
    match = position(doubled=(True, False), goods=("5 stone, 4 steel, 2 gold", ""))
    match.answer("move 6", "take gold")
    assert match.goods(0) == FULL
    assert (match.actor, match.decision) == (1, "move")


def test_a_doubled_convert_is_two_conversions_of_any_lines() -> None:
    match = position(doubled=(True, False), goods=("2 stone", ""))
    match.answer("move 7", "convert stone>steel 2")
    assert (match.actor, match.decision) == (0, "convert")
    match.answer("convert steel>gold 1")
    assert match.goods(0) == "1 steel, 1 gold"
    assert (match.actor, match.decision) == (1, "move")


def test_a_doubled_convert_turns_steel_to_gold_once_each_time() -> None:
    match = position(doubled=(True, False), goods=("3 steel", ""))
    match.answer("move 7", "convert steel>gold 1", "convert steel>gold 1")
    assert match.goods(0) == "1 steel, 2 gold"


def test_a_doubled_replace_is_two_replacements_even_of_the_same_architect() -> None:
    match = position(doubled=(True, False), pile=["B1", "B2", "B3", "B4"])
    match.answer("move 8", "replace 5")
    assert (match.actor, match.decision) == (0, "replace")
    match.answer("replace 5")
    assert match.table["offers"]["5"] == ["B3", "B4"]
    assert sorted(match.table["discards"]) == ["B1", "B2", "T1", "T2"]
    assert (match.actor, match.decision) == (1, "move")


def test_a_doubled_activate_is_two_activations() -> None:
    match = position(doubled=(True, False), city=FACTORY_CITY).answer("move 9", "activate 0,0")
    assert (match.actor, match.decision) == (0, "activate")
    match.answer("activate 0,2")
    assert match.goods(0) == "2 stone, 1 steel, 2 gold"
    assert match.goods(1) == "1 steel"
    assert (match.actor, match.decision) == (1, "move")


def test_declining_what_an_activated_factory_offers_does_not_end_a_doubled_activate() -> None:
    match = position(doubled=(True, False), city="F7a", goods=("1 stone", ""))
    match.answer("move 9", "activate 0,0", "pass")
    assert (match.actor, match.decision) == (0, "activate")


def test_a_doubled_draw_is_two_draws() -> None:
    match = position(doubled=(True, False), pile=["P6", "P5"]).answer("move 11", "draw", "discard")
    assert (match.actor, match.decision) == (0, "draw")
    match.answer("draw", "discard")
    assert match.goods(0) == "1 stone, 1 steel"
    assert match.table["discards"] == ["P6", "P5"]
    assert (match.actor, match.decision) == (1, "move")


def test_both_buildings_of_a_doubled_draw_are_built_at_their_cost() -> None:
    match = position(doubled=(True, False), pile=["T3", "P3"], goods=("1 stone, 3 steel", ""))
    match.answer("move 11", "draw", "build", "draw", "build", "place 0,1")
    assert match.table["city"] == {"0,0": ["T3", 0], "0,1": ["P3", 0]}
    assert match.goods(0) == ""
    assert (match.actor, match.decision) == (1, "move")


def test_the_second_building_of_a_doubled_architect_costs_no_gold() -> None:
    match = position(doubled=(True, False), goods=("4 stone", ""))
    match.answer("move 5", "build 0", "build 1", "place 1,0")
    assert match.table["city"] == {"0,0": ["T1", 0], "1,0": ["T2", 0]}
    assert match.goods(0) == ""


@pytest.mark.parametrize("index", [5, 6, 7, 8, 9, 11])
def test_pass_ends_both_uses_of_a_doubled_tile(index: int) -> None:
    match = position(city="F3a", doubled=(True, False), goods=("2 stone", ""))
    match.answer(f"move {index}", "pass")
    assert (match.actor, match.decision) == (1, "move")


def test_the_second_use_of_a_doubled_tile_can_be_declined() -> None:
    match = position(doubled=(True, False)).answer("move 6", "take gold", "pass")
    assert match.goods(0) == "1 gold"
    assert (match.actor, match.decision) == (1, "move")
