"""What a puzzle of Glasgow is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.games.glasgow.formats.decoding import Kind, decode
from smokestack.games.glasgow.rules.city import factories_in_line
from smokestack.games.glasgow.rules.scoring import score
from smokestack.games.glasgow.rules.terms import NONE, RING_SIZE
from smokestack.games.glasgow.rules.turn import Glasgow

FACTORIES: Final = "factories"
TEMPO: Final = "tempo"
SETS: Final = "sets"
GOODS: Final = "goods"
OTHER: Final = "other"
THEMES: Final = (FACTORIES, TEMPO, SETS, GOODS, OTHER)

GOODS_KINDS: Final = frozenset({Kind.TAKE, Kind.CONVERT, Kind.PAY})


def themes_of(state: Glasgow, line: Sequence[int], wrong: int) -> list[str]:
    """The themes of a position with its best line, and a wrong answer for comparison."""
    found = _own_turn_themes(state, line)
    if _wins_tempo(state, line, wrong):
        found.add(TEMPO)
    if decode(line[0]).kind in GOODS_KINDS:
        found.add(GOODS)
    return [theme for theme in THEMES if theme in found] or [OTHER]


def _own_turn_themes(state: Glasgow, line: Sequence[int]) -> set[str]:
    """What the rest of the seat's own turn brings about in the city."""
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


def _wins_tempo(state: Glasgow, line: Sequence[int], wrong: int) -> bool:
    """A shorter way than that of the wrong answer, or one after which the same seat moves again."""
    best, other = decode(line[0]), decode(wrong)
    if best.kind is not Kind.MOVE or other.kind is not Kind.MOVE:
        return False
    seat = int(state.actor)
    here = int(state.position(seat))
    steps = (best.index - here) % RING_SIZE
    is_shorter = steps < (other.index - here) % RING_SIZE
    return is_shorter or int(state.steps[seat]) + steps < int(state.steps[1 - seat])
