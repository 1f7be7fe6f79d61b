"""What an environment plays: a game with its edition, number of players and options."""

from __future__ import annotations

import secrets
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces

import smokestack
from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.observer import Observer
from smokestack.engine.core.rewards import REWARDS
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.errors import IllegalAnswer, InvalidInput, brief
from smokestack.engine.game import Game
from smokestack.engine.record import Setup, check_seed


class EnvSetup:
    """The rules of an environment, and what follows from them: spaces, encoder, rewards."""

    def __init__(
        self,
        game: str,
        *,
        edition: str | None = None,
        players: int | None = None,
        options: dict[str, bool | int] | None = None,
        reward: str = "win",
    ) -> None:
        match = smokestack.new_game(game, seed=0, edition=edition, players=players, options=options)
        self.game: Game = match.game
        self.setup: Setup = match.setup
        self.players = len(match.setup.players)
        if reward not in REWARDS:
            raise InvalidInput(f"no reward {brief(reward)}; possible: {', '.join(REWARDS)}")
        self.reward = REWARDS.index(reward)

    @cached_property
    def starter(self) -> Starter:
        return self.game.starter(self.setup)

    @cached_property
    def encoder(self) -> Encoder:
        return self.game.encoder(self.setup)

    def new_observer(self) -> Observer:
        return Observer(self.encoder, self.game.answers)

    def observation_space(self) -> spaces.Box:
        """A new space; the range of each number is that of its field."""
        low = np.empty(self.encoder.size, np.int16)
        high = np.empty(self.encoder.size, np.int16)
        for field in self.encoder.fields:
            low[field.first : field.first + field.size] = field.low
            high[field.first : field.first + field.size] = field.high
        return spaces.Box(low, high, dtype=np.int16)

    def action_space(self) -> spaces.Discrete[np.int64]:
        """A new space: the action space of the game."""
        return spaces.Discrete(self.game.answers)


def observation_fields(game: str, **rules: Any) -> dict[str, tuple[slice, tuple[int, ...]]]:
    """Where each field of an observation is and its shape.

    >>> where, shape = observation_fields("glasgow")["stores"]
    >>> where, shape
    (slice(17, 25, None), (2, 4))
    """
    fields = EnvSetup(game, **rules).encoder.fields
    return {
        field.name: (slice(field.first, field.first + field.size), field.shape) for field in fields
    }


def checked_seed(seed: int | None) -> int:
    """A seed from outside, or a random one."""
    if seed is None:
        return secrets.randbits(62)
    check_seed(int(seed))
    return int(seed)


def check_legal(game: Game, state: State, answer: int) -> None:
    """Raise `IllegalAnswer` with the legal answers unless `answer` is one of them."""
    if not is_legal(game, state, answer):
        raise IllegalAnswer(refusal(game, state, answer))


def is_legal(game: Game, state: State, answer: int) -> bool:
    return 0 <= answer < game.answers and state.offers_answer(answer)


def refusal(game: Game, state: State, answer: int) -> str:
    """Why an answer is not accepted."""
    if state.over:
        return "the game is over; reset it first"
    legal = [game.to_text(other) for other in state.answers()]
    shown = ", ".join(legal[:8]) + (", …" if len(legal) > 8 else "")
    return f"answer {answer} is not legal here; legal are: {shown}"
