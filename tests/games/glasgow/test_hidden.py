"""Hidden information: no view depends on the order of the pile or on the random stream."""

from __future__ import annotations

from io import StringIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.games.glasgow.rules.turn import Glasgow
from tests.games.glasgow.positions import GAME, UI

SEATS = (0, 1, smokestack.SPECTATOR)


def _twins(seed: int, answers: int) -> tuple[Match, Match]:
    """The same game twice, the second with everything hidden dealt again."""
    match = smokestack.new_game("glasgow", seed=seed)
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        match.play(match.state.legal[stream.below(match.state.count)])
    other = Match(match.game, match.setup)
    other.history = list(match.history)
    other.state = match.state.copy()
    other.state.redeal(smokestack.SPECTATOR, Stream(seed + 12345))
    return match, other


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**62), st.integers(0, 200))
def test_a_view_does_not_depend_on_hidden_state(seed: int, answers: int) -> None:
    match, other = _twins(seed, answers)
    for seat in SEATS:
        assert match.view(seat).to_json() == other.view(seat).to_json()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**62), st.integers(0, 150))
def test_explanations_and_the_board_do_not_depend_on_hidden_state(seed: int, answers: int) -> None:
    match, other = _twins(seed, answers)
    if match.actor is None:
        return
    mine, theirs = match.view(match.actor), other.view(match.actor)
    for answer in mine.answers:
        assert UI.explain(mine, answer) == UI.explain(theirs, answer)
    assert _picture(match) == _picture(other)


@pytest.mark.parametrize("bot", ["random", "greedy", "search:simulations=150", "clerk"])
def test_a_bot_does_not_depend_on_hidden_state(bot: str) -> None:
    for seed in range(25):
        match, other = _twins(seed, 10 + 5 * seed)
        if match.actor is None:
            continue
        seat = match.actor
        first = make_bot(bot, match.game, seed, seat).answer(match.view(seat))
        assert first == make_bot(bot, match.game, seed, seat).answer(other.view(seat))


def test_redeal_changes_the_pile_and_the_stream() -> None:
    match, other = _twins(3, 20)
    assert GAME.audit(match.state)["pile"] != GAME.audit(other.state)["pile"]
    assert sorted(GAME.audit(match.state)["pile"]) == sorted(GAME.audit(other.state)["pile"])
    assert match.state.stream.numbers() != other.state.stream.numbers()


def test_a_view_contains_neither_pile_nor_seed() -> None:
    match = smokestack.new_game("glasgow", seed=987654321)
    view = match.view(1)
    assert isinstance(view.state, Glasgow)
    assert len(view.state.pile) == 0
    assert view.state.stream.numbers() == Stream(0).numbers()
    assert b"987654321" not in view.to_json()
    assert "pile" not in view.to_data()["table"]


def test_only_the_actor_gets_the_legal_answers() -> None:
    match = smokestack.new_game("glasgow", seed=5)
    assert match.view(0).answers == match.state.answers()
    assert match.view(1).answers == []
    assert match.view(smokestack.SPECTATOR).answers == []


def test_determinize_gives_a_complete_state_with_the_same_view() -> None:
    match, _ = _twins(11, 60)
    view = match.view(0)
    state = GAME.determinize(view, Stream(1))
    assert GAME.show(state) == GAME.show(view.state)
    assert sorted(GAME.audit(state)["pile"]) == sorted(GAME.audit(match.state)["pile"])
    stream = Stream(2)
    while not state.over:
        state.apply(state.legal[stream.below(state.count)])


def test_determinize_deals_every_order_about_equally_often() -> None:
    match, _ = _twins(11, 60)
    view = match.view(0)
    stream = Stream(7)
    pile = GAME.audit(match.state)["pile"]
    first = [GAME.audit(GAME.determinize(view, stream))["pile"][0] for _ in range(4000)]
    for building in pile:
        expected = 4000 / len(pile)
        assert abs(first.count(building) - expected) < 6 * expected**0.5, building


def _picture(match: Match) -> str:
    console = Console(width=100, record=True, file=StringIO())
    console.print(ui_of(match.game).draw(match.view(0)))
    return console.export_text()
