"""The score track: a frame of a hundred spaces round the map, used again after 99."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final

import msgspec

from smokestack.engine.view import View
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import SCORE
from smokestack.games.brass.ui import layout
from smokestack.games.brass.ui.things import SCORE_TRACK, table_of
from smokestack.games.brass.ui.tile_drawing import shape
from smokestack.presentation.language import tr
from smokestack.presentation.picture import Picture

SPACES: Final = 100
ACROSS: Final = 29  # the space in the upper right corner; the lower edge has as many spaces
DOWN: Final = SPACES // 2 - ACROSS
MARGIN: Final = 16  # how far the frame reaches beyond the map
THICK: Final = 24
START: Final = 44  # the first space is larger: all markers stand on it for a whole period
MARKER: Final = 19  # the largest of the shapes, with its edge
SIGN: Final = 13
MAX_TRACKS: Final = 1000

LEFT: Final = THICK / 2 - MARGIN  # the middle of the track; at the top it is the same
RIGHT: Final = layout.SHEET.width - LEFT
FOOT: Final = layout.SHEET.map_height - LEFT
BOTTOM: Final = layout.SHEET.map_height + MARGIN
FIRST: Final = START - MARGIN  # where the first space ends
TOP_SIDE, RIGHT_SIDE, LOWER_SIDE, LEFT_SIDE = range(4)
PACES: Final = (  # the length of a space on each side
    (RIGHT - FIRST) / (ACROSS - 0.5),
    (FOOT - LEFT) / DOWN,
    (RIGHT - LEFT) / ACROSS,
    (FOOT - FIRST) / (DOWN - 0.5),
)

Point = tuple[float, float]


class Spot(msgspec.Struct, frozen=True):
    """Position and scale of a marker, and the position of the sign with its hundreds."""

    x: float
    y: float
    scale: float
    sign: Point


def draw_score_track(picture: Picture, view: View) -> None:
    """Each seat's points; an outline shows its points if the period ended now."""
    table = table_of(view)
    scored = tuple(int(table.seats[SCORE + seat]) for seat in range(table.players))
    standing = tuple(int(standing_points(table, seat)) for seat in range(table.players))
    points_text = "; ".join(
        f"{player} {points}" for player, points in zip(view.players, scored, strict=True)
    )
    label = tr("Score track: {points}", points=points_text)
    picture.thing(SCORE_TRACK, label, score_track(scored, standing))


@lru_cache(MAX_TRACKS)
def score_track(scored: tuple[int, ...], standing: tuple[int, ...]) -> str:
    """The track with its markers; an outline only where it differs from the points scored."""
    filled = {f"score-{seat}": points for seat, points in enumerate(scored)}
    ahead = {
        f"standing-{seat}": points for seat, points in enumerate(standing) if points != scored[seat]
    }
    spots = marker_spots({**filled, **ahead})
    drawn = score_frame()
    for seat, name in enumerate(filled):
        outline = f"standing-{seat}"
        kind = "ahead" if outline in ahead else "ahead gone"
        spot = spots.get(outline, spots[name])
        drawn += _marker(outline, seat, kind, ahead.get(outline, 0), spot)
    for seat, (name, points) in enumerate(filled.items()):
        drawn += _marker(name, seat, "scored", points, spots[name])
    return drawn


def marker_spots(points: dict[str, int]) -> dict[str, Spot]:
    """A spot for each marker on its space, beside other markers on the same space."""
    spaces: dict[int, dict[int, list[str]]] = {}
    for name, number in points.items():
        rounds, space = divmod(number, SPACES)
        spaces.setdefault(space, {}).setdefault(rounds, []).append(name)
    spots: dict[str, Spot] = {}
    for space, by_rounds in spaces.items():
        spots |= _share(space, [by_rounds[rounds] for rounds in sorted(by_rounds)], max(by_rounds))
    return spots


def _share(space: int, rows: list[list[str]], rounds: int) -> dict[str, Spot]:
    """Divide a space among markers; those with more hundreds stand nearer to the sign."""
    x, y = space_middle(space)
    width, height = _size(space)
    towards = -1 if _side(space) == LOWER_SIDE else 1  # the sign, down or up
    sign = height / 2 if width > height else (height - SIGN) / 2 - 1
    row_height = (height - (5 if width > height else SIGN + 1) if rounds else height) / len(rows)
    spots: dict[str, Spot] = {}
    for row, names in enumerate(rows):
        for name, (dx, dy), size in _lay_out(names, width, row_height):
            down = towards * (row_height * (row + 0.5) - height / 2) + dy
            scale = min(0.95, size / MARKER)
            spots[name] = Spot(
                round(x + dx, 1), round(y + down, 1), round(scale, 2), (x, y + towards * sign)
            )
    return spots


