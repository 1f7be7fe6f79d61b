"""Positions of every game as forms: nothing is lost, and what is entered is on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from smokestack.engine.core.state import State
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import replay
from smokestack.engine.record import Setup, parse_record
from smokestack.games import find_game, game_names, ui_of
from smokestack.presentation.language import LANGUAGES, use_language
from smokestack.presentation.position_form import FieldKind, FieldValues, fields_of

RECORDS = sorted((Path(__file__).parents[1] / "records").glob("*.json"))
EVERY = 11
"""Of the positions of a record, so that all kinds of decisions are met."""


def sent(state: State, game: str) -> dict[str, str]:
    """What a browser sends for the form of a position, without changes."""
    form = ui_of(find_game(game)).position_form(state)
    return {
        field.name: field.value
        for field in fields_of(form)
        if field.kind is not FieldKind.SWITCH or field.is_on
    }


def edited(state: State, game: str, changes: Mapping[str, str]) -> dict[str, Any]:
    """The position after these fields were changed, loaded and dumped again."""
    rules = find_game(game)
    ui = ui_of(rules)
    values = FieldValues(ui.position_form(state), {**sent(state, game), **changes})
    assert not values.problems
    return rules.dump(rules.load(ui.edited_position(state, values)))


def start(game: str, edition: str, players: int) -> State:
    rules = find_game(game)
    return rules.start(
        Setup(
            game=game,
            seed=7,
            players=[str(seat) for seat in range(players)],
            edition=edition,
            options=rules.complete_options(edition, {}),
            rules=rules.rules,
            tiles=rules.tile_set(None),
        )
    )


def glasgow() -> State:
    return start("glasgow", "standard", 2)


def brass() -> State:
    return start("brass", "2007", 4)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: str(path.stem))
def test_every_position_of_a_record_passes_its_form_unchanged(path: Path) -> None:
    record = parse_record(path.read_text("utf-8"))
    game = find_game(record.setup.game)
    match = replay(game, record)
    for move in [*range(0, len(match.history), EVERY), len(match.history)]:
        state = match.state_at(move)
        assert edited(state, game.name, {}) == game.dump(state), move


@pytest.mark.parametrize("name", game_names())
def test_labels_are_clear_without_their_place(name: str) -> None:
    state = glasgow() if name == "glasgow" else brass()
    for code in LANGUAGES:
        with use_language(code):
            form = ui_of(find_game(name)).position_form(state)
        fields = fields_of(form)
        assert len({field.name for field in fields}) == len(fields)
        repeated = Counter(field.label for field in fields)
        assert [label for label, count in repeated.items() if count > 1] == []


def test_a_city_is_built_by_hand() -> None:
    data = edited(
        glasgow(),
        "glasgow",
        {"cell-1_0": "P1 0", "cell-1_1": "F8 1", "stone-0": "5", "gold-1": "3"}
        | {f"offer-0-{place}": tile for place, tile in enumerate(("T1", "T2"))}
        | {f"offer-5-{place}": tile for place, tile in enumerate(("T3", "T4"))}
        | {f"offer-10-{place}": tile for place, tile in enumerate(("T5", "T6"))}
        | {f"offer-15-{place}": tile for place, tile in enumerate(("L1", "L2"))}
        | {"discarded-S1": "yes"},
    )
    assert data["city"] == {"0,0": ["P1", 0], "0,1": ["F8", 1]}  # the first one is at 0,0
    assert data["goods"][0]["stone"] == 5
    assert data["goods"][1]["gold"] == 3
    assert data["offers"]["5"] == ("T3", "T4")
    assert data["discards"] == ["S1"]
    assert len(data["pile"]) == 37 - 8 - 2 - 1
    assert not {"P1", "F8", "S1", "T1"} & set(data["pile"])


@pytest.mark.parametrize("behind", [0, 1])
def test_the_merchant_behind_moves_next(behind: int) -> None:
    data = edited(
        glasgow(), "glasgow", {"behind": str(behind), "merchant-0": "14", "merchant-1": "3"}
    )
    assert (data["decision"], data["actor"]) == ("move", behind)
    assert data["merchants"] == ([14, 19] if behind == 0 else [14, 3])


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"cell-0_0": "F3 0", "cell-2_0": "P6 0"}, "connected edge to edge"),
        ({"cell-0_0": "P1 0", "cell-0_1": "P1 1"}, "building P1: unknown or twice"),
        ({"ring-1": "whisky", "ring-2": "whisky"}, "12 different contracts"),
        ({"merchant-0": "1", "merchant-1": "1"}, "only an architect can be shared"),
        ({"whisky-0": "1", "whisky-1": "1"}, "only one barrel"),
        ({"turn": "500"}, "the limit is reached"),
    ],
)
def test_what_glasgow_does_not_allow_is_refused(changes: dict[str, str], problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        edited(glasgow(), "glasgow", changes)


def test_a_turn_can_begin_anew_in_the_middle_of_one() -> None:
    record = parse_record(next(p for p in RECORDS if p.stem == "brass_2018_4").read_text("utf-8"))
    match = replay(find_game("brass"), record)
    number = next(n for n in range(9, 200) if match.state_at(n).decision)
    state = match.state_at(number)
    assert edited(state, "brass", {})["decision"] != "action"
    data = edited(state, "brass", {"decision": "new action"})
    assert (data["decision"], data["action"], data["cards_due"]) == ("action", None, 0)


def test_a_table_of_brass_is_set_up_by_hand() -> None:
    data = edited(
        brass(),
        "brass",
        {
            "period": "rail",
            "round": "3",
            "turn-of": "2",
            "actions": "2",
            "money-1": "77",
            "income-1": "40",
            "vp-3": "25",
            "spent-0": "9",
            "tile-bolton.0": "coal 2",
            "owner-bolton.0": "3",
            "cubes-bolton.0": "3",
            "tile-bury.0": "cotton 2",
            "flipped-bury.0": "yes",
            "link-bolton-bury": "1",
            "coal": "5",
            "cotton": "3",
            "turned-2": "2",
            "stack-coal-3": "2",
        },
    )
    assert (data["period"], data["round"], data["actor"]) == ("rail", 3, 2)
    assert (data["money"][1], data["income"][1], data["vp"][3], data["spent"][0]) == (77, 40, 25, 9)
    coal = {"industry": "coal", "level": 2, "owner": 3, "flipped": False, "cubes": 3}
    assert data["board"]["bolton.0"] == coal
    assert data["board"]["bury.0"]["flipped"]
    assert data["links"] == {"bolton-bury": 1}
    assert (data["coal"], data["cotton"], data["turned"]) == (5, 3, [2, 2])
    assert len(data["stacks"][3]["coal"]) == len(data["stacks"][0]["coal"]) - 2
    # All cotton mills of level 1 and the one on the map are gone.
    assert data["stacks"][0]["cotton"][:3] == [2, 2, 3]
    place = data["order"].index(2)
    played = 2 * 2 * 4 + 2 * place
    assert len(data["discards"]) == played  # as many as two rounds of the rail period take
    assert len(data["aside"]) == 2


def test_hands_are_dealt_by_hand() -> None:
    state = brass()
    hand = find_game("brass").dump(state)["hands"][0]
    empty = {f"hand-{card}-0": "0" for card in hand}
    data = edited(state, "brass", {**empty, "hand-bury-0": "0", "hand-cotton-0": "2"})
    assert data["hands"][0] == ["cotton", "cotton"]
    cards = [card for each in data["hands"] for card in each]
    assert len([*cards, *data["deck"], *data["aside"], *data["discards"]]) == 66


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"order-0": "1", "order-1": "1"}, "order: must name each seat once"),
        ({"money-0": "-3"}, "negative without a debt"),
        (
            {"tile-bolton.0": "coal 3", "stack-coal-0": "1"},
            "tiles of player 1: too many of coal, level 3",
        ),
        ({"tile-wigan.0": "coal 1", "cubes-wigan.0": "5"}, "board wigan.0: wrong cubes"),
        ({"link-blackburn-bolton": "0"}, "link blackburn-bolton: not in this period"),
        ({f"hand-cotton-{seat}": "3" for seat in range(4)}, "card cotton"),
    ],
)
def test_what_brass_does_not_allow_is_refused(changes: dict[str, str], problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        edited(brass(), "brass", changes)
