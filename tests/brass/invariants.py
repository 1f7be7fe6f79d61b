"""What must hold after every answer of every game."""

from __future__ import annotations

from smokestack.games.brass.ledger import INCOME, MONEY, POINTS
from smokestack.games.brass.terms import (
    CARD_KINDS,
    CASH,
    COAL,
    HELD,
    IRON,
    LINES,
    MARKER,
    MOST_CARDS,
    NONE,
    SCORE,
    SHIPYARD,
    SLOTS,
    SPENT,
)
from smokestack.games.brass.turn import Brass

SPENDING = ("build", "link", "coal", "iron")


def check_invariants(state: Brass) -> None:
    """Cards, tiles, cubes and markers in one place each, and every track within its bounds."""
    course, edition = state.course, state.edition
    counts = [int(course.deck[card]) for card in range(CARD_KINDS)]
    for i in range(state.deck_count):
        counts[state.deck[i]] -= 1
    for card in state.aside:
        counts[card] -= 1
    for i in range(state.discard_count):
        counts[state.discards[i]] -= 1
    for seat in range(state.players):
        hand = list(state.hands)[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]
        assert min(hand) >= 0
        assert sum(hand) == state.seats[HELD + seat] <= course.hand
        counts = [left - held for left, held in zip(counts, hand, strict=True)]
    assert not any(counts), "a card is lost or doubled"
    assert 0 <= state.deck_count <= MOST_CARDS

    links = [0] * state.players
    for line in range(LINES):
        if state.line_owner[line] != NONE:
            links[state.line_owner[line]] += 1
            assert state.lines_of_period() >> line & 1
    assert max(links) <= course.link_markers

    for slot in range(SLOTS):
        kind, cubes = state.tile[slot], state.cubes[slot]
        if kind == NONE:
            assert state.owner[slot] == NONE
            assert cubes == 0
            assert not state.is_flipped(slot)
            continue
        industry = edition.industry[kind]
        assert 0 <= state.owner[slot] < state.players
        assert 0 <= cubes <= edition.cubes[kind]
        if industry in (COAL, IRON) and slot != state.new_slot:
            assert state.is_flipped(slot) == (cubes == 0)
        if industry == SHIPYARD and slot != state.new_slot:
            assert state.is_flipped(slot)

    assert 0 <= state.coal <= course.track_size
    assert 0 <= state.iron <= course.track_size
    assert 0 <= state.cotton <= course.last_demand
    for seat in range(state.players):
        assert 0 <= state.seats[MARKER + seat] <= 99
        assert state.seats[SCORE + seat] >= 0
        assert state.seats[SPENT + seat] >= 0
        assert state.seats[CASH + seat] >= 0 or state.phase != 0
    assert sorted(state.distant) == sorted(course.distant)
    assert state.over or state.count >= 1


def check_tiles(state: Brass) -> list[int]:
    """How many tiles of each seat have left the game; none can be on the board twice."""
    gone = []
    for seat in range(state.players):
        taken = sum(state.developed[seat * 5 + industry] for industry in range(5))
        standing: dict[int, int] = {}
        for slot in range(SLOTS):
            if state.owner[slot] == seat:
                kind = int(state.tile[slot])
                standing[kind] = standing.get(kind, 0) + 1
        for kind, count in standing.items():
            assert count <= state.edition.tiles[kind].count
        gone.append(int(taken) - sum(standing.values()))
        assert gone[-1] >= 0
    return gone


def check_ledger(state: Brass) -> None:
    """Money, income and points are what the ledger adds up to."""
    assert state.ledger is not None
    for seat in range(state.players):
        own = [entry for entry in state.ledger.entries if entry.seat == seat]
        money = sum(entry.change for entry in own if entry.what == MONEY)
        income = sum(entry.change for entry in own if entry.what == INCOME)
        points = sum(entry.change for entry in own if entry.what == POINTS)
        assert state.seats[CASH + seat] == state.course.money + money
        assert state.seats[MARKER + seat] == state.course.start_space + income
        assert state.seats[SCORE + seat] == points


def spent_in_all(state: Brass, seat: int) -> int:
    """What a seat has ever put into the Amount Spent, by the ledger."""
    assert state.ledger is not None
    return -sum(
        entry.change
        for entry in state.ledger.entries
        if entry.seat == seat and entry.what == MONEY and entry.cause in SPENDING
    )
