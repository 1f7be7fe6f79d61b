"""Random play and search of other engines, run by the Python of the environment that has them.

Prints `NAME COUNT SECONDS`: the number of decisions or simulations, and the time they took.
"""

from __future__ import annotations

import random
import sys
import time


def catanatron(seconds: float) -> tuple[int, float]:
    """Two random players; a decision is one tick of the game."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            decisions += 1
    return decisions, time.perf_counter() - start


def open_spiel_backgammon(seconds: float) -> tuple[int, float]:
    """A decision is an action of a player; chance nodes are not counted."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    decisions = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                decisions += 1
            state.apply_action(random.choice(state.legal_actions()))
    return decisions, time.perf_counter() - start


def open_spiel_search(seconds: float) -> tuple[int, float]:
    """Simulations of the tree search in C++, with one random playout each, after the first roll."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    each = 500
    simulations = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, simulations)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, each, 1000, False, simulations, False)
        bot.mcts_search(state)
        simulations += each
    return simulations, time.perf_counter() - start


PEERS = {
    "catanatron": catanatron,
    "open_spiel_backgammon": open_spiel_backgammon,
    "open_spiel_search": open_spiel_search,
}

if __name__ == "__main__":
    count, seconds = PEERS[sys.argv[1]](float(sys.argv[2]))
    print(sys.argv[1], count, seconds)
