"""The plan of an arena: which bots play each other, on which seats, with which seeds.

A *seed group* is one seed with all line-ups in all rotations of the seats, so that the luck of the
deal and of the seat is the same for all. Groups are independent of each other; games of one group
are not.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import smokestack
from smokestack.bots.registry import check_bot
from smokestack.engine.core.stream import MAX_SEED
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game
from smokestack.engine.record import Setup, check_seed
from smokestack.games import find_game

FORMAT = 1
MAX_GAMES_PER_GROUP = 100_000


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """Everything that determines the results, except the number of groups."""

    game: str
    edition: str
    options: dict[str, bool | int]
    rules: int
    tiles: str | dict[str, Any]
    players: list[str]
    """The pool: names of bots as on the command line, with their settings."""
    seats: int
    seed: int
    """Seed of the first group; each further group adds 1."""
    smokestack: str
    """The version of Smokestack, because bots change with it."""
    arena: int = FORMAT

    @cached_property
    def seatings(self) -> list[list[str]]:
        """The seatings of a group; equal ones count once."""
        if len(self.players) == 1:
            return [self.players * self.seats]
        seatings: list[list[str]] = []
        for line_up in combinations(self.players, self.seats):
            rotations = [[*line_up[shift:], *line_up[:shift]] for shift in range(self.seats)]
            seatings += [seats for i, seats in enumerate(rotations) if seats not in rotations[:i]]
        return seatings

    @property
    def names(self) -> list[str]:
        """The players, each once."""
        return list(dict.fromkeys(self.players))

    @property
    def par(self) -> float:
        """The share of wins of a seat if all play equally well."""
        return 1 / self.seats

    @property
    def key(self) -> str:
        """A short hash of the plan, for the name of its folder."""
        return hashlib.sha256(msgspec.json.encode(self, order="sorted")).hexdigest()[:10]

    def groups_for(self, games: int) -> int:
        """The number of whole groups that have at least `games` games."""
        groups = -(-games // len(self.seatings))
        check_seeds(self.seed, groups)
        return groups

    def group_of(self, number: int) -> int:
        return number // len(self.seatings)

    def seed_of(self, number: int) -> int:
        return self.seed + self.group_of(number)

    def seating_of(self, number: int) -> list[str]:
        return self.seatings[number % len(self.seatings)]

    def table(self, number: int) -> Table:
        """The game with this number; neutral names keep a bot from knowing its opponents."""
        setup = Setup(
            game=self.game,
            seed=self.seed_of(number),
            players=[f"Player {seat + 1}" for seat in range(self.seats)],
            edition=self.edition,
            options=self.options,
            rules=self.rules,
            tiles=self.tiles,
        )
        return Table(number, setup, self.seating_of(number))


class Table(NamedTuple):
    """A game to play, with all that a worker needs."""

    number: int
    setup: Setup
    seating: list[str]


def make_plan(
    game: str,
    players: list[str],
    *,
    seats: int | None = None,
    seed: int = 0,
    edition: str | None = None,
    options: dict[str, bool | int] | None = None,
    tiles: Path | None = None,
) -> Plan:
    """A checked plan; `InvalidInput` if it can't be played."""
    rules = find_game(game)
    edition = rules.editions[0] if edition is None else edition
    rules.check_edition(edition)
    check_seed(seed)
    for name in players:
        check_bot(name, rules)
    plan = Plan(
        game=game,
        edition=edition,
        options=rules.complete_options(edition, options or {}),
        rules=rules.rules,
        tiles=rules.tile_set(tiles),
        players=players,
        seats=_default_seats(rules, edition, players) if seats is None else seats,
        seed=seed,
        smokestack=smokestack.__version__,
    )
    _check_pool(rules, plan)
    rules.start(plan.table(0).setup)
    return plan


def check_seeds(first: int, count: int) -> None:
    """`InvalidInput` if `count` seeds from `first` on exceed the largest seed."""
    if first + count - 1 > MAX_SEED:
        raise InvalidInput("--seed is so high that the games would run out of seeds")


def differing_fields(one: msgspec.Struct, other: msgspec.Struct) -> list[str]:
    """The names of the fields in which two structs of the same type differ."""
    fields = one.__struct_fields__
    return [field for field in fields if getattr(one, field) != getattr(other, field)]


def _default_seats(rules: Game, edition: str, players: list[str]) -> int:
    counts = rules.player_counts(edition)
    if len(players) in counts:
        return len(players)
    if len(players) == 1 or len(players) > counts[-1]:
        return counts[-1]
    possible = " or ".join(str(count) for count in counts)
    raise InvalidInput(
        f"{rules.title} ({edition}) is played by {possible}, but {len(players)} players are named; "
        "a name may be repeated to fill the seats"
    )


def _check_pool(rules: Game, plan: Plan) -> None:
    rules.check_player_count(plan.edition, plan.seats)
    pool = plan.players
    if 1 < len(pool) < plan.seats:
        raise InvalidInput(
            f"{len(pool)} players for {plan.seats} seats; a name may be repeated to fill the seats"
        )
    repeated = [name for name in plan.names if pool.count(name) > 1]
    if repeated and len(pool) > plan.seats:
        raise InvalidInput(
            f"{brief(repeated[0])} is named twice among more players than there are seats"
        )
    games = comb(len(pool), plan.seats) * plan.seats
    if games > MAX_GAMES_PER_GROUP:
        raise InvalidInput(
            f"all line-ups of {len(pool)} players make {games} games for each seed; name fewer"
        )
