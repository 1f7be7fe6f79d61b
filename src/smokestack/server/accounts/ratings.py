"""The use cases of ratings: what a finished game changes, leaderboards, and ratings of people."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

import msgspec

from smokestack.bots.ratings import bot_ratings
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.domain.ratings import (
    BOTS,
    PEOPLE,
    Rating,
    RatingList,
    RatingPoint,
    bot_rating,
    list_of,
    places,
)
from smokestack.server.domain.table import Table
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import ratings
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

MAX_RANKED: Final = 100
MAX_CURVE_POINTS: Final = 200


class RankedPlayer(msgspec.Struct, frozen=True):
    """A line of a leaderboard."""

    name: str
    """Of the account, or the level of a bot."""
    is_bot: bool
    rating: Rating


class OwnRating(msgspec.Struct, frozen=True):
    """The rating of a person on one list, with its course."""

    kind: RatingList
    rating: Rating
    curve: list[RatingPoint]


class RatingService:
    def __init__(self, database: AsyncDatabase, source: TimeSource) -> None:
        self._database = database
        self._source = source

    def lists(self) -> list[RatingList]:
        """Among people for every number of players, against bots where these are rated."""
        return [RatingList(*size, PEOPLE) for size in _sizes()] + [
            RatingList(*size, BOTS) for size in _sizes() if bot_ratings(*size)
        ]

    async def apply_result(self, table: Table) -> None:
        """Change the ratings of those who played a finished game, once."""
        found = places(table)
        if found is not None:
            await self._database.write(
                AFTER_ALL_TABLES,
                ratings.apply_result,
                table.id,
                list_of(table),
                table.seats,
                found,
                self._source.now(),
            )

    async def leaderboard(self, kind: RatingList) -> list[RankedPlayer]:
        """The best people, on the list against bots together with their levels."""
        if kind not in self.lists():
            raise TableNotFound(tr("There is no such list."))
        people = await self._database.read(ratings.leaderboard, kind, MAX_RANKED)
        ranked = [RankedPlayer(person.name, False, person.rating) for person in people]
        if kind.against == BOTS:
            ranked += [
                RankedPlayer(level, True, bot_rating(kind, level))
                for level in bot_ratings(kind.game, kind.players)
            ]
        return sorted(ranked, key=lambda player: -player.rating.mu)

    async def of_person(self, guest: str) -> list[OwnRating]:
        return [
            OwnRating(
                kind,
                rating,
                await self._database.read(ratings.curve, guest, kind, MAX_CURVE_POINTS),
            )
            for kind, rating in await self._database.read(ratings.of_guest, guest)
        ]

    async def of_guests(self, kind: RatingList, guests: Collection[str]) -> dict[str, Rating]:
        """The ratings of those whose profile is not private."""
        return await self._database.read(ratings.of_guests, kind, guests)

    async def at_tables(self, tables: Collection[Table]) -> dict[str, dict[str, Rating]]:
        """For the id of each table: the ratings of its guests, on the list of its game."""
        guests: dict[RatingList, set[str]] = {}
        for table in tables:
            seated = {seat.guest for seat in table.seats if seat.guest}
            guests.setdefault(list_of(table), set()).update(seated)
        found = {kind: await self.of_guests(kind, each) for kind, each in guests.items()}
        return {
            table.id: {
                seat.guest: found[list_of(table)][seat.guest]
                for seat in table.seats
                if seat.guest in found[list_of(table)]
            }
            for table in tables
        }


def _sizes() -> list[tuple[str, int]]:
    """Every game with each number of players."""
    return [
        (name, players)
        for name in sorted(game_names(), reverse=True)
        for players in sorted(
            {
                count
                for edition in find_game(name).editions
                for count in find_game(name).player_counts(edition)
            }
        )
    ]
