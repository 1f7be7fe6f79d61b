"""Observations show what a seat may know and nothing else, in the documented places."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i16

import smokestack
from smokestack.engine.core.encoder import Encoder, encode
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from tests.games.test_every_game import TABLES
from tests.sizes import LONG
from tools import make_observation_docs

RECORDS = Path(__file__).parent.parent / "records"

# The version of the observation and a digest of it. A change of an observation needs a new version,
# and with it new names of the environments.
FINGERPRINTS = {
    "brass_2007_4": (1, "61ecd251c4efca8f"),
    "glasgow_city": (1, "7e29452765082fb5"),
}


def new_match(name: str, edition: str, players: int, seed: int) -> Match:
    return smokestack.new_game(name, seed=seed, edition=edition, players=players)


def observe(encoder: Encoder, state: State, seat: int) -> list[int]:
    return list(encode(encoder, state, seat))


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_a_view_and_its_state_give_the_same_observation(
    name: str, edition: str, players: int
) -> None:
    for seed in range(LONG):
        match = new_match(name, edition, players, seed)
        encoder = match.game.encoder(match.setup)
        stream = Stream(seed)
        while not match.over:
            for seat in range(players):
                seen = match.view(seat).state
                assert observe(encoder, match.state, seat) == observe(encoder, seen, seat)
            match.state.apply(match.state.legal[stream.below(match.state.count)])


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_permuting_what_is_hidden_changes_no_number(name: str, edition: str, players: int) -> None:
    for seed in range(LONG):
        match = new_match(name, edition, players, seed)
        encoder = match.game.encoder(match.setup)
        stream = Stream(seed)
        changed = 0
        while not match.over:
            for seat in range(players):
                other = match.state.copy()
                other.redeal(seat, stream)
                changed += other != match.state
                assert observe(encoder, match.state, seat) == observe(encoder, other, seat)
            match.state.apply(match.state.legal[stream.below(match.state.count)])
        assert changed > 50


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_a_row_that_is_written_again_equals_a_new_one(
    name: str, edition: str, players: int
) -> None:
    for seed in range(5 * LONG):
        match = new_match(name, edition, players, seed)
        encoder = match.game.encoder(match.setup)
        stream = Stream(seed)
        start = 3
        row = vec[i16]([7] * (encoder.size + 2 * start))
        encoder.begin(match.state, row, start)
        while not match.over:
            match.state.apply(match.state.legal[stream.below(match.state.count)])
            seat = stream.below(players)
            encoder.write(match.state, seat, row, start)
            assert list(row[start:-start]) == observe(encoder, match.state, seat)
        assert list(row[:start]) == list(row[-start:]) == [7] * start


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_every_number_is_within_the_range_of_its_field(
    name: str, edition: str, players: int
) -> None:
    for seed in range(3 * LONG):
        match = new_match(name, edition, players, seed)
        encoder = match.game.encoder(match.setup)
        stream = Stream(seed)
        while not match.over:
            match.state.apply(match.state.legal[stream.below(match.state.count)])
            numbers = observe(encoder, match.state, int(match.state.actor))
            for field in encoder.fields:
                values = numbers[field.first : field.first + field.size]
                assert field.low <= min(values) <= max(values) <= field.high, field.name


@pytest.mark.parametrize("name", ["glasgow", "brass"])
def test_every_field_changes_between_positions(name: str) -> None:
    found: dict[str, set[tuple[int, ...]]] = {}
    for game, edition, players in TABLES:
        if game != name:
            continue
        rules = smokestack.find_game(name)
        for seed, option in enumerate(rules.options * 2):
            default = option.default
            value = seed < len(rules.options) if isinstance(default, bool) else default
            match = smokestack.new_game(
                name, seed=seed, edition=edition, players=players, options={option.name: value}
            )
            encoder = rules.encoder(match.setup)
            stream = Stream(seed)
            while not match.over:
                numbers = observe(encoder, match.state, seed % players)
                for field in encoder.fields:
                    values = tuple(numbers[field.first : field.first + field.size])
                    found.setdefault(field.name, set()).add(values)
                match.state.apply(match.state.legal[stream.below(match.state.count)])
            numbers = observe(encoder, match.state, 0)
            over = next(field for field in encoder.fields if field.name == "over")
            found["over"].add((numbers[over.first],))
    assert {field: len(values) for field, values in found.items() if len(values) < 2} == {}


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_points_are_those_of_the_rules(name: str, edition: str, players: int) -> None:
    match = new_match(name, edition, players, 2)
    encoder = match.game.encoder(match.setup)
    if name == "glasgow":
        places = [25, 26]
        assert encoder.fields[8].name == "points"
    else:
        (seats,) = (field for field in encoder.fields if field.name == "seats")
        places = [seats.first + side * seats.shape[1] + 11 for side in range(players)]
    stream = Stream(2)
    while True:
        for seat in range(players):
            numbers = observe(encoder, match.state, seat)
            for side, place in enumerate(places):
                assert numbers[place] == match.state.points((seat + side) % players)
        if match.over:
            break
        match.state.apply(match.state.legal[stream.below(match.state.count)])


@pytest.mark.parametrize("name", ["glasgow", "brass"])
def test_the_fields_follow_each_other_without_gaps(name: str) -> None:
    match = smokestack.new_game(name, seed=1)
    encoder = match.game.encoder(match.setup)
    first = 0
    for field in encoder.fields:
        assert field.first == first, field.name
        first += field.size
    assert encoder.size == first
    assert len({field.name for field in encoder.fields}) == len(encoder.fields)


@pytest.mark.parametrize("record", FINGERPRINTS)
def test_a_changed_observation_has_a_new_version(record: str) -> None:
    """Records always replay, so only the observation can change; raise VERSION, then the digest."""
    match = smokestack.load_game(RECORDS / f"{record}.json")
    encoder = match.game.encoder(match.setup)
    digest = hashlib.sha256()
    for field in encoder.fields:
        digest.update(f"{field.name} {field.first} {field.shape} {field.low} {field.high}".encode())
    for length in range(0, len(match.history) + 1, 5):
        state = match.state_at(length)
        for seat in range(len(match.setup.players)):
            digest.update(bytes(memoryview(encode(encoder, state, seat))))
    assert (encoder.version, digest.hexdigest()[:16]) == FINGERPRINTS[record]


def test_the_documentation_has_every_field() -> None:
    """After a change: `python -m tools.make_observation_docs`."""
    assert make_observation_docs.PAGE.read_text("utf-8") == make_observation_docs.text()
