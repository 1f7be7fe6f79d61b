"""Redealing the cards and distant tiles that a seat can't see."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.stream import Stream
from smokestack.games.brass.rules.cards import allows
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import ASK_CARD, CARD_KINDS, HELD, MAX_CARDS, NONE


def redeal_cards(table: Table, seat: i64, stream: Stream) -> None:
    """Redeal every card that is neither discarded nor in the hand of `seat`."""
    unseen = vec[i64]([0] * CARD_KINDS)
    for card in range(CARD_KINDS):
        unseen[card] = table.course.deck[card]
        if seat >= 0:
            unseen[card] -= table.hands[seat * CARD_KINDS + card]
    for i in range(table.discard_count):
        unseen[table.discards[i]] -= 1
    cards = vec[i64]([NONE] * MAX_CARDS)
    count: i64 = 0
    for card in range(CARD_KINDS):
        for _ in range(unseen[card]):
            cards[count] = card
            count += 1
    stream.shuffle(cards, count)
    announced: i64 = NONE
    if table.decision == ASK_CARD and table.actor != seat and not table.over:
        announced = table.actor
        bring_allowing_card_to_the_end(table, cards, count)
        count = deal_hand(table, announced, cards, count)
    for other in range(table.players):
        if other != seat and other != announced:
            count = deal_hand(table, other, cards, count)
    aside = vec[i64]([NONE] * len(table.aside))
    for i in range(len(aside)):
        count -= 1
        aside[i] = cards[count]
    table.aside = aside
    table.deck = cards


def deal_hand(table: Table, seat: i64, cards: vec[i64], count: i64) -> i64:
    """Deal a hand of the right size; return how many cards are left."""
    for card in range(CARD_KINDS):
        table.hands[seat * CARD_KINDS + card] = 0
    for _ in range(table.seats[HELD + seat]):
        count -= 1
        table.hands[seat * CARD_KINDS + cards[count]] += 1
    return count


def bring_allowing_card_to_the_end(table: Table, cards: vec[i64], count: i64) -> None:
    """The actor who has announced an action holds a card that allows it: deal that card first."""
    for i in range(count - 1, -1, -1):
        card: i64 = cards[i]
        if allows(table, card):
            cards[i] = cards[count - 1]
            cards[count - 1] = card
            return


def reshuffle_cards(table: Table, stream: Stream) -> None:
    """Shuffle the deck together with the cards set aside."""
    deck = table.deck[:]
    count = table.deck_count
    for i in range(len(table.aside)):
        deck[count] = table.aside[i]
        count += 1
    stream.shuffle(deck, count)
    aside = vec[i64]([NONE] * len(table.aside))
    for i in range(len(aside)):
        count -= 1
        aside[i] = deck[count]
    table.aside = aside
    table.deck = deck


def redeal_distant_tiles(table: Table, stream: Stream) -> None:
    """Shuffle the tiles that have not been turned."""
    size: i64 = len(table.course.distant)
    left = vec[i64]([0] * 5)
    for i in range(size):
        left[table.course.distant[i]] += 1
    tiles = vec[i64]([0] * size)
    for i in range(table.distant_count, size):
        tiles[i] = table.distant[i]
        left[tiles[i]] -= 1
    count: i64 = 0
    for value in range(5):
        for _ in range(left[value]):
            tiles[count] = value
            count += 1
    stream.shuffle(tiles, count)
    table.distant = tiles
