"""Drawing buildings, and what happens when the pile runs out."""

from __future__ import annotations

from tests.games.glasgow.positions import Position, position

CITY = """
    P3a P4a P5a P6a
    S1a S2a S3a R1a
    B1a B2a B3a B4a
"""


def test_buildings_are_drawn_from_the_top_of_the_pile() -> None:
    match = position(pile=["S1", "S2", "S3"]).answer("move 11", "draw")
    assert match.table["drawn"] == "S1"
    assert match.table["pile"][:2] == ["S2", "S3"]


def test_the_first_building_of_a_replacement_takes_place_0() -> None:
    match = position(pile=["S2", "S1", "S3"]).answer("move 8", "replace 15")
    assert match.table["offers"]["15"] == ["S2", "S1"]
    assert match.table["pile"][0] == "S3"


def test_the_last_building_is_drawn_without_a_reshuffle() -> None:
    match = position(pile=["S1"], pile_only=True)
    discards = match.table["discards"]
    match.answer("move 11", "draw")
    assert match.table["drawn"] == "S1"
    assert match.table["pile"] == []
    assert match.table["discards"] == discards


def test_a_draw_from_an_empty_pile_shuffles_the_discards() -> None:
    match = position(pile_only=True)
    discards = match.table["discards"]
    match.answer("move 11", "draw")
    order = [match.table["drawn"], *match.table["pile"]]
    assert match.table["discards"] == []
    assert sorted(order) == sorted(discards)
    assert order not in (discards, discards[::-1])


def test_declining_to_draw_shuffles_nothing() -> None:
    match = position(pile_only=True)
    discards = match.table["discards"]
    match.answer("move 11", "pass")
    assert match.table["discards"] == discards
    assert match.table["pile"] == []


def test_a_refill_from_an_empty_pile_shuffles_the_discards() -> None:
    match = position(city=CITY, pile_only=True, goods=("2 stone", ""))
    discards = match.table["discards"]
    match.answer("move 5", "build 0", "place 4,0")
    new, left = match.table["offers"]["5"]
    assert left == "T2"
    assert sorted([new, *match.table["pile"]]) == sorted(discards)
    assert match.table["discards"] == []


def test_what_a_replacement_discards_is_shuffled_with_the_other_discards() -> None:
    match = position(pile_only=True)
    discards = match.table["discards"]
    match.answer("move 8", "replace 5")
    assert in_pile_and_offer(match, "5") == sorted([*discards, "T1", "T2"])
    assert match.table["discards"] == []


def test_a_pile_of_one_gives_the_first_building_and_the_discards_the_second() -> None:
    match = position(pile=["S1"], pile_only=True)
    discards = match.table["discards"]
    match.answer("move 8", "replace 5")
    assert match.table["offers"]["5"][0] == "S1"
    assert in_pile_and_offer(match, "5") == sorted([*discards, "S1", "T1", "T2"])
    assert match.table["discards"] == []


def test_what_a_factory_replaced_is_shuffled_with_the_other_discards() -> None:
    match = position(city="F8a", pile_only=True, goods=("2 stone", ""))
    discards = match.table["discards"]
    match.answer("move 5", "build 0", "place 1,0", "replace 5")
    assert in_pile_and_offer(match, "5") == sorted([*discards, "T2"])
    assert match.table["discards"] == []


def test_a_building_just_discarded_is_shuffled_for_the_second_draw() -> None:
    match = position(pile=["S1"], pile_only=True, doubled=(True, False))
    discards = match.table["discards"]
    match.answer("move 11", "draw", "discard")
    assert match.table["discards"] == [*discards, "S1"]
    match.answer("draw")
    assert sorted([match.table["drawn"], *match.table["pile"]]) == sorted([*discards, "S1"])
    assert match.table["discards"] == []


def in_pile_and_offer(match: Position, architect: str) -> list[str]:
    return sorted([*match.table["offers"][architect], *match.table["pile"]])
