"""Many random games over all editions, looked at after every answer.

`make fuzz` plays ten times as many of each kind.
"""

from __future__ import annotations

import os

import msgspec
import pytest

from brass.invariants import check_invariants, check_ledger, check_tiles, spent_in_all
from brass.tables import GAME, TABLES, new_match, state_of
from smokestack.engine.errors import IllegalAnswer
from smokestack.engine.match import replay
from smokestack.engine.stream import Stream

LONG = int(os.environ.get("SMOKESTACK_LONG", "1"))


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("chunk", range(4))
def test_three_thousand_random_games_keep_every_invariant(
    edition: str, players: int, chunk: int
) -> None:
    for seed in range(chunk * 126 * LONG, (chunk + 1) * 126 * LONG):
        match = new_match(edition, players, seed, virtual_link_reverse=seed % 3 == 0)
        state = state_of(match)
        stream = Stream(seed)
        gone = check_tiles(state)
        while not state.over:
            state.apply(state.options[stream.below(state.count)])
            check_invariants(state)
            before, gone = gone, check_tiles(state)
            assert all(old <= new for old, new in zip(before, gone, strict=True))
        check_ledger(state)
        assert state.round == state.course.rounds
        assert state.turn == 2 * players * state.course.rounds
        assert list(state.hand_size)[:players] == [0] * players
        assert list(state.spent)[:players] == [0] * players


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_money_goes_from_the_players_to_the_amount_spent(edition: str, players: int) -> None:
    for seed in range(10 * LONG):
        match = new_match(edition, players, seed)
        state = state_of(match)
        stream = Stream(seed)
        returned = [0] * players
        while not state.over:
            rounds_played = state.turn // players
            state.apply(state.options[stream.below(state.count)])
            for seat in range(players):
                total = spent_in_all(state, seat)
                if state.turn // players != rounds_played:
                    returned[seat] = total
                assert total == returned[seat] + state.spent[seat]
        check_ledger(state)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_offered_answers_all_apply_and_no_other_does(edition: str, players: int) -> None:
    match = new_match(edition, players, 11)
    stream = Stream(11)
    while not match.over:
        offered = match.state.answers()
        assert len(set(offered)) == len(offered)
        before = match.state.copy()
        for answer in range(-1, GAME.answers + 1):
            if answer in offered:
                child = state_of(match).copy()
                child.apply(answer)
                check_invariants(child)
            else:
                with pytest.raises(IllegalAnswer):
                    match.play(answer)
        assert match.state == before
        match.play(offered[stream.below(len(offered))])


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_state_survives_json_copying_and_notation(edition: str, players: int) -> None:
    for seed in range(3 * LONG):
        match = new_match(edition, players, seed)
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


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_record_replays_and_undo_returns_to_every_point(edition: str, players: int) -> None:
    for seed in range(5 * LONG):
        match = new_match(edition, players, seed)
        stream = Stream(seed)
        states = [match.state.copy()]
        while not match.over:
            match.play(match.state.options[stream.below(match.state.count)])
            states.append(match.state.copy())
        again = replay(GAME, match.record())
        assert again.state == match.state
        assert again.result == match.result
        assert again.ledger() == match.ledger()
        for length in range(len(states) - 1, -1, -17):
            again.undo(len(again.history) - length)
            assert again.state == states[length]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_score_sheet_adds_up(edition: str, players: int) -> None:
    match = new_match(edition, players, 5)
    stream = Stream(5)
    while not match.over:
        match.play(match.state.options[stream.below(match.state.count)])
        sheet = match.score()
        for seat in range(players):
            total = sum(line.total for line in sheet if line.seat == seat)
            assert total == match.state.points(seat)
