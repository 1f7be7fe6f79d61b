"""Tournaments as the operator of a server manages them, with `smokestack tournaments`."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

import msgspec

from smokestack.engine.errors import InvalidInput
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.tournaments import signing_up
from smokestack.server.domain.tournaments.tournament import Tournament, TournamentSummary
from smokestack.server.settings import Settings
from smokestack.server.storage import tournaments
from smokestack.server.storage.database import open_existing
from smokestack.server.storage.tables import Conflict

MAX_ATTEMPTS: Final = 10  # to cancel a tournament that servers change at the same time


class TournamentAdmin:
    """Can be used while servers run; must be closed."""

    def __init__(self, settings: Settings) -> None:
        self._database = open_existing(settings)

    def close(self) -> None:
        self._database.close()

    def all(self, limit: int) -> list[TournamentSummary]:
        """Open and running ones first, then those that ended last."""
        with self._database.reading() as connection:
            return tournaments.latest(connection, limit)

    def find(self, tournament_id: str) -> Tournament:
        try:
            with self._database.reading() as connection:
                found = tournaments.load(connection, tournament_id)
        except msgspec.ValidationError as error:
            raise InvalidInput(f"tournament {tournament_id!r:.40} is damaged: {error}") from None
        if found is None:
            raise InvalidInput(
                f"no tournament has the id {tournament_id!r:.40}; 'smokestack tournaments list' "
                "shows all"
            )
        return found

    def cancel(self, tournament_id: str) -> None:
        """End a tournament without a winner; servers notice it."""
        for _ in range(MAX_ATTEMPTS):
            before = self.find(tournament_id)
            try:
                after = signing_up.cancel(before)
            except InvalidAction as error:
                raise InvalidInput(str(error)) from None
            after = msgspec.structs.replace(
                after, revision=before.revision + 1, changed=datetime.now(UTC)
            )
            try:
                with self._database.writing() as connection:
                    tournaments.save(connection, before, after, ())
            except Conflict:
                continue
            return
        raise InvalidInput(f"{tournament_id} changes too often; try again")
