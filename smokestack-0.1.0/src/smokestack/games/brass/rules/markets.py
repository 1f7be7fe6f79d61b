"""Coal and iron: from mines and works, or from the tracks at their price."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.connections import anchors, beyond, reach
from smokestack.games.brass.rules.money import earn, flip, spend
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_COAL, ASK_IRON, BIT, COAL, IRON, NONE, SLOTS


def coal_price(table: Table) -> i64:
    """The cheapest cube of the coal track; with none left there is always one for more."""
    return price(table, table.coal)


def iron_price(table: Table) -> i64:
    return price(table, table.iron)


def price(table: Table, cubes: i64) -> i64:
    if cubes == 0:
        return table.course.price_when_empty
    return table.course.track[table.course.track_size - cubes]


def stocked_works(table: Table) -> bool:
    """Whether any iron works, anybody's, has a cube."""
    slot: i64 = 0
    while slot < SLOTS and not is_stocked(table, slot, IRON):
        slot += 1
    return slot < SLOTS


def is_stocked(table: Table, slot: i64, industry: i64) -> bool:
    """Whether a mine or works of this industry stands here and has a cube."""
    return table.cubes[slot] > 0 and table.edition.industry[table.tile[slot]] == industry


def iron_cost(table: Table) -> i64:
    """What the next iron costs: nothing from a works, else the track's price."""
    return 0 if stocked_works(table) else iron_price(table)


def take_coal(table: Table) -> bool:
    """Fetch the coal that is due; True if the player must choose between nearest mines."""
    layer = table.coal_from
    reached = layer
    while layer != 0:
        table.count = 0
        for slot in range(SLOTS):
            if is_stocked(table, slot, COAL) and layer & BIT[table.edition.slot_place[slot]] != 0:
                table.offer(answers.TAKE_COAL + slot)
        if table.count == 1:
            take_coal_from(table, table.legal[0] - answers.TAKE_COAL)
            return False
        if table.count > 1:
            table.ask(ASK_COAL, table.seat())
            return True
        layer = beyond(table, layer) & ~reached
        reached |= layer
    spend(table, table.seat(), coal_price(table), "coal", NONE)
    if table.coal > 0:
        table.coal -= 1
    table.coal_due = False
    return False


def take_coal_from(table: Table, slot: i64) -> None:
    remove_cube(table, slot)
    table.coal_due = False


def take_iron(table: Table) -> bool:
    """Fetch the iron that is due; True if the player must choose between works."""
    table.count = 0
    for slot in range(SLOTS):
        if is_stocked(table, slot, IRON):
            table.offer(answers.TAKE_IRON + slot)
    if table.count > 1:
        table.ask(ASK_IRON, table.seat())
        return True
    if table.count == 1:
        take_iron_from(table, table.legal[0] - answers.TAKE_IRON)
        return False
    spend(table, table.seat(), iron_price(table), "iron", NONE)
    if table.iron > 0:
        table.iron -= 1
    table.iron_due = False
    return False


def take_iron_from(table: Table, slot: i64) -> None:
    remove_cube(table, slot)
    table.iron_due = False


def remove_cube(table: Table, slot: i64) -> None:
    """A mine or works whose last cube is taken flips."""
    table.cubes[slot] -= 1
    if table.cubes[slot] == 0:
        flip(table, slot, 0)


def sell_new_cubes(table: Table, slot: i64) -> None:
    """A new mine connected to an anchor, and every new works, fills its track at once."""
    industry: i64 = table.edition.industry[table.tile[slot]]
    here: i64 = BIT[table.edition.slot_place[slot]]
    if industry == COAL and reach(table, here) & anchors(table) == 0:
        return
    on_track = table.coal if industry == COAL else table.iron
    paid: i64 = 0
    size = table.course.track_size
    while table.cubes[slot] > 0 and on_track < size:
        on_track += 1
        paid += table.course.track[size - on_track]
        table.cubes[slot] -= 1
    if industry == COAL:
        table.coal = on_track
    else:
        table.iron = on_track
    earn(table, table.owner[slot], paid, "cubes sold", slot)
    if table.cubes[slot] == 0:
        flip(table, slot, 0)
