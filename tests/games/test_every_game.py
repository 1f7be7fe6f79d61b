"""Properties of every game and edition, in games played at random or by Hypothesis."""

from __future__ import annotations

from io import StringIO

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import smokestack
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import MAX_SEED, Stream
from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.game import Game
from smokestack.engine.match import Match, replay
from smokestack.engine.record import parse_record
from smokestack.engine.snapshot import StateData, save_state
from smokestack.games import ui_of
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.glasgow.rules.turn import Glasgow
from tests.games.brass.invariants import check_invariants as check_brass
from tests.games.brass.invariants import check_ledger, check_tiles
from tests.games.glasgow.invariants import check_city
from tests.games.glasgow.invariants import check_invariants as check_glasgow
from tests.sizes import LONG

GAMES = [smokestack.find_game(name) for name in smokestack.game_names()]
TABLES = [
    (game.name, edition, players)
    for game in GAMES
    for edition in game.editions
    for players in game.player_counts(edition)
]


def check_invariants(state: State) -> None:
    if isinstance(state, Glasgow):
        check_glasgow(state)
        check_city(state)
    else:
        assert isinstance(state, Brass)
        check_brass(state)
        check_tiles(state)


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_exactly_the_legal_answers_can_be_played(name: str, edition: str, players: int) -> None:
    for seed in range(LONG):
        match = smokestack.new_game(name, seed=seed, edition=edition, players=players)
        stream = Stream(seed)
        while not match.over:
            legal = match.state.answers()
            assert len(set(legal)) == len(legal)
            before = match.state.copy()
            for answer in range(-1, match.game.answers + 1):
                if answer in legal:
                    child = match.state.copy()
                    child.apply(answer)
                    check_invariants(child)
                else:
                    assert _refuses(match, answer), answer
            assert match.state == before
            match.play(legal[stream.below(len(legal))])


