"""What is known about a person: the profile for others, and everything for their own download."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from smokestack.presentation.language import tr
from smokestack.server.accounts.ratings import OwnRating, RatingService
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.account import Account
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.storage import accounts, notices, passkeys, puzzles, results, tournaments
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.own_data import own_data
from smokestack.server.storage.results import GameStatistics, OpponentStatistics

MAX_OPPONENTS: Final = 5000


class Profile(msgspec.Struct, frozen=True):
    account: Account
    games: list[GameStatistics]
    opponents: list[OpponentStatistics]
    ratings: list[OwnRating]


class ProfileService:
    def __init__(
        self, database: AsyncDatabase, accounts: AccountService, ratings: RatingService
    ) -> None:
        self._database = database
        self._accounts = accounts
        self._ratings = ratings

    async def find(self, name: str, reader: str) -> Profile:
        """The statistics of an account; a private one looks to others as if there were none."""
        found = await self._database.read(accounts.find_by_name, name[:100])
        if found is None or (found[0].private and found[0].guest != reader):
            raise TableNotFound(tr("There is no such profile, or it is private."))
        return await self._profile(found[0])

    async def export(self, guest: str) -> dict[str, Any]:
        """Everything that is stored about an account, without secrets."""
        account = await self._accounts.account(guest)
        profile = await self._profile(account)
        unfinished, finished = await self._accounts.seats(guest)
        return {
            "name": account.name,
            "email": account.email or None,
            "created": account.created,
            "private": account.private,
            "games_for_puzzles": account.games_for_puzzles,
            "devices": await self._accounts.devices(guest),
            "tables": [
                {"table": table, "seat": seat, "finished": is_finished}
                for seats, is_finished in ((unfinished, False), (finished, True))
                for table, seat in seats
            ],
            "games": profile.games,
            "opponents": profile.opponents,
            "notices": await self._database.read(notices.exported, guest),
            "ratings": profile.ratings,
            "passkeys": await self._database.read(passkeys.exported, guest),
            "tournaments": await self._database.read(tournaments.exported, guest),
            "puzzles": await self._database.read(puzzles.exported, guest),
            **await self._database.read(own_data, guest),
        }

    async def _profile(self, account: Account) -> Profile:
        read = self._database.read
        return Profile(
            account,
            await read(results.by_game, account.guest),
            await read(results.by_opponent, account.guest, MAX_OPPONENTS),
            await self._ratings.of_person(account.guest),
        )
