"""The search bot plays legal and reproducible games, and better ones with more simulations."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

import smokestack
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.bots.weights import format_weights, load_weights
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from tests.bots.matches import middle, played, search_bot

TABLES = [
    (name, edition, players)
    for name in smokestack.game_names()
    for edition in smokestack.find_game(name).editions
    for players in smokestack.find_game(name).player_counts(edition)
]


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_it_plays_legal_games_in_every_edition(game: str, edition: str, players: int) -> None:
    match = smokestack.new_game(game, seed=11, edition=edition, players=players)
    assert played(match, ["search:simulations=12"] * players).over


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_it_plays_legal_games_with_random_playouts(game: str) -> None:
    match = smokestack.new_game(game, seed=12)
    bot = "search:playout=true:prior_temperature=0:simulations=3"
    assert played(match, [bot] * len(match.setup.players)).over


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_the_same_seed_and_simulations_give_the_same_game(game: str) -> None:
    seats = len(smokestack.new_game(game, seed=5).setup.players)
    games = [
        played(smokestack.new_game(game, seed=5), ["search:simulations=20"] * seats, seed)
        for seed in (1, 1, 2)
    ]
    assert games[0].history == games[1].history
    assert games[0].history != games[2].history


def test_it_searches_for_the_given_seconds() -> None:
    match = middle("brass", 30)
    assert match.actor is not None
    bot = search_bot(match, seconds=0.2)
    start = time.perf_counter()
    search = bot.run(match.view(match.actor))
    assert time.perf_counter() - start >= 0.2
    assert search.tree.visits[search.root] >= 16


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_the_tree_is_reused_within_a_turn_only(game: str) -> None:
    match = smokestack.new_game(game, seed=8)
    bots = [search_bot(match, seat, simulations=40) for seat in range(len(match.setup.players))]
    kept = 0
    turn, asked = -1, -1
    for _ in range(60):
        assert match.actor is not None
        bot = bots[match.actor]
        view = match.view(match.actor)
        goes_on = (match.state.turn, match.actor) == (turn, asked)
        turn, asked = match.state.turn, match.actor
        answer = bot.answer(view)
        if len(view.answers) > 1 and bot.search is not None:
            visits = bot.search.tree.visits[bot.search.root]
            if visits > 40:
                kept += 1
                assert goes_on
            else:
                assert visits == 40
        match.play(answer)
    assert kept > 3


def test_kept_simulations_can_count_for_the_next_answer() -> None:
    match = smokestack.new_game("brass", seed=8)
    bots = [search_bot(match, seat, simulations=40, counts_kept=True) for seat in range(4)]
    for _ in range(30):
        assert match.actor is not None
        bot = bots[match.actor]
        view = match.view(match.actor)
        answer = bot.answer(view)
        if len(view.answers) > 1 and bot.search is not None:
            assert bot.search.tree.visits[bot.search.root] == 40
        match.play(answer)


def test_another_answer_than_its_own_clears_the_tree() -> None:
    match = smokestack.new_game("brass", seed=8)
    seat = match.actor
    assert seat is not None
    bot = search_bot(match, simulations=60)
    answer = bot.answer(match.view(seat))
    other = next(a for a in match.view(seat).answers if a != answer)
    match.play(other)
    assert match.actor == seat
    bot.answer(match.view(seat))
    assert bot.search is not None
    assert bot.search.tree.visits[bot.search.root] == 60


def test_it_wins_when_every_answer_ends_the_game() -> None:
    found = 0
    for seed in range(300):
        match = smokestack.new_game("glasgow", seed=seed)
        stream = Stream(seed)
        while not match.over:
            match.play(int(match.state.legal[stream.below(match.state.count)]))
        match.undo(1)
        seat = match.actor
        assert seat is not None
        results = {answer: _result(match, answer) for answer in match.view(seat).answers}
        winning = [
            answer for answer, result in results.items() if result and seat in result.winners
        ]
        if None not in results.values() and 0 < len(winning) < len(results):
            found += 1
            assert search_bot(match, simulations=200).answer(match.view(seat)) in winning
    assert found > 2


def _result(match: Match, answer: int) -> smokestack.Result | None:
    state = match.state.copy()
    state.apply(answer)
    return match.game.result(state)


@pytest.mark.slow
def test_more_simulations_win() -> None:
    won = 0
    for seed in range(6):
        for seat in (0, 1):
            bots = ["search:simulations=60", "search:simulations=4"]
            match = played(
                smokestack.new_game("glasgow", seed=seed), bots if seat == 0 else bots[::-1], seed
            )
            assert match.result is not None
            won += seat in match.result.winners
    assert won >= 8


def test_other_weights_lead_to_another_game(tmp_path: Path) -> None:
    weights = load_weights(smokestack.find_game("brass").weight_file)
    changed = {
        name: msgspec.structs.replace(weight, value=weight.value * 3 + 1)
        for name, weight in weights.evaluation.items()
    }
    file = tmp_path / "weights.toml"
    file.write_text(format_weights(type(weights)(changed, weights.search)))
    answers = set()
    for bot in ("search:simulations=30", f"search:simulations=30:weights={file}"):
        match = smokestack.new_game("brass", seed=2)
        answers.add(tuple(played(match, [bot] * 4).history))
    assert len(answers) == 2


@pytest.mark.parametrize(
    "settings",
    [
        {"simulations": 0},
        {"seconds": -1.0},
        {"seconds": 1e9},
        {"nodes": 10},
        {"nodes": 10**12},
        {"weights": "/nowhere/weights.toml"},
    ],
)
def test_invalid_settings_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        SearchBot(smokestack.find_game("glasgow"), SearchSettings(**settings), Stream(1))
