"""How many unfinished tables there may be: of a guest, an address, a network and the server."""

from __future__ import annotations

from typing import Final

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import LimitExceeded
from smokestack.server.domain.origin import Origin
from smokestack.server.domain.table import Table
from smokestack.server.settings import Settings
from smokestack.server.storage import table_counts
from smokestack.server.storage.async_database import AsyncDatabase

TABLES_PER_NETWORK: Final = 4  # times the limit of an address
TABLES_OF_UNKNOWN: Final = 0.2  # of the limit of an address, for all unknown addresses together


class TableLimits:
    def __init__(self, settings: Settings, database: AsyncDatabase) -> None:
        self._settings = settings
        self._database = database

    async def check(self, guest: str, table: Table, origin: Origin) -> None:
        """`LimitExceeded` if there are too many tables for another one with these seats."""
        settings = self._settings
        found = await self._database.read(table_counts.count_for_limits, guest, origin)
        of_address: float = settings.max_tables_per_address
        if not origin.is_known:
            of_address *= TABLES_OF_UNKNOWN
        if found.of_host >= settings.max_tables_per_guest:
            raise LimitExceeded(
                tr("You have too many unfinished games. Please end some of them first.")
            )
        of_network = settings.max_tables_per_address * TABLES_PER_NETWORK
        if found.of_address >= of_address or found.of_network >= of_network:
            raise LimitExceeded(
                tr("Too many unfinished games come from your network. Please end some of them.")
            )
        if found.total >= settings.max_tables:
            raise LimitExceeded(
                tr("This server has no room for more tables. Please try again later.")
            )
        if not any(seat.guest or seat.free for seat in table.seats):
            await self._check_unattended(origin)

    async def _check_unattended(self, origin: Origin) -> None:
        """`LimitExceeded` if there are too many tables where only bots play."""
        settings = self._settings
        limits = [("", settings.max_unattended_tables)]
        if origin.address:
            limits.append((origin.address, settings.max_unattended_tables_per_address))
        for address, limit in limits:
            if await self._database.read(table_counts.count_unattended, address) >= limit:
                raise LimitExceeded(
                    tr("Too many games are played by bots alone. Please wait until some end.")
                )
