"""A game as a PettingZoo environment: one agent for each seat, one step for each answer."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo.utils.env import AECEnv

from smokestack.engine.core.batch import next_seed
from smokestack.engine.core.rewards import reward
from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.view import View
from smokestack.envs.arrays import array_of
from smokestack.envs.rendering import MODES, check_mode, render
from smokestack.envs.setup import EnvSetup, check_legal, checked_seed, is_legal

Observation = dict[str, NDArray[Any]]


def metadata(name: str) -> dict[str, Any]:
    return {"name": name, "render_modes": MODES, "is_parallelizable": False, "render_fps": 1}


class SeatsEnv(AECEnv[str, Any, int], EzPickle):
    """Agents are `player_0`, `player_1`, … by seat; an agent may answer several times in a row.

    An observation has `observation` and `action_mask`; the mask is also in `infos`. The same seed
    gives the same game as `smokestack.new_game`. An illegal answer raises `IllegalAnswer`, or with
    `illegal="terminate"` ends the game with a reward of -1 for its agent and 0 for the others. That
    is what PettingZoo's wrappers do; they would take six times as long as the game itself. With
    `max_cycles`, the game is truncated for all once an agent has answered that often.
    """

    game: ClassVar[str]
    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self,
        *,
        edition: str | None = None,
        players: int | None = None,
        options: dict[str, bool | int] | None = None,
        reward: str = "win",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self,
            edition=edition,
            players=players,
            options=options,
            reward=reward,
            illegal=illegal,
            max_cycles=max_cycles,
            render_mode=render_mode,
        )
        super().__init__()
        check_mode(render_mode)
        if illegal not in ("raise", "terminate"):
            raise InvalidInput(f"no illegal {brief(illegal)}; possible: raise, terminate")
        if max_cycles is not None and max_cycles < 1:
            raise InvalidInput(f"max_cycles {brief(str(max_cycles))} is not a positive number")
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.rules = EnvSetup(
            self.game, edition=edition, players=players, options=options, reward=reward
        )
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents: list[str] = []
        self.action_spaces = {agent: self.rules.action_space() for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self.rules.observation_space(),
                    "action_mask": spaces.Box(0, 1, (self.rules.game.answers,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observer = self.rules.new_observer()
        # These show the observer's memory; what agents get is copied from them.
        self._numbers = array_of(self._observer.observation, np.int16)
        self._mask = array_of(self._observer.mask, np.int8)
        self._no_answers = np.zeros(self.rules.game.answers, np.int8)
        self._seed: int | None = None
        self._state: State | None = None
        self._ended_early = False
        self._answered: dict[str, int] = {}
        self.agent_selection: str

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; without a seed, the one that follows from the game before."""
        if seed is None and self._seed is not None:
            seed = int(next_seed(self._seed))
        self._seed = checked_seed(seed)
        self._state = self.rules.starter.start(Stream(self._seed))
        self._ended_early = False
        self._answered = dict.fromkeys(self.possible_agents, 0)
        self._observer.begin(self._state)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._no_answers} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()

    def step(self, action: int | None) -> None:
        state = self._started()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        answer = -1 if action is None else int(action)
        if self.illegal == "terminate" and not is_legal(self.rules.game, state, answer):
            self._ended_early = True
            self._end(self.terminations, {agent: -1.0})
            return
        check_legal(self.rules.game, state, answer)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = {"action_mask": self._no_answers}
        state.apply(answer)
        if state.over:
            players, kind = self.rules.players, self.rules.reward
            rewards = {
                other: reward(state, players, seat, kind) for other, seat in self._seats.items()
            }
            self._end(self.terminations, rewards)
        elif self.max_cycles is not None and self._cycles_of(agent) == self.max_cycles:
            self._ended_early = True
            self._end(self.truncations, {})
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _started(self) -> State:
        if self._state is None:
            raise InvalidInput("call reset before anything else")
        return self._state

    def _select(self) -> None:
        """Turn to the agent that must answer, with its mask."""
        state = self._started()
        seat = int(state.actor)
        self._observer.observe(state, seat)
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self._mask.copy()}

    def _cycles_of(self, agent: str) -> int:
        """How often an agent has answered, with the answer just given."""
        self._answered[agent] += 1
        return self._answered[agent]

    def _end(self, ended: dict[str, bool], rewards: dict[str, float]) -> None:
        """End the game for all; `ended` is `terminations` or `truncations`."""
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            ended[agent] = True
            self.infos[agent] = {"action_mask": self._no_answers}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        self._observer.observe(self._started(), self._seats[agent])
        mask = self._no_answers if self._ended_early else self._mask
        return {"observation": self._numbers.copy(), "action_mask": mask.copy()}

    def render(self) -> Any:
        """The table as the agent that must answer sees it."""
        seat = self._seats[self.agent_selection]
        view = View(self.rules.game, self._started(), seat, self.rules.setup.players)
        return render(view, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
