"""The tiles, and how a game is set up."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import smokestack
from smokestack.engine.match import Match
from smokestack.games.glasgow.formats import data
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data

CONTRACTS = {
    "stone", "stone-stone", "stone-steel", "steel-1", "steel-2", "gold-1", "gold-2", "whisky",
    "choice", "convert", "replace", "activate", "draw", "double",
}  # fmt: skip


def test_there_are_37_buildings_of_seven_kinds() -> None:
    buildings = tiles_to_data(shipped_tiles())["building"]
    assert Counter(building["kind"] for building in buildings) == {
        "factory": 8,
        "shop": 3,
        "park": 6,
        "tenement": 6,
        "station": 3,
        "bank": 4,
        "landmark": 7,
    }


def test_there_are_fourteen_contracts() -> None:
    contracts = tiles_to_data(shipped_tiles())["contract"]
    assert sorted(contract["id"] for contract in contracts) == sorted(CONTRACTS)


@pytest.mark.parametrize("seed", [0, 1, 2024])
def test_architects_lie_at_0_5_10_and_15(seed: int) -> None:
    ring = _table(smokestack.new_game("glasgow", seed=seed))["ring"]
    assert len(ring) == 16
    assert [index for index, tile in enumerate(ring) if tile == "architect"] == [0, 5, 10, 15]


@pytest.mark.parametrize("seed", [0, 1, 2024])
def test_twelve_different_contracts_lie_between_the_architects(seed: int) -> None:
    ring = _table(smokestack.new_game("glasgow", seed=seed))["ring"]
    laid = [tile for tile in ring if tile != "architect"]
    assert len(laid) == len(set(laid)) == 12
    assert set(laid) < CONTRACTS


def test_every_seat_sees_which_two_contracts_went_back_to_the_box() -> None:
    match = smokestack.new_game("glasgow", seed=3)
    out = CONTRACTS - set(_table(match)["ring"])
    assert len(out) == 2
    for seat in (0, 1, smokestack.SPECTATOR):
        assert set(match.view(seat).to_data()["table"]["out"]) == out


def test_any_contract_can_go_back_to_the_box() -> None:
    out: set[str] = set()
    for seed in range(100):
        out |= CONTRACTS - set(_table(smokestack.new_game("glasgow", seed=seed))["ring"])
    assert out == CONTRACTS


def test_two_buildings_lie_face_up_at_each_architect_and_the_others_in_the_pile() -> None:
    table = _table(smokestack.new_game("glasgow", seed=4))
    assert {index: len(offer) for index, offer in table["offers"].items()} == {
        "0": 2,
        "5": 2,
        "10": 2,
        "15": 2,
    }
    assert (len(table["pile"]), table["discards"], table["drawn"]) == (29, [], None)
    dealt = table["pile"] + [name for offer in table["offers"].values() for name in offer]
    assert sorted(dealt) == sorted(building.id for building in shipped_tiles().buildings)


def test_any_building_can_lie_first_or_last() -> None:
    first, last = set(), set()
    for seed in range(500):
        table = _table(smokestack.new_game("glasgow", seed=seed))
        first.add(table["offers"]["0"][0])
        last.add(table["pile"][-1])
    assert len(first) == len(last) == 37


def test_each_player_starts_with_one_stone_and_one_steel() -> None:
    table = _table(smokestack.new_game("glasgow", seed=5))
    assert table["goods"] == [{"stone": 1, "steel": 1, "gold": 0, "whisky": 0}] * 2


def test_both_merchants_start_on_tile_0_with_the_first_player_behind() -> None:
    table = _table(smokestack.new_game("glasgow", seed=6))
    assert table["merchants"] == [0, 0]
    assert table["behind"] == 0


def test_the_first_player_moves_first() -> None:
    match = smokestack.new_game("glasgow", seed=6)
    assert (match.actor, match.decision) == (0, "move")


def test_nothing_is_built_doubled_or_counted_at_the_start() -> None:
    table = _table(smokestack.new_game("glasgow", seed=7))
    assert (table["city"], table["doubled"], table["turn"]) == ({}, [False, False], 0)


def test_the_same_seed_gives_the_same_game() -> None:
    first = smokestack.new_game("glasgow", seed=8)
    second = smokestack.new_game("glasgow", seed=8)
    assert _table(first) == _table(second)


def test_different_seeds_give_different_games() -> None:
    first = _table(smokestack.new_game("glasgow", seed=8))
    second = _table(smokestack.new_game("glasgow", seed=9))
    assert first["ring"] != second["ring"]
    assert first["offers"] != second["offers"]
    assert first["pile"] != second["pile"]


def test_whisky_converts_and_500_turns_are_the_limit_unless_agreed_otherwise() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    assert match.setup.options == {"whisky_converts": True, "turn_limit": 500}


@pytest.mark.parametrize(
    ("printed", "corrected", "problem"),
    [
        ('id = "draw"\nkind = "draw"', 'id = "draw"\nkind = "double"', "contract double: kind"),
        ('cost = ["stone", "gold"]', 'cost = ["stone", "whisky"]', "building S3: cost"),
        ('cost = ["steel", "gold"]', "cost = []", "building P6: cost"),
        ("gold = 3", "gold = 4", "stores.gold"),
    ],
    ids=["second double", "whisky in a cost", "empty cost", "other store size"],
)
def test_a_corrected_tile_file_is_rejected_by_file_entry_and_field(
    printed: str, corrected: str, problem: str, tmp_path: Path
) -> None:
    text = (Path(data.__file__).parent.parent / "data" / "tiles.toml").read_text()
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(printed, corrected, 1))
    with pytest.raises(smokestack.InvalidInput, match=rf"mine\.toml: {problem}"):
        smokestack.new_game("glasgow", tiles=file)


def test_a_game_is_played_with_the_values_of_a_corrected_tile_file(tmp_path: Path) -> None:
    text = (Path(data.__file__).parent.parent / "data" / "tiles.toml").read_text()
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('cost = ["stone"]', 'cost = ["gold"]'))
    match = smokestack.new_game("glasgow", seed=1, tiles=file)
    assert isinstance(match.setup.tiles, dict)
    costs = {building["id"]: building["cost"] for building in match.setup.tiles["building"]}
    assert costs["F8"] == ["gold"]


def _table(match: Match) -> dict[str, Any]:
    return match.game.audit(match.state)
