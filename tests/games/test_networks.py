"""The inputs of each game's networks: complete, within their limits, and nothing hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game

TABLES = [
    (name, edition, players)
    for name in smokestack.game_names()
    for edition in smokestack.find_game(name).editions
    for players in smokestack.find_game(name).player_counts(edition)
]


def reader_of(game: Game) -> LearnedEvaluator:
    """An evaluator without networks, which can only read inputs."""
    return game.networks.evaluator([])


@pytest.mark.parametrize("name", smokestack.game_names())
def test_the_groups_follow_each_other_without_gaps(name: str) -> None:
    first = 0
    for group in smokestack.find_game(name).networks.groups:
        assert (group.first, group.size > 0, group.max_amount > 0) == (first, True, True)
        first += group.size


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_inputs_stay_within_their_limits(game: str, edition: str, players: int) -> None:
    for seed in range(6):
        match = smokestack.new_game(game, seed=seed, edition=edition, players=players)
        spec = match.game.networks
        reader = reader_of(match.game)
        limits = spec.max_amounts
        stream = Stream(seed)
        state = match.state.copy()
        greedy = [make_bot("greedy:samples=1", match.game, seed, seat) for seat in range(players)]
        while not state.over:
            assert 0 <= reader.part_of(state) < len(spec.parts)
            for seat in range(players):
                numbers, amounts = reader.inputs_of(state, seat)
                assert len(set(numbers)) == len(numbers)
                for number, amount in zip(numbers, amounts, strict=True):
                    assert 0 <= amount <= limits[number], (number, amount)
            if seed % 2:
                view = smokestack.View(match.game, state, int(state.actor), match.setup.players)
                state.apply(greedy[state.actor].answer(view))
            else:
                state.apply(state.legal[stream.below(state.count)])


@pytest.mark.parametrize(("game", "edition", "players"), TABLES)
def test_inputs_do_not_depend_on_what_is_hidden(game: str, edition: str, players: int) -> None:
    match = smokestack.new_game(game, seed=4, edition=edition, players=players)
    reader = reader_of(match.game)
    state = match.state.copy()
    stream = Stream(4)
    differed = False
    while not state.over:
        for seat in range(players):
            other = state.copy()
            other.redeal(seat, stream)
            differed |= other.numbers() != state.numbers()
            assert reader.inputs_of(other, seat) == reader.inputs_of(state, seat)
            assert reader.inputs_of(state.seen_by(seat), seat) == reader.inputs_of(state, seat)
        state.apply(state.legal[stream.below(state.count)])
    assert differed


@pytest.mark.parametrize("name", smokestack.game_names())
def test_the_documentation_lists_every_group(name: str) -> None:
    text = Path(__file__).parents[2].joinpath("docs", "networks.md").read_text("utf-8")
    for group in smokestack.find_game(name).networks.groups:
        last = group.first + group.size - 1
        numbers = str(group.first) if group.size == 1 else f"{group.first}–{last}"
        assert f"| {numbers} | {group.name} | {group.max_amount} | {group.text} |" in text
