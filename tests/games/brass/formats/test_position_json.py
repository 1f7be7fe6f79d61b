"""Loading positions: invalid ones are rejected, loaded ones can be played."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.games.brass.rules.terms import DECISIONS
from tests.games.brass.tables import GAME, TABLES, new_match
from tests.mutations import spoil


def written(edition: str, players: int, seed: int) -> list[dict[str, Any]]:
    """The positions of a random game."""
    match = new_match(edition, players, seed)
    stream = Stream(seed)
    found = []
    while not match.over:
        found.append(msgspec.json.decode(msgspec.json.encode(GAME.dump(match.state))))
        match.play(match.state.legal[stream.below(match.state.count)])
    return found


POSITIONS = [data for edition, players in TABLES for data in written(edition, players, 3)]
VALUES = (
    st.none()
    | st.booleans()
    | st.integers(-3, 50)
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["cotton", "manchester", "wigan.0", "bolton-bury", "sell", "loan 30"])
    | st.sampled_from([*DECISIONS, "build cotton bury.0", "link bolton-bury", "develop port"])
    | st.lists(st.integers(0, 4) | st.sampled_from(["cotton", "bury"]), max_size=3)
)
START = written("2007", 4, 3)[0]
# Fields whose name in an error differs from their name in the position.
NAMED_AS = {"stacks": "stack of ", "links": "link ", "turned": "distant"}
WITH_A_TILE = next(data for data in POSITIONS if data["board"] and data["links"])


@st.composite
def spoiled(draw: st.DrawFn) -> dict[str, Any]:
    data: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(POSITIONS)))
    spoil(draw, data, VALUES)
    return data


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(spoiled(), st.integers(0, 1000))
def test_a_changed_position_is_rejected_or_can_be_played(data: dict[str, Any], seed: int) -> None:
    try:
        state = GAME.load(data)
    except InvalidInput:
        return
    stream = Stream(seed)
    for _ in range(40):
        if state.over:
            break
        assert state.count > 0
        state.apply(state.legal[stream.below(state.count)])


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"edition": "1999"}, "edition: unknown"),
        ({"order": [0, 1, 2, 3, 4]}, "order: not a number of players for this edition"),
        ({"order": [0, 0, 1, 2]}, "order: must name each seat once"),
        ({"period": "air"}, "period: must be canal or rail"),
        ({"round": 9}, "round: out of range"),
        ({"coal": 9}, "coal: more cubes than the track has spaces"),
        ({"cotton": 9}, "cotton: out of range"),
        ({"income": [100, 10, 10, 10]}, "income of seat 0: out of range"),
        ({"deck": []}, "card "),
        ({"distant": [4]}, "distant: not the tiles of the edition"),
        ({"board": {"london.0": {"industry": "cotton", "level": 1, "owner": 0}}}, "board "),
        (
            {"board": {"wigan.0": {"industry": "cotton", "level": 1, "owner": 0}}},
            "board wigan.0: such a tile can't stand here",
        ),
        ({"links": {"a-b": 0}}, "link 'a-b': no such line"),
        ({"links": {"blackburn-bolton": 0}}, "link blackburn-bolton: not in this period"),
        ({"decision": "sale"}, "decision: sale does not fit what is pending"),
        ({"actor": 17}, "decision: 'action' of seat 17 does not follow from the position"),
        ({"decision": None, "actor": None}, "decision: the game is not over"),
        ({"stream": [0, 0]}, "stream: must be two numbers below 2**32, not both 0"),
        ({"turn": 10**30}, "turn, revealed: can't be negative or that high"),
    ],
)
def test_an_error_names_the_wrong_field(change: dict[str, Any], problem: str) -> None:
    first = START
    with pytest.raises(InvalidInput) as caught:
        GAME.load({**first, **change})
    assert str(caught.value).startswith(f"not a position of Brass: {problem}")


@pytest.mark.parametrize(
    "value", [2**63, -(2**63) - 1, 2**64, -(2**70), pytest.param(10**5000, id="5001 digits")]
)
def test_an_integer_beyond_64_bits_is_rejected_with_the_name_of_its_field(value: int) -> None:
    for path in integers(WITH_A_TILE):
        data = copy.deepcopy(WITH_A_TILE)
        holder: Any = data
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = value
        with pytest.raises(InvalidInput) as caught:
            GAME.load(data)
        assert NAMED_AS.get(path[0], path[0]) in str(caught.value), path


def integers(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to each integer in a position."""
    if isinstance(value, int) and not isinstance(value, bool):
        yield path
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from integers(inner, (*path, key))
