"""Moving along the river and whose turn it is (rulebook: Move along the River, Who's Next?)."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.table import Table
from smokestack.games.glasgow.rules.terms import ARCHITECT, ASK_MOVE, RING_SIZE


def farther_behind(table: Table) -> i64:
    """The seat that moves next."""
    if table.steps[0] == table.steps[1]:
        return table.rear
    return 0 if table.steps[0] < table.steps[1] else 1


def ask_move(table: Table) -> bool:
    """Offer every tile but the player's own and the contract on which the other merchant stands."""
    seat = farther_behind(table)
    table.active = seat
    here = table.position(seat)
    taken = table.position(1 - seat)
    if table.ring[taken] == ARCHITECT:
        taken = here
    # Half of all decisions are this one, so the answers are written without a call for each.
    legal = table.legal
    count: i64 = 0
    target: i64 = (here + 1) % RING_SIZE
    while target != here:
        if target != taken:
            legal[count] = answers.MOVE + target
            count += 1
        target = (target + 1) % RING_SIZE
    table.count = count
    table.ask(ASK_MOVE, seat)
    return True


def move(table: Table, target: i64) -> None:
    """Advance to a tile; its action begins, twice over after the doubling contract."""
    seat = table.active
    own_bit: i64 = 1 << seat
    table.steps[seat] += (target - table.position(seat)) % RING_SIZE
    if table.steps[0] == table.steps[1]:
        table.rear = seat
    table.uses = 2 if table.doubled & own_bit != 0 else 1
    table.doubled &= ~own_bit
    table.surcharge = 0
    table.acting = True
