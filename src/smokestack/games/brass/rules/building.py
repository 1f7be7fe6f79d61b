"""Building an industry tile: where, with which card, and what follows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.markets import coal_price, sell_new_cubes
from smokestack.games.brass.rules.money import flip, spend
from smokestack.games.brass.rules.survey import Survey
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
)

UNREACHABLE: Final = 1000  # pounds, more than anybody can have


def offer_builds(table: Table, survey: Survey, two_cards: bool) -> None:
    """Offer every site where the player can build now, by one card or by two."""
    seat = survey.seat
    edition = table.edition
    money: i64 = table.seats[CASH + seat]
    coal: i64 = coal_price(table)
    sites = sites_to_pay(table, survey, money)
    site: i64 = 0
    while sites != 0:
        if sites & 1:
            industry: i64 = edition.site_industry[site]
            tile = table.next_tile(seat, industry)
            slot: i64 = edition.site_slot[site]
            town: i64 = edition.slot_place[slot]
            cost = price_of(table, survey, tile)
            if edition.coal[tile] != 0 and survey.coal_reach & BIT[town] == 0:
                cost += coal if survey.market_reach & BIT[town] != 0 else UNREACHABLE
            if cost <= money and slot_allows(table, survey, site, slot, town, tile):
                if has_card_for(table, seat, industry, town, survey.network):
                    table.offer(answers.BUILD + site)
                if two_cards:
                    table.offer(answers.BUILD2 + site)
        sites >>= 1
        site += 1


def sites_to_pay(table: Table, survey: Survey, money: i64) -> i64:
    """The sites of the period whose next tile can be built and paid, coal aside."""
    edition = table.edition
    sites: i64 = 0
    for industry in range(5):
        tile = table.next_tile(survey.seat, industry)
        if tile != NONE and buildable(table, tile) and price_of(table, survey, tile) <= money:
            sites |= edition.industry_sites[industry]
    return sites & (edition.canal_sites if table.period == CANAL else edition.rail_sites)


def price_of(table: Table, survey: Survey, tile: i64) -> i64:
    """The cost of a tile and of its iron."""
    cost: i64 = table.edition.cost[tile]
    if table.edition.iron[tile] != 0:
        cost += survey.iron_cost
    return cost


def buildable(table: Table, tile: i64) -> bool:
    """Whether a kind of tile may be built in this period."""
    allowed = table.edition.canal_tiles if table.period == CANAL else table.edition.rail_tiles
    return allowed & BIT[tile] != 0


def slot_allows(table: Table, survey: Survey, site: i64, slot: i64, town: i64, tile: i64) -> bool:
    """Whether the other tiles let this one stand here, cards and costs aside."""
    edition = table.edition
    if edition.site_before[site] & ~table.occupied != 0:
        return False  # a free slot for this industry alone comes first
    standing: i64 = table.tile[slot]
    crowded = table.period == CANAL and survey.towns & BIT[town] != 0
    if standing == NONE:
        return not crowded
    industry: i64 = edition.industry[tile]
    if edition.industry[standing] != industry or edition.level[tile] <= edition.level[standing]:
        return False
    if table.owner[slot] == survey.seat:
        return True
    return not crowded and exhausted(table, survey, industry)


def exhausted(table: Table, survey: Survey, industry: i64) -> bool:
    """Whether another's mine or works may be replaced: no such cube on any tile or the track."""
    if industry == COAL:
        return table.coal == 0 and survey.mines == 0
    if industry == IRON:
        return table.iron == 0 and not survey.has_works
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


def build(table: Table, site: i64) -> None:
    """Pay and place the lowest tile of the stack; what it needs and yields comes next."""
    seat = table.seat()
    edition = table.edition
    slot: i64 = edition.site_slot[site]
    industry: i64 = edition.site_industry[site]
    tile = table.next_tile(seat, industry)
    spend(table, seat, edition.cost[tile], "build", slot)
    table.developed[seat * 5 + industry] += 1
    table.occupied |= BIT[slot]
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
