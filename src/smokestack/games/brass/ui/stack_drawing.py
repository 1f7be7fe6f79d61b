"""The seat's own stacks of tiles, each as a picture of its own with a button to develop it."""

from __future__ import annotations

from collections.abc import Set
from functools import cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.rules.edition import Edition, Tile
from smokestack.games.brass.rules.terms import INDUSTRIES, NONE
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.things import develop_thing, stack_thing, table_of
from smokestack.games.brass.ui.tile_drawing import HEXAGON, needs
from smokestack.presentation.language import cached_per_language, tr, trn
from smokestack.presentation.picture import FILTER, Picture

WIDTH = 104
HEIGHT = 118
TILE_HEIGHT = 78
BUTTON_TOP = TILE_HEIGHT + 1
SHORT_TITLE = 8  # letters
THINGS = [
    frozenset((stack_thing(industry), develop_thing(industry)))
    for industry in range(len(INDUSTRIES))
]


def stack_pictures(
    view: View, open_: Set[str], recent: Set[str], starts: Set[str]
) -> list[Picture]:
    """Each stack with cost, needs and gains of its next tile, and how many tiles are left."""
    table = table_of(view)
    pictures = []
    for industry, (kind, left) in enumerate(stacks_of(table, view.seat)):
        things = THINGS[industry]
        marks = things & open_, things & recent, things & starts
        pictures.append(_stack_picture(table.edition, industry, kind, left, *marks))
    return pictures


def stacks_of(table: Brass, seat: int) -> tuple[tuple[int, int], ...]:
    """The kind of each stack's next tile and the number of tiles left; (0, 0) if it is empty."""
    found = []
    for industry in range(len(INDUSTRIES)):
        kind = int(table.next_tile(seat, industry))
        left = int(table.edition.stack_size[industry] - table.developed[seat * 5 + industry])
        found.append((0, 0) if kind == NONE else (kind, left))
    return tuple(found)


@cached_per_language
def _stack_picture(
    edition: Edition,
    industry: int,
    kind: int,
    left: int,
    open_: frozenset[str],
    recent: frozenset[str],
    starts: frozenset[str],
) -> Picture:
    picture = Picture(WIDTH, HEIGHT, "", open_, recent, starts)
    if not left:
        label = tr("{industry}: no tile left", industry=words.industry_title(industry))
        drawn = f'<rect x="1" y="1" width="{WIDTH - 6}" height="{HEIGHT - 4}" rx="8" class="plot"/>'
        drawn += icon(INDUSTRIES[industry], 35, 42, 30, ' class="none"')
        picture.thing(stack_thing(industry), label, drawn, "stack", turn=FILTER)
        return picture
    tile = edition.tiles[kind]
    label = f"{words.tile_title(tile)}, {trn('{n} tile left', '{n} tiles left', left)}"
    drawn, figures = _stack(industry, left), _figures(tile, left)
    picture.thing(stack_thing(industry), label, drawn, "stack", turn=FILTER, figures=figures)
    develop = tr("Develop: {tile}", tile=words.tile_name(tile))
    picture.thing(develop_thing(industry), develop, _button(tr("Develop")), "develop")
    return picture


@cache
def _stack(industry: int, left: int) -> str:
    edges = "".join(
        f'<rect x="{1 + 2 * n}" y="{1 + 2 * n}" width="{WIDTH - 7}" height="{TILE_HEIGHT - 7}" '
        'rx="8" class="card"/>'
        for n in range(min(left, 3) - 1, -1, -1)
    )
    return f"{edges}{icon(INDUSTRIES[industry], 6, 5, 28)}"


def _figures(tile: Tile, left: int) -> str:
    return (
        f'<text x="56" y="28" class="numeral">{tile.level}</text>'
        f'<text x="91" y="26" class="figure fine end">×{left}</text>'
        f'<text x="8" y="53" class="figure strong">£{tile.cost}</text>'
        f"{needs(tile.coal, tile.iron, 46, 42)}"
        f'<path d="{HEXAGON}" transform="translate(84 48) scale(.95)" class="hex"/>'
        f'<text x="84" y="53" class="vp">{tile.points}</text>'
        f'{icon("income", 8, 57, 14)}<text x="26" y="69" class="figure fine">+{tile.steps}</text>'
    )


def _button(title: str) -> str:
    """The icon stands before a short title only; a long one needs the whole width."""
    face = (
        f'<rect x="1" y="{BUTTON_TOP}" width="{WIDTH - 6}" height="{HEIGHT - BUTTON_TOP - 1}" '
        'rx="7" class="key"/>'
    )
    x, place = (WIDTH - 4) / 2, " middle"
    if len(title) <= SHORT_TITLE:
        face += icon("develop", 6, BUTTON_TOP + 11, 16)
        x, place = 27, ""
    text = f'<text x="{x:g}" y="{BUTTON_TOP + 24}" class="key-text{place}">{escape(title)}</text>'
    return face + text
