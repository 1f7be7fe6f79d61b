"""Positions as JSON: written and read without loss, and refused if they are invalid."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.games.glasgow.rules.terms import DECISIONS
from smokestack.games.glasgow.rules.turn import Glasgow
from tests.games.glasgow.invariants import check_city, check_invariants
from tests.games.glasgow.positions import GAME, Position, custom_tiles, position
from tests.mutations import spoil

CITY = """
    F1a T1b
    .   F7a
"""


def written(match: Match) -> dict[str, Any]:
    """The position after a round trip through JSON."""
    data: dict[str, Any] = json.loads(json.dumps(GAME.dump(match.state)))
    return data


def town() -> Position:
    """A small town, Ann to move."""
    return position(city=CITY, goods=("2 stone, 1 steel", "1 gold, 1 whisky"), merchants=(3, 6))


def changed(match: Match | None = None, /, **fields: object) -> dict[str, Any]:
    """The town, or another position, with some fields of its JSON replaced."""
    return {**written(match or town()), **fields}


def refusal(data: object) -> str:
    """The error for a position that is refused; it must be one line."""
    with pytest.raises(InvalidInput) as caught:
        GAME.load(data)
    message = str(caught.value)
    assert message.splitlines() == [message]
    return message.removeprefix("not a position of Glasgow: ")


@pytest.mark.parametrize("seed", range(5))
def test_every_position_of_a_random_game_survives_json(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    stream = Stream(seed)
    while not match.over:
        match.play(match.state.answers()[stream.below(match.state.count)])
        data = written(match)
        loaded = GAME.load(data)
        assert json.loads(json.dumps(GAME.dump(loaded))) == data
        assert loaded.answers() == match.state.answers()


@pytest.mark.parametrize("seed", range(5))
def test_a_game_continues_from_json_without_a_difference(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    twin = GAME.load(written(match))
    stream = Stream(seed)
    while not match.over:
        answer = match.state.answers()[stream.below(match.state.count)]
        match.play(answer)
        twin.apply(answer)
        twin = GAME.load(json.loads(json.dumps(GAME.dump(twin))))
    assert GAME.result(twin) == match.result


@pytest.mark.parametrize("seed", range(5))
def test_a_position_with_custom_tiles_survives_json(seed: int) -> None:
    match = position(tiles=custom_tiles(L7={"points": 12}))
    stream = Stream(seed)
    for _ in range(60):
        data = written(match)
        assert json.loads(json.dumps(GAME.dump(GAME.load(data)))) == data
        match.play(match.state.answers()[stream.below(match.state.count)])


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_survives_json(decision: str) -> None:
    match = smokestack.new_game("glasgow", seed=0)
    stream = Stream(1)
    while match.decision != decision:
        if match.over:
            match = smokestack.new_game("glasgow", seed=match.setup.seed + 1)
        match.play(match.state.answers()[stream.below(match.state.count)])
    loaded = GAME.load(written(match))
    assert GAME.decisions[loaded.decision] == decision
    assert loaded.actor == match.actor
    assert loaded.answers() == match.state.answers()


def test_a_finished_game_is_still_over() -> None:
    match = smokestack.new_game("glasgow", seed=1, options={"turn_limit": 1})
    match.play("move 1")
    while not match.over:
        match.play(match.answers[-1])
    loaded = GAME.load(written(match))
    assert loaded.over
    assert GAME.result(loaded) == match.result


@pytest.mark.parametrize("data", [None, 3, "move", [], [1, 2], {}, {"decision": "move"}, {1: 2}])
def test_data_that_is_no_position_is_refused(data: object) -> None:
    assert refusal(data).startswith("not a position of Glasgow (")


@pytest.mark.parametrize("field", ["tiles", "stream", "ring", "goods", "city", "pile", "decision"])
def test_a_missing_field_is_refused(field: str) -> None:
    data = changed()
    del data[field]
    assert refusal(data) == (f"not a position of Glasgow (Object missing required field `{field}`)")


def test_an_unknown_field_is_refused() -> None:
    assert refusal(changed(weather="rain")) == (
        "not a position of Glasgow (Object contains unknown field `weather`)"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tiles", None),
        ("whisky_converts", 1),
        ("turn_limit", "500"),
        ("stream", [1]),
        ("stream", [1.5, 2]),
        ("ring", "architect"),
        ("merchants", {"0": 3}),
        ("rear", None),
        ("doubled", [0, 1]),
        ("turn", 1.5),
        ("turn", True),
        ("revealed", None),
        ("goods", [{}]),
        ("goods", [{"stone": "1"}, {}]),
        ("offers", [["F1", "F2"]]),
        ("city", {"0,0": "F1"}),
        ("city", {"0,0": ["F1"]}),
        ("pile", [1, 2]),
        ("discards", None),
        ("drawn", 1),
        ("active", "0"),
        ("acting", None),
        ("chosen", 5.0),
        ("paid", "no"),
        ("firing", "F1"),
        ("fired", ["F1"]),
        ("decision", 0),
        ("actor", "0"),
        ("reason", 1),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(field: str, value: object) -> None:
    message = refusal(changed(**{field: value}))
    assert message.startswith("not a position of Glasgow (Expected ")
    assert f"at `$.{field}" in message


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("turn", -1, "turn, revealed, turn_limit: can't be negative or that high"),
        ("revealed", -1, "turn, revealed, turn_limit: can't be negative or that high"),
        ("turn_limit", 0, "turn_limit: must be at least 1"),
        ("turn_limit", -5, "turn_limit: must be at least 1"),
        ("rear", 2, "rear: must be 0 or 1"),
        ("rear", -1, "rear: must be 0 or 1"),
        ("active", 2, "active: must be 0 or 1"),
        ("uses", 3, "uses: must be 0, 1 or 2"),
        ("uses", -1, "uses: must be 0, 1 or 2"),
        ("surcharge", -1, "surcharge: out of range"),
        ("surcharge", 21, "surcharge: out of range"),
        ("stream", [0, 0], "stream: must be two numbers below 2**32, not both 0"),
        ("stream", [-1, 5], "stream: must be two numbers below 2**32, not both 0"),
        ("stream", [1, 2**32], "stream: must be two numbers below 2**32, not both 0"),
        (
            "merchants",
            [-1, 3],
            "merchants: steps can't be negative nor more than 15 apart",
        ),
        (
            "merchants",
            [3, 19],
            "merchants: steps can't be negative nor more than 15 apart",
        ),
        ("merchants", [6, 6], "merchants: only an architect can be shared"),
        ("tiles", "official", "tiles: no set 'official' is shipped"),
        ("firing", ["F2"], "factory 'F2': not in the city"),
        ("firing", ["T1"], "factory 'T1': not in the city"),
        ("firing", ["Z9"], "factory 'Z9': not in the city"),
        ("fired", "F2", "factory 'F2': not in the city"),
        ("fired", "Z9", "factory 'Z9': not in the city"),
        ("chosen", "7.0", "chosen: '7.0' is neither '5.0' nor 'drawn'"),
        ("chosen", "", "chosen: '' is neither '5.0' nor 'drawn'"),
        ("chosen", "drawn", "chosen: there is no building"),
        ("paid", True, "paid: true exactly for place"),
        ("decision", "castle", "decision: unknown"),
        ("decision", None, "reason: a finished game has one and no decision"),
        ("reason", "city", "reason: a finished game has one and no decision"),
        ("reason", "boredom", "reason: a finished game has one and no decision"),
    ],
)
def test_a_value_out_of_range_is_named(field: str, value: object, problem: str) -> None:
    assert refusal(changed(**{field: value})) == problem


@pytest.mark.parametrize(
    "field", ["turn", "revealed", "turn_limit", "rear", "active", "actor", "uses", "surcharge"]
)
@pytest.mark.parametrize("value", [2**63, 10**30, -(10**30)])
def test_a_huge_number_is_refused(field: str, value: int) -> None:
    refusal(changed(**{field: value}))


@pytest.mark.parametrize("value", [2**63, 10**30, -(10**30)])
def test_huge_numbers_of_goods_steps_or_owners_are_refused(value: int) -> None:
    refusal(changed(goods=[{"stone": value}, {}]))
    refusal(changed(merchants=[value, value]))
    refusal(changed(stream=[value, 1]))
    refusal(changed(city={**changed()["city"], "0,0": ["F1", value]}))


def test_a_game_past_its_turn_limit_is_over() -> None:
    refusal(changed(turn=500))


@pytest.mark.parametrize("decision", [name for name in DECISIONS if name not in ("move", "place")])
def test_a_decision_that_does_not_follow_from_the_position_is_refused(decision: str) -> None:
    assert refusal(changed(decision=decision)) == (
        f"decision: '{decision}' of seat 0 does not follow from the position"
    )


def test_a_placement_without_a_building_is_refused() -> None:
    assert refusal(changed(decision="place", paid=True)) == (
        "decision: 'place' of seat 0 does not follow from the position"
    )


@pytest.mark.parametrize("actor", [1, -1, 2, None])
def test_a_decision_of_the_wrong_player_is_refused(actor: int | None) -> None:
    assert refusal(changed(actor=actor)) == (
        f"decision: 'move' of seat {actor} does not follow from the position"
    )


def test_a_chosen_building_that_can_not_be_paid_is_refused() -> None:
    poor = changed(
        merchants=[5, 6], chosen="5.0", acting=True, uses=1, decision="pay", goods=[{}, {}]
    )
    assert refusal(poor) == "decision: 'pay' of seat 0 does not follow from the position"


def test_a_building_is_chosen_and_a_surcharge_paid_only_at_its_architect() -> None:
    elsewhere = changed(chosen="0.0", acting=True, uses=1, decision="pay")
    assert refusal(elsewhere) == "chosen: the merchant is not at this architect"
    contract = changed(surcharge=1, acting=True, uses=1)
    assert refusal(contract) == "surcharge: only at an architect"


def test_a_missing_building_is_refused() -> None:
    data = changed()
    data["pile"].pop()
    assert refusal(data) == "buildings: some are missing"


def test_a_building_in_two_places_is_refused() -> None:
    data = changed()
    data["pile"][0] = "F1"
    assert refusal(data) == "building F1: unknown or twice"


def test_an_unknown_building_is_refused() -> None:
    data = changed()
    data["pile"][0] = "Z9"
    assert refusal(data) == "building Z9: unknown or twice"


def test_a_drawn_building_without_a_name_is_refused() -> None:
    refusal(changed(drawn=""))


def test_an_offered_building_without_a_name_is_refused() -> None:
    data = changed()
    data["pile"].append(data["offers"]["0"][0])
    data["offers"]["0"][0] = ""
    refusal(data)


def test_offers_of_three_architects_are_refused() -> None:
    data = changed()
    data["pile"] += data["offers"].pop("15")
    assert refusal(data) == "offers: must be those of architects 0, 5, 10 and 15"


def test_two_vacant_offers_are_refused() -> None:
    data = changed()
    data["pile"] += data["offers"]["5"]
    data["offers"]["5"] = [None, None]
    assert refusal(data) == "offers: only one place can be vacant"


def test_a_vacant_offer_before_the_building_is_placed_is_refused() -> None:
    shopping = position(city=CITY, goods=("5 stone, 4 steel", ""), merchants=(3, 9))
    data = written(shopping.answer("move 5", "build 1"))
    data["pile"].append(data["offers"]["0"][0])
    data["offers"]["0"][0] = None
    refusal(data)


@pytest.mark.parametrize(
    ("store", "problem"),
    [
        ({"stone": 6}, "goods of seat 0: 6 stone"),
        ({"steel": 5}, "goods of seat 0: 5 steel"),
        ({"gold": 4}, "goods of seat 0: 4 gold"),
        ({"whisky": 2}, "goods of seat 0: 2 whisky"),
        ({"stone": -1}, "goods of seat 0: -1 stone"),
        ({"wood": 1}, "goods of seat 0: unknown good"),
        ({"whisky": 1}, "goods: there is only one barrel of whisky"),
    ],
)
def test_goods_that_do_not_fit_a_store_are_refused(store: dict[str, int], problem: str) -> None:
    assert refusal(changed(goods=[store, {"whisky": 1}])) == problem


@pytest.mark.parametrize("replacement", ["stone", "castle", "architect", ""])
def test_a_ring_with_a_wrong_contract_is_refused(replacement: str) -> None:
    data = changed()
    data["ring"][2] = replacement
    assert refusal(data) == (
        "ring: needs architects at 0, 5, 10, 15 and 12 different contracts elsewhere"
    )


def test_a_ring_of_fifteen_tiles_is_refused() -> None:
    data = changed()
    data["ring"].pop()
    assert refusal(data) == "ring: must have 16 tiles"


def rebuilt(*cells: str) -> dict[str, Any]:
    """The town with its buildings moved to these cells, further ones taken from the pile."""
    data = changed()
    standing = [name for name, _ in data["city"].values()]
    while len(standing) < len(cells):
        standing.append(data["pile"].pop())
    data["city"] = {cell: [name, 0] for cell, name in zip(cells, standing, strict=True)}
    return data


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        (("1,0", "2,0", "3,0"), "city: the first building is at 0,0"),
        (("0,0", "1,1", "2,2"), "city: the buildings must be connected edge to edge"),
        (("0,0", "1,0", "3,0"), "city: the buildings must be connected edge to edge"),
        (("0,0", "1,0", "9,0"), "city: 9,0 is out of bounds"),
        (("0,0", "1,0", "-5,0"), "city: -5,0 is out of bounds"),
        (("0,0", "1,0", f"{10**30},0"), f"city: {10**30},0 is out of bounds"),
        (("0,0", "1,0", "east"), "city: 'east' is no cell; cells look like 1,-2"),
        (("0,0", "1,0", "1"), "city: '1' is no cell; cells look like 1,-2"),
        (("0,0", "1,0", "1,2,3"), "city: '1,2,3' is no cell; cells look like 1,-2"),
        (("0,0", "1,0", ""), "city: '' is no cell; cells look like 1,-2"),
    ],
)
def test_an_impossible_city_is_refused(cells: tuple[str, ...], problem: str) -> None:
    assert refusal(rebuilt(*cells)) == problem


@pytest.mark.parametrize("cell", ["-0,0", "0, 0", "+0,0", "00,0", "0_0,0"])
def test_two_buildings_on_one_cell_are_refused(cell: str) -> None:
    refusal(rebuilt("0,0", "1,0", cell))


def test_a_city_of_six_columns_is_refused() -> None:
    cells = [f"{x},0" for x in range(-1, 5)]
    assert refusal(rebuilt(*cells)) == "city: must fit into 5 by 4 or 4 by 5"


def test_a_city_of_five_by_five_is_refused() -> None:
    cells = [f"{x},0" for x in range(5)] + [f"0,{y}" for y in range(1, 5)]
    assert refusal(rebuilt(*cells)) == "city: must fit into 5 by 4 or 4 by 5"


def test_an_owner_other_than_the_two_seats_is_refused() -> None:
    data = changed()
    data["city"]["0,0"][1] = 2
    assert refusal(data) == "city 0,0: owner must be 0 or 1"


def test_a_move_after_the_city_is_complete_is_refused() -> None:
    cells = [f"{x},{y}" for y in range(4) for x in range(5)]
    assert refusal(rebuilt(*cells)) == (
        "decision: 'move' of seat 0 does not follow from the position"
    )


def test_an_end_by_an_incomplete_city_is_refused() -> None:
    refusal(changed(decision=None, actor=None, reason="city"))


def test_a_drawn_building_without_a_use_of_the_tile_is_refused() -> None:
    drawing = position(merchants=(3, 12)).answer("move 11", "draw")
    refusal(changed(drawing, uses=0))


def test_a_drawn_building_with_a_surcharge_is_refused() -> None:
    rich = position(goods=("5 stone, 4 steel, 3 gold", ""), merchants=(3, 12))
    refusal(changed(rich.answer("move 11", "draw"), surcharge=1))


def test_a_drawn_building_on_another_contract_is_refused() -> None:
    drawing = position(merchants=(3, 12)).answer("move 11", "draw")
    data = written(drawing)
    data["ring"][11], data["ring"][1] = data["ring"][1], data["ring"][11]
    refusal(data)


def test_broken_tiles_are_named_by_entry_and_field() -> None:
    message = refusal(changed(tiles=custom_tiles(P1={"points": -1})))
    assert message.startswith("tiles: building P1: points: must be a whole number from 0 to 99")


def test_deep_nesting_is_refused() -> None:
    deep: object = 5
    for _ in range(5000):
        deep = [deep]
    refusal(changed(tiles={**custom_tiles(), "stores": {"stone": deep}}))


VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["F1", "F7", "F8", "5.0", "0.1", "drawn", "0,0", "1,0", *DECISIONS])
    | st.lists(st.integers(0, 20) | st.sampled_from(["F1", "F7", "F8"]), max_size=3)
    | st.dictionaries(st.sampled_from(["stone", "gold", "whisky", "0,0"]), st.integers(0, 3))
)


def random_positions() -> list[dict[str, Any]]:
    """Positions of all kinds, from random games."""
    found = []
    for seed in range(6):
        match = smokestack.new_game("glasgow", seed=seed)
        stream = Stream(seed)
        while not match.over:
            found.append(written(match))
            match.play(match.state.answers()[stream.below(match.state.count)])
    return found


POSITIONS = random_positions()


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    """A position after one to three random replacements, deletions or swaps."""
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    spoil(draw, data, VALUES)
    return data


@given(spoiled(), st.integers(0, 2**63 - 1))
@settings(max_examples=200, deadline=None)
def test_a_spoiled_position_is_refused_or_can_be_played(data: dict[str, Any], seed: int) -> None:
    try:
        state = GAME.load(data)
    except InvalidInput:
        return
    assert isinstance(state, Glasgow)
    stream = Stream(seed)
    for _ in range(30):
        if not state.over:
            state.apply(state.answers()[stream.below(state.count)])
        check_invariants(state)
        check_city(state)
