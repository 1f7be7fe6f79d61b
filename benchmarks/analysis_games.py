"""The games behind the proofs of the analysis: each is played, examined and written down once.

Every kind of row has a file of its own in the results folder. An interrupted run continues, and a
finished one is only read.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

import smokestack
from smokestack.analysis.analyser import ALTERNATIVES, SIMULATIONS, analyse_match
from smokestack.analysis.calibration import basis_of
from smokestack.analysis.decisions import DecisionSearch
from smokestack.analysis.grading import BLUNDER
from smokestack.analysis.luck import LuckMeasure
from smokestack.analysis.units import UNITS, sum_of, to_values
from smokestack.analysis.values import Valuation, result_of, shares_of
from smokestack.bots.registry import make_bot
from smokestack.bots.search.is_mcts import Search, win_chance
from smokestack.bots.search_bot import Basis, SearchBot, SearchSettings
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.game import Game
from smokestack.engine.match import Match

RESULTS_FOLDER: Final = Path(".analysis-proof")
VALUE_SAMPLES: Final = 6
ANSWERS_PER_VALUE: Final = 7
"""One position of so many is valued, since neighbouring ones say nearly the same."""
REFERENCE_VISITS: Final = 100
"""Simulations for each answer of a decision in which a blunder is planted."""

MIN_LEGAL: Final = 3
CAPACITY: Final = 100_000

Row = TypeVar("Row", bound=msgspec.Struct)


class LevelGame(msgspec.Struct, frozen=True):
    """A game in which one level had all seats, with its quick analysis."""

    game: str
    level: str
    seed: int
    answers: int
    seconds: float
    """Processor time of the analysis."""
    decisions: list[int]
    chance_losses: list[float]
    """On average for each decision, by seat."""
    points_losses: list[float]
    verdicts: list[list[int]]
    """Inaccuracies, mistakes and blunders, by seat."""
    results: list[float]
    luck: list[float]
    """In shares of a win, by seat."""
    points: list[int]
    luck_points: list[float]


class ValuedGame(msgspec.Struct, frozen=True):
    """A game with predicted win chances; each list of numbers is by seat."""

    game: str
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

    game: str
    seed: int
    number: int
    legal: int
    true_loss: float
    """The win chance that it costs by a search with equally many visits of every answer."""
    chance_loss: float
    """By the quick analysis."""
    verdict: str


def rows(kind: type[Row], name: str, seeds: range, make: Callable[[int], Row]) -> list[Row]:
    """The rows of all seeds, in their order; those that are missing in the file are made."""
    path = RESULTS_FOLDER / f"{name}.jsonl"
    path.parent.mkdir(exist_ok=True)
    whole = b""
    if path.exists():
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]  # without a line that a crash left incomplete
    found = [msgspec.json.decode(line, type=kind) for line in whole.splitlines()]
    with path.open("ab") as file:
        file.truncate(len(whole))
        for seed in seeds[len(found) :]:
            found.append(make(seed))
            file.write(msgspec.json.encode(found[-1]) + b"\n")
            file.flush()
    return found[: len(seeds)]


def play(game: str, bot: str, seed: int) -> Match:
    """A game with the same bot on all seats."""
    match = smokestack.new_game(game, seed=seed)
    seated = [make_bot(bot, match.game, seed, seat) for seat in range(len(match.setup.players))]
    while (seat := match.actor) is not None:
        match.play(seated[seat].answer(match.view(seat)))
    return match


def level_game(game: str, level: str, bot: str, seed: int) -> LevelGame:
    match = play(game, bot, seed)
    start = time.process_time()
    analysis = analyse_match(match)
    seconds = time.process_time() - start
    totals = [seat.total for seat in analysis.seats]
    return LevelGame(
        game=game,
        level=level,
        seed=seed,
        answers=len(match.history),
        seconds=round(seconds, 3),
        decisions=[total.decisions for total in totals],
        chance_losses=[total.chance_loss for total in totals],
        points_losses=[total.points_loss for total in totals],
        verdicts=[[total.inaccuracies, total.mistakes, total.blunders] for total in totals],
        results=[seat.result_chance for seat in analysis.seats],
        luck=[seat.luck_chance for seat in analysis.seats],
        points=analysis.scores,
        luck_points=[seat.luck_points for seat in analysis.seats],
    )


def valued_game(game: str, bot: str, seed: int, with_luck: bool) -> ValuedGame:
    match = play(game, bot, seed)
    players = len(match.setup.players)
    state = match.game.start(match.setup)
    valuation = Valuation(match.game, basis_of(match.game, state), players)
    measure = LuckMeasure(match.game, valuation, ALTERNATIVES["quick"])
    linear = LinearEvaluation(match.game, players)
    stream = Stream(seed)
    lucks = [measure.of_deal(match.setup, state, stream)] if with_luck else []
    chances, linear_chances = [], []
    for number, answer in enumerate(match.history):
        before = state.copy()
        state.apply(answer)
        if with_luck and state.revealed != before.revealed:
            lucks.append(measure.of_answer(before, answer, state, stream))
        if (number + seed) % ANSWERS_PER_VALUE == 0 and not state.over:
            value = valuation.value(state, stream, VALUE_SAMPLES)
            chances.append([unit / UNITS for unit in value[:players]])
            linear_chances.append(linear.chances(state))
    result = to_values(result_of(match.game, state))
    luck = to_values(sum_of(lucks)) if lucks else None
    return ValuedGame(
        game=game,
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
        evaluator, params = self._basis
        points = [evaluator.expected_points(state, seat) for seat in range(self._players)]
        scale = params.win_margin_scale + params.win_margin_spread * evaluator.share_left(state, 0)
        chances = []
        for seat, own in enumerate(points):
            best = max(points[:seat] + points[seat + 1 :])
            chances.append(win_chance((own - best) / scale))
        return [round(chance, 6) for chance in shares_of(chances)]


def planted_blunder(game: str, bot: str, seed: int) -> PlantedBlunder:
    """Plant the second worst answer at one decision of a game.

    A decision is tried until there are at least three answers and the second worst one costs a
    blunder's worth; in most decisions it does not.
    """
    match = play(game, bot, seed)
    stream = Stream(seed)
    players = len(match.setup.players)
    while True:
        number = int(stream.below(len(match.history)))
        state = match.state_at(number)
        if state.count < MIN_LEGAL:
            continue
        basis = basis_of(match.game, state)
        chances = sorted(_chances_of_answers(match, basis, state, stream), reverse=True)
        true_loss, planted = chances[0][0] - chances[-2][0], chances[-2][1]
        if true_loss >= BLUNDER:
            break
    searching = DecisionSearch(match.game, basis, players, SIMULATIONS["quick"])
    grade = searching.grade(state, planted, stream)
    return PlantedBlunder(
        game=game,
        seed=seed,
        number=number + 1,
        legal=int(state.count),
        true_loss=round(true_loss, 6),
        chance_loss=grade.chance_loss,
        verdict=grade.verdict,
    )


def _chances_of_answers(
    match: Match, basis: Basis, state: State, stream: Stream
) -> list[tuple[float, int]]:
    """The win chance after every legal answer, by a search of its own."""
    players, seat = len(match.setup.players), int(state.actor)
    view = state.seen_by(seat)
    found = []
    for answer in map(int, state.answers()):
        search = Search(basis.evaluator, basis.params, players, match.game.answers, CAPACITY)
        only = view.copy()
        only.count = 0
        only.offer(answer)
        search.run(only, seat, stream, REFERENCE_VISITS)
        node = search.tree.find(search.root, answer)
        chances = [search.tree.mean_win_chance(node, other) for other in range(players)]
        found.append((shares_of(chances)[seat], answer))
    return found
