"""Finds puzzles in games that bots play against each other, or that people have played.

The search with which a bot chooses its answer also shows whether the position is promising: one
answer is far ahead, and the greedy bot would choose another. In a game of people a bot searches
every decision, too, but the answers of the people are played. Only promising positions are
verified, with ten times the simulations and once more with other random numbers. Every search
starts from the view of the seat, so a puzzle never depends on hidden cards.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from smokestack.bots.bot import Bot
from smokestack.bots.registry import make_bot
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.endgame import Endgame
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.match import Match
from smokestack.engine.record import Setup
from smokestack.engine.view import View
from smokestack.games import find_game
from smokestack.puzzles.comparison import ComparedAnswer, Comparison, visited_answers
from smokestack.puzzles.difficulty import rating_of
from smokestack.puzzles.puzzle import (
    MAX_LINE_LENGTH,
    MIN_MARGIN,
    Origin,
    Puzzle,
    Try,
    id_of,
    position_of,
)
from smokestack.puzzles.same_effect import have_same_effect

VERIFICATION_FACTOR: Final = 10
"""Times the simulations of the bots that play."""
ENDGAME_POSITIONS: Final = 300_000
PROMISING_MARGIN: Final = 0.05
MIN_VISITS: Final = 4
"""Fewer say nothing about an answer."""
LOST_CHANCE: Final = 0.15
"""With a lower win chance after the solution the game is lost."""
WON_CHANCE: Final = 0.85
"""With a higher win chance after a wrong answer the game is won anyway."""
MAX_TRIES: Final = 3
MAX_PUZZLES_PER_HALF: Final = 2
"""Of a game; openings have more puzzles and would fill a limit for the whole game."""
CONFIRMATION_SHARE: Final = 0.75
"""Of the margin, that the second verification must find as well."""
OTHER_SEED: Final = 7_919
CONFIRMATION_FACTOR: Final = 4
"""Times the simulations of the verification, for the search bot that must agree."""
MAX_NODES: Final = 400_000
ROUNDING: Final = 0.001
"""Of the chances in a puzzle."""
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


def finds_solution(view: View, answers: list[int], simulations: int, seed: int) -> bool:
    """Whether a search bot with more simulations chooses an answer that solves the puzzle."""
    settings = SearchSettings(simulations=simulations, nodes=MAX_NODES)
    bot = SearchBot(view.game, settings, Stream(seed + 2 * OTHER_SEED))
    return bot.answer(view) in answers


class Verified(NamedTuple):
    answers: list[int]
    best: ComparedAnswer
    others: list[ComparedAnswer]
    """Wrong answers, the best first."""


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
        self.greedy: Bot = make_bot("clerk", self.game, seed, 0)
        self.endgame: Endgame | None = self.game.endgame()
        basis = self.bots[0].basis_for(self.match.state)
        self.simulations = VERIFICATION_FACTOR * task.simulations
        self.comparison = Comparison(self.game, basis, self.players, self.simulations)
        self.evaluator = basis.evaluator
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
            and self.greedy.answer(view) != best
        )

    def _examine(self, view: View) -> None:
        """Verify a promising position and keep it as a puzzle."""
        self.candidates += 1
        greedy = self.greedy.answer(view)
        seed = self.task.number * 1_000_003 + len(self.match.history)
        verified = self._verify(view.state, greedy, MIN_MARGIN + ROUNDING, seed)
        if verified is None:
            return
        key = (int(view.seat), verified.best.answer)
        if key in self.seen or not self._is_proven_or_early(view.state, verified.answers):
            return
        again = self._verify(view.state, greedy, CONFIRMATION_SHARE * MIN_MARGIN, seed + OTHER_SEED)
        if again is None or again.best.answer not in verified.answers:
            return
        if not finds_solution(view, verified.answers, CONFIRMATION_FACTOR * self.simulations, seed):
            return
        self.seen |= {key, (-1, int(view.state.turn))}
        self.found.append(self._puzzle(view, verified, greedy))
        self.found_in_half[self._half(view.state)] += 1

    def _half(self, state: State) -> int:
        """Of the game: 0 for the first, 1 for the second."""
        return 0 if self.evaluator.share_left(state, state.actor) > 0.5 else 1

    def _verify(self, state: State, greedy: int, margin: float, seed: int) -> Verified | None:
        """The solution, if one answer is best by this margin and the greedy one is not."""
        best, *others = self.comparison.compare(state, Stream(seed), margin, {greedy})
        if best.chance < LOST_CHANCE:
            return None
        answers, wrong = [best.answer], []
        for other in others:
            is_near = best.chance - other.chance < margin
            if is_near and have_same_effect(self.game, state, best.line, other.line):
                answers.append(other.answer)
            elif is_near:
                return None
            else:
                wrong.append(other)
        if not wrong or greedy in answers or wrong[0].chance > WON_CHANCE:
            return None
        return Verified(answers, best, wrong)

    def _is_proven_or_early(self, state: State, answers: list[int]) -> bool:
        return not self._is_near_end(state) or self._proven(state) in answers

    def _is_near_end(self, state: State) -> bool:
        return self.endgame is not None and self.endgame.is_near(state)

    def _proven(self, state: State) -> int:
        """The answer that the exact solver proves best, or -1."""
        assert self.endgame is not None
        full = state.copy()
        full.redeal(full.actor, Stream(0))
        return int(self.endgame.best_answer(full, ENDGAME_POSITIONS))

    def _puzzle(self, view: View, verified: Verified, greedy: int) -> Puzzle:
        task, game = self.task, self.game
        position = position_of(game, view.state)
        answers = [game.to_text(answer) for answer in verified.answers]
        by_answer = {each.answer: each for each in verified.others}
        natural = [by_answer[greedy], *(each for each in verified.others if each.answer != greedy)]
        return Puzzle(
            id=id_of(game.name, position),
            game=game.name,
            rules=task.setup.rules,
            position=position,
            answers=answers,
            best=self._try(verified.best),
            second=self._try(verified.others[0]),
            tries=[self._try(each) for each in natural if each.visits >= MIN_VISITS][:MAX_TRIES],
            proven=self._is_near_end(view.state),
            themes=[],
            rating=rating_of(game, view, answers, task.number),
            origin=Origin(task.command, task.number, len(self.match.history), self.simulations),
        )

    def _try(self, compared: ComparedAnswer) -> Try:
        return Try(
            self.game.to_text(compared.answer),
            round(compared.chance, 3),
            round(compared.points, 1),
            [self.game.to_text(answer) for answer in compared.line[:MAX_LINE_LENGTH]],
        )
