"""What makes two positions the same."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import ARCHITECTS, BUILDINGS, RING_SIZE


def numbers_of(table: Table) -> vec[i64]:
    """All numbers of a position except those that follow from the others, such as the bounds."""
    numbers = vec[i64](
        [
            table.actor,
            table.decision,
            table.reason,
            table.turn,
            table.revealed,
            table.whisky_converts,
            table.turn_limit,
            table.steps[0],
            table.steps[1],
            table.rear if table.steps[0] == table.steps[1] else 0,
            table.doubled,
            table.pile_count,
            table.discard_count,
            table.drawn,
            table.standing,
            table.owned_by_second,
            table.active,
            table.acting,
            table.uses,
            table.surcharge,
            table.source,
            table.paid,
            table.vacant,
            table.firing,
            table.fired,
        ]
    )
    for i in range(8):
        numbers = append(numbers, table.stores[i])
    for i in range(2 * ARCHITECTS):
        numbers = append(numbers, table.offers[i])
    for i in range(RING_SIZE):
        numbers = append(numbers, table.ring[i])
    for i in range(BUILDINGS):
        numbers = append(numbers, table.site[i])
    for i in range(table.pile_count):
        numbers = append(numbers, table.pile[i])
    for i in range(table.discard_count):
        numbers = append(numbers, table.discards[i])
    random = table.stream.numbers()
    for i in range(len(random)):
        numbers = append(numbers, random[i])
    return numbers
