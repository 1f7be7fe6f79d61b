"""What the pending action builds, and the cubes that it takes, drawn before they are there."""

from __future__ import annotations

import msgspec

from smokestack.games.brass.formats.decoding import BUILDS, Answer, Kind, decode
from smokestack.games.brass.rules.terms import ASK_COAL, ASK_IRON, NONE
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import layout
from smokestack.games.brass.ui.dry_run import try_answer
from smokestack.presentation.picture import Picture

CUBE = 12
PAST_PLOT = 30  # how far from the middle of a plot a cube from the market waits


class Pending(msgspec.Struct, frozen=True):
    """A tile or link whose card is still to be chosen; what there is none of is NONE."""

    seat: int = NONE
    slot: int = NONE
    tile: int = NONE
    line: int = NONE


def pending_of(table: Brass) -> Pending:
    if table.action == NONE or not table.cards_due:
        return Pending()
    action, seat = decode(int(table.action)), int(table.seat())
    if action.kind in BUILDS:
        return Pending(seat, action.slot, int(table.next_tile(seat, action.industry)))
    return Pending(seat, line=action.line)


def draw_transit(picture: Picture, table: Brass) -> None:
    """The cubes that the pending action takes, between their mines or works and their target."""
    if table.action == NONE:
        return
    action = decode(int(table.action))
    target = _target(action)
    if target is None:
        return
    if table.decision in (ASK_COAL, ASK_IRON):
        sources = [decode(number).slot for number in table.answers()]
        kind = "coal" if table.decision == ASK_COAL else "iron"
        drawn = "".join(_way(kind, layout.slot_middles()[slot], target) for slot in sources)
    elif table.cards_due:
        drawn = _supplies(table, action, target)
    else:
        return
    if drawn:
        picture.add(f'<g class="transit" aria-hidden="true">{drawn}</g>')


def _target(action: Answer) -> layout.Point | None:
    """Where on the map the cubes go."""
    if action.kind in BUILDS:
        return layout.slot_middles()[action.slot]
    if action.kind is Kind.LINK:
        return layout.line_middles()[action.line]
    return None


def _supplies(table: Brass, action: Answer, target: layout.Point) -> str:
    outcome = try_answer(table, action)
    assert outcome is not None
    x, y = target
    drawn = ""
    for n, (kind, sources, cost) in enumerate(
        (
            ("coal", outcome.coal_from, outcome.coal_cost),
            ("iron", outcome.iron_from, outcome.iron_cost),
        )
    ):
        drawn += "".join(_way(kind, layout.slot_middles()[slot], target) for slot in sources)
        if cost:
            drawn += _cube(kind, x - CUBE + 2 * CUBE * n, y - PAST_PLOT)
    return drawn


def _way(kind: str, start: layout.Point, end: layout.Point) -> str:
    """A dotted way with a cube on it; in a town that supplies itself the way is short."""
    (x1, y1), (x2, y2) = start, end
    cube = _cube(kind, x1 + 0.5 * (x2 - x1), y1 + 0.5 * (y2 - y1))
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" class="transit-way"/>{cube}'


def _cube(kind: str, x: float, y: float) -> str:
    return (
        f'<rect x="{x - CUBE / 2:g}" y="{y - CUBE / 2:g}" width="{CUBE}" height="{CUBE}" rx="2" '
        f'class="cube {kind}"/>'
    )
