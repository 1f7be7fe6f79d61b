"""The course of the game, the players in turn order with their figures, and the tracks."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import CASH, HELD, INDUSTRIES, MARKER, ORDER, SPENT
from smokestack.games.brass.ui import track_drawing, words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.stack_drawing import stacks_of
from smokestack.games.brass.ui.things import table_of
from smokestack.games.brass.ui.tile_drawing import shape
from smokestack.presentation.language import cached_per_language, tr
from smokestack.presentation.picture import Picture

WIDTH = track_drawing.WIDTH
COURSE = 32
ROW = 48
MAX_ROWS = 5000
# The icon, the name and the position of each figure in a row.
UPPER = (("points", 176), ("money", 236), ("income", 304))
LOWER = (("spent", 30), ("cards", 92), ("link", 136))
FIRST_LEVEL = 188
LEVEL_PITCH = 33
LONG_NAME = 14  # letters


def player_picture(view: View, recent: Collection[str]) -> Picture:
    table = table_of(view)
    tracks = COURSE + ROW * int(table.players) + 2
    height = tracks + 2 * track_drawing.HEIGHT + 6
    picture = Picture(WIDTH, height, "", (), recent)
    rounds, deck = int(table.course.rounds), int(table.deck_count)
    picture.add(_course(int(table.period), int(table.round), rounds, deck))
    for place in range(table.players):
        _draw_row(picture, view, int(table.seats[ORDER + place]), place)
    track_drawing.draw_tracks(picture, view, tracks)
    return picture


@cached_per_language
def _course(period: int, number: int, rounds: int, cards: int) -> str:
    """Period, round and deck."""
    course = tr("Round {round} of {rounds}", round=number, rounds=rounds)
    deck = tr("{n} in the deck", n=cards)
    return (
        f'<text x="6" y="22" class="heading">{escape(words.period(period))}</text>'
        f'<text x="{WIDTH - 62}" y="21" class="figure end">{escape(course)}</text>'
        f"<g><title>{escape(deck)}</title>{icon('cards', WIDTH - 46, 6, 19)}"
        f'<text x="{WIDTH - 22}" y="21" class="figure">{cards}</text></g>'
    )


def _draw_row(picture: Picture, view: View, seat: int, place: int) -> None:
    table = table_of(view)
    seats = table.seats
    drawn = _row(
        table.edition,
        seat,
        view.players[seat],
        view.actor == seat,
        view.seat == seat,
        int(standing_points(table, seat)),
        int(seats[CASH + seat]),
        int(table.course.income[seats[MARKER + seat]]),
        int(seats[SPENT + seat]),
        int(seats[HELD + seat]),
        int(table.markers_left(seat)),
        stacks_of(table, seat),
    )
    y = COURSE + ROW * place
    picture.add(
        f'<g id="row-{seat}" class="moves" style="transform:translate(0px,{y}px)">{drawn}</g>'
    )


@lru_cache(MAX_ROWS)
def _row(
    edition: Edition,
    seat: int,
    player: str,
    acting: bool,
    mine: bool,
    points: int,
    money: int,
    income: int,
    spent: int,
    cards: int,
    links: int,
    stacks: tuple[tuple[int, int], ...],
) -> str:
    """The player's name and figures, and the next level of each stack."""
    kind = " ".join(name for name, holds in (("turn", acting), ("mine", mine)) if holds)
    upper = (str(points), words.money(money), words.signed_money(income))
    lower = (words.money(spent), str(cards), str(links))
    levels = [str(edition.tiles[tile].level) if left else "" for tile, left in stacks]
    drawn = (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{ROW - 4}" rx="8" class="row {kind}"/>'
        f'<g transform="translate(16 15)">{shape(seat)}</g>'
        f'<text x="30" y="20" class="player">{escape(_short(player))}</text>'
    )
    for (name, x), value in zip(UPPER, upper, strict=True):
        drawn += f'{icon(name, x, 6, 16)}<text x="{x + 20}" y="20" class="figure">{value}</text>'
    for (name, x), value in zip(LOWER, lower, strict=True):
        drawn += icon(name, x, 27, 14, ' class="soft"')
        drawn += f'<text x="{x + 18}" y="39" class="figure fine">{value}</text>'
    for industry, level in enumerate(levels):
        x = FIRST_LEVEL + LEVEL_PITCH * industry
        tone = "soft" if level else "none"
        drawn += icon(INDUSTRIES[industry], x, 27, 15, f' class="{tone}"')
        drawn += f'<text x="{x + 18}" y="39" class="figure fine">{level or "–"}</text>'
    return drawn


def _short(name: str) -> str:
    return name if len(name) <= LONG_NAME else f"{name[: LONG_NAME - 1]}…"
