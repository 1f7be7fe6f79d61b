"""Positions as data for JSON: for traces, for a seat, and complete for `loading`."""

from __future__ import annotations

from typing import Any

import msgspec

from smokestack.engine.snapshot import seeded_stream
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names, to_text
from smokestack.games.brass.rules.scoring import standing_points
from smokestack.games.brass.rules.terms import (
    BIT,
    CARD_KINDS,
    CASH,
    DECISIONS,
    HELD,
    INDUSTRIES,
    LINES,
    MARKER,
    MAX_STACK,
    NONE,
    ORDER,
    PERIODS,
    PLACES,
    SCORE,
    SLOTS,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """A tile on the board."""

    industry: str
    level: int
    owner: int
    flipped: bool = False
    cubes: int = 0


class Position(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A complete state in words and numbers that people can read and tests can write."""

    edition: str
    virtual_link: bool
    virtual_link_reverse: bool
    scotland_canal: bool
    refill_each_turn: bool
    stream: tuple[int, int]
    period: str
    round: int
    order: list[int]
    place: int = 0
    """Position in `order` of the seat whose turn it is."""
    actions: int = 2
    phase: int = 0
    turn: int = 0
    revealed: int = 0
    money: list[int]
    spent: list[int]
    income: list[int]
    vp: list[int]
    hands: list[list[str]]
    deck: list[str]
    aside: list[str]
    discards: list[str]
    stacks: list[dict[str, list[int]]]
    board: dict[str, Tile]
    links: dict[str, int]
    coal: int
    iron: int
    cotton: int
    distant: list[int]
    turned: list[int]
    action: str | None = None
    cards_due: int = 0
    coal_from: list[str] | None = None
    iron_due: bool = False
    new_slot: str | None = None
    repeats: int = 0
    decision: str | None
    actor: int | None


def audit(state: Brass) -> dict[str, Any]:
    """The state as traces show it to an auditor: everything, hidden parts included."""
    cards = card_names()
    return {
        **_open_table(state),
        "hands": [_hand(state, seat) for seat in range(state.players)],
        "deck": [cards[state.deck[i]] for i in range(state.deck_count - 1, -1, -1)],
        "aside": [cards[card] for card in state.aside],
        "distant": [int(state.distant[i]) for i in range(state.distant_count - 1, -1, -1)],
    }


def show(state: Brass) -> dict[str, Any]:
    """What a seat sees: its own hand, and only the sizes of the other hands."""
    return {
        **_open_table(state),
        "hands": [
            _hand(state, seat) if sum(_counts(state, seat)) else None
            for seat in range(state.players)
        ],
        "hand_sizes": [int(state.seats[HELD + seat]) for seat in range(state.players)],
        "deck_size": int(state.deck_count),
        "aside_size": len(state.aside),
        "distant_size": int(state.distant_count),
        "actions": int(state.actions),
        "turn_of": int(state.seats[ORDER + state.place % state.players]),
        "pending": None if state.action == NONE else int(state.action),
        "standing": [int(standing_points(state, seat)) for seat in range(state.players)],
    }


def dump(state: Brass) -> dict[str, Any]:
    """The complete state as data for `Position`."""
    table = audit(state)
    duel = state.edition.name == "2009-duel"
    scotland = line_names().index("lancaster-scotland")
    slots, places = slot_names(), facts().ids
    extra: dict[str, Any] = {
        "edition": state.edition.name,
        "virtual_link": state.virtual_link,
        "virtual_link_reverse": state.virtual_link_reverse,
        "scotland_canal": bool(state.edition.canal_lines & BIT[scotland]) or not duel,
        "refill_each_turn": state.refill_each_turn,
        "stream": list(seeded_stream(state)),
        "place": int(state.place),
        "actions": int(state.actions),
        "phase": int(state.phase),
        "turn": int(state.turn),
        "revealed": int(state.revealed),
        "action": None if state.action == NONE else to_text(state.action),
        "cards_due": int(state.cards_due),
        "coal_from": None
        if not state.coal_due
        else [places[place] for place in range(PLACES) if state.coal_from & BIT[place]],
        "iron_due": state.iron_due,
        "new_slot": None if state.new_slot == NONE else slots[state.new_slot],
        "repeats": int(state.repeats),
        "decision": None if state.over else DECISIONS[state.decision],
        "actor": None if state.over else int(state.actor),
    }
    return {**table, **extra}


def _open_table(state: Brass) -> dict[str, Any]:
    seats = range(state.players)
    slots, lines, cards = slot_names(), line_names(), card_names()
    tiles = state.edition.tiles
    return {
        "period": PERIODS[state.period],
        "round": int(state.round),
        "order": [int(state.seats[ORDER + seat]) for seat in seats],
        "money": [int(state.seats[CASH + seat]) for seat in seats],
        "spent": [int(state.seats[SPENT + seat]) for seat in seats],
        "income": [int(state.seats[MARKER + seat]) for seat in seats],
        "vp": [int(state.seats[SCORE + seat]) for seat in seats],
        "discards": [cards[state.discards[i]] for i in range(state.discard_count)],
        "stacks": [
            {name: stack_left(state, seat, industry) for industry, name in enumerate(INDUSTRIES)}
            for seat in seats
        ],
        "board": {
            slots[slot]: {
                "industry": INDUSTRIES[tiles[state.tile[slot]].industry],
                "level": tiles[state.tile[slot]].level,
                "owner": int(state.owner[slot]),
                "flipped": state.is_flipped(slot),
                "cubes": int(state.cubes[slot]),
            }
            for slot in range(SLOTS)
            if state.tile[slot] != NONE
        },
        "links": {
            lines[line]: int(state.line_owner[line])
            for line in range(LINES)
            if state.line_owner[line] != NONE
        },
        "coal": int(state.coal),
        "iron": int(state.iron),
        "cotton": int(state.cotton),
        "turned": [
            int(state.distant[i])
            for i in range(len(state.distant) - 1, state.distant_count - 1, -1)
        ],
    }


def _counts(state: Brass, seat: int) -> list[int]:
    first = seat * CARD_KINDS
    return [int(state.hands[first + card]) for card in range(CARD_KINDS)]


def _hand(state: Brass, seat: int) -> list[str]:
    names = card_names()
    return [names[card] for card, count in enumerate(_counts(state, seat)) for _ in range(count)]


def stack_left(state: Brass, seat: int, industry: int) -> list[int]:
    first = industry * (MAX_STACK + 1)
    gone, size = state.developed[seat * 5 + industry], state.edition.stack_size[industry]
    return [state.edition.tiles[state.edition.stack[first + i]].level for i in range(gone, size)]