def _lay_out(names: list[str], width: float, height: float) -> Iterator[tuple[str, Point, float]]:
    """Each name with its offset from the middle of a box and its size, as large as possible."""
    columns = max(
        range(1, len(names) + 1),
        key=lambda count: min(width / count, height / -(-len(names) // count)),
    )
    lines = -(-len(names) // columns)
    step_x, step_y = width / columns, height / lines
    for number, name in enumerate(names):
        line, column = divmod(number, columns)
        at = (step_x * (column - (columns - 1) / 2), step_y * (line - (lines - 1) / 2))
        yield name, at, min(step_x, step_y)


def space_middle(space: int) -> Point:
    """From the upper left corner clockwise round the map."""
    side = _side(space)
    if space == 0:
        return (START / 2 - MARGIN, START / 2 - MARGIN)
    if side == TOP_SIDE:
        return (FIRST + PACES[side] * (space - 0.5), LEFT)
    if side == RIGHT_SIDE:
        return (RIGHT, LEFT + PACES[side] * (space - ACROSS))
    if side == LOWER_SIDE:
        return (RIGHT - PACES[side] * (space - SPACES // 2), FOOT)
    return (LEFT, FIRST + PACES[side] * (SPACES - space - 0.5))


def _size(space: int) -> tuple[float, float]:
    if space == 0:
        return (START - 6, START - 6)  # clear of its edge
    side = _side(space)
    return (PACES[side], THICK) if side in (TOP_SIDE, LOWER_SIDE) else (THICK, PACES[side])


def _side(space: int) -> int:
    if space <= ACROSS:
        return TOP_SIDE
    if space <= SPACES // 2:
        return RIGHT_SIDE
    return LOWER_SIDE if space <= SPACES // 2 + ACROSS else LEFT_SIDE


def _marker(name: str, seat: int, kind: str, points: int, spot: Spot) -> str:
    """A seat's shape; from 100 points on, a sign shows the hundreds."""
    sign = ""
    if points >= SPACES:
        x, y = (spot.sign[0] - spot.x) / spot.scale, (spot.sign[1] - spot.y) / spot.scale
        sign = (
            f'<g transform="translate({x:.1f} {y:.1f}) scale({1 / spot.scale:.3f})" class="round">'
            f'<rect x="-14" y="{-SIGN / 2}" width="28" height="{SIGN}" rx="{SIGN / 2}"/>'
            f'<text y="4">+{points // SPACES * SPACES}</text></g>'
        )
    return (
        f'<g id="{name}" class="moves {kind}" style="transform:translate({spot.x:g}px,'
        f'{spot.y:g}px) scale({spot.scale:g})">{shape(seat)}{sign}</g>'
    )


@cache
def score_frame() -> str:
    """The spaces, every fifth with its number, and the larger first space."""
    edge, inside = -MARGIN, THICK - MARGIN
    width, height = layout.SHEET.width - 2 * edge, layout.SHEET.map_height - 2 * edge
    band = (
        f"M{edge + 14} {edge}h{width - 28}q14 0 14 14v{height - 28}q0 14-14 14h-{width - 28}"
        f"q-14 0-14-14v-{height - 28}q0-14 14-14z"
        f"M{inside} {inside}v{height - 2 * THICK}h{width - 2 * THICK}v-{height - 2 * THICK}z"
    )
    fives = [space for space in range(5, SPACES, 5) if space != SPACES // 2]
    tinted = "".join(_outline(space) for space in fives)
    numbers = "".join(
        f'<text x="{x:g}" y="{y + 4.5:g}" class="tick">{space}</text>'
        for space in (*fives, SPACES // 2)
        for x, y in [space_middle(space)]
    )
    return (
        f'<path d="{band}" class="score-track"/><path d="{tinted}" class="level-odd"/>'
        f'<path d="{"".join(_marks())}" class="marks"/>{numbers}'
        f'<rect x="{edge}" y="{edge}" width="{START}" height="{START}" rx="14" class="sheet"/>'
        f'<text x="{START / 2 + edge:g}" y="{START / 2 + edge + 4:g}" class="tick">0</text>'
    )


def _outline(space: int) -> str:
    """A space that is not at a corner."""
    x, y = space_middle(space)
    width, height = _size(space)
    return f"M{x - width / 2:.1f} {y - height / 2:.1f}h{width:.1f}v{height:.1f}h-{width:.1f}z"


def _marks() -> Iterator[str]:
    """A stroke before each space but the first."""
    for space in range(1, SPACES):
        x, y = space_middle(space)
        side, back = _side(space), PACES[_side(space)] / 2
        if side in (TOP_SIDE, LOWER_SIDE):
            yield f"M{x + (back if side == LOWER_SIDE else -back):.1f} {y - THICK / 2:g}v{THICK}"
        else:
            yield f"M{x - THICK / 2:g} {y + (back if side == LEFT_SIDE else -back):.1f}h{THICK}"
