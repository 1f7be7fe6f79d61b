"""The search: legal, reproducible, bounded, and better the longer it thinks."""

from __future__ import annotations

import re
import time
import tomllib
from math import inf, nan
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import smokestack
from smokestack.bots.registry import check_bot, make_bot
from smokestack.bots.search import Manner, Search
from smokestack.bots.searcher import Searcher, SearchSettings
from smokestack.bots.tree import NONE, Tree
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.stream import Stream
from smokestack.engine.weights import format_weights, load_weights

TABLES = [
    (name, edition, players)
    for name in smokestack.game_names()
    for edition in smokestack.find_game(name).editions
    for players in smokestack.find_game(name).player_counts(edition)
]


def played(match: Match, bots: list[str], seed: int = 0) -> Match:
    seated = [make_bot(bot, match.game, seed, seat) for seat, bot in enumerate(bots)]
    while match.actor is not None:
        match.play(seated[match.actor].answer(match.view(match.actor)))
    return match


def middle(game: str, answers: int, seed: int = 3) -> Match:
    """A game after some answers of greedy players, where the actor has a choice."""
    match = smokestack.new_game(game, seed=seed)
    seats = range(len(match.setup.players))
    bots = [make_bot("greedy:samples=1", match.game, seed, seat) for seat in seats]
    while len(match.history) < answers or len(match.answers) < 4:
        assert match.actor is not None
        match.play(bots[match.actor].answer(match.view(match.actor)))
    return match


def searcher(match: Match, seed: int = 1, **settings: Any) -> Searcher:
    return Searcher(match.game, SearchSettings(**settings), Stream(seed))


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_it_plays_legal_games_on_every_table(game: str, edition: str, players: int) -> None:
    match = smokestack.new_game(game, seed=11, edition=edition, players=players)
    assert played(match, ["search:simulations=12"] * players).over


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_random_playouts_to_the_end_play_legal_games_too(game: str) -> None:
    match = smokestack.new_game(game, seed=12)
    bot = "search:playout=true:temperature=0:simulations=3"
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


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_it_tries_only_what_is_offered_and_counts_every_simulation(game: str) -> None:
    match = middle(game, 40)
    assert match.actor is not None
    view = match.view(match.actor)
    search = searcher(match, simulations=300).think(view)
    tree = search.tree
    visits = {}
    node = tree.child[search.top]
    while node != NONE:
        visits[int(tree.answer[node])] = int(tree.visits[node])
        node = tree.sibling[node]
    assert set(visits) <= set(view.answers)
    assert tree.visits[search.top] == 300
    # The first visit judges the position itself.
    assert sum(visits.values()) == 299


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_its_memory_is_bounded(game: str) -> None:
    match = middle(game, 30)
    assert match.actor is not None
    bot = searcher(match, simulations=3000, nodes=1000)
    search = bot.think(match.view(match.actor))
    assert search.tree.count <= search.tree.capacity == 1000
    assert search.tree.visits[search.top] == 3000
    assert bot.answer(match.view(match.actor)) in match.view(match.actor).answers


def test_a_budget_in_seconds_is_kept() -> None:
    match = middle("brass", 30)
    assert match.actor is not None
    bot = searcher(match, seconds=0.2)
    start = time.perf_counter()
    search = bot.think(match.view(match.actor))
    assert time.perf_counter() - start >= 0.2
    assert search.tree.visits[search.top] >= 16


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_what_was_found_is_kept_for_the_next_question_of_the_turn_only(game: str) -> None:
    match = smokestack.new_game(game, seed=8)
    bots = [searcher(match, seat, simulations=40) for seat in range(len(match.setup.players))]
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
            visits = bot.search.tree.visits[bot.search.top]
            if visits > 40:
                kept += 1
                assert goes_on
            else:
                assert visits == 40
        match.play(answer)
    assert kept > 3


def test_a_position_that_does_not_follow_is_thought_about_from_scratch() -> None:
    match = smokestack.new_game("brass", seed=8)
    seat = match.actor
    assert seat is not None
    bot = searcher(match, simulations=60)
    answer = bot.answer(match.view(seat))
    other = next(a for a in match.view(seat).answers if a != answer)
    match.play(other)
    assert match.actor == seat
    bot.answer(match.view(seat))
    assert bot.search is not None
    assert bot.search.tree.visits[bot.search.top] == 60


