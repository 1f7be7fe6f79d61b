"""The games with their parameters, as OpenSpiel loads them."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import pyspiel

from smokestack.engine.errors import InvalidInput, brief
from smokestack.envs.open_spiel.observer import SmokestackObserver
from smokestack.envs.open_spiel.state import SmokestackState
from smokestack.envs.setup import EnvSetup
from smokestack.games import find_game

SAMPLED: Final = "sampled"
EXPLICIT: Final = "explicit"
MAX_SHUFFLED: Final = 66  # no game shuffles more cards or tiles at once
MAX_DEALS: Final = 1_000_000
MAX_MARGIN: Final = 999.0

# Options of Brass. Their defaults depend on the edition, but a parameter has one default, and
# OpenSpiel does not say whether it was given; so these parameters are words, not booleans.
BY_EDITION: Final = "edition"
SWITCHES: Final = {"on": True, "off": False}

# All parameters of a game with the values that they have by default.
SHARED_PARAMETERS: Final[dict[str, Any]] = {"reward": "win", "chance": SAMPLED, "deals": 1000}
GLASGOW_PARAMETERS: Final[dict[str, Any]] = {
    **SHARED_PARAMETERS,
    "whisky_converts": True,
    "turn_limit": 500,
}
BRASS_PARAMETERS: Final[dict[str, Any]] = {
    **SHARED_PARAMETERS,
    "edition": "year2007",
    "players": 4,
    "virtual_link": BY_EDITION,
    "virtual_link_reverse": BY_EDITION,
    "scotland_canal": BY_EDITION,
    "refill_each_turn": BY_EDITION,
}


class SmokestackGame(pyspiel.Game):
    """A game of Smokestack.

    With `chance=sampled` there is one chance node at the start, with `deals` equally likely
    outcomes; each is the game with that seed. With `chance=explicit` every card of every shuffle is
    a chance node, so all deals are possible.
    """

    name: ClassVar[str]
    parameters: ClassVar[dict[str, Any]]
    length_limit: ClassVar[int]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        values = {**self.parameters, **(params or {})}
        if values["chance"] not in (SAMPLED, EXPLICIT):
            raise InvalidInput(
                f"no chance {brief(values['chance'])}; possible: {SAMPLED}, {EXPLICIT}"
            )
        self.explicit_chance = values["chance"] == EXPLICIT
        self.rules = EnvSetup(
            self.name,
            # OpenSpiel reads 2007 as a number and then misses the text.
            edition=values["edition"].removeprefix("year") if "edition" in values else None,
            players=values.get("players"),
            options=chosen_options(self.name, values),
            reward=values["reward"],
        )
        if not 1 <= values["deals"] <= MAX_DEALS:
            raise InvalidInput(f"deals must be from 1 to {MAX_DEALS}, not {values['deals']}")
        self.deals: int = values["deals"]
        bound = MAX_MARGIN if values["reward"] == "margin" else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.game.answers,
            max_chance_outcomes=MAX_SHUFFLED if self.explicit_chance else self.deals,
            num_players=self.rules.players,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0,
            max_game_length=self.length_limit,
        )
        super().__init__(game_type(type(self)), info, params or {})

    def new_initial_state(self) -> SmokestackState:
        return SmokestackState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> SmokestackObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SmokestackObserver(self.rules, kind, params)


class GlasgowGame(SmokestackGame):
    """Glasgow."""

    name: ClassVar[str] = "glasgow"
    parameters: ClassVar[dict[str, Any]] = GLASGOW_PARAMETERS
    length_limit: ClassVar[int] = 100_000  # 10,000 turns at most


class BrassGame(SmokestackGame):
    """Brass."""

    name: ClassVar[str] = "brass"
    parameters: ClassVar[dict[str, Any]] = BRASS_PARAMETERS
    length_limit: ClassVar[int] = 4_000


def chosen_options(game: str, values: dict[str, Any]) -> dict[str, bool | int]:
    """The options of the rules that parameters of the same names choose."""
    chosen: dict[str, bool | int] = {}
    for option in find_game(game).options:
        value = values[option.name]
        if isinstance(value, str) and value not in SWITCHES and value != BY_EDITION:
            possible = ", ".join([*SWITCHES, BY_EDITION])
            raise InvalidInput(f"no {option.name} {brief(value)}; possible: {possible}")
        if value != BY_EDITION:
            chosen[option.name] = SWITCHES.get(value, value)
    return chosen


def game_type(game: type[SmokestackGame]) -> pyspiel.GameType:
    players = find_game(game.name).seats
    return pyspiel.GameType(
        short_name=f"smokestack_{game.name}_v0",
        long_name=f"Smokestack: {game.name.title()}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=min(players),
        max_num_players=max(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=game.parameters,
    )


def register() -> None:
    for game in (GlasgowGame, BrassGame):
        pyspiel.register_game(game_type(game), game)
