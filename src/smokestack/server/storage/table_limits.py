"""How many unfinished tables there may be: of a guest, an address, a network and the server.

Tables are counted in the transaction that adds another one (`AsyncDatabase.write_counted`), so that
many requests at once don't exceed a limit.
"""

from __future__ import annotations

from sqlalchemy import Connection

from smokestack.engine.messages import mark
from smokestack.server.domain.origin import Origin, has_room
from smokestack.server.domain.table import Table
from smokestack.server.settings import Settings
from smokestack.server.storage import table_counts
from smokestack.server.storage.tables import NoRoom


class TableLimits:
    """Both checks raise `NoRoom` and write nothing."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def check(self, connection: Connection, table: Table) -> None:
        """Refuse a new table if there are too many."""
        of_host = table_counts.count_of_host(connection, table.host)
        if of_host >= self._settings.max_tables_per_guest:
            raise NoRoom(mark("You have too many unfinished games. Please end some of them first."))
        self.check_room(connection, table.origin, 1)
        if not any(seat.guest or seat.free for seat in table.seats):
            self._check_unattended(connection, table.origin)

    def check_room(self, connection: Connection, origin: Origin, new: int) -> None:
        """Refuse new tables if their origin would have too many, no matter who creates them."""
        settings = self._settings
        found = table_counts.count_for_limits(connection, origin)
        if not has_room(
            origin, settings.max_tables_per_address, found.of_address, found.of_network, new
        ):
            raise NoRoom(
                mark("Too many unfinished games come from your network. Please end some of them.")
            )
        if found.total + new > settings.max_tables:
            raise NoRoom(mark("This server has no room for more tables. Please try again later."))

    def _check_unattended(self, connection: Connection, origin: Origin) -> None:
        """Refuse a table where only bots play if there are too many of them."""
        settings = self._settings
        limits = [("", settings.max_unattended_tables)]
        if origin.address:
            limits.append((origin.address, settings.max_unattended_tables_per_address))
        for address, limit in limits:
            if table_counts.count_unattended(connection, address) >= limit:
                raise NoRoom(
                    mark("Too many games are played by bots alone. Please wait until some end.")
                )
