"""Cards: dealing, discarding and refilling hands."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.building import industry_card_works
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_CARD,
    CANAL,
    CARD_KINDS,
    FIRST_INDUSTRY_CARD,
    HELD,
    MAX_CARDS,
    NONE,
    ORDER,
)


def deal(table: Table) -> None:
    """Shuffle all cards, set some aside unseen, and deal the hands of a new period."""
    deck = vec[i64]([NONE] * MAX_CARDS)
    count: i64 = 0
    for card in range(CARD_KINDS):
        for _ in range(table.course.deck[card]):
            deck[count] = card
            count += 1
    table.stream.shuffle(deck, count, "cards")
    aside = table.course.aside_canal if table.period == CANAL else table.course.aside_rail
    set_aside = vec[i64]([NONE] * aside)
    for i in range(aside):
        count -= 1
        set_aside[i] = deck[count]
    table.aside = set_aside
    table.deck = deck
    table.deck_count = count
    table.discard_count = 0
    for i in range(table.players):
        seat: i64 = table.seats[ORDER + i]
        for card in range(CARD_KINDS):
            table.hands[seat * CARD_KINDS + card] = 0
        table.seats[HELD + seat] = 0
        refill(table, seat)


def refill(table: Table, seat: i64) -> None:
    """Draw up to a full hand while the deck lasts."""
    while table.seats[HELD + seat] < table.course.hand and table.deck_count > 0:
        table.deck_count -= 1
        table.hands[seat * CARD_KINDS + table.deck[table.deck_count]] += 1
        table.seats[HELD + seat] += 1
        table.revealed += 1


def ask_card(table: Table) -> bool:
    """Ask which card to discard, of those that allow the action."""
    seat = table.seat()
    hands = table.hands
    table.count = 0
    for card in range(CARD_KINDS):
        if hands[seat * CARD_KINDS + card] > 0 and allows(table, card):
            table.offer(answers.DISCARD + card)
    table.ask(ASK_CARD, seat)
    return True


def allows(table: Table, card: i64) -> bool:
    """Whether a card allows the chosen action: any card does, except for building by one."""
    if table.action >= answers.BUILD2:
        return True
    edition = table.edition
    site: i64 = table.action - answers.BUILD
    town: i64 = edition.slot_place[edition.site_slot[site]]
    if card < FIRST_INDUSTRY_CARD:
        return card == town
    industry: i64 = edition.site_industry[site]
    if card != FIRST_INDUSTRY_CARD + industry:
        return False
    return industry_card_works(table, industry, town, table.network(table.seat()))


def discard(table: Table, card: i64) -> None:
    seat = table.seat()
    table.hands[seat * CARD_KINDS + card] -= 1
    table.seats[HELD + seat] -= 1
    table.discards[table.discard_count] = card
    table.discard_count += 1
    table.cards_due -= 1
