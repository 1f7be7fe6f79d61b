"""Building an industry tile: where, with which card, and what follows."""

from __future__ import annotations

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.connections import anchors, reach, stocked_mines
from smokestack.games.brass.rules.markets import (
    coal_price,
    iron_cost,
    sell_new_cubes,
    stocked_works,
)
from smokestack.games.brass.rules.money import flip, spend
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    BIT,
    CANAL,
    CARD_KINDS,
    CASH,
    COAL,
    FIRST_INDUSTRY_CARD,
    IRON,
    NONE,
    SHIPYARD,
    SLOTS,
)


def offer_builds(table: Table, network: i64, two_cards: bool) -> None:
    """Offer every site where the player can build now, by one card or by two."""
    seat = table.seat()
    edition = table.edition
    money: i64 = table.seats[CASH + seat]
    with_coal = coal_reach(table)
    market_coal = market_reach(table)
    coal: i64 = coal_price(table)
    iron = iron_cost(table)
    own_towns = towns_of(table, seat)
    empty = empty_slots(table)
    for site in range(answers.SITES):
        industry: i64 = edition.site_industry[site]
        tile = table.next_tile(seat, industry)
        if tile == NONE or not buildable(table, tile):
            continue
        slot: i64 = edition.site_slot[site]
        town: i64 = edition.slot_place[slot]
        if not slot_allows(table, seat, site, slot, town, tile, own_towns, empty):
            continue
        cost: i64 = edition.cost[tile]
        if edition.iron[tile] != 0:
            cost += iron
        if edition.coal[tile] != 0 and with_coal & BIT[town] == 0:
            if market_coal & BIT[town] == 0:
                continue
            cost += coal
        if cost > money:
            continue
        if has_card_for(table, seat, industry, town, network):
            table.offer(answers.BUILD + site)
        if two_cards:
            table.offer(answers.BUILD2 + site)


def buildable(table: Table, tile: i64) -> bool:
    """Whether a kind of tile may be built in this period."""
    allowed = table.edition.canal_tiles if table.period == CANAL else table.edition.rail_tiles
    return allowed & BIT[tile] != 0


def slot_allows(
    table: Table,
    seat: i64,
    site: i64,
    slot: i64,
    town: i64,
    tile: i64,
    own_towns: i64,
    empty: i64,
) -> bool:
    """Whether the map lets this tile stand here, cards and costs aside."""
    edition = table.edition
    if edition.playable_slots & BIT[slot] == 0:
        return False
    if table.period == CANAL and edition.rail_only & BIT[town] != 0:
        return False
    if edition.site_before[site] & empty != 0:
        return False  # a free slot for this industry alone comes first
    standing: i64 = table.tile[slot]
    crowded = table.period == CANAL and own_towns & BIT[town] != 0
    if standing == NONE:
        return not crowded
    industry: i64 = edition.industry[tile]
    if edition.industry[standing] != industry or edition.level[tile] <= edition.level[standing]:
        return False
    if table.owner[slot] == seat:
        return True
    return not crowded and exhausted(table, industry)


def exhausted(table: Table, industry: i64) -> bool:
    """Whether another's mine or works may be replaced: no such cube on any tile or the track."""
    if industry == COAL:
        return table.coal == 0 and stocked_mines(table) == 0
    if industry == IRON:
        return table.iron == 0 and not stocked_works(table)
    return False


def has_card_for(table: Table, seat: i64, industry: i64, town: i64, network: i64) -> bool:
    """A card of the town, or one of the industry where the network reaches."""
    if table.hands[seat * CARD_KINDS + town] > 0:
        return True
    if table.hands[seat * CARD_KINDS + FIRST_INDUSTRY_CARD + industry] == 0:
        return False
    return industry_card_works(table, industry, town, network)


def industry_card_works(table: Table, industry: i64, town: i64, network: i64) -> bool:
    """In the network; anywhere with nothing on the board; or over the virtual link."""
    if network == 0 or network & BIT[town] != 0:
        return True
    edition = table.edition
    if table.virtual_link and industry == SHIPYARD and town == edition.birkenhead:
        return network & BIT[edition.liverpool] != 0
    if table.virtual_link_reverse and town == edition.liverpool:
        return network & BIT[edition.birkenhead] != 0
    return False


def coal_reach(table: Table) -> i64:
    """The places connected to a mine with cubes."""
    return reach(table, stocked_mines(table))


def market_reach(table: Table) -> i64:
    """The places connected to an anchor."""
    return reach(table, anchors(table))


def towns_of(table: Table, seat: i64) -> i64:
    towns: i64 = 0
    for slot in range(SLOTS):
        if table.owner[slot] == seat:
            towns |= BIT[table.edition.slot_place[slot]]
    return towns


def empty_slots(table: Table) -> i64:
    slots: i64 = 0
    for slot in range(SLOTS):
        if table.tile[slot] == NONE:
            slots |= BIT[slot]
    return slots


def build(table: Table, site: i64) -> None:
    """Pay and place the lowest tile of the stack; what it needs and yields comes next."""
    seat = table.seat()
    edition = table.edition
    slot: i64 = edition.site_slot[site]
    industry: i64 = edition.site_industry[site]
    tile = table.next_tile(seat, industry)
    spend(table, seat, edition.cost[tile], "build", slot)
    table.developed[seat * 5 + industry] += 1
    table.tile[slot] = tile
    table.owner[slot] = seat
    table.cubes[slot] = 0
    table.flipped &= ~BIT[slot]
    table.coal_due = edition.coal[tile] != 0
    table.coal_from = BIT[edition.slot_place[slot]]
    table.iron_due = edition.iron[tile] != 0
    table.new_slot = slot


def finish_build(table: Table) -> None:
    """Place and sell the cubes of a new mine or works; a shipyard flips at once."""
    slot = table.new_slot
    table.new_slot = NONE
    tile: i64 = table.tile[slot]
    industry: i64 = table.edition.industry[tile]
    if industry == SHIPYARD:
        flip(table, slot, 0)
    elif table.edition.cubes[tile] > 0:
        table.cubes[slot] = table.edition.cubes[tile]
        sell_new_cubes(table, slot)
