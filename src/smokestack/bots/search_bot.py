"""The bot that searches, with `search/is_mcts.py`."""

from __future__ import annotations

import time
from math import isfinite
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from smokestack.bots.networks import learned_evaluator, shipped_networks
from smokestack.bots.search.is_mcts import Search
from smokestack.bots.search.params import SearchParams
from smokestack.bots.search.tree import NONE
from smokestack.bots.weights import Weight, Weights, load_weights, values_of
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.view import View

PARAM_NAMES = (
    "exploration",
    "prior_temperature",
    "fpu_reduction",
    "future_points",
    "win_margin_scale",
    "win_margin_spread",
    "own_points_weight",
    "best_line_weight",
)
"""The parameters of `SearchParams` that a file of weights holds."""
MAX_NODES_PER_SIMULATION = 400  # on average, with everything that a turn keeps
SIMULATIONS_PER_CLOCK_CHECK = 16
COST_OF_PLAYING_TO_END = 8  # of a simulation, compared with one that estimates its leaf


class SearchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The settings after the colons of `search:…`; parameters default to the game's weights."""

    simulations: int = 1000
    """For each answer."""
    counts_kept: bool = False
    """Whether simulations that the decision before it in the turn has left count for an answer."""
    seconds: float = 0.0
    """If positive, the time for each answer, instead of `simulations`."""
    nodes: int = 200_000
    """The capacity of the tree. A node takes 112 bytes with two players, 176 with four."""
    weights: str = ""
    """The path of a file to use instead of the game's weights."""
    evaluation: Literal["", "learned", "linear"] = ""
    """`learned` uses networks, `linear` weights; empty: networks if some are for this table."""
    network: str = ""
    """The path of a file to use instead of the game's networks."""
    guide: Literal["", "learned", "linear"] = ""
    """What a search with networks values the answers within a turn by; empty: the game's choice."""
    exploration: float | None = None
    prior_temperature: float | None = None
    fpu_reduction: float | None = None
    future_points: float | None = None
    win_margin_scale: float | None = None
    win_margin_spread: float | None = None
    own_points_weight: float | None = None
    best_line_weight: float | None = None
    playout: bool = False
    """Evaluate by random play to the end of the game."""
    plays_to_end: bool = False
    """Play every line to the end of the game near its end, with fewer simulations."""
    endgame: int = 0
    """Positions to examine for a proof of the best answer near the end, instead of a search."""


class Basis(NamedTuple):
    """What a search evaluates positions with."""

    evaluator: Evaluator
    """Of leaves."""
    guide: Evaluator
    """Of the answers within a turn."""
    params: SearchParams


