"""Many games that advance together, with their observations in NumPy arrays.

    >>> from smokestack.envs.batch import make_batch, reset_batch, step_batch
    >>> batch = make_batch("glasgow", 64)
    >>> reset_batch(batch, seeds=range(64))
    >>> for _ in range(100):
    ...     step_batch(batch, batch.sample())
    >>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
    ((64, 1727), (64, 316), (64, 2))

The arrays are views of the memory into which the compiled code writes. They are read-only, always
the same objects, and show the new values after each call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from smokestack.engine.core.batch import NOBODY, Batch
from smokestack.engine.core.stream import MAX_SEED, Stream
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.engine.view import View
from smokestack.envs.arrays import Kind, array_of
from smokestack.envs.opponents import make_opponents
from smokestack.envs.setup import EnvSetup, refusal

AUTORESET: Final = ("next_step", "same_step", "disabled")


class GameBatch:
    """The arrays of a batch; row `g` belongs to game `g`.

    `actors` has the seat that must answer, -1 once a game is over. `rewards` has a column for each
    seat. `final_observations` are those of the games that ended in the last call, if the mode is
    `same_step`; their rows in the other arrays belong to the next games.
    """

    def __init__(
        self, rules: EnvSetup, native: Batch, own_seats: list[int], raise_illegal: bool
    ) -> None:
        games = len(own_seats)
        self.rules = rules
        self.games = games
        self.own_seats = own_seats
        self.native = native
        self.raise_illegal = raise_illegal
        self.observations = _rows(native.observations, np.int16, games)
        self.final_observations = _rows(native.final_observations, np.int16, games)
        self.masks = _rows(native.masks, np.int8, games)
        self.rewards = _rows(native.rewards, np.float64, games)
        self.actors = array_of(native.actors, np.int64)
        self.terminated = array_of(native.terminated, np.bool_)
        self.illegal = array_of(native.illegal, np.bool_)
        self.seeds = array_of(native.seeds, np.int64)
        self._sampled = array_of(native.sampled, np.int64)
        self._stream = Stream(0)

    def sample(self, seed: int | None = None) -> NDArray[np.int64]:
        """A random legal answer for each game; a seed restarts the random numbers."""
        if seed is not None:
            self._stream = Stream(seed)
        self.native.sample(self._stream)
        return self._sampled

    def view(self, game: int) -> View:
        """What the seat that must answer in a game may know."""
        state = self.native.states[game]
        seat = self.own_seats[game] if self.own_seats[game] != NOBODY else int(state.actor)
        return View(self.rules.game, state, seat, self.rules.setup.players)


def make_batch(
    game: str,
    games: int,
    *,
    edition: str | None = None,
    players: int | None = None,
    options: dict[str, bool | int] | None = None,
    reward: str = "win",
    autoreset: str = "same_step",
    opponents: str | None = None,
    seats: int | Sequence[int] | None = None,
    illegal: str = "raise",
) -> GameBatch:
    """A batch of games; call `reset_batch` before the first `step_batch`.

    Without `opponents` you answer for all seats. With the name of a bot you answer for one seat of
    each game: `seats`, or by default the seats in turn. `illegal` says what an illegal answer
    does: `raise`, or `penalty`, which leaves the game as it is and gives a reward of -1.
    """
    rules = EnvSetup(game, edition=edition, players=players, options=options, reward=reward)
    if games < 1:
        raise InvalidInput("a batch needs at least one game")
    if autoreset not in AUTORESET:
        raise InvalidInput(f"no autoreset {autoreset!r:.40}; possible: {', '.join(AUTORESET)}")
    if illegal not in ("raise", "penalty"):
        raise InvalidInput(f"no illegal {illegal!r:.40}; possible: raise, penalty")
    own_seats = [NOBODY] * games
    if opponents is not None:
        own_seats = _own_seats(seats, games, rules.players)
    elif seats is not None:
        raise InvalidInput("seats can only be chosen with opponents")
    native = Batch(
        rules.starter,
        rules.encoder,
        rules.game.answers,
        own_seats,
        None if opponents is None else make_opponents(rules, opponents, games),
        rules.reward,
        AUTORESET.index(autoreset),
        -1.0,
    )
    return GameBatch(rules, native, own_seats, illegal == "raise")


def reset_batch(
    batch: GameBatch, seeds: ArrayLike, chosen: NDArray[np.bool_] | None = None
) -> None:
    """Start a game with a seed of its own in each row, or only in the chosen ones."""
    numbers = np.asarray(seeds)
    if numbers.shape != (batch.games,) or not np.issubdtype(numbers.dtype, np.integer):
        raise InvalidInput(f"seeds must be {batch.games} whole numbers")
    if numbers.min() < 0 or numbers.max() > MAX_SEED:
        raise InvalidInput(f"seeds must be from 0 to {MAX_SEED}")
    if chosen is None:
        chosen = np.ones(batch.games, np.bool_)
    elif chosen.shape != (batch.games,) or chosen.dtype != np.bool_:
        raise InvalidInput(f"chosen must be {batch.games} booleans")
    batch.native.reset(numbers.astype("<i8").tobytes(), chosen.tobytes())


def step_batch(batch: GameBatch, answers: ArrayLike) -> None:
    """Give one answer in each game; `IllegalAnswer` leaves all games as they were."""
    numbers = np.asarray(answers)
    if numbers.shape != (batch.games,) or not np.issubdtype(numbers.dtype, np.integer):
        raise InvalidInput(f"answers must be {batch.games} whole numbers")
    data = numbers.astype("<i8", copy=False).tobytes()
    if batch.raise_illegal:
        game = batch.native.first_illegal(data)
        if game >= 0:
            state = batch.native.states[game]
            reason = refusal(batch.rules.game, state, int(numbers[game]))
            raise IllegalAnswer(f"game {game}: {reason}")
    batch.native.step(data)


def _own_seats(seats: int | Sequence[int] | None, games: int, players: int) -> list[int]:
    if seats is None:
        return [game % players for game in range(games)]
    own = [seats] * games if isinstance(seats, int) else [int(seat) for seat in seats]
    if len(own) != games or not all(0 <= seat < players for seat in own):
        raise InvalidInput(f"seats must be from 0 to {players - 1}, one for each of {games} games")
    return own


def _rows(memory: Any, kind: type[Kind], games: int) -> NDArray[Kind]:
    return array_of(memory, kind).reshape(games, -1)
