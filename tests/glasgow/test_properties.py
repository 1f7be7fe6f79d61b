"""What holds whatever is answered; Hypothesis looks for answers that break it."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

import smokestack
from audit.glasgow import score as slow_score
from glasgow.invariants import check_city, check_invariants
from glasgow.positions import GAME
from smokestack.engine.match import Match, replay
from smokestack.engine.record import parse_record
from smokestack.engine.stream import MAX_SEED
from smokestack.games.glasgow.tiles import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.turn import Glasgow

OPTIONS = st.fixed_dictionaries(
    {"whisky_converts": st.booleans(), "turn_limit": st.integers(1, 200)}
)
PICKS = st.lists(st.integers(0, 10**6), max_size=250)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A game after some answers; small picks prefer the first options, so Hypothesis can shrink."""
    match = smokestack.new_game(
        "glasgow", seed=draw(st.integers(0, MAX_SEED)), options=draw(OPTIONS)
    )
    for pick in draw(PICKS):
        if match.over:
            break
        match.play(match.state.options[pick % match.state.count])
    return match


@settings(max_examples=200, deadline=None)
@given(matches())
def test_every_reachable_position_keeps_the_invariants(match: Match) -> None:
    assert isinstance(match.state, Glasgow)
    check_invariants(match.state)
    check_city(match.state)


@settings(max_examples=100, deadline=None)
@given(matches())
def test_a_state_survives_json(match: Match) -> None:
    data = msgspec.json.decode(msgspec.json.encode(GAME.dump(match.state)))
    loaded = GAME.load(data)
    assert loaded == match.state
    assert loaded.answers() == match.state.answers()


@settings(max_examples=100, deadline=None)
@given(matches())
def test_a_record_survives_its_file_and_replays(match: Match) -> None:
    record = parse_record(match.record().to_json())
    again = replay(GAME, record)
    assert again.history == match.history
    assert again.state == match.state


@settings(max_examples=100, deadline=None)
@given(matches(), st.integers(0, 10**6))
def test_undo_is_as_if_it_had_never_been_answered(match: Match, pick: int) -> None:
    if match.over:
        return
    before = match.state.copy()
    match.play(match.state.options[pick % match.state.count])
    match.undo()
    assert match.state == before
    assert match.state.answers() == before.answers()


@settings(max_examples=100, deadline=None)
@given(matches())
def test_a_copy_never_touches_its_original(match: Match) -> None:
    before = GAME.dump(match.state)
    for answer in match.state.answers():
        twin = match.state.copy()
        twin.apply(answer)
    assert GAME.dump(match.state) == before


@settings(max_examples=150, deadline=None)
@given(matches())
def test_the_score_is_that_of_an_independent_recount(match: Match) -> None:
    points = [match.state.points(seat) for seat in range(2)]
    assert points == slow_score(GAME.audit(match.state), tiles_to_data(shipped_tiles()))


@settings(max_examples=60, deadline=None)
@given(matches())
def test_every_answer_can_be_explained_and_told(match: Match) -> None:
    if match.actor is None:
        return
    view = match.view(match.actor)
    for answer in view.answers:
        assert GAME.explain(view, answer)
        twin = Match(match.game, match.setup)
        twin.state = match.state.copy()
        twin.play(answer)
        assert GAME.narrate(view, answer, twin.view(view.seat)).startswith("Player ")
