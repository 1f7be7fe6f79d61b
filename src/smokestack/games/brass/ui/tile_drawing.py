"""Industry tiles: on the board, in the stacks, and as separate pictures for the rules."""

from __future__ import annotations

from functools import cache
from typing import Final

from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.edition import Tile
from smokestack.games.brass.rules.terms import COAL, INDUSTRIES
from smokestack.games.brass.ui.icons import icon

# The marker of each seat, centred at 0, 0; seats differ in shape as well as in colour.
SHAPES: Final = (
    '<circle r="7.5"{0}/>',
    '<path d="M0-8.5 8.5 7h-17z"{0}/>',
    '<path d="M-7-7H7V7H-7z"{0}/>',
    '<path d="M0-9.5 9.5 0 0 9.5-9.5 0z"{0}/>',
)
TILE_SIZE: Final = 40
HEXAGON: Final = "M0-11 9.5-5.5V5.5L0 11-9.5 5.5V-5.5z"


@cache
def shape(seat: int) -> str:
    """The marker of a seat, centred at 0, 0."""
    return SHAPES[seat].format(f' class="piece own-{seat}"')


def whole_tile(
    industry: int, level: int, points: int, owner: int, flipped: bool, cubes: int
) -> str:
    """A tile of 40 by 40 units; the flipped side shows points and a coin."""
    tile = board_tile(industry, level, owner, flipped, cubes)
    return tile + tile_points(points) if flipped else tile


def tile_points(points: int) -> str:
    """The points in the hexagon of a flipped tile."""
    return f'<text x="14" y="34" class="vp">{points}</text>'


@cache
def board_tile(industry: int, level: int, owner: int, flipped: bool, cubes: int) -> str:
    """A tile of 40 by 40 units without its points."""
    if flipped:
        return (
            f'<rect width="40" height="40" rx="4" class="by-{owner}"/>'
            '<rect x="3" y="2.5" width="34" height="15.5" rx="3" class="chip"/>'
            + icon(INDUSTRIES[industry], 5, 3, 14.5)
            + f'<text x="29" y="15" class="level">{level}</text>'
            f'<path d="{HEXAGON}" transform="translate(14 29)" class="hex"/>'
            '<circle cx="32" cy="29.5" r="5.5" class="coin"/>'
        )
    return (
        f'<rect width="40" height="40" rx="4" class="front own-{owner}"/>'
        f'<path d="M4 0h5v40h-5a4 4 0 0 1-4-4v-32a4 4 0 0 1 4-4z" class="by-{owner}"/>'
        + icon(INDUSTRIES[industry], 10, 1 if cubes else 12, 19 if cubes else 25)
        + f'<text x="34" y="15" class="level">{level}</text>'
        + cube_pile(industry, cubes)
    )


def cube_pile(industry: int, cubes: int) -> str:
    """Cubes at the foot of a tile, in rows of three."""
    kind = "coal" if industry == COAL else "iron"
    return "".join(
        f'<rect x="{12 + 9 * (n % 3)}" y="{30 - 9 * (n // 3)}" width="8" height="8" '
        f'class="cube {kind}" data-marker="{kind}"/>'
        for n in range(cubes)
    )


@cache
def needs(coal: int, iron: int, x: float, y: float) -> str:
    """The cubes that a tile needs when it is built, from left to right."""
    drawn = ""
    for kind, count in (("coal", coal), ("iron", iron)):
        for _ in range(count):
            drawn += (
                f'<rect x="{x:g}" y="{y:g}" width="10" height="10" rx="1" class="cube {kind}"/>'
            )
            x += 13
    return drawn


def find_tile(industry: str, level: int) -> Tile:
    """A tile as printed in the edition of 2007."""
    for tile in facts().edition("2007", 4, True).tiles:
        if (INDUSTRIES[tile.industry], tile.level) == (industry, level):
            return tile
    raise KeyError(f"{industry} {level}")


@cache
def tile_picture(industry: str, level: int) -> str:
    """Both sides of a tile as a separate small picture, with costs and gains."""
    tile = find_tile(industry, level)
    front = whole_tile(tile.industry, level, tile.points, 0, False, tile.cubes)
    back = whole_tile(tile.industry, level, tile.points, 0, True, 0)
    return (
        '<svg class="picture" viewBox="-2 -2 130 44" width="182" height="62" '
        f'xmlns="http://www.w3.org/2000/svg">{front}'
        f'<text x="46" y="15" class="figure">£{tile.cost}</text>'
        f"{needs(tile.coal, tile.iron, 46, 24)}"
        f'<g transform="translate(86 0)">{back}</g></svg>'
    )
