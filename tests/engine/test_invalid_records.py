"""Records that are wrong: each is refused with one clear line."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.engine.record import load_record
from tests.engine.played_records import FINISHED, UNFINISHED, changed, load, refusal
from tests.games.glasgow.positions import GAME, custom_tiles
from tests.mutations import spoil


def test_a_record_with_broken_tiles_names_entry_and_field() -> None:
    tiles = custom_tiles(P1={"points": -1})
    assert refusal(changed("setup", "tiles", to=tiles)) == (
        "tiles of the record: building P1: points: must be a whole number from 0 to 99; "
        "'smokestack tiles check FILE' lists all"
    )


@pytest.mark.parametrize("field", ["id", "kind", "goods", "known"])
def test_a_record_whose_tiles_hold_a_null_is_refused(field: str) -> None:
    tiles = custom_tiles(draw={field: None})
    assert refusal(changed("setup", "tiles", to=tiles)).startswith("tiles of the record: contract")


def test_a_record_of_another_format_is_refused() -> None:
    assert refusal(changed("smokestack", to=3)) == (
        "record: a record of format 3, but this version of Smokestack reads formats up to 2; "
        "a newer version may read it"
    )


def test_a_record_of_other_rules_is_refused() -> None:
    assert refusal(changed("setup", "rules", to=99)) == (
        "played under rules 99 of Glasgow, but this version of Smokestack knows rules 1; "
        "use the version that wrote it"
    )


def test_a_record_of_an_unknown_game_is_refused() -> None:
    assert (
        refusal(changed("setup", "game", to="chess")) == "no game 'chess'; there is brass, glasgow"
    )


def test_a_record_of_an_unknown_edition_is_refused() -> None:
    message = refusal(changed("setup", "edition", to="gold"))
    assert message == "Glasgow has no edition 'gold'; possible: standard"


def test_a_record_of_an_unknown_tile_set_is_refused() -> None:
    message = refusal(changed("setup", "tiles", to="official"))
    assert message == "no tile set 'official'; this version ships reconstructed-1"


def test_a_record_of_three_players_is_refused() -> None:
    message = refusal(changed("setup", "players", to=["Ann", "Ben", "Cat"]))
    assert message == "Glasgow has no number of players 3; possible: 2"


@pytest.mark.parametrize(
    "name",
    ["", "Ann\nBen", "\x1b[31mAnn", "x" * 100_000],
    ids=["empty", "two lines", "escape code", "endless"],
)
def test_a_record_with_an_invalid_player_name_is_refused(name: str) -> None:
    refusal(changed("setup", "players", to=[name, "Ben"]))


def test_an_illegal_answer_is_named_by_its_number() -> None:
    answers = [*UNFINISHED["answers"][:3], "draw", *UNFINISHED["answers"][3:]]
    message = refusal(changed("answers", to=answers))
    assert message.startswith("answer 4 of the record: 'draw' is not possible here; ")


def test_an_answer_that_is_not_notation_is_named_by_its_number() -> None:
    assert refusal(changed("answers", to=["castle"])) == (
        "answer 1 of the record: 'castle' is not a move; moves look like 'move 7', 'place 1,-2'"
    )


def test_an_answer_after_the_end_is_named_by_its_number() -> None:
    number = len(FINISHED["answers"]) + 1
    text = json.dumps({**FINISHED, "answers": [*FINISHED["answers"], "move 1"]})
    assert refusal(text) == f"answer {number} of the record: the game is over"


@pytest.mark.parametrize(
    "claim",
    [{"scores": [99, 0]}, {"scores": [1, 2, 3]}, {"winners": [0, 1]}, {"reason": "surrender"}],
)
def test_a_wrong_result_is_refused(claim: dict[str, Any]) -> None:
    text = json.dumps({**FINISHED, "result": {**FINISHED["result"], **claim}})
    assert refusal(text).startswith("the record claims the result ")


def test_the_message_about_a_very_long_result_is_short() -> None:
    refusal(changed("result", to={"scores": [0, 0], "winners": [0], "reason": "x" * 100_000}))


def test_a_result_of_an_unfinished_game_is_refused() -> None:
    message = refusal(changed("result", to=FINISHED["result"]))
    assert message.startswith("the record claims the result ")


@pytest.mark.parametrize("length", [0, 1, 100, len(json.dumps(FINISHED)) - 1])
def test_a_truncated_record_is_refused(length: int) -> None:
    message = refusal(json.dumps(FINISHED)[:length])
    assert message == "record: not a record (Input data was truncated)"


@pytest.mark.parametrize("text", ["null", "3", "[]", "{}", '"record"', '{"smokestack": 1}'])
def test_json_that_is_no_record_is_refused(text: str) -> None:
    assert refusal(text) == "record: not a record of Smokestack"


@pytest.mark.parametrize("path", [("more",), ("setup", "more"), ("result", "more")])
def test_an_unknown_field_is_refused(path: tuple[str, ...]) -> None:
    data = copy.deepcopy(FINISHED)
    spot = data if len(path) == 1 else data[path[0]]
    spot["more"] = 1
    assert "Object contains unknown field `more`" in refusal(json.dumps(data))


@pytest.mark.parametrize("field", ["seed", "players", "edition", "options", "rules"])
def test_a_missing_field_is_refused(field: str) -> None:
    assert f"missing required field `{field}`" in refusal(changed("setup", field, to=...))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("smokestack",), True),
        (("smokestack",), "1"),
        (("setup",), []),
        (("answers",), "move 1"),
        (("answers",), [1]),
        (("answers",), [None]),
        (("result",), [1, 2]),
        (("setup", "game"), None),
        (("setup", "seed"), "7"),
        (("setup", "seed"), 7.0),
        (("setup", "seed"), True),
        (("setup", "players"), "Ann"),
        (("setup", "players"), [1, 2]),
        (("setup", "options"), []),
        (("setup", "rules"), "1"),
        (("setup", "tiles"), None),
        (("setup", "tiles"), ["reconstructed-1"]),
        (("setup", "tiles"), {}),
    ],
)
def test_a_value_of_the_wrong_type_is_refused(path: tuple[str, ...], value: object) -> None:
    refusal(changed(*path, to=value))


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    message = refusal(changed("setup", "seed", to=seed))
    assert message.endswith("is out of range; it must be from 0 to 9223372036854775807")


def test_the_message_about_a_seed_of_thousands_of_digits_is_short() -> None:
    refusal(changed("setup", "seed", to=10**3000))


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    text = json.dumps(UNFINISHED).replace('"seed": 7', f'"seed": {"9" * 5000}')
    assert refusal(text).startswith("record: not a record (Integer value out of range")


def test_a_missing_option_is_named() -> None:
    message = refusal(changed("setup", "options", "turn_limit", to=...))
    assert message == "options of Glasgow missing: turn_limit"


def test_an_unknown_option_is_named() -> None:
    message = refusal(changed("setup", "options", "speed", to=1))
    assert message == ("Glasgow has no option 'speed'; it has whisky_converts, turn_limit")


@pytest.mark.parametrize("value", [0, -1, 10_001, 10**18, True])
def test_an_option_out_of_range_is_refused(value: int) -> None:
    assert refusal(changed("setup", "options", "turn_limit", to=value)) == (
        f"option turn_limit must be a whole number from 1 to 10000, not {value}"
    )


def test_a_number_for_a_switch_is_refused() -> None:
    message = refusal(changed("setup", "options", "whisky_converts", to=1))
    assert message == "option whisky_converts must be true or false, not 1"


def test_too_many_answers_are_refused() -> None:
    message = refusal(changed("answers", to=["pass"] * 100_001))
    assert message == "record: more than 100000 answers"


@pytest.mark.parametrize("depth", [900, 990, 100_000])
@pytest.mark.parametrize("field", ["smokestack", "setup", "answers"])
def test_deep_nesting_is_refused(field: str, depth: int) -> None:
    text = json.dumps({**UNFINISHED, field: "here"})
    refusal(text.replace('"here"', "[" * depth + "]" * depth))


@given(data=st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
@settings(max_examples=200, deadline=None)
def test_random_bytes_are_never_a_record(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / "random-bytes.json"
    path.write_bytes(data)
    with pytest.raises(InvalidInput):
        load_record(path)


VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=12)
    | st.sampled_from(["move 3", "pass", "place 0,1", "glasgow", "reconstructed-1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """A record after one to three random replacements, deletions or repetitions."""
    tiles = draw(st.sampled_from(["reconstructed-1", custom_tiles(P1={"points": 3})]))
    data = copy.deepcopy(draw(st.sampled_from([UNFINISHED, FINISHED])))
    data["setup"]["tiles"] = copy.deepcopy(tiles)
    spoil(draw, data, VALUES)
    return json.dumps(data)


@given(spoiled())
@settings(max_examples=200, deadline=None)
def test_a_spoiled_record_is_refused_or_replays(text: str) -> None:
    try:
        match = load(text)
    except (InvalidInput, IllegalAnswer):
        return
    again = load(match.record().to_json())
    assert GAME.dump(again.state) == GAME.dump(match.state)


@pytest.mark.parametrize("tiles", ["reconstructed-1", {"name": "mine"}, {}])
def test_a_record_of_a_game_without_tile_sets_has_no_tiles(tiles: object) -> None:
    data = json.loads(smokestack.new_game("brass", seed=7).record().to_json())
    data["setup"]["tiles"] = tiles
    with pytest.raises(InvalidInput, match="Brass has no tile sets; tiles must be empty, not "):
        load(json.dumps(data))
