"""What is measured in the games behind the proofs of the analysis.

Every kind of row has a file of its own in the results folder, named after the networks that value
positions. An interrupted run continues, and a finished one is only read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import msgspec

from benchmarks.played_games import PlayedGame
from smokestack.analysis.analyser import ALTERNATIVES, SAMPLES, SIMULATIONS, analyse_match
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.decisions import DecisionSearch, with_only_answer
from smokestack.analysis.grading import BLUNDER
from smokestack.analysis.luck import LuckMeasure
from smokestack.analysis.report import Grade
from smokestack.analysis.units import UNITS, sum_of, to_values
from smokestack.analysis.values import Valuation, chances_after, result_of, shares_of
from smokestack.bots.registry import make_bot
from smokestack.bots.search.is_mcts import Search, win_chance
from smokestack.bots.search_bot import Basis, SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.match import Match
from smokestack.engine.view import View

VALUE_SAMPLES: Final = 6
ANSWERS_PER_VALUE: Final = {"glasgow": 7, "brass": 14}
"""One position of so many is valued, since neighbouring ones say nearly the same."""
GRADED_PER_SEAT: Final = 16
"""Decisions of each seat, spread over the game."""
FIRST_VISITS: Final = 20
"""Simulations for each answer of a decision, to find the second worst one."""
ANSWERED_SHARE: Final = 6
"""One of so many of these decisions is answered by bots of all levels."""
REFERENCE_VISITS: Final = 100
"""Simulations for the best answer and the second worst one, to find what this costs."""
MAX_TRIED_DECISIONS: Final = 60
"""In which a blunder could be planted, before the game is left out."""

MIN_LEGAL: Final = 3
CAPACITY: Final = 100_000


class GradedDecision(msgspec.Struct, frozen=True):
    number: int
    bot: str
    chance_loss: float
    points_loss: float
    verdict: str


class GradedGame(msgspec.Struct, frozen=True):
    """The grades of some decisions of a game."""

    seed: int
    decisions: list[GradedDecision]


class TimedGame(msgspec.Struct, frozen=True):
    """The processor time of a whole quick analysis."""

    seed: int
    answers: int
    seconds: float


class ValuedGame(msgspec.Struct, frozen=True):
    """A game with predicted win chances; each list of numbers is by seat."""

    seed: int
    results: list[float]
    points: list[float]
    chances: list[list[float]]
    """Of some positions, by the analysis."""
    linear: list[list[float]]
    """Of the same positions, by the linear evaluation of the position as it is."""
    luck: list[float] | None
    """None in games in which it was not measured."""
    luck_points: list[float] | None


class PlantedBlunder(msgspec.Struct, frozen=True):
    """The second worst answer to a decision, put in place of the one that was given."""

    seed: int
    number: int
    """Of the answer; 0 if no decision of the game had such an answer."""
    legal: int = 0
    true_loss: float = 0.0
    """The win chance that it costs, by searches of both answers with equally many visits."""
    chance_loss: float = 0.0
    """By the quick analysis."""
    verdict: str = ""


def answered_game(played: PlayedGame, bots: Sequence[str]) -> GradedGame:
    """Let several bots answer the same decisions of a game, and grade their answers."""
    match = played.match
    players = len(match.setup.players)
    searching = DecisionSearch(
        match.game, basis_of(match.game, match.state), players, SIMULATIONS["quick"]
    )
    found = []
    for index in _spread_decisions(match, players, Stream(played.seed))[::ANSWERED_SHARE]:
        state = match.state_at(index)
        seat, seed = int(state.actor), played.seed * 1000 + index
        view = View(match.game, state.seen_by(seat), seat, match.setup.players)
        grades: dict[int, Grade] = {}
        for bot in bots:
            answer = make_bot(bot, match.game, seed, seat).answer(view)
            if answer not in grades:
                grades[answer] = searching.grade(state, answer, Stream(seed))
            grade = grades[answer]
            found.append(
                GradedDecision(index + 1, bot, grade.chance_loss, grade.points_loss, grade.verdict)
            )
    return GradedGame(played.seed, found)


def _spread_decisions(match: Match, players: int, stream: Stream) -> list[int]:
    """Some decisions of each seat that were not forced, at equal distances."""
    state = match.game.start(match.setup)
    found: list[list[int]] = [[] for _ in range(players)]
    for index, answer in enumerate(match.history):
        if state.count > 1:
            found[int(state.actor)].append(index)
        state.apply(answer)
    chosen = []
    for indices in found:
        step = max(1, len(indices) // GRADED_PER_SEAT)
        chosen += indices[int(stream.below(step)) :: step][:GRADED_PER_SEAT]
    return chosen


def timed_game(played: PlayedGame) -> TimedGame:
    match = played.match
    start = time.process_time()
    analyse_match(match)
    return TimedGame(played.seed, len(match.history), round(time.process_time() - start, 3))


def valued_game(played: PlayedGame, with_luck: bool) -> ValuedGame:
    match, seed = played.match, played.seed
    players = len(match.setup.players)
    state = match.game.start(match.setup)
    valuation = Valuation(match.game, basis_of(match.game, state), players)
    measure = LuckMeasure(match.game, valuation, ALTERNATIVES["quick"])
    linear = LinearEvaluation(match.game, players)
    stream = Stream(seed)
    samples = SAMPLES["quick"]
    lucks = []
    if with_luck:
        lucks.append(measure.of_deal(match.setup, valuation.value(state, stream, samples)))
    chances, linear_chances = [], []
    for number, answer in enumerate(match.history):
        before = state.copy()
        state.apply(answer)
        if with_luck and state.revealed != before.revealed:
            value = valuation.value(state, stream, samples)
            lucks.append(measure.of_answer(before, answer, value, stream))
        if (number + seed) % ANSWERS_PER_VALUE[played.game] == 0 and not state.over:
            value = valuation.value(state, stream, VALUE_SAMPLES)
            chances.append([unit / UNITS for unit in value[:players]])
            linear_chances.append(linear.chances(state))
    result = to_values(result_of(match.game, state))
    luck = to_values(sum_of(lucks)) if lucks else None
    return ValuedGame(
        seed=seed,
        results=result.chances,
        points=result.points,
        chances=chances,
        linear=linear_chances,
        luck=luck.chances if luck else None,
        luck_points=luck.points if luck else None,
    )


class LinearEvaluation:
    """Win chances by the weighted sum of features, without lookahead and shuffles."""

    def __init__(self, game: Game, players: int) -> None:
        self._basis = SearchBot(game, SearchSettings(), Stream(0)).linear
        self._players = players

    def chances(self, state: State) -> list[float]:
        evaluator, _, params = self._basis
        points = [evaluator.expected_points(state, seat) for seat in range(self._players)]
        scale = params.win_margin_scale + params.win_margin_spread * evaluator.share_left(state, 0)
        chances = []
        for seat, own in enumerate(points):
            best = max(points[:seat] + points[seat + 1 :])
            chances.append(win_chance((own - best) / scale))
        return [round(chance, 6) for chance in shares_of(chances)]


def planted_blunder(played: PlayedGame) -> PlantedBlunder:
    """Plant the second worst answer at one decision of a game.

    Decisions are tried in random order until one has at least three answers and the second worst
    one costs a blunder's worth; in most decisions it does not.
    """
    match, stream = played.match, Stream(played.seed)
    players = len(match.setup.players)
    for _ in range(MAX_TRIED_DECISIONS):
        number = int(stream.below(len(match.history)))
        state = match.state_at(number)
        if state.count < MIN_LEGAL:
            continue
        basis = basis_of(match.game, state)
        valued = ReferenceSearch(match, basis, state, int(stream.word()))
        ranked = sorted(
            map(int, state.answers()), key=lambda each: valued.chance(each, FIRST_VISITS)
        )
        best, planted = ranked[-1], ranked[1]
        true_loss = valued.chance(best, REFERENCE_VISITS) - valued.chance(planted, REFERENCE_VISITS)
        if true_loss < BLUNDER:
            continue
        searching = DecisionSearch(match.game, basis, players, SIMULATIONS["quick"])
        grade = searching.grade(state, planted, stream)
        return PlantedBlunder(
            seed=played.seed,
            number=number + 1,
            legal=int(state.count),
            true_loss=round(true_loss, 6),
            chance_loss=grade.chance_loss,
            verdict=grade.verdict,
        )
    return PlantedBlunder(played.seed, 0)


class ReferenceSearch:
    """Values each answer to a decision by a search of its own, all in the same deals."""

    def __init__(self, match: Match, basis: Basis, state: State, seed: int) -> None:
        self._answers = match.game.answers
        self._players = len(match.setup.players)
        self._basis = basis
        self._seat = int(state.actor)
        self._view = state.seen_by(self._seat)
        self._seed = seed

    def chance(self, answer: int, visits: int) -> float:
        """The win chance after an answer."""
        evaluator, guide, params = self._basis
        search = Search(evaluator, guide, params, self._players, self._answers, CAPACITY)
        search.run(with_only_answer(self._view, answer), self._seat, Stream(self._seed), visits)
        node = search.tree.find(search.root, answer)
        return chances_after(search.tree, node, self._players)[self._seat]
