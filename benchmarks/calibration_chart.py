"""Draws predicted win chances against the share of games that were won, by tenths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

BINS: Final = 10
SIDE: Final = 300
LEFT, TOP, GAP, BOTTOM = 56, 44, 48, 52
STYLE: Final = (
    "text{font:13px sans-serif;fill:#5d5145}.title{font-size:17px;font-weight:700;fill:#2a2420}"
    ".grid{stroke:#cfc0a4}.ideal{stroke:#8a7a64;stroke-dasharray:5 4}"
    ".course{fill:none;stroke:#9c2f2a;stroke-width:2.5}.point{fill:#9c2f2a}"
    ".end{text-anchor:end}.middle{text-anchor:middle}"
)


class Bin(NamedTuple):
    """The predictions in a tenth of the scale."""

    predicted: float
    won: float
    predictions: int


def bins_of(games: Sequence[tuple[list[list[float]], list[float]]]) -> list[Bin]:
    """Predictions and results by tenths; empty ones are left out."""
    predicted, won, counts = [0.0] * BINS, [0.0] * BINS, [0] * BINS
    for predictions, results in games:
        for chances in predictions:
            for chance, result in zip(chances, results, strict=True):
                at = min(BINS - 1, int(chance * BINS))
                predicted[at] += chance
                won[at] += result
                counts[at] += 1
    return [
        Bin(predicted[at] / counts[at], won[at] / counts[at], counts[at])
        for at in range(BINS)
        if counts[at]
    ]


def calibration_picture(bins: Mapping[str, Sequence[Bin]]) -> str:
    """One square for each game."""
    width, height = len(bins) * (SIDE + LEFT) + GAP, SIDE + TOP + BOTTOM
    squares = "".join(
        f'<g transform="translate({LEFT + at * (SIDE + LEFT)} {TOP})">{_square(game, found)}</g>'
        for at, (game, found) in enumerate(bins.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="Predicted win chances against outcomes"><style>{STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#f4ecdb"/>{squares}</svg>\n'
    )


def _square(game: str, bins: Sequence[Bin]) -> str:
    parts = [f'<text class="title" x="0" y="-16">{game.capitalize()}</text>']
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = SIDE * share
        parts.append(f'<path class="grid" d="M0 {at:.0f}H{SIDE}M{at:.0f} 0V{SIDE}"/>')
        parts.append(f'<text class="end" x="-6" y="{SIDE - at + 4:.0f}">{share:.0%}</text>')
        parts.append(f'<text class="middle" x="{at:.0f}" y="{SIDE + 18}">{share:.0%}</text>')
    parts.append(f'<path class="ideal" d="M0 {SIDE}L{SIDE} 0"/>')
    places = [(SIDE * each.predicted, SIDE * (1 - each.won)) for each in bins]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    parts.append(f'<polyline class="course" points="{line}"/>')
    parts += [f'<circle class="point" cx="{x:.1f}" cy="{y:.1f}" r="4"/>' for x, y in places]
    parts.append(f'<text class="middle" x="{SIDE / 2}" y="{SIDE + 38}">predicted win chance</text>')
    parts.append(
        f'<text class="middle" transform="translate(-42 {SIDE / 2}) rotate(-90)">games won</text>'
    )
    return "".join(parts)
