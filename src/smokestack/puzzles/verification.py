"""Verifies that one answer to a decision is clearly best, and describes it as a puzzle."""

from __future__ import annotations

from typing import Final, NamedTuple

from smokestack.bots.registry import make_bot
from smokestack.bots.search_bot import SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.position_code import decode_position
from smokestack.engine.view import View
from smokestack.puzzles.comparison import ComparedAnswer, Comparison
from smokestack.puzzles.difficulty import rating_of
from smokestack.puzzles.lines import line_in_deal
from smokestack.puzzles.puzzle import MIN_MARGIN, Origin, Puzzle, Try, id_of, position_of
from smokestack.puzzles.same_effect import have_same_effect

ENDGAME_POSITIONS: Final = 300_000
LOST_CHANCE: Final = 0.15
"""With a win chance below this after the solution the game is lost."""
WON_CHANCE: Final = 0.85
"""With a win chance above this after a wrong answer the game is won anyway."""
MAX_TRIES: Final = 3
CONFIRMATION_SHARE: Final = 0.75
"""Of the margin, that the second verification must find as well."""
OTHER_SEED: Final = 7_919
CONFIRMATION_FACTOR: Final = 4
"""Times the simulations of the verification, for the search bot that must agree."""
MAX_NODES: Final = 400_000
ROUNDING: Final = 0.001
"""Of the chances in a puzzle."""


class Verified(NamedTuple):
    """A decision whose best answers are clear."""

    answers: list[int]
    """The best one, then those with the same effect."""
    best: Try
    tries: list[Try]
    """Natural wrong answers, first the greedy one; among them is the best of all wrong ones."""

    @property
    def second(self) -> Try:
        """The best wrong answer."""
        return max(self.tries, key=lambda tried: tried.chance)


class Verifier:
    """Verifies decisions at tables like the one of `state`."""

    def __init__(self, game: Game, state: State, simulations: int) -> None:
        players = len(game.points(state))
        basis = SearchBot(game, SearchSettings(), Stream(0)).basis_for(state)
        self._game = game
        self._simulations = simulations
        self._comparison = Comparison(game, basis, players, simulations)
        self._endgame = game.endgame()

    def verify(self, view: View, greedy: int, seed: int) -> Verified | None:
        """The solution, if one answer is best by the margin and the greedy one is not.

        All tries are compared on equal terms with the solution.
        """
        margin = MIN_MARGIN + ROUNDING
        compared = self._comparison.compare(view.state, Stream(seed), margin, {greedy}, MAX_TRIES)
        answers = self._solution(view.state, compared, greedy, margin)
        if not answers:
            return None
        deal = self._game.load(decode_position(position_of(self._game, view.state)))
        best, *others = compared
        wrong = [each for each in others if each.answer not in answers]
        shown = [each for each in wrong if each.answer == greedy]
        shown += [each for each in wrong if each.visits >= best.visits and each not in shown]
        return Verified(
            answers,
            self._try(best, deal),
            [self._try(each, deal) for each in shown[:MAX_TRIES]],
        )

    def is_confirmed(self, view: View, verified: Verified, greedy: int, seed: int) -> bool:
        """Whether other random numbers, and near the end the exact solver, agree."""
        state, answers = view.state, verified.answers
        if self._is_near_end(state) and self._proven(state) not in answers:
            return False
        margin = CONFIRMATION_SHARE * MIN_MARGIN
        compared = self._comparison.compare(state, Stream(seed + OTHER_SEED), margin, {greedy})
        again = self._solution(state, compared, greedy, margin)
        if not again or again[0] not in answers:
            return False
        return finds_solution(view, answers, CONFIRMATION_FACTOR * self._simulations, seed)

    def puzzle(self, view: View, verified: Verified, rules: int, origin: Origin) -> Puzzle:
        """The puzzle, still without themes."""
        game = self._game
        position = position_of(game, view.state)
        answers = [game.to_text(answer) for answer in verified.answers]
        return Puzzle(
            id=id_of(game.name, position),
            game=game.name,
            rules=rules,
            position=position,
            answers=answers,
            best=verified.best,
            second=verified.second,
            tries=verified.tries,
            proven=self._is_near_end(view.state),
            themes=[],
            rating=rating_of(game, view, answers, origin.seed),
            origin=origin,
        )

    def _solution(
        self, state: State, compared: list[ComparedAnswer], greedy: int, margin: float
    ) -> list[int]:
        """The answers that solve the puzzle, the best first; empty if it is not a puzzle."""
        best, *others = compared
        near = [other for other in others if best.chance - other.chance < margin]
        answers = [best.answer, *(other.answer for other in near)]
        wrong = [other for other in others if other not in near]
        if (
            best.chance < LOST_CHANCE
            or not wrong
            or wrong[0].chance > WON_CHANCE
            or greedy in answers
            or not all(have_same_effect(self._game, state, best.line, each.line) for each in near)
        ):
            return []
        return answers

    def _is_near_end(self, state: State) -> bool:
        return self._endgame is not None and self._endgame.is_near(state)

    def _proven(self, state: State) -> int:
        """The answer that the exact solver proves best, or -1."""
        assert self._endgame is not None
        full = state.copy()
        full.redeal(full.actor, Stream(0))
        return int(self._endgame.best_answer(full, ENDGAME_POSITIONS))

    def _try(self, compared: ComparedAnswer, deal: State) -> Try:
        line = line_in_deal(self._game, self._comparison.search, deal, compared.answer)
        return Try(
            self._game.to_text(compared.answer),
            round(compared.chance, 3),
            round(compared.points, 1),
            [self._game.to_text(answer) for answer in line],
        )


def greedy_answer(view: View, seed: int) -> int:
    """What the natural wrong answer is: the best one for this turn."""
    return make_bot("clerk", view.game, seed, 0).answer(view)


def finds_solution(view: View, answers: list[int], simulations: int, seed: int) -> bool:
    """Whether a search bot with more simulations chooses an answer that solves the puzzle."""
    settings = SearchSettings(simulations=simulations, nodes=MAX_NODES)
    bot = SearchBot(view.game, settings, Stream(seed + 2 * OTHER_SEED))
    return bot.answer(view) in answers
