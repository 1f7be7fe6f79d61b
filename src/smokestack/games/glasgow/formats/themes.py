"""What a puzzle of Glasgow is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.games.glasgow.formats.decoding import Kind, decode
from smokestack.games.glasgow.formats.notation import to_text
from smokestack.games.glasgow.formats.openings import opening_move
from smokestack.games.glasgow.rules.city import factories_in_line
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.terms import NONE, RING_SIZE
from smokestack.games.glasgow.rules.turn import Glasgow

FACTORIES: Final = "factories"
TEMPO: Final = "tempo"
LONG_WAY: Final = "long way"
CONTESTED_TILE: Final = "contested tile"
SETS: Final = "sets"
BUILDING: Final = "building"
OFFERS: Final = "offers"
GOODS: Final = "goods"
OTHER: Final = "other"
THEMES: Final = (
    FACTORIES,
    TEMPO,
    LONG_WAY,
    CONTESTED_TILE,
    SETS,
    BUILDING,
    OFFERS,
    GOODS,
    OTHER,
)

OFFER_KINDS: Final = frozenset({Kind.REPLACE, Kind.DRAW, Kind.DISCARD})
GOODS_KINDS: Final = frozenset({Kind.TAKE, Kind.CONVERT, Kind.PAY})


def themes_of(state: Glasgow, line: Sequence[int], wrong: Sequence[int]) -> list[str]:
    """The themes of a position with its best line, and the line of a wrong answer to compare."""
    best, other = decode(line[0]), decode(wrong[0])
    found = _own_turn_themes(state, line)
    if best.kind is Kind.MOVE and other.kind is Kind.MOVE:
        found |= _ring_themes(state, best.index, other.index)
    if best.kind is Kind.MOVE and _takes_tile(state, wrong, best.index):
        found.add(CONTESTED_TILE)
    if Kind.BUILD in (best.kind, other.kind):
        found.add(BUILDING)
    if best.kind in OFFER_KINDS:
        found.add(OFFERS)
    if best.kind in GOODS_KINDS:
        found.add(GOODS)
    return [theme for theme in THEMES if theme in found] or [OTHER]


def idea_of(state: Glasgow, best: int, wrong: int) -> str:
    """The buildings in the city and both answers; a move counts for its tile."""
    return f"{state.built} buildings: {_move(state, best)}, not {_move(state, wrong)}"


def _move(state: Glasgow, answer: int) -> str:
    return opening_move(state, answer) or to_text(answer)


def _own_turn_themes(state: Glasgow, line: Sequence[int]) -> set[str]:
    """What the rest of the seat's own turn achieves in the city."""
    seat, turn = int(state.actor), int(state.turn)
    state, found = state.copy(), set[str]()
    for answer in line:
        if state.over or state.turn != turn or not state.offers_answer(answer):
            break
        decoded = decode(answer)
        if state.actor == seat and decoded.kind in (Kind.PLACE, Kind.ACTIVATE):
            fired = int(factories_in_line(state, decoded.cell))
            if fired & int(state.owned(seat)):
                found.add(FACTORIES)
        before, building = int(score(state, seat)), int(state.building)
        state.apply(answer)
        if decoded.kind is Kind.PLACE and building != NONE:
            gained = int(score(state, seat)) - before
            if gained > state.tiles.points[building]:
                found.add(SETS)
    return found


def _ring_themes(state: Glasgow, best: int, other: int) -> set[str]:
    """A shorter way than to the other tile, or a longer one; or the same seat moves again."""
    seat = int(state.actor)
    here = int(state.position(seat))
    steps, other_steps = (best - here) % RING_SIZE, (other - here) % RING_SIZE
    moves_again = int(state.steps[seat]) + steps < int(state.steps[1 - seat])
    return {TEMPO} if steps < other_steps or moves_again else {LONG_WAY}


def _takes_tile(state: Glasgow, line: Sequence[int], tile: int) -> bool:
    """Whether the opponent's next move in a line goes to a tile of the ring."""
    seat, state = int(state.actor), state.copy()
    has_moved = False
    for answer in line:
        if state.over or not state.offers_answer(answer):
            return False
        decoded = decode(answer)
        if decoded.kind is Kind.MOVE and state.actor != seat:
            return decoded.index == tile
        if decoded.kind is Kind.MOVE and has_moved:
            return False
        has_moved |= decoded.kind is Kind.MOVE
        state.apply(answer)
    return False