def _refuses(match: Match, answer: int) -> bool:
    """Faster than `pytest.raises`, which matters for a million answers."""
    try:
        match.play(answer)
    except IllegalAnswer:
        return True
    return False


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_every_state_survives_json_copying_and_notation(
    name: str, edition: str, players: int
) -> None:
    for seed in range(LONG):
        match = smokestack.new_game(name, seed=seed, edition=edition, players=players)
        stream = Stream(seed)
        while not match.over:
            answers = match.state.answers()
            assert [match.game.to_answer(text) for text in match.answers] == answers
            match.play(answers[stream.below(len(answers))])
            data = msgspec.json.decode(msgspec.json.encode(match.game.dump(match.state)))
            loaded = match.game.load(data)
            assert loaded == match.state
            assert hash(loaded) == hash(match.state)
            assert loaded.answers() == match.state.answers()
            twin = match.state.copy()
            assert twin == match.state
            assert twin.answers() == match.state.answers()


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_a_game_replays_from_its_record_and_undo_returns_to_every_point(
    name: str, edition: str, players: int
) -> None:
    for seed in range(3 * LONG):
        match = smokestack.new_game(name, seed=seed, edition=edition, players=players)
        stream = Stream(seed)
        states = [match.state.copy()]
        while not match.over:
            match.play(match.state.legal[stream.below(match.state.count)])
            states.append(match.state.copy())
        again = replay(match.game, match.record())
        assert again.state == match.state
        assert again.result == match.result
        for length in range(len(states) - 1, -1, -13):
            again.undo(len(again.history) - length)
            assert again.state == states[length]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A game after some answers; a small number picks an early answer, so Hypothesis can shrink."""
    name, edition, players = draw(st.sampled_from(TABLES))
    game = smokestack.find_game(name)
    options: dict[str, bool | int] = {
        option.name: draw(st.booleans())
        if isinstance(option.default, bool)
        else draw(st.integers(option.minimum, min(option.maximum, 200)))
        for option in game.options
    }
    seed = draw(st.integers(0, MAX_SEED))
    match = smokestack.new_game(name, seed=seed, edition=edition, players=players, options=options)
    for pick in draw(st.lists(st.integers(0, 10**6), max_size=300)):
        if match.over:
            break
        match.play(match.state.legal[pick % match.state.count])
    return match


@settings(max_examples=300, deadline=None)
@given(matches())
def test_every_reachable_position_keeps_the_invariants(match: Match) -> None:
    check_invariants(match.state)
    if isinstance(match.state, Brass):
        check_ledger(match.state)


@settings(max_examples=150, deadline=None)
@given(matches())
def test_a_state_survives_json(match: Match) -> None:
    data = msgspec.json.decode(msgspec.json.encode(match.game.dump(match.state)))
    loaded = match.game.load(data)
    assert loaded == match.state
    assert loaded.answers() == match.state.answers()


@settings(max_examples=150, deadline=None)
@given(matches())
def test_a_record_survives_json_and_replays(match: Match) -> None:
    record = parse_record(match.record().to_json())
    again = replay(match.game, record)
    assert again.history == match.history
    assert again.state == match.state
    assert again.ledger() == match.ledger()


@settings(max_examples=150, deadline=None)
@given(matches(), st.integers(0, 300))
def test_a_game_resumed_from_a_frozen_state_is_the_same_game(match: Match, length: int) -> None:
    length = min(length, len(match.history))
    data = msgspec.msgpack.encode(save_state(match.state_at(length)))
    again = Match.resume(
        match.game,
        match.setup,
        match.history[:length],
        msgspec.msgpack.decode(data, type=StateData),
    )
    for answer in match.history[length:]:
        again.play(answer)
    assert again.state == match.state
    assert again.state.answers() == match.state.answers()
    assert again.result == match.result
    assert again.ledger(length) == match.ledger(length)
    assert again.state_at(length) == match.state_at(length)
    for seat in range(-1, len(match.setup.players)):
        assert again.view(seat).to_json() == match.view(seat).to_json()
    assert smokestack.score_sheet(again) == smokestack.score_sheet(match)
    assert again.ledger() == match.ledger()


@settings(max_examples=100, deadline=None)
@given(matches())
def test_playing_a_copy_of_a_match_does_not_change_the_original(match: Match) -> None:
    before, entries = match.game.dump(match.state), match.ledger()
    twin = match.copy()
    assert twin.ledger() == entries
    while not twin.over and len(twin.history) < len(match.history) + 20:
        twin.play(twin.state.legal[0])
    assert match.game.dump(match.state) == before
    assert match.ledger() == entries
    assert replay(twin.game, twin.record()).ledger() == twin.ledger()


@settings(max_examples=150, deadline=None)
@given(matches(), st.integers(0, 10**6))
def test_undo_restores_the_state_before_the_answer(match: Match, pick: int) -> None:
    if match.over:
        return
    before = match.state.copy()
    match.play(match.state.legal[pick % match.state.count])
    match.undo()
    assert match.state == before
    assert match.state.answers() == before.answers()


@settings(max_examples=100, deadline=None)
@given(matches())
def test_changing_a_copy_of_a_state_does_not_change_the_original(match: Match) -> None:
    before = match.game.dump(match.state)
    for answer in match.state.answers():
        match.state.copy().apply(answer)
    assert match.game.dump(match.state) == before


@settings(max_examples=100, deadline=None)
@given(matches())
def test_the_score_sheet_adds_up_to_the_points(match: Match) -> None:
    sheet = smokestack.score_sheet(match)
    for seat in range(len(match.setup.players)):
        total = sum(line.total for line in sheet if line.seat == seat)
        assert total == match.state.points(seat)


@settings(max_examples=80, deadline=None)
@given(matches())
def test_every_answer_has_an_explanation_and_a_log_entry(match: Match) -> None:
    console = Console(width=100, file=StringIO())
    console.print(ui_of(match.game).draw(match.view(smokestack.SPECTATOR)))
    if match.actor is None:
        return
    view = match.view(match.actor)
    console.print(ui_of(match.game).draw(view))
    for answer in view.answers:
        assert ui_of(match.game).explain(view, answer)
        twin = Match(match.game, match.setup)
        twin.state = match.state.copy()
        twin.play(answer)
        text = ui_of(match.game).log_line(view, answer, twin.view(view.seat))
        assert text.startswith("Player ")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
def test_every_answer_has_its_own_notation(game: Game) -> None:
    texts = [game.to_text(answer) for answer in range(game.answers)]
    assert len(set(texts)) == game.answers
    assert [game.to_answer(text) for text in texts] == list(range(game.answers))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
@pytest.mark.parametrize("text", ["", "castle", "move", "sell x to y", "x" * 10_000, "é"])
def test_nonsense_is_an_illegal_answer(game: Game, text: str) -> None:
    with pytest.raises(IllegalAnswer, match="is not a move"):
        game.to_answer(text)