class SearchBot:
    """Answers what a search from its view visits most."""

    def __init__(self, game: Game, settings: SearchSettings, stream: Stream) -> None:
        _check_settings(settings)
        self.game = game
        self.settings = settings
        self.stream = stream
        path = Path(settings.weights) if settings.weights else game.weight_file
        self.weights = load_weights(path)
        self.linear = _linear_basis(game, settings, self.weights, path)
        if settings.network:
            learned_evaluator(game, Path(settings.network))  # an error now, not in the game
        self.endgame = game.endgame() if settings.endgame > 0 else None
        self.search: Search | None = None
        self.last: tuple[State, int] | None = None
        """The last state that was searched, and the answer given."""

    def answer(self, view: View) -> int:
        state = view.state
        if state.count == 1:
            return int(state.legal[0])
        proven = self._proven_answer(view)
        if proven != NONE:
            self.last = None
            return proven
        search = self.run(view)
        answer = int(search.best_answer(state))
        self.last = (state, answer)
        return answer

    def _proven_answer(self, view: View) -> int:
        """The answer that is proven best, or NONE."""
        if self.endgame is None or not self.endgame.is_near(view.state):
            return NONE
        state = _canonical_deal(view.state, view.seat)
        return int(self.endgame.best_answer(state, self.settings.endgame))

    def run(self, view: View) -> Search:
        """Search the position; within a turn, continue the search of the decision before it."""
        state = view.state
        if self.search is None:
            basis = self.basis_for(state)
            self.search = Search(
                basis.evaluator,
                basis.guide,
                basis.params,
                len(view.players),
                self.game.answers,
                self._capacity(),
            )
        search = self.search
        if not self._reuse_tree(view):
            search.clear()
        if self.settings.seconds > 0.0:
            end = time.perf_counter() + self.settings.seconds
            search.run(state, view.seat, self.stream, SIMULATIONS_PER_CLOCK_CHECK)
            while time.perf_counter() < end:
                search.run(state, view.seat, self.stream, SIMULATIONS_PER_CLOCK_CHECK)
        else:
            search.run(state, view.seat, self.stream, self._simulations_for(state, search))
        return search

    def _simulations_for(self, state: State, search: Search) -> int:
        settings = self.settings
        simulations = settings.simulations
        if settings.plays_to_end and search.evaluator.is_near_end(state):
            simulations = simulations // COST_OF_PLAYING_TO_END
        if settings.counts_kept:
            simulations -= int(search.tree.visits[search.root])
        return max(1, simulations)

    def basis_for(self, state: State) -> Basis:
        """Networks if there are some for this table, or if the settings name a file."""
        settings = self.settings
        demanded = bool(settings.network) or settings.evaluation == "learned"
        if settings.evaluation == "linear" or (settings.weights and not demanded):
            return self.linear
        table = self.game.table_of(state)
        path = Path(settings.network) if settings.network else shipped_networks(self.game, table)
        if path is not None:
            group = self.weights.learned_search or self.weights.search
            params = _params(group, self.game.weight_file, settings)
            evaluator = learned_evaluator(self.game, path)
            is_linear = (settings.guide or self.game.networks.guide) == "linear"
            return Basis(evaluator, self.linear.evaluator if is_linear else evaluator, params)
        if demanded:
            raise InvalidInput(f"there are no networks for {self.game.title} at {table}")
        return self.linear

    def _capacity(self) -> int:
        """As many nodes as the simulations may need, and no more than the settings allow."""
        if self.settings.seconds > 0.0:
            return self.settings.nodes
        return min(self.settings.nodes, MAX_NODES_PER_SIMULATION * self.settings.simulations + 1000)

    def _reuse_tree(self, view: View) -> bool:
        """Descend to the new decision if the last answer led there and nothing was revealed."""
        if self.last is None or self.search is None:
            return False
        earlier, answer = self.last
        if earlier.turn != view.state.turn or self.search.is_half_full():
            return False
        expected = _canonical_deal(earlier, view.seat)
        expected.apply(answer)
        found = _canonical_deal(expected.seen_by(view.seat), view.seat)
        return found == _canonical_deal(view.state, view.seat) and self.search.descend(answer)


def _linear_basis(game: Game, settings: SearchSettings, weights: Weights, path: Path) -> Basis:
    evaluator = game.evaluator(values_of(weights.evaluation, game.weight_names, path))
    return Basis(evaluator, evaluator, _params(weights.search, path, settings))


def _params(weights: dict[str, Weight], path: Path, settings: SearchSettings) -> SearchParams:
    """The parameters in a group of weights, replaced by those that the settings give."""
    params = params_of(weights, path)
    for name in PARAM_NAMES:
        setting = getattr(settings, name)
        if setting is not None:
            params[name] = setting
    _check_params(params, "a search")
    return SearchParams(playout=settings.playout, plays_to_end=settings.plays_to_end, **params)


def params_of(weights: dict[str, Weight], path: Path) -> dict[str, float]:
    """The parameters in a group of weights; `InvalidInput` if one is out of range."""
    params = dict(zip(PARAM_NAMES, values_of(weights, PARAM_NAMES, path), strict=True))
    _check_params(params, str(path))
    return params


def _canonical_deal(seen: State, seat: int) -> State:
    """A full state, always the same for the same view."""
    state = seen.copy()
    state.redeal(seat, Stream(0))
    return state


def _check_settings(settings: SearchSettings) -> None:
    if settings.simulations < 1 or not 0.0 <= settings.seconds <= 3600.0:
        raise InvalidInput("a search needs at least 1 simulation, and at most 3600 seconds")
    if not 0 <= settings.endgame <= 1_000_000_000:
        raise InvalidInput("the positions of an endgame must be from 0 to 1000000000")
    if not 1000 <= settings.nodes <= 20_000_000:
        raise InvalidInput("the nodes of a search must be from 1000 to 20000000")


def _check_params(params: dict[str, float], source: str) -> None:
    """`source` is what the error message names."""
    for name, value in params.items():
        if not isfinite(value):
            raise InvalidInput(f"{source}: {name} must be a finite number")
    for name in ("exploration", "prior_temperature", "win_margin_spread"):
        if params[name] < 0.0:
            raise InvalidInput(f"{source}: {name} must be at least 0")
    if params["win_margin_scale"] <= 0.0:
        raise InvalidInput(f"{source}: win_margin_scale must be more than 0")
    for name in ("own_points_weight", "best_line_weight"):
        if not 0.0 <= params[name] <= 1.0:
            raise InvalidInput(f"{source}: {name} must be from 0 to 1")
