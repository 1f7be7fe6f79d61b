"""What makes two positions the same."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    CARD_KINDS,
    CASH,
    LINES,
    MARKER,
    ORDER,
    SCORE,
    SLOTS,
    SPENT,
)


def numbers_of(table: Table) -> vec[i64]:
    """A position without what follows from it: legal answers, connections, leftovers."""
    numbers = vec[i64](
        [
            table.actor,
            table.decision,
            table.over,
            table.turn,
            table.revealed,
            table.virtual_link,
            table.virtual_link_reverse,
            table.refill_each_turn,
            table.players,
            table.period,
            table.round,
            table.place,
            table.actions,
            table.phase,
            table.deck_count,
            table.discard_count,
            table.flipped,
            table.coal,
            table.iron,
            table.cotton,
            table.distant_count,
            table.action,
            table.cards_due,
            table.coal_due,
            table.coal_from if table.coal_due else 0,
            table.iron_due,
            table.new_slot,
            table.repeats,
        ]
    )
    for seat in range(table.players):
        numbers = append(numbers, table.seats[ORDER + seat])
        numbers = append(numbers, table.seats[CASH + seat])
        numbers = append(numbers, table.seats[SPENT + seat])
        numbers = append(numbers, table.seats[MARKER + seat])
        numbers = append(numbers, table.seats[SCORE + seat])
        for card in range(CARD_KINDS):
            numbers = append(numbers, table.hands[seat * CARD_KINDS + card])
        for industry in range(5):
            numbers = append(numbers, table.developed[seat * 5 + industry])
    for slot in range(SLOTS):
        numbers = append(numbers, table.tile[slot])
        numbers = append(numbers, table.owner[slot])
        numbers = append(numbers, table.cubes[slot])
    for line in range(LINES):
        numbers = append(numbers, table.line_owner[line])
    for i in range(table.deck_count):
        numbers = append(numbers, table.deck[i])
    for i in range(table.discard_count):
        numbers = append(numbers, table.discards[i])
    for i in range(len(table.distant)):
        numbers = append(numbers, table.distant[i])
    random = table.stream.numbers()
    for i in range(len(random)):
        numbers = append(numbers, random[i])
    return numbers
