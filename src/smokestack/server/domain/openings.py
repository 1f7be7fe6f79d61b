"""The openings explorer: what players chose in their first moves, and how the games ended."""

from __future__ import annotations

import msgspec

from smokestack.analysis.openings import Count, Counts, Line, counts_of, lines_of, shipped_book
from smokestack.engine.game import Game
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.table import OVER, Table

TableKind = tuple[str, str, int]
"""The game, the edition and the number of players."""


class OpeningChoice(msgspec.Struct, frozen=True):
    """A move that was chosen after a line."""

    move: str
    bot: Count | None
    """By the strongest bot."""
    server: Count | None
    """In finished games of this server."""


class Openings(msgspec.Struct, frozen=True):
    game: Game
    edition: str
    players: int
    line: Line
    bot_games: int
    """The games of the strongest bot at such tables."""
    choices: list[OpeningChoice]
    """The most frequent first."""


def table_kind(edition: str, players: int) -> str:
    """As `Game.table_of` names it."""
    return f"{edition}/{players}"


def kinds_of(game: Game) -> list[tuple[str, int]]:
    """The editions with their numbers of players."""
    return [
        (edition, players)
        for edition in game.editions
        for players in sorted(game.player_counts(edition))
    ]


def usual_kind(game: Game) -> tuple[str, int]:
    """An edition with a number of players that the strongest bot has played, if there is one."""
    kinds = kinds_of(game)
    played = (kind for kind in kinds if shipped_book(game, table_kind(*kind)))
    return next(played, kinds[-1])


def find_kind(name: str, edition: str, players: int) -> Game:
    """The game, if it has such tables."""
    if name not in game_names() or (edition, players) not in kinds_of(find_game(name)):
        raise InvalidAction(tr("There are no such tables."))
    return find_game(name)


def countable(table: Table) -> bool:
    """Whether a game counts: it was played to its end, from its start, with the usual tiles."""
    if table.status != OVER or table.dealt is None or table.inherited_answers:
        return False
    kinds = [table_kind(*kind) for kind in kinds_of(table.game)]
    return table.game.table_of(table.match.state) in kinds


def counts_of_table(table: Table) -> Counts:
    match = table.match
    assert match.result is not None
    lines = lines_of(match.game, match.game.start(match.setup), match.history)
    return counts_of(lines, match.result)
