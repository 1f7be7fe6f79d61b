"""The OpenSpiel games pass OpenSpiel's own tests, and their information is that of the seats."""

from __future__ import annotations

import copy
import random
import time

import numpy as np
import pyspiel
import pytest
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

import smokestack
from smokestack.engine.core.encoder import encode
from smokestack.envs.open_spiel import SmokestackState, resample
from tests.sizes import LONG
from tools import make_playthroughs

GLASGOW = "smokestack_glasgow_v0"
BRASS = "smokestack_brass_v0"
GAMES = [
    GLASGOW,
    f"{GLASGOW}(chance=explicit,reward=margin)",
    BRASS,
    f"{BRASS}(chance=explicit,edition=year2018,players=2)",
    f"{BRASS}(edition=year2009-duel,players=2,reward=rank)",
    f"{BRASS}(virtual_link=off,refill_each_turn=on,players=3)",
    f"{BRASS}(edition=year2018,virtual_link_reverse=on,players=2)",
    f"{BRASS}(edition=year2009-duel,players=2,scotland_canal=off)",
]


def play_at_random(name: str, seed: int, answers: int) -> SmokestackState:
    """A state after some answers of players, or the end."""
    generator = random.Random(seed)
    state: SmokestackState = pyspiel.load_game(name).new_initial_state()
    given = 0
    while not state.is_terminal() and given < answers:
        if state.is_chance_node():
            state.apply_action(generator.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(generator.choice(state.legal_actions()))
            given += 1
    return state


@pytest.mark.parametrize("name", GAMES)
def test_open_spiels_random_simulations_pass(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=LONG, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_open_spiels_random_simulations_pass_for_many_seeds(name: str) -> None:
    pyspiel.random_sim_test(
        pyspiel.load_game(name), num_sims=8 * LONG, serialize=False, verbose=False
    )


@pytest.mark.parametrize("name", make_playthroughs.GAMES)
def test_a_playthrough_is_as_it_was(name: str) -> None:
    """After an intended change: `python -m tools.make_playthroughs`."""
    stored = (make_playthroughs.FOLDER / f"{name}.txt").read_text("utf-8")
    now = make_playthroughs.text_of(make_playthroughs.GAMES[name])
    assert now.splitlines() == stored.splitlines()


@pytest.mark.parametrize("name", ["glasgow", "brass"])
def test_a_sampled_deal_is_the_game_with_that_seed(name: str) -> None:
    state = pyspiel.load_game(f"smokestack_{name}_v0").new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 1000
    assert sum(probability for _, probability in outcomes) == pytest.approx(1)
    state.apply_action(77)
    match = smokestack.new_game(name, seed=77)
    while not match.over:
        assert state.current_player() == match.actor
        answers = state.legal_actions()
        assert answers == sorted(match.state.answers())
        assert [state.action_to_string(answer) for answer in answers] == [
            match.game.to_text(answer) for answer in answers
        ]
        observation = make_observation(state.get_game())
        for player in range(state.num_players()):
            observation.set_from(state, player)
            expected = encode(match.game.encoder(match.setup), match.state, player)
            assert observation.tensor.tolist() == list(expected)
        state.apply_action(answers[len(answers) // 2])
        match.play(answers[len(answers) // 2])
    assert match.result is not None
    returns = state.returns()
    assert [seat for seat, value in enumerate(returns) if value > 0] == match.result.winners
    assert sum(returns) == pytest.approx(0)


@pytest.mark.parametrize("name", ["glasgow", "brass"])
def test_every_rule_option_is_a_parameter(name: str) -> None:
    rules = smokestack.find_game(name)
    for option in rules.options:
        value = not option.default if isinstance(option.default, bool) else option.maximum
        text = ("off", "on")[value] if name == "brass" else value
        game = pyspiel.load_game(f"smokestack_{name}_v0({option.name}={text})")
        chosen = smokestack.new_game(name, options={option.name: value}).setup.options
        assert game.rules.setup.options == chosen
        assert chosen[option.name] == value


@pytest.mark.parametrize("edition", smokestack.find_game("brass").editions)
def test_options_that_are_not_given_are_those_of_the_edition(edition: str) -> None:
    players = smokestack.find_game("brass").player_counts(edition)[-1]
    game = pyspiel.load_game(f"{BRASS}(edition=year{edition},players={players})")
    assert game.rules.setup.options == smokestack.new_game("brass", edition=edition).setup.options


def test_every_card_of_an_explicit_deal_is_a_chance_node() -> None:
    state = pyspiel.load_game(f"{GLASGOW}(chance=explicit)").new_initial_state()
    sizes = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        sizes.append(len(outcomes))
        state.apply_action(outcomes[-1][0])  # every card stays where it is
    assert sizes == [*range(14, 1, -1), *range(37, 1, -1)]
    ring = smokestack.find_game("glasgow").audit(state.table)["ring"]
    assert len(ring) == 16


def test_a_shuffle_in_the_middle_of_an_explicit_game_is_a_chance_node() -> None:
    generator = random.Random(1)
    state = pyspiel.load_game(f"{BRASS}(chance=explicit,players=2,edition=year2018)")
    state = state.new_initial_state()
    late_outcomes = answers = 0
    while not state.is_terminal():
        if state.is_chance_node():
            late_outcomes += answers > 0
            copied = state.clone()
            state.apply_action(generator.choice(state.chance_outcomes())[0])
            assert copied.is_chance_node()
        else:
            state.apply_action(generator.choice(state.legal_actions()))
            answers += 1
    assert late_outcomes > 30  # the deal of the rail period


@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_the_information_of_the_player(name: str) -> None:
    changed = 0
    for seed in range(8):
        state = play_at_random(name, seed, 15 * seed)
        if state.is_chance_node() or state.is_terminal():
            continue
        player = state.current_player()
        other = resample(state, player)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.legal_actions() == state.legal_actions()
        changed += other.table != state.table
        while not other.is_terminal():
            if other.is_chance_node():
                other.apply_action(other.chance_outcomes()[0][0])
            else:
                other.apply_action(random.Random(seed).choice(other.legal_actions()))
    assert changed > 3


def test_the_information_of_a_player_has_what_it_saw_earlier() -> None:
    """Two deals in which seat 0 sees the same now, but not the same as before."""
    first = play_at_random(BRASS, 1, 40)
    second = play_at_random(BRASS, 2, 40)
    assert first.information_state_string(0) != second.information_state_string(0)
    again = play_at_random(BRASS, 1, 40)
    assert first.information_state_string(0) == again.information_state_string(0)
    assert first.information_state_string(0) != first.information_state_string(1)


def test_the_public_observation_has_no_cards_of_a_hand() -> None:
    state = play_at_random(BRASS, 1, 10)
    public = state.get_game().make_py_observer(
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
        )
    )
    assert public.string_from(state, 0) == public.string_from(resample(state, 0), 0)
    assert public.string_from(state, 0) == public.string_from(resample(state, 1), 1)
    assert public.string_from(state, 0) != state.observation_string(0)


def test_open_spiels_ismcts_plays_with_our_resampling() -> None:
    game = pyspiel.load_game(f"{GLASGOW}(turn_limit=4)")
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1)),
        uct_c=1.0,
        max_simulations=5,
        random_state=np.random.RandomState(1),
    )
    bot.set_resampler(resample)
    state = game.new_initial_state()
    state.apply_action(5)
    for _ in range(3):
        answer = bot.step(state)
        assert answer in state.legal_actions()
        state.apply_action(answer)


def test_a_deep_copy_of_a_compiled_state_costs_microseconds() -> None:
    state = play_at_random(BRASS, 1, 60).table
    assert state is not None
    assert copy.deepcopy(state) == state
    assert copy.deepcopy(state) is not state
    start = time.perf_counter()
    for _ in range(1000):
        copy.deepcopy(state)
    assert time.perf_counter() - start < 1  # 1 ms each would be 500 times too slow


@pytest.mark.parametrize(
    "parameters",
    [
        "chance=maybe",
        "reward=money",
        "deals=0",
        "edition=year1999",
        "players=5",
        "virtual_link=maybe",
        "virtual_link=True",
        "luck=on",
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: str) -> None:
    with pytest.raises((smokestack.InvalidInput, pyspiel.SpielError)):
        pyspiel.load_game(f"{BRASS}({parameters})")


def test_learning_algorithms_get_the_observation_as_their_input() -> None:
    env = rl_environment.Environment(pyspiel.load_game(GLASGOW))
    env.seed(1)
    step = env.reset()
    size = smokestack.find_game("glasgow").encoder(smokestack.new_game("glasgow").setup).size
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == size
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)