def test_it_takes_a_winning_answer_where_every_answer_ends_the_game() -> None:
    found = 0
    for seed in range(300):
        match = smokestack.new_game("glasgow", seed=seed)
        stream = Stream(seed)
        while not match.over:
            match.play(int(match.state.options[stream.below(match.state.count)]))
        match.undo(1)
        seat = match.actor
        assert seat is not None
        results = {answer: _result(match, answer) for answer in match.view(seat).answers}
        winning = [
            answer for answer, result in results.items() if result and seat in result.winners
        ]
        if None not in results.values() and 0 < len(winning) < len(results):
            found += 1
            assert searcher(match, simulations=200).answer(match.view(seat)) in winning
    assert found > 2


def _result(match: Match, answer: int) -> smokestack.Result | None:
    state = match.state.copy()
    state.apply(answer)
    return match.game.result(state)


def test_thinking_longer_wins() -> None:
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


def test_other_weights_change_its_mind(tmp_path: Path) -> None:
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
    ("name", "value", "told"),
    [
        ("gold_value", nan, "'gold_value' must be a finite number"),
        ("caution", -inf, "'caution' must be a finite number"),
        ("exploration", -1.0, "exploration must be at least 0"),
        ("temperature", -1.0, "temperature must be at least 0"),
        ("scale", 0.0, "scale must be more than 0"),
        ("own", 1.5, "own is a share, from 0 to 1"),
        ("own", -0.5, "own is a share, from 0 to 1"),
    ],
)
def test_weights_that_make_no_sense_are_refused(
    tmp_path: Path, name: str, value: float, told: str
) -> None:
    game = smokestack.find_game("glasgow")
    weights = load_weights(game.weight_file)
    changed = [
        {key: replace(weight, value=value) if key == name else weight for key, weight in group}
        for group in (weights.evaluation.items(), weights.search.items())
    ]
    file = tmp_path / "weights.toml"
    file.write_text(format_weights(type(weights)(*changed)))
    for _ in range(2):
        with pytest.raises(InvalidInput, match=f"^{re.escape(str(file))}: .*{told}"):
            check_bot(f"search:weights={file}", game)


def test_weights_are_parsed_once_until_their_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed = []
    parse = tomllib.loads

    def parse_and_count(text: str) -> dict[str, Any]:
        parsed.append(text)
        return parse(text)

    monkeypatch.setattr("smokestack.engine.weights.tomllib.loads", parse_and_count)
    game = smokestack.find_game("glasgow")
    text = game.weight_file.read_text("utf-8")
    file = tmp_path / "weights.toml"
    for comment in ("# one\n", "# two\n"):
        file.write_text(comment + text, "utf-8")
        for seat in range(3):
            make_bot(f"greedy:weights={file}", game, 1, seat)
    assert len(parsed) == 2


def test_written_weights_read_back_the_same() -> None:
    for name in smokestack.game_names():
        file = smokestack.find_game(name).weight_file
        weights = load_weights(file)
        assert weights.evaluation
        assert load_weights(file) == weights


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
def test_settings_that_make_no_sense_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput):
        Searcher(smokestack.find_game("glasgow"), SearchSettings(**settings), Stream(1))


def test_a_full_tree_still_answers() -> None:
    match = middle("glasgow", 20)
    assert match.actor is not None
    view = match.view(match.actor)
    manner = Manner(0.5, 2.0, 0.05, 20.0, 6.0, 6.0, 0.0, 0.3, False)
    search = Search(manner, 2, match.game.answers, 2)
    search.run(view.state, view.seat, Stream(1), 50)
    assert search.best_answer(view.state) in view.answers


def test_a_tree_remembers_its_nodes() -> None:
    tree = Tree(2, 4)
    first = tree.add(0, 7)
    second = tree.add(0, 9)
    assert tree.find(0, 7) == first
    assert tree.find(0, 9) == second
    assert tree.find(first, 9) == NONE
    assert not tree.is_full()
    tree.add(second, 1)
    assert tree.is_full()
    tree.clear()
    assert tree.find(0, 7) == NONE
