"""The river: land and water, the direction of the stream, and the architects' piers."""

from __future__ import annotations

from functools import cache
from math import atan2, degrees
from typing import Final

from smokestack.games.glasgow.rules.terms import ARCHITECT_TILES, RING_SIZE
from smokestack.games.glasgow.ui import layout

_RIVER_BOX: Final = (
    f'x="{layout.LEFT:g}" y="{layout.TOP:g}" width="{layout.RIGHT - layout.LEFT:g}" '
    f'height="{layout.BOTTOM - layout.TOP:g}" rx="{layout.BEND:g}"'
)


@cache
def river() -> str:
    """Land, water, and the piers between the architects and their offers."""
    parts = [
        f'<rect class="land" {_RIVER_BOX}/>',
        f'<rect class="water" {_RIVER_BOX} stroke-width="{layout.RIVER:g}"/>',
    ]
    for line, inset in enumerate((7, 16, 28)):
        for edge in (-1, 1):
            parts.append(_shore(edge * (layout.RIVER / 2 - inset), f"ripple ripple-{line}"))
    for edge in (-1, 1):
        parts.append(_shore(edge * layout.RIVER / 2, "shore"))
    for index in ARCHITECT_TILES:
        spot = layout.ring_spot(index)
        outside = layout.offer_corner(index // 5 * 2)[0]
        end = outside + layout.CARD_WIDTH if outside < layout.LEFT else outside
        left, width = min(end, spot.x), abs(end - spot.x)
        planks = "".join(
            f"M{left + step:g} {spot.y - 15:g}v30" for step in range(6, int(width), 11)
        )
        parts.append(
            f'<rect class="pier" x="{left:g}" y="{spot.y - 15:g}" width="{width:g}" height="30"/>'
            f'<path class="planks" d="{planks}"/>'
        )
    for index in range(RING_SIZE):
        if index % 8 in (2, 6):
            continue  # the tiles in a bend leave no room between them
        spot = layout.river_spot(index / RING_SIZE)
        angle = degrees(atan2(spot.dy, spot.dx))
        parts.append(
            f'<path class="stream" transform="translate({spot.x:.1f},{spot.y:.1f}) '
            f'rotate({angle:.1f})" d="M-5-9 5 0-5 9"/>'
        )
    return "".join(parts)


def _shore(outwards: float, kind: str) -> str:
    """A line parallel to the middle of the river, `outwards` units away from it."""
    x, y = layout.LEFT - outwards, layout.TOP - outwards
    width = layout.RIGHT - layout.LEFT + 2 * outwards
    height = layout.BOTTOM - layout.TOP + 2 * outwards
    return (
        f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
        f'rx="{layout.BEND + outwards:g}"/>'
    )
