"""The model of the openings explorer's page."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec

from smokestack.analysis.openings import MAX_MOVES, Count, Line, line_of_actor, to_text
from smokestack.analysis.words import percent
from smokestack.engine.core.state import State
from smokestack.engine.game import Game
from smokestack.games import ui_of
from smokestack.server.domain.openings import Openings, kinds_of, table_kind


class ShownCount(msgspec.Struct, frozen=True):
    games: int
    wins: str
    points: str


class ShownMove(msgspec.Struct, frozen=True):
    text: str
    path: str
    """Where its continuations are; empty after the last move of openings."""
    bot: ShownCount | None
    server: ShownCount | None


class OpeningsPage(msgspec.Struct, frozen=True):
    title: str
    line: list[tuple[str, str]]
    """The moves so far, each with the path of the position before it."""
    choices: list[ShownMove]


def openings_page_of(found: Openings) -> OpeningsPage:
    text = ui_of(found.game).opening_text

    def path(line: Line) -> str:
        return opening_path(found.game, found.edition, found.players, line)

    is_last = len(found.line) + 1 >= MAX_MOVES
    return OpeningsPage(
        title=found.game.title,
        line=[(text(move), path(found.line[:at])) for at, move in enumerate(found.line)],
        choices=[
            ShownMove(
                text(choice.move),
                "" if is_last else path((*found.line, choice.move)),
                _shown(choice.bot),
                _shown(choice.server),
            )
            for choice in found.choices
        ],
    )


def opening_path(game: Game, edition: str, players: int, line: Line) -> str:
    query = {"game": game.name, "edition": edition, "players": players, "line": to_text(line)}
    return f"/openings?{urlencode(query)}"


def path_from(game: Game, start: State, answers: list[int]) -> str:
    """The opening of the seat that must answer, after answers from the start of a game.

    Empty if the game is beyond its opening, or if its table is none of the usual ones.
    """
    kinds = {table_kind(*kind): kind for kind in kinds_of(game)}
    kind = kinds.get(game.table_of(start))
    line = line_of_actor(game, start, answers) if kind else None
    return opening_path(game, *kind, line) if kind and line is not None else ""


def _shown(count: Count | None) -> ShownCount | None:
    if count is None:
        return None
    return ShownCount(
        count.games, percent(count.wins / count.games), f"{count.points / count.games:.0f}"
    )
