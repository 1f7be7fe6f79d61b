"""Ratings: which games are rated, and what a result changes.

People are rated with the Plackett-Luce model of openskill, which handles tables of any size. There
is a list for each game and number of players, one among people and one against bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

import msgspec

from smokestack.bots.ratings import bot_ratings
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import OVER, RESIGNED, Table

PEOPLE: Final = "people"
BOTS: Final = "bots"

START_MU: Final = 25.0
START_SIGMA: Final = 25.0 / 3
SETTLED_SIGMA: Final = 5.75
"""Below this uncertainty, after about ten games, a rating is no longer provisional."""
START_POINTS: Final = 1500
POINTS_PER_MU: Final = 48.0
"""Someone with 200 points more wins about three games in four."""


class RatingList(msgspec.Struct, frozen=True):
    game: str
    players: int
    against: str


class Rating(msgspec.Struct, frozen=True):
    mu: float = START_MU
    sigma: float = START_SIGMA
    games: int = 0
    wins: int = 0

    @property
    def points(self) -> int:
        """The number that people see."""
        return points_of(self.mu)

    @property
    def provisional(self) -> bool:
        return self.sigma > SETTLED_SIGMA


class RatingPoint(msgspec.Struct, frozen=True):
    """The rating of a person after a game."""

    at: datetime
    mu: float
    table_id: str


def points_of(mu: float) -> int:
    return round(START_POINTS + POINTS_PER_MU * (mu - START_MU))


def check_rated(table: Table) -> None:
    """`InvalidAction` unless the game of a new table can be rated."""
    people = [seat for seat in table.seats if seat.for_person]
    guests = [seat.guest for seat in people if seat.guest]
    setup = table.setup
    if not people or (len(people) > 1 and len(people) < len(table.seats)):
        raise InvalidAction(
            tr("A rated game is played among people, or by one person against bots.")
        )
    if len(set(guests)) < len(guests):
        raise InvalidAction(tr("In a rated game everybody needs an account of their own."))
    if not table.pace.has_clock:
        raise InvalidAction(tr("A rated game needs a clock."))
    if table.hints:
        raise InvalidAction(tr("There are no hints in a rated game."))
    if isinstance(setup.tiles, dict):
        raise InvalidAction(tr("A rated game is played with the included tile set."))
    if setup.options != table.game.complete_options(setup.edition, {}):
        raise InvalidAction(tr("A rated game is played with the usual rulings."))
    measured = bot_ratings(setup.game, len(table.seats))
    if any(seat.bot not in measured for seat in table.seats if seat.bot):
        raise InvalidAction(tr("These bots have no rating for this game."))


def list_of(table: Table) -> RatingList:
    """The list on which a rated table counts."""
    against = PEOPLE if table.people > 1 else BOTS
    return RatingList(table.setup.game, len(table.seats), against)


def places(table: Table) -> list[int] | None:
    """The place of each seat in a finished game, from 1; None if it says nothing about strength.

    Those who left, resigned or ran out of time share the last place, even if the bot that replaced
    them has won.
    """
    if table.dealt is None or table.status not in (OVER, RESIGNED):
        return None
    left = gone(table)
    result = table.dealt.result if table.status == OVER else None
    if len(left) == len(table.seats):
        return None
    keys: list[tuple[int, int]] = []
    for seat in table.seats:
        if seat.number in left:
            keys.append((2, 0))
        elif result is None:
            keys.append((0, 0))
        else:
            keys.append((int(seat.number not in result.winners), -result.scores[seat.number]))
    order = sorted(set(keys))
    return [order.index(key) + 1 for key in keys]


def rate(before: Sequence[Rating], found: Sequence[int]) -> list[Rating]:
    """The ratings of all seats after a game with these places."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in found])
    return [
        Rating(team[0].mu, team[0].sigma, rating.games + 1, rating.wins + (place == 1))
        for team, rating, place in zip(after, before, found, strict=True)
    ]


def bot_rating(kind: RatingList, level: str) -> Rating:
    """The measured rating of a level, which games against people don't change."""
    measured = bot_ratings(kind.game, kind.players)[level]
    return Rating(measured.mu, measured.sigma)


def gone(table: Table) -> set[int]:
    """The seats of people who left, resigned or ran out of time."""
    timed_out = () if table.clock is None else table.clock.timed_out
    replaced = {seat.number for seat in table.seats if seat.guest and (seat.has_left or seat.bot)}
    return {*replaced, *timed_out} | ({table.resigned} if table.resigned >= 0 else set())
