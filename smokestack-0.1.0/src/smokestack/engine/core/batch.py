"""Many games that advance together: one call for an answer in each of them.

The results of a call are in fixed arrays, which other libraries read without copying through the
buffer protocol of `vec`. Answers and seeds come in as bytes, eight for each, little-endian: the
cheapest form that every array library can produce and that compiled code can read.
"""

from __future__ import annotations

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.opponents import Opponents
from smokestack.engine.core.rewards import write_rewards
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import MAX_SEED, Stream

# What happens in the row of a game that is over, named as in Gymnasium.
NEXT_STEP: Final = 0  # the next call starts a new game and ignores the answer
SAME_STEP: Final = 1  # a new game starts in the same call
DISABLED: Final = 2  # the row stays as it is until `reset`

NOBODY: Final = -1


class Batch:
    """Games of one setup in rows; row `g` of each array belongs to game `g`.

    `own_seats[g]` is the seat that the caller plays, or NOBODY if the caller plays all. The
    observation is that of the seat that must answer, after the end that of `own_seats[g]` or else
    of the seat that answered last.
    """

    def __init__(
        self,
        starter: Starter,
        encoder: Encoder,
        answers: int,
        own_seats: list[int],
        opponents: Opponents | None,
        reward: int,
        autoreset: int,
        illegal_reward: float,
    ) -> None:
        games = len(own_seats)
        self.games: i64 = games
        self.players: i64 = starter.players
        self.answers: i64 = answers
        self.size: i64 = encoder.size
        self.starter = starter
        self.encoder = encoder
        self.opponents = opponents
        self.reward: i64 = reward
        self.autoreset: i64 = autoreset
        self.illegal_reward = illegal_reward
        self.own_seats = vec[i64](own_seats)
        self.states: list[State] = [starter.start(Stream(0)) for _ in range(games)]

        self.observations = vec[i16]([0] * (games * encoder.size))
        self.masks = vec[u8]([0] * (games * answers))
        self.actors = vec[i64]([NOBODY] * games)  # NOBODY once the game is over
        self.rewards = vec[float]([0.0] * (games * starter.players))
        self.terminated = vec[u8]([0] * games)
        self.illegal = vec[u8]([0] * games)
        self.seeds = vec[i64]([0] * games)
        self.sampled = vec[i64]([0] * games)
        # Of the games that ended in this call, in the mode SAME_STEP.
        self.final_observations = vec[i16]([0] * (games * encoder.size))

    def reset(self, seeds: bytes, chosen: bytes) -> None:
        """Start new games in the rows whose byte in `chosen` is not 0."""
        for game in range(self.games):
            if chosen[game] != 0:
                self._clear_mask(game)
                self._start(game, read_i64_le(seeds, game * 8))
                self.terminated[game] = 0
                self.illegal[game] = 0
                self._clear_rewards(game)

    def first_illegal(self, answers: bytes) -> int:
        """The first row for which the given answer is not legal, or -1.

        In the rows of finished games any answer is fine if the mode is NEXT_STEP, and none is if
        it is DISABLED.
        """
        for game in range(self.games):
            if self.terminated[game] != 0 and self.autoreset == NEXT_STEP:
                continue
            if not self._is_legal(game, read_i64_le(answers, game * 8)):
                return int(game)
        return -1

    def step(self, answers: bytes) -> None:
        """Give one answer in every game.

        An illegal answer leaves its game as it is and gives `illegal_reward` to the seat that
        must answer. `first_illegal` finds such answers before anything has changed.
        """
        for game in range(self.games):
            self._clear_rewards(game)
            self.illegal[game] = 0
            if self.terminated[game] != 0:
                if self.autoreset == DISABLED:
                    continue
                if self.autoreset == NEXT_STEP:
                    self.terminated[game] = 0
                    self._start(game, next_seed(self.seeds[game]))
                    continue
            self._answer(game, read_i64_le(answers, game * 8))

    def sample(self, stream: Stream) -> None:
        """Write a random legal answer for each game to `sampled`; 0 for finished games."""
        sampled = self.sampled
        for game in range(self.games):
            state = self.states[game]
            sampled[game] = 0 if state.over else state.legal[stream.below(state.count)]

    def _answer(self, game: i64, answer: i64) -> None:
        self.terminated[game] = 0
        if not self._is_legal(game, answer):
            self.illegal[game] = 1
            self.rewards[game * self.players + self.actors[game]] = self.illegal_reward
            return
        self._clear_mask(game)
        state = self.states[game]
        last: i64 = state.actor
        state.apply(answer)
        if self.own_seats[game] != NOBODY:
            last = self.own_seats[game]
            self._play_opponents(game, state)
        if not state.over:
            self._show(game, state)
            return
        self.terminated[game] = 1
        write_rewards(state, self.players, self.reward, self.rewards, game * self.players)
        start: i64 = game * self.size
        self.encoder.write(state, last, self.observations, start)
        self.actors[game] = NOBODY
        if self.autoreset == SAME_STEP:
            for i in range(start, start + self.size):
                self.final_observations[i] = self.observations[i]
            self._start(game, next_seed(self.seeds[game]))

    def _start(self, game: i64, seed: i64) -> None:
        """A new game, advanced to the first decision of the caller."""
        while True:
            self.seeds[game] = seed
            state = self.starter.start(Stream(seed))
            self.states[game] = state
            self.encoder.begin(state, self.observations, game * self.size)
            if self.own_seats[game] == NOBODY:
                break
            if self.opponents is not None:
                self.opponents.begin(int(game), int(seed))
            self._play_opponents(game, state)
            if not state.over:
                break
            # The game ended before the caller's first decision, so it is none to learn from.
            seed = next_seed(seed)
        self._show(game, state)

    def _play_opponents(self, game: i64, state: State) -> None:
        own: i64 = self.own_seats[game]
        opponents = self.opponents
        if opponents is None:
            return
        while not state.over and state.actor != own:
            answer: i64 = opponents.answer(int(game), state)
            state.apply(answer)

    def _show(self, game: i64, state: State) -> None:
        """Write the pending decision to the row of a game; its mask must be clear."""
        self.actors[game] = state.actor
        self.encoder.write(state, state.actor, self.observations, game * self.size)
        masks = self.masks
        first: i64 = game * self.answers
        legal = state.legal
        for i in range(state.count):
            masks[first + legal[i]] = 1

    def _clear_mask(self, game: i64) -> None:
        state = self.states[game]
        masks = self.masks
        first: i64 = game * self.answers
        legal = state.legal
        for i in range(state.count):
            masks[first + legal[i]] = 0

    def _clear_rewards(self, game: i64) -> None:
        first: i64 = game * self.players
        for i in range(first, first + self.players):
            self.rewards[i] = 0.0

    def _is_legal(self, game: i64, answer: i64) -> bool:
        if answer < 0 or answer >= self.answers:
            return False
        return self.masks[game * self.answers + answer] != 0


def next_seed(seed: i64) -> i64:
    """The seed of the game that follows in the same row."""
    stream = Stream(seed)
    high: i64 = stream.word()
    return ((high << 31) ^ stream.word()) & MAX_SEED
