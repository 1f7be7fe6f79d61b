"""The linear evaluation of Glasgow as weights of the inputs of its networks.

It is exact until five cells are left, when the linear evaluation begins to discount goods, and for
one station of a seat at most.
"""

from __future__ import annotations

from smokestack.games.glasgow.evaluation.evaluator import useful
from smokestack.games.glasgow.evaluation.input_groups import (
    BEHIND,
    DOUBLED,
    INPUTS,
    OTHERS_FACTORIES,
    OTHERS_GOODS,
    OTHERS_STATIONS,
    OWN_FACTORIES,
    OWN_GOODS,
    OWN_STATIONS,
)
from smokestack.games.glasgow.evaluation.weights import (
    CONVERSION_VALUE,
    FACTORY_ACTIVATION,
    FULL_STORE_DISCOUNT,
    GOLD_VALUE,
    REPLACEMENT_VALUE,
    STATION_PART,
    STEEL_VALUE,
    STEP_AHEAD,
    STONE_VALUE,
    WHISKY_VALUE,
)
from smokestack.games.glasgow.evaluation.weights import (
    DOUBLED as DOUBLED_VALUE,
)


def linear_lead(weights: list[float]) -> list[float]:
    """By how much the lead will grow, as the linear evaluation expects it."""
    found = [0.0] * INPUTS
    for behind in range(16):
        found[BEHIND + behind] = 2.0 * weights[STEP_AHEAD] * behind
    for sign, goods, factories, stations, doubled in (
        (1.0, OWN_GOODS, OWN_FACTORIES, OWN_STATIONS, DOUBLED),
        (-1.0, OTHERS_GOODS, OTHERS_FACTORIES, OTHERS_STATIONS, DOUBLED + 1),
    ):
        first = goods
        for weight, room in ((STONE_VALUE, 5), (STEEL_VALUE, 4), (GOLD_VALUE, 3)):
            for amount in range(room + 1):
                value = useful(amount, room, weights[FULL_STORE_DISCOUNT])
                found[first + amount] = sign * weights[weight] * value
            first += room + 1
        found[first + 1] = sign * weights[WHISKY_VALUE]
        for gift, weight in enumerate(
            (
                STONE_VALUE,
                STEEL_VALUE,
                GOLD_VALUE,
                WHISKY_VALUE,
                CONVERSION_VALUE,
                REPLACEMENT_VALUE,
            )
        ):
            found[factories + gift] = sign * weights[FACTORY_ACTIVATION] * weights[weight]
        for lacking in range(1, 5):
            found[stations + lacking] = sign * weights[STATION_PART] * (4 - lacking)
        found[doubled] = sign * weights[DOUBLED_VALUE]
    return found
