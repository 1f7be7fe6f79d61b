"""Finds puzzles in games that bots play against each other, or that people have played.

The search with which a bot chooses its answer also shows whether the position is promising: one
answer is far ahead, and the greedy bot would choose another. In a game of people a bot searches
every decision, too, but the answers of the people are played. Only promising positions are
verified, with ten times the simulations and once more with other random numbers. Every search
starts from the view of the seat, so a puzzle never depends on hidden cards.
"""

from __future__ import annotations

from typing import Final

import msgspec

from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.view import View
from smokestack.games import find_game
from smokestack.puzzles.comparison import visited_answers
from smokestack.puzzles.puzzle import Origin, Puzzle
from smokestack.puzzles.selection import MAX_PUZZLES_PER_HALF, half_of
from smokestack.puzzles.verification import LOST_CHANCE, WON_CHANCE, Verifier, greedy_answer

VERIFICATION_FACTOR: Final = 10
"""Times the simulations of the bots that play."""
PROMISING_MARGIN: Final = 0.05
MIN_VISITS: Final = 4
"""Fewer say nothing about an answer."""
ROUTINE_DIVISOR: Final = 5
"""Decisions that people are often not asked get the simulations divided by this, and no puzzle."""


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game to search for puzzles."""

    setup: Setup
    simulations: int
    """For each answer of the bots."""
    command: str
    number: int
    """Identifies the game: the seed, or a number for a record."""
    history: list[int] | None = None
    """The answers of a game that people have played; None lets bots play."""


class MinedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game that was searched for puzzles; their themes are still missing."""

    seed: int
    """`Task.number`."""
    decisions: int
    candidates: int
    puzzles: list[Puzzle]


def mine_game(task: Task) -> MinedGame:
    """Play or replay a game and collect its puzzles; the same for the same task."""
    return Miner(task).run()


class Miner:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.game = find_game(task.setup.game)
        self.match = Match(self.game, task.setup)
        self.players = len(task.setup.players)
        seed = task.number
        self.settings = SearchSettings(simulations=task.simulations)
        self.routine = SearchSettings(simulations=max(1, task.simulations // ROUTINE_DIVISOR))
        self.bots = [
            SearchBot(self.game, self.settings, Stream(seed * 16 + seat))
            for seat in range(self.players)
        ]
        self.verifier = Verifier(
            self.game, self.match.state, VERIFICATION_FACTOR * task.simulations
        )
        self.candidates = 0
        self.decisions = 0
        self.found: list[Puzzle] = []
        self.found_in_half = [0, 0]
        self.seen: set[tuple[int, int]] = set()
        """The turns and the solutions, with their seats, that a puzzle was made of."""

    def run(self) -> MinedGame:
        match, given = self.match, self.task.history
        while not match.over and (given is None or len(match.history) < len(given)):
            found = self._answer()
            match.play(found if given is None else given[len(match.history)])
        return MinedGame(self.task.number, self.decisions, self.candidates, self.found)

    def _answer(self) -> int:
        """The answer of the bot whose turn it is; its position becomes a puzzle if it is one."""
        match = self.match
        seat = match.actor
        assert seat is not None
        view = match.view(seat)
        if view.state.count == 1:
            return int(view.state.legal[0])
        bot = self.bots[seat]
        self.decisions += 1
        is_routine = view.decision in self.game.unasked_decisions
        bot.settings = self.routine if is_routine else self.settings
        search = bot.run(view)
        answer = int(search.best_answer(view.state))
        bot.last = (view.state, answer)
        is_open = (
            not is_routine and self.found_in_half[self._half(view.state)] < MAX_PUZZLES_PER_HALF
        )
        if is_open and self._is_promising(view, search, answer):
            self._examine(view)
        return answer

    def _is_promising(self, view: View, search: Search, best: int) -> bool:
        state = view.state
        if (-1, int(state.turn)) in self.seen:
            return False
        chances = {
            each.answer: each.chance
            for each in visited_answers(search, state, self.players)
            if each.visits >= MIN_VISITS or each.answer == best
        }
        own = chances.pop(best)
        second = max(chances.values(), default=0.0)
        return (
            own >= LOST_CHANCE
            and second <= WON_CHANCE
            and own - second >= PROMISING_MARGIN
            and self._greedy(view) != best
        )

    def _examine(self, view: View) -> None:
        """Verify a promising position and keep it as a puzzle."""
        self.candidates += 1
        greedy, number = self._greedy(view), len(self.match.history)
        seed = self.task.number * 1_000_003 + number
        verified = self.verifier.verify(view, greedy, seed)
        if verified is None:
            return
        key = (int(view.seat), verified.answers[0])
        if key in self.seen or not self.verifier.is_confirmed(view, verified, greedy, seed):
            return
        task = self.task
        origin = Origin(task.command, task.number, number, VERIFICATION_FACTOR * task.simulations)
        self.seen |= {key, (-1, int(view.state.turn))}
        self.found.append(self.verifier.puzzle(view, verified, task.setup.rules, origin))
        self.found_in_half[self._half(view.state)] += 1

    def _greedy(self, view: View) -> int:
        return greedy_answer(view, self.task.number)

    def _half(self, state: State) -> int:
        return half_of(self.game, state)
