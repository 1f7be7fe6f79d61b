"""Studies: positions by address, lines with variations, and what is never shown."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl

import msgspec
import pytest

import smokestack
from smokestack.engine.core.state import State
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.engine.record import load_record, parse_record
from smokestack.games import find_game, game_names, game_of
from smokestack.games.glasgow.formats.data import shipped_tiles, tiles_to_data
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.study import (
    Study,
    check_no_hint,
    position_text,
    study_of_position,
    study_of_start,
    study_of_table,
    study_of_text,
)
from smokestack.server.domain.study_address import (
    MAX_LINES,
    MAX_LINES_LENGTH,
    StudyAddress,
    decode_position,
    encode_position,
    position_address,
    read_address,
)
from smokestack.server.domain.table import OVER, RESIGNED, Table
from tests.server.domain.tables import new_table

RECORDS = Path(__file__).parents[2] / "records"


def start(name: str = "glasgow") -> Study:
    game = find_game(name)
    edition = game.editions[0]
    players = game.player_counts(edition)[-1]
    return study_of_position(study_of_start(name, edition, players, seed=3))


def played(name: str = "brass", answers: int = 40) -> Table:
    """A table whose game was resigned after some answers."""
    table = new_table("me", *["here:Ben"] * (1 if name == "glasgow" else 2), game=name)
    for _ in range(answers):
        table.match.play(table.match.state.answers()[-1])
    table.status = RESIGNED
    return table


def again(address: StudyAddress) -> StudyAddress:
    return read_address(dict(parse_qsl(address.query())))


@pytest.mark.parametrize("name", game_names())
def test_an_address_shows_the_same_to_everybody(name: str) -> None:
    study = start(name)
    for _ in range(30):
        address = study.answer([study.game.to_text(study.state.answers()[-1])])
        study = study_of_position(address)
        assert again(address) == address
    assert study_of_position(again(study.address)).state == study.state
    assert len(study.address.query()) < 8000
    earlier = study_of_position(study.address.go_to(4))
    assert earlier.address.shown_line == study.address.shown_line
    restarted = study_of_position(position_address(study.game, study.state))
    assert restarted.state == study.state


def test_other_moves_become_variations_and_known_ones_are_followed() -> None:
    study = start()
    first, second, *_ = study.state.answers()
    text = study.game.to_text
    one = study.answer([text(first)])
    assert one.lines == ((first,),)
    two = study_of_position(one.go_to(0)).answer([text(second)])
    assert (two.lines, two.line, two.at) == (((first,), (second,)), 1, 1)
    back = study_of_position(two.go_to(0)).answer([text(first)])
    assert (back.lines, back.line, back.at) == (two.lines, 0, 1)
    longer = study_of_position(back).answer([text(study_of_position(back).state.answers()[0])])
    assert len(longer.lines) == 2
    assert len(longer.shown_line) > 1
    left = longer.without_line()
    assert (left.lines, left.at) == (((second,),), 0)
    assert left.without_line() == study.address


def test_an_address_stays_short() -> None:
    address = start().address
    for answer in range(MAX_LINES):
        address = address.go_to(0).with_answers([answer])
    with pytest.raises(InvalidAction, match="no room"):
        address.go_to(0).with_answers([99])
    with pytest.raises(InvalidAction, match="no room"):
        start().address.with_answers([1] * 200)
    for line in range(MAX_LINES):
        try:
            address = address.go_to(1, line).with_answers([500] * 100)
        except InvalidAction:
            break
    assert len(address.query()) < 8000
    assert len(dict(parse_qsl(address.query()))["lines"]) <= MAX_LINES_LENGTH


def test_a_position_with_a_tile_set_of_its_own_fits_into_an_address() -> None:
    tiles = {**tiles_to_data(shipped_tiles()), "name": "My box"}
    game = find_game("glasgow")
    data = msgspec.json.decode(position_text(start()))
    state = game.load({**data, "tiles": tiles})
    assert study_of_position(position_address(game, state)).state == state


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"table": "a", "position": "b", "game": "glasgow"},
        {"table": "../secret"},
        {"table": "a", "move": "-1"},
        {"table": "a", "move": "9" * 30},
        {"table": "a", "lines": "1..2"},
        {"table": "a", "lines": "1_"},
        {"table": "a", "lines": "1.2", "at": "3"},
        {"table": "a", "lines": "1.2", "line": "1"},
        {"table": "a", "lines": ".".join(["1"] * 121)},
        {"table": "a", "lines": "_".join(["1"] * (MAX_LINES + 1))},
        {"table": "a", "draw": "10000"},
    ],
)
def test_a_damaged_address_is_refused(query: dict[str, str]) -> None:
    with pytest.raises(InvalidAction, match="damaged"):
        read_address(query)


@pytest.mark.parametrize(
    "code",
    [
        "",
        "no code",
        "ü",
        "A" * 5000,
        urlsafe_b64encode(b"not packed").decode(),
        urlsafe_b64encode(zlib.compress(b"[" * 50_000)).decode(),
        urlsafe_b64encode(zlib.compress(b" " * 10_000_000, 9)).decode()[:4000],
        urlsafe_b64encode(zlib.compress(b" " * 1_000_000, 9)).decode(),
        urlsafe_b64encode(zlib.compress(b"{}")[:-2]).decode(),
    ],
)
def test_a_damaged_position_is_refused(code: str) -> None:
    with pytest.raises(InvalidAction, match="damaged"):
        decode_position(code)


def test_only_what_the_rules_allow_can_be_set_up() -> None:
    study = start("brass")
    data = msgspec.json.decode(position_text(study))
    rich = {**data, "money": [99, *data["money"][1:]]}
    state = study_of_position(study_of_text(msgspec.json.encode(rich).decode(), "brass")).state
    assert find_game("brass").dump(state)["money"][0] == 99
    doubled = {**data, "deck": [*data["deck"], data["deck"][0]]}
    with pytest.raises(InvalidInput):
        study_of_text(msgspec.json.encode(doubled).decode(), "brass")
    with pytest.raises(InvalidInput):
        study_of_position(StudyAddress(game="brass", position=encode_position(doubled)))
    with pytest.raises(InvalidAction, match="not JSON"):
        study_of_text("{", "brass")
    with pytest.raises(InvalidInput, match="no game"):
        study_of_text(msgspec.json.encode(data).decode(), "chess")
    with pytest.raises(InvalidInput):
        study_of_text(msgspec.json.encode(data).decode(), "glasgow")


def test_answers_that_are_not_legal_are_refused() -> None:
    study = start()
    for answer in ("nonsense", "", "place a1"):
        with pytest.raises(IllegalAnswer):
            study.answer([answer])
    wrong = study.address.with_answers([study.game.to_answer("pass")])
    with pytest.raises(InvalidAction, match="not possible"):
        study_of_position(wrong)


def test_a_record_is_shown_after_any_of_its_moves() -> None:
    record = load_record(RECORDS / "brass_2018_2.json")
    match = smokestack.load_game(RECORDS / "brass_2018_2.json")
    game = match.game
    for move in (0, 30, len(record.answers)):
        state = study_of_position(study_of_text(record.to_json(), "", move)).state
        assert state == match.state_at(move)
    last = study_of_position(study_of_text(record.to_json(), "")).state
    assert not last.over
    assert game.to_text(match.history[-1]) in [game.to_text(answer) for answer in last.answers()]
    with pytest.raises(InvalidAction, match="no such move"):
        study_of_text(record.to_json(), "", 999)
    broken = record.to_json().replace('"answers": [', '"answers": ["nonsense",')
    with pytest.raises(InvalidInput, match="answer 1 of the record"):
        study_of_text(broken, "")


@pytest.mark.parametrize("name", game_names())
def test_a_dealt_game_shows_what_its_replay_shows_and_no_more(name: str) -> None:
    table = played(name)
    for move in (0, 20, 40):
        address = StudyAddress(table=table.id, move=move)
        study = study_of_table(address, table)
        found = table.match.state_at(move)
        for seat in range(-1, len(table.seats)):
            assert seen(study.start, seat) == seen(found, seat)
        assert study.game.dump(study.start) != study.game.dump(with_own_order(table, move))
        assert study_of_table(address, table).state == study.state
        other = study_of_table(msgspec.structs.replace(address, draw=1), table)
        assert other.start != study.start
        assert seen(other.start, -1) == seen(found, -1)
    record = table.match.record()
    assert parse_record(record.to_json()).setup.deal is not None
    from_record = study_of_position(study_of_text(record.to_json(), "", 20))
    assert seen(from_record.start, -1) == seen(table.match.state_at(20), -1)


def seen(state: State, seat: int) -> object:
    return game_of(state).show(state.seen_by(seat))


def with_own_order(table: Table, move: int) -> State:
    """The true state, with a stream that can be written."""
    state = table.match.state_at(move)
    state.stream = study_of_table(StudyAddress(table=table.id, move=move), table).start.stream
    return state


def test_a_running_game_is_never_shown() -> None:
    table = new_table("me", "here:Ben")
    with pytest.raises(InvalidAction, match="when the game is over"):
        study_of_table(StudyAddress(table=table.id), table)
    table.status = OVER
    with pytest.raises(TableNotFound):
        study_of_table(StudyAddress(table=table.id, move=1), table)


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_position_that_one_plays_without_hints_gets_no_advice(game: str) -> None:
    table = new_table("me", *["here:Ben"] * (1 if game == "glasgow" else 2), game=game)
    state = table.match.state
    guest = table.seats[int(state.actor)].guest
    study = study_of_position(position_address(table.game, state))
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study.view)
    check_no_hint(table, "somebody else", study.view)
    table.hints = True
    check_no_hint(table, guest, study.view)
    table.hints = False
    other = study_of_position(study_of_start(game, table.setup.edition, len(table.seats), 99))
    check_no_hint(table, guest, other.view)


def test_small_changes_of_a_position_get_no_advice_either() -> None:
    table = new_table("me", "here:Ben", "here:Cat", game="brass")
    state = table.match.state
    guest = table.seats[int(state.actor)].guest
    data = decode_position(position_address(table.game, state).position)
    assert isinstance(data, dict)
    seat = data["actor"]
    data["round"] += 1
    data["money"][seat] += 1
    changed = study_of_text(msgspec.json.encode(data).decode(), "brass")
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study_of_position(changed).view)
    one_answer_later = study_of_position(position_address(table.game, state)).answer(
        [table.game.to_text(int(state.legal[0]))]
    )
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study_of_position(one_answer_later).view)


def test_what_is_added_to_a_position_of_brass_does_not_help() -> None:
    table = new_table("me", "here:Ben", "here:Cat", game="brass")
    state = table.match.state
    guest = table.seats[int(state.actor)].guest
    data = decode_position(position_address(table.game, state).position)
    assert isinstance(data, dict)
    data["links"] = {
        "blackburn-burnley": 1,
        "blackburn-wigan": 1,
        "bolton-bury": 1,
        "bolton-manchester": 2,
        "burnley-colne": 2,
    }
    changed = study_of_text(msgspec.json.encode(data).decode(), "brass")
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study_of_position(changed).view)


def test_a_turned_city_and_renamed_tiles_of_glasgow_do_not_help() -> None:
    table = new_table("me", "here:Ben")
    rng = Random(1)
    while len(table.game.show(table.match.state)["city"]) < 9 or table.match.decision != "move":
        table.match.play(rng.choice(table.match.answers))
    state = table.match.state
    guest = table.seats[int(state.actor)].guest
    data = decode_position(position_address(table.game, state).position)
    assert isinstance(data, dict)
    data["city"] = {_turned(cell): found for cell, found in data["city"].items()}
    turned = study_of_text(msgspec.json.encode(data).decode(), "glasgow")
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study_of_position(turned).view)
    data["tiles"] = tiles_to_data(shipped_tiles())
    text = msgspec.json.encode(data).decode()
    for tile in shipped_tiles().buildings:
        text = text.replace(f'"{tile.id}"', f'"x{tile.id}"')
    renamed = study_of_text(text, "glasgow")
    assert renamed.position != turned.position
    with pytest.raises(InvalidAction, match="without hints"):
        check_no_hint(table, guest, study_of_position(renamed).view)


def _turned(cell: str) -> str:
    x, y = map(int, cell.split(","))
    return f"{-y},{x}"
