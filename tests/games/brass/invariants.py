"""What must hold after every answer of every game."""

from __future__ import annotations

from smokestack.games.brass.rules.ledger import INCOME, MONEY, POINTS
from smokestack.games.brass.rules.terms import (
    CARD_KINDS,
    CASH,
    COAL,
    HELD,
    IRON,
    MARKER,
    MAX_CARDS,
    NONE,
    SCORE,
    SHIPYARD,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass

SPENDING = ("build", "link", "coal", "iron")


def check_invariants(state: Brass) -> None:
    """Cards, tiles, cubes and markers in one place each, and every track within its bounds."""
    course, players = state.course, state.players
    counts = [0] * CARD_KINDS
    for card in (
        *state.deck[: state.deck_count],
        *state.aside,
        *state.discards[: state.discard_count],
    ):
        counts[card] += 1
    hands = [
        list(state.hands[seat * CARD_KINDS : (seat + 1) * CARD_KINDS]) for seat in range(players)
    ]
    for seat, hand in enumerate(hands):
        assert min(hand) >= 0
        assert sum(hand) == state.seats[HELD + seat] <= course.hand
    everywhere = [sum(cards) for cards in zip(counts, *hands, strict=True)]
    assert everywhere == list(course.deck), "a card is lost or doubled"
    assert 0 <= state.deck_count <= MAX_CARDS

    links = [0] * players
    period = state.lines_of_period()
    for line, owner in enumerate(state.line_owner):
        assert (state.linked >> line & 1 == 1) == (owner != NONE)
        if owner != NONE:
            links[owner] += 1
            assert period >> line & 1
    assert max(links) <= course.link_markers

    industries, most_cubes = state.edition.industry, state.edition.cubes
    flipped, new_slot = state.flipped, state.new_slot
    for slot, (kind, owner, cubes) in enumerate(
        zip(state.tile, state.owner, state.cubes, strict=True)
    ):
        assert (state.occupied >> slot & 1 == 1) == (kind != NONE)
        if kind == NONE:
            assert owner == NONE
            assert cubes == 0
            assert not flipped >> slot & 1
            continue
        industry = industries[kind]
        assert 0 <= owner < players
        assert 0 <= cubes <= most_cubes[kind]
        if industry in (COAL, IRON) and slot != new_slot:
            assert flipped >> slot & 1 == (cubes == 0)
        if industry == SHIPYARD and slot != new_slot:
            assert flipped >> slot & 1

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
    standing: dict[tuple[int, int], int] = {}
    for place in zip(state.owner, state.tile, strict=True):
        standing[place] = standing.get(place, 0) + 1
    gone = [sum(state.developed[seat * 5 : seat * 5 + 5]) for seat in range(state.players)]
    for (seat, kind), count in standing.items():
        if seat != NONE:
            assert count <= state.edition.tiles[kind].count
            gone[seat] -= count
    assert min(gone) >= 0
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
