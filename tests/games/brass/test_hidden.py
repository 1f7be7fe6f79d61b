"""No seat sees other hands, the deck, the set-aside cards or the next distant tiles."""

from __future__ import annotations

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.games.brass.rules.terms import CARD_KINDS
from smokestack.games.brass.rules.turn import Brass
from tests.games.brass.tables import GAME, TABLES, UI, new_match, state_of


def _twins(edition: str, players: int, seed: int, answers: int, seat: int) -> tuple[Match, Match]:
    """The same game twice, the second with everything redealt that `seat` can't see."""
    match = new_match(edition, players, seed)
    stream = Stream(seed)
    while not match.over and len(match.history) < answers:
        match.play(match.state.legal[stream.below(match.state.count)])
    other = Match(match.game, match.setup)
    other.history = list(match.history)
    other.state = match.state.copy()
    other.state.redeal(seat, Stream(seed + 4711))
    return match, other


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_permuting_what_is_hidden_changes_no_byte_of_a_view(edition: str, players: int) -> None:
    for seed in range(40):
        for seat in (*range(players), smokestack.SPECTATOR):
            match, other = _twins(edition, players, seed, 7 * seed, seat)
            mine, theirs = match.view(seat), other.view(seat)
            assert mine.to_json() == theirs.to_json()
            for answer in mine.answers:
                assert UI.explain(mine, answer) == UI.explain(theirs, answer)


@pytest.mark.parametrize("bot", ["random", "greedy", "search:simulations=150", "clerk"])
def test_a_bot_answers_the_same_whatever_is_hidden(bot: str) -> None:
    for seed in range(12):
        match = new_match("2007", 4, seed)
        stream = Stream(seed)
        while not match.over and len(match.history) < 17 * seed:
            match.play(match.state.legal[stream.below(match.state.count)])
        if match.actor is None:
            continue
        seat = match.actor
        match, other = _twins("2007", 4, seed, 17 * seed, seat)
        first = make_bot(bot, match.game, seed, seat).answer(match.view(seat))
        assert first == make_bot(bot, match.game, seed, seat).answer(other.view(seat))


def test_a_redeal_changes_what_is_hidden() -> None:
    match, other = _twins("2007", 4, 3, 20, 0)
    before, after = GAME.audit(match.state), GAME.audit(other.state)
    assert before["hands"][0] == after["hands"][0]
    assert before["hands"][1:] != after["hands"][1:]
    assert before["deck"] != after["deck"]
    assert before["distant"] != after["distant"]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_redeal_is_consistent_with_everything_seen(edition: str, players: int) -> None:
    for seed in range(30):
        for seat in (*range(players), smokestack.SPECTATOR):
            match, other = _twins(edition, players, seed, 9 * seed, seat)
            before, after = GAME.audit(match.state), GAME.audit(other.state)
            for key in ("hands", "aside", "deck"):
                assert _sizes(before[key]) == _sizes(after[key])
            assert _all_cards(before) == _all_cards(after)
            assert sorted(before["distant"]) == sorted(after["distant"])
            assert before["turned"] == after["turned"]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_game_can_be_continued_from_what_a_seat_sees(edition: str, players: int) -> None:
    for seed in range(15):
        match, _ = _twins(edition, players, seed, 11 * seed, 0)
        for seat in range(players):
            state = GAME.determinize(match.view(seat), Stream(seed))
            stream = Stream(seed + 1)
            while not state.over:
                assert state.count > 0
                state.apply(state.legal[stream.below(state.count)])


def test_a_view_holds_one_hand_and_no_deck() -> None:
    match = new_match("2007", 4, 987654321)
    view = match.view(2)
    assert isinstance(view.state, Brass)
    hands, seen = list(state_of(match).hands), list(view.state.hands)
    assert seen[2 * CARD_KINDS : 3 * CARD_KINDS] == hands[2 * CARD_KINDS : 3 * CARD_KINDS]
    assert sum(seen) == 8
    data = view.to_data()
    assert data["table"]["hands"][0] is None
    assert "deck" not in data["table"]
    assert b"987654321" not in view.to_json()


def test_only_the_view_of_the_actor_has_the_legal_answers() -> None:
    match = new_match("2007", 4, 5)
    actor = match.actor
    for seat in range(4):
        view = match.view(seat)
        assert view.answers == (match.state.answers() if seat == actor else [])
        assert view.state.count == (match.state.count if seat == actor else 0)


def _sizes(cards: list[str] | list[list[str]]) -> list[int]:
    return [len(hand) if isinstance(hand, list) else 1 for hand in cards]


def _all_cards(table: dict[str, list[str]]) -> list[str]:
    hands = [card for hand in table["hands"] for card in hand]
    return sorted([*hands, *table["deck"], *table["aside"], *table["discards"]])
