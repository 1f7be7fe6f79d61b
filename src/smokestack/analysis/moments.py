"""The moments that decided a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from smokestack.analysis.report import Moment, Step, Values

MAX_MOMENTS: Final = 3
MIN_CHANGE: Final = 0.02


def moments_of(deal_luck: Values, steps: Sequence[Step]) -> list[Moment]:
    """The largest losses by answers and the largest good or bad luck, in the order of the game."""
    found = [_luck(0, deal_luck)]
    for step in steps:
        found.append(_luck(step.number, step.luck))
        if step.grade is not None:
            found.append(Moment(step.number, "error", step.seat, -step.grade.chance_loss))
    found.sort(key=lambda moment: -abs(moment.change))
    largest = [moment for moment in found[:MAX_MOMENTS] if abs(moment.change) >= MIN_CHANGE]
    return sorted(largest, key=lambda moment: moment.number)


def _luck(number: int, luck: Values) -> Moment:
    """Of the seat whose chance changed most; of two that changed alike, the one that gained."""
    seat = max(
        range(len(luck.chances)),
        key=lambda seat: (round(abs(luck.chances[seat]), 4), luck.chances[seat]),
    )
    return Moment(number, "luck", seat, luck.chances[seat])
