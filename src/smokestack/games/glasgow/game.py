"""The rules of Glasgow as `Game`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.endgame import Endgame
from smokestack.engine.core.evaluator import Evaluator
from smokestack.engine.core.starter import Starter
from smokestack.engine.core.state import State
from smokestack.engine.deal import stream_of
from smokestack.engine.errors import InvalidInput
from smokestack.engine.game import Game, Option
from smokestack.engine.network_spec import InputGroup, NetworkSpec
from smokestack.engine.record import Result, Setup
from smokestack.games.glasgow.evaluation import input_groups, weights
from smokestack.games.glasgow.evaluation.endgame import GlasgowEndgame
from smokestack.games.glasgow.evaluation.evaluator import GlasgowEvaluator
from smokestack.games.glasgow.evaluation.learned import PARTS, TARGETS, LearnedGlasgowEvaluator
from smokestack.games.glasgow.evaluation.linear_inputs import linear_lead
from smokestack.games.glasgow.formats import loading, notation, openings, position, themes
from smokestack.games.glasgow.formats.data import (
    SHIPPED,
    load_tiles,
    shipped_tiles,
    tiles_from_data,
    tiles_to_data,
)
from smokestack.games.glasgow.observation.encoder import GlasgowEncoder
from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.scoring import score, winner
from smokestack.games.glasgow.rules.setup import GlasgowStarter
from smokestack.games.glasgow.rules.terms import ARCHITECT, DECISIONS, NONE, REASONS
from smokestack.games.glasgow.rules.tileset import TileSet
from smokestack.games.glasgow.rules.turn import Glasgow


class GlasgowGame(Game):
    """Two merchants race around a ring of contracts and build a shared city."""

    name: ClassVar[str] = "glasgow"
    title: ClassVar[str] = "Glasgow"
    rules: ClassVar[int] = 1
    known_rules: ClassVar[tuple[int, ...]] = (1,)
    editions: ClassVar[tuple[str, ...]] = ("standard",)
    seats: ClassVar[tuple[int, ...]] = (2,)
    has_tile_sets: ClassVar[bool] = True
    options: ClassVar[tuple[Option, ...]] = (
        Option("whisky_converts", True),
        Option("turn_limit", 500, minimum=1, maximum=10_000),
    )
    decisions: ClassVar[tuple[str, ...]] = DECISIONS
    first_decisions: ClassVar[frozenset[str]] = frozenset({"move"})
    reasons: ClassVar[tuple[str, ...]] = tuple(reason for reason in REASONS if reason)
    answers: ClassVar[int] = answers.ANSWERS
    weight_file: ClassVar[Path] = weights.SHIPPED
    weight_names: ClassVar[tuple[str, ...]] = weights.NAMES
    puzzle_file: ClassVar[Path] = weights.SHIPPED.with_name("puzzles.jsonl")
    puzzle_themes: ClassVar[tuple[str, ...]] = themes.THEMES
    networks: ClassVar[NetworkSpec] = NetworkSpec(
        input_groups.VERSION,
        tuple(InputGroup(*group) for group in input_groups.GROUPS),
        PARTS,
        (weights.SHIPPED.with_name("glasgow.network"),),
        LearnedGlasgowEvaluator,
        TARGETS,
        # The linear evaluation takes a fraction of the time, and leaves are evaluated by networks.
        "linear",
        lambda target, weights: linear_lead(weights) if target == "lead" else None,
    )

    def tile_set(self, path: Path | None) -> str | dict[str, Any]:
        if path is None:
            return SHIPPED
        data = tiles_to_data(load_tiles(path))
        shipped = tiles_to_data(shipped_tiles())
        return SHIPPED if {**data, "name": ""} == {**shipped, "name": ""} else data

    def start(self, setup: Setup) -> State:
        return self.starter(setup).start(stream_of(setup))

    def starter(self, setup: Setup) -> Starter:
        self.check_setup(setup)
        return GlasgowStarter(
            _tiles(setup.tiles),
            bool(setup.options["whisky_converts"]),
            int(setup.options["turn_limit"]),
        )

    def encoder(self, setup: Setup) -> Encoder:
        return GlasgowEncoder(_tiles(setup.tiles))

    def evaluator(self, weights: list[float]) -> Evaluator:
        return GlasgowEvaluator(weights)

    def endgame(self) -> Endgame:
        return GlasgowEndgame()

    def table_of(self, state: State) -> str:
        return "standard/2" if _own(state).tiles.name == SHIPPED else "other tiles/2"

    def to_text(self, answer: int) -> str:
        return notation.to_text(answer)

    def to_answer(self, text: str) -> int:
        return notation.to_answer(text)

    def opening_move(self, state: State, answer: int) -> str:
        return openings.opening_move(_own(state), answer)

    def themes_of(self, state: State, line: Sequence[int], wrong: Sequence[int]) -> list[str]:
        return themes.themes_of(_own(state), line, wrong)

    def idea_of(self, state: State, best: int, wrong: int) -> str:
        return themes.idea_of(_own(state), best, wrong)

    def audit(self, state: State) -> dict[str, Any]:
        return position.audit(_own(state))

    def dump(self, state: State) -> dict[str, Any]:
        return position.dump(_own(state))

    def load(self, data: object) -> State:
        return loading.load(data)

    def show(self, state: State) -> dict[str, Any]:
        return position.show(_own(state))

    def distinctive_facts(self, state: State) -> list[str]:
        """The contracts of the ring, the offers and the buildings in the city.

        Tiles are described, because a tile set may give them other names; cells are not named,
        because a city can be turned, mirrored and moved.
        """
        table = _own(state)
        return [
            *(
                f"{place} {_contract_fact(table, tile)}"
                for place, tile in enumerate(table.ring)
                if tile != ARCHITECT
            ),
            *(
                f"offer {place // 2} {_building_fact(table, building)}"
                for place, building in enumerate(table.offers)
                if building != NONE
            ),
            *(_building_fact(table, building) for building in table.city if building != NONE),
        ]

    def result(self, state: State) -> Result | None:
        table = _own(state)
        reason = REASONS[table.reason]
        if reason is None:
            return None
        return Result(self.points(table), [int(winner(table))], reason)

    def points(self, state: State) -> list[int]:
        return [int(score(_own(state), seat)) for seat in range(2)]


def _own(state: State) -> Glasgow:
    if not isinstance(state, Glasgow):
        raise InvalidInput("this is not a state of Glasgow")
    return state


def _contract_fact(table: Glasgow, contract: int) -> str:
    tile = table.tiles.contracts[contract]
    return f"{tile.kind} {tile.goods}"


def _building_fact(table: Glasgow, building: int) -> str:
    tile = table.tiles.buildings[building]
    return f"{tile.kind} {tile.gives} {sorted(tile.cost)}"


def _tiles(tiles: str | dict[str, Any]) -> TileSet:
    if isinstance(tiles, dict):
        return tiles_from_data(tiles, "tiles of the record")
    if tiles != SHIPPED:
        raise InvalidInput(f"no tile set {tiles!r:.40}; this version ships {SHIPPED}")
    return shipped_tiles()
