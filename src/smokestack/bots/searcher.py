"""The bot that searches; the search itself is compiled, next door."""

from __future__ import annotations

import time
from math import isfinite
from pathlib import Path

import msgspec
from librt.vecs import vec

from smokestack.bots.search import Manner, Search
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.state import State
from smokestack.engine.stream import Stream
from smokestack.engine.view import View
from smokestack.engine.weights import Weights, load_weights, values_of

MANNER = ("exploration", "temperature", "caution", "growth", "scale", "spread", "own", "faith")
MOST_NODES_EACH = 400  # new nodes in one simulation, with all that a turn keeps
ROUND = 16  # simulations between two looks at the clock


class SearchSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a search may be told; what is left out comes from the game's weights."""

    simulations: int = 1000
    """For each answer; what was found for the question before it in the turn comes on top."""
    seconds: float = 0.0
    """If given, think as long as this instead."""
    nodes: int = 200_000
    """The most that it remembers: a node takes 176 bytes with four players, 112 with two."""
    weights: str = ""
    """A file with other weights than those that come with the game."""
    exploration: float | None = None
    temperature: float | None = None
    caution: float | None = None
    growth: float | None = None
    scale: float | None = None
    spread: float | None = None
    own: float | None = None
    faith: float | None = None
    playout: bool = False
    """Play at random to the end of the game instead of judging positions."""


class Searcher:
    """Searches from what it can see, dealing the rest anew in each simulation."""

    def __init__(self, game: Game, settings: SearchSettings, stream: Stream) -> None:
        _check(settings)
        self.game = game
        self.settings = settings
        self.stream = stream
        path = Path(settings.weights) if settings.weights else game.weight_file
        weights = load_weights(path)
        self.weights = vec[float](values_of(weights.evaluation, game.weight_names, path))
        found = manner_of(weights, path)
        chosen = {name: getattr(settings, name) for name in MANNER}
        manner = {name: found[name] if chosen[name] is None else chosen[name] for name in MANNER}
        _check_manner(manner, "a search")
        self.manner = Manner(playout=settings.playout, **manner)
        self.search: Search | None = None
        self.before: tuple[State, int] | None = None

    def answer(self, view: View) -> int:
        state = view.state
        if state.count == 1:
            return int(state.options[0])
        search = self.think(view)
        answer = int(search.best_answer(state))
        self.before = (state, answer)
        return answer

    def think(self, view: View) -> Search:
        """Search the position; what was found before in the same turn is kept."""
        state = view.state
        state.weights = self.weights
        if self.search is None:
            players = len(view.players)
            self.search = Search(self.manner, players, self.game.answers, self._room())
        search = self.search
        if not self._goes_on(view):
            search.forget()
        if self.settings.seconds > 0.0:
            end = time.perf_counter() + self.settings.seconds
            search.run(state, view.seat, self.stream, ROUND)
            while time.perf_counter() < end:
                search.run(state, view.seat, self.stream, ROUND)
        else:
            search.run(state, view.seat, self.stream, self.settings.simulations)
        return search

    def _room(self) -> int:
        """As many nodes as may be needed, and no more than allowed."""
        if self.settings.seconds > 0.0:
            return self.settings.nodes
        return min(self.settings.nodes, MOST_NODES_EACH * self.settings.simulations + 1000)

    def _goes_on(self, view: View) -> bool:
        """Whether this is what our last answer led to, with nothing new to see."""
        if self.before is None or self.search is None:
            return False
        earlier, answer = self.before
        if earlier.turn != view.state.turn or self.search.is_crowded():
            return False
        expected = _dealt(earlier, view.seat)
        expected.apply(answer)
        same = _dealt(expected.seen_by(view.seat), view.seat) == _dealt(view.state, view.seat)
        return same and self.search.follow(answer)


def manner_of(weights: Weights, path: Path) -> dict[str, float]:
    """How to search, by the weights of a file; `InvalidInput` says what can't be."""
    manner = dict(zip(MANNER, values_of(weights.search, MANNER, path), strict=True))
    _check_manner(manner, str(path))
    return manner


def _dealt(seen: State, seat: int) -> State:
    """A full state for what was seen; the same for the same."""
    state = seen.copy()
    state.redeal(seat, Stream(0))
    return state


def _check(settings: SearchSettings) -> None:
    if settings.simulations < 1 or not 0.0 <= settings.seconds <= 3600.0:
        raise InvalidInput("a search needs at least 1 simulation, and at most 3600 seconds")
    if not 1000 <= settings.nodes <= 20_000_000:
        raise InvalidInput("the nodes of a search must be from 1000 to 20000000")


def _check_manner(manner: dict[str, float], where: str) -> None:
    """`where` is what to blame."""
    for name, value in manner.items():
        if not isfinite(value):
            raise InvalidInput(f"{where}: {name} must be a finite number")
        if name in ("exploration", "temperature", "spread") and value < 0.0:
            raise InvalidInput(f"{where}: {name} must be at least 0")
    if manner["scale"] <= 0.0:
        raise InvalidInput(f"{where}: scale must be more than 0")
    for name in ("own", "faith"):
        if not 0.0 <= manner[name] <= 1.0:
            raise InvalidInput(f"{where}: {name} is a share, from 0 to 1")
