"""All interfaces give the same observations and masks in the same states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from open_spiel.python.observation import make_observation

import smokestack
from smokestack.bots.registry import make_bot
from smokestack.engine.core.encoder import encode
from smokestack.engine.match import Match
from smokestack.envs.batch import make_batch, reset_batch, step_batch
from smokestack.envs.gymnasium import BatchEnv, SeatEnv
from smokestack.envs.open_spiel import BrassGame, GlasgowGame
from smokestack.envs.open_spiel.game import SmokestackGame
from smokestack.envs.pettingzoo import brass_v0, glasgow_v0
from tests.games.test_every_game import TABLES

SEED = 77
BOT = "greedy:samples=1"
Numbers = NDArray[Any]


class Interfaces:
    """One game in all interfaces; one seat of `SeatEnv` is ours, bots answer for the others."""

    def __init__(self, name: str, edition: str, players: int, own_seat: int) -> None:
        rules: dict[str, Any] = {"edition": edition, "players": players}
        self.own_seat = own_seat
        self.pettingzoo = {"glasgow": glasgow_v0, "brass": brass_v0}[name].env(**rules)
        self.pettingzoo.reset(seed=SEED)
        self.batch = make_batch(name, 1, autoreset="disabled", **rules)
        reset_batch(self.batch, [SEED])
        mode = AutoresetMode.DISABLED
        self.vector = BatchEnv(name, 1, opponents=None, autoreset_mode=mode, **rules)
        self.vector_row, self.vector_infos = self.vector.reset(seed=SEED)
        self.seat = SeatEnv(name, seat=own_seat, opponents=BOT, **rules)
        self.seat_row, self.seat_info = self.seat.reset(seed=SEED)
        game: SmokestackGame = GlasgowGame()
        if name == "brass":
            game = BrassGame({"edition": f"year{edition}", "players": players})
        self.open_spiel = game.new_initial_state()
        self.open_spiel.apply_action(SEED)
        self.observer = make_observation(game)

    def step(self, actor: int, answer: int) -> None:
        self.pettingzoo.step(answer)
        step_batch(self.batch, [answer])
        self.vector_row, _, _, _, self.vector_infos = self.vector.step([answer])
        self.open_spiel.apply_action(answer)
        if actor == self.own_seat:
            self.seat_row, _, _, _, self.seat_info = self.seat.step(answer)

    def observations(self, seat: int, actor: int | None) -> dict[str, Numbers]:
        """What each interface shows to a seat, as far as it shows anything to it now."""
        self.observer.set_from(self.open_spiel, seat)
        found = {
            "PettingZoo": self.pettingzoo.observe(f"player_{seat}")["observation"],
            "OpenSpiel": self.observer.tensor,
        }
        if seat == actor:
            found["batch"] = self.batch.observations[0]
            found["Gymnasium, vector"] = self.vector_row[0]
        if seat == self.own_seat and actor in (seat, None):
            found["Gymnasium"] = self.seat_row
        return found

    def masks(self, actor: int) -> dict[str, Numbers]:
        found = {
            "PettingZoo": self.pettingzoo.observe(f"player_{actor}")["action_mask"],
            "OpenSpiel": np.array(self.open_spiel.legal_actions_mask()),
            "batch": self.batch.masks[0],
            "Gymnasium, vector": self.vector_infos["action_mask"][0],
        }
        if actor == self.own_seat:
            found["Gymnasium"] = self.seat_info["action_mask"]
        return found


@pytest.mark.parametrize(("name", "edition", "players"), TABLES)
def test_all_interfaces_show_the_same_game(name: str, edition: str, players: int) -> None:
    own_seat = players - 1
    interfaces = Interfaces(name, edition, players, own_seat)
    match = smokestack.new_game(name, seed=SEED, edition=edition, players=players)
    bots = [make_bot(BOT, match.game, SEED, seat) for seat in range(players)]
    compare(match, interfaces)
    while match.actor is not None:
        actor = match.actor
        if actor == own_seat:
            answer = match.state.answers()[-1]
        else:
            answer = bots[actor].answer(match.view(actor))
        match.play(answer)
        interfaces.step(actor, answer)
        compare(match, interfaces)


def compare(match: Match, interfaces: Interfaces) -> None:
    where = f"after {len(match.history)} answers"
    encoder = match.game.encoder(match.setup)
    for seat in range(len(match.setup.players)):
        expected = list(encode(encoder, match.state, seat))
        for interface, found in interfaces.observations(seat, match.actor).items():
            assert found.tolist() == expected, f"{interface}, seat {seat}, {where}"
    if match.actor is not None:
        legal = sorted(match.state.answers())
        for interface, mask in interfaces.masks(match.actor).items():
            assert np.flatnonzero(mask).tolist() == legal, f"{interface}, {where}"
