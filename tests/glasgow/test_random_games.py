"""Many random games, looked at after every answer.

`make fuzz` plays ten times as many of each kind.
"""

from __future__ import annotations

import os

import msgspec
import pytest

import smokestack
from audit.glasgow import score as slow_score
from glasgow.invariants import check_city, check_invariants
from glasgow.positions import GAME
from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.match import replay
from smokestack.engine.stream import Stream
from smokestack.games.glasgow.setup import set_up
from smokestack.games.glasgow.tiles import shipped_tiles, tiles_to_data
from smokestack.games.glasgow.turn import Glasgow

LONG = int(os.environ.get("SMOKESTACK_LONG", "1"))
CHUNKS = 20
GAMES = 1000 * LONG


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_twenty_thousand_random_games_keep_every_invariant(chunk: int) -> None:
    tiles = shipped_tiles()
    for seed in range(chunk * GAMES, (chunk + 1) * GAMES):
        state = set_up(tiles, seed, seed % 4 != 0, 500 if seed % 8 else 60)
        stream = Stream(seed + 1)
        while not state.over:
            state.apply(state.options[stream.below(state.count)])
            check_invariants(state)
        check_city(state)
        assert state.built == 20 or state.turn == state.turn_limit


@pytest.mark.parametrize("seed", range(10 * LONG))
def test_offered_answers_all_apply_and_no_other_does(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    stream = Stream(seed)
    while not match.over:
        offered = match.state.answers()
        assert len(set(offered)) == len(offered)
        assert len(offered) > 1 or match.answers == ["discard"]
        before = match.state.copy()
        for answer in range(-1, GAME.answers + 1):
            if answer in offered:
                child = match.state.copy()
                assert isinstance(child, Glasgow)
                child.apply(answer)
                check_invariants(child)
            else:
                with pytest.raises(IllegalAnswer):
                    match.play(answer)
        assert match.state == before
        match.play(offered[stream.below(len(offered))])


@pytest.mark.parametrize("seed", range(15 * LONG))
def test_every_state_survives_json_copying_and_notation(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    stream = Stream(seed)
    while not match.over:
        answers = match.state.answers()
        assert [GAME.to_answer(text) for text in match.answers] == answers
        match.play(answers[stream.below(len(answers))])
        data = msgspec.json.decode(msgspec.json.encode(GAME.dump(match.state)))
        loaded = GAME.load(data)
        assert loaded == match.state
        assert hash(loaded) == hash(match.state)
        assert loaded.answers() == match.state.answers()
        twin = match.state.copy()
        assert twin == match.state
        assert twin.answers() == match.state.answers()
        if not match.over:
            twin.apply(twin.options[0])
            assert twin != match.state


@pytest.mark.parametrize("seed", range(60 * LONG))
def test_a_record_replays_to_the_same_game_and_undo_returns_to_every_point(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    stream = Stream(seed)
    states = [match.state.copy()]
    while not match.over:
        match.play(match.state.options[stream.below(match.state.count)])
        states.append(match.state.copy())
    again = replay(GAME, match.record())
    assert again.state == match.state
    assert again.result == match.result
    for length in range(len(states) - 1, -1, -13):
        again.undo(len(again.history) - length)
        assert again.state == states[length]


@pytest.mark.parametrize("chunk", range(4))
def test_points_are_those_of_an_independent_recount(chunk: int) -> None:
    tiles = tiles_to_data(shipped_tiles())
    for seed in range(chunk * 100 * LONG, (chunk + 1) * 100 * LONG):
        match = smokestack.new_game("glasgow", seed=seed)
        stream = Stream(seed)
        while not match.over:
            match.play(match.state.options[stream.below(match.state.count)])
            if len(match.history) % 10 == 0 or match.over:
                points = [match.state.points(0), match.state.points(1)]
                assert points == slow_score(GAME.audit(match.state), tiles)
                sheet = match.score()
                for seat in range(2):
                    assert sum(line.total for line in sheet if line.seat == seat) == points[seat]
