"""Where each number of an observation of Brass is. A change here raises VERSION."""

from __future__ import annotations

from typing import Final

from smokestack.engine.core.encoder import Field
from smokestack.games.brass.rules.terms import (
    CARD_KINDS,
    DECISIONS,
    INDUSTRIES,
    LAST_SPACE,
    LINES,
    MAX_CARDS,
    MAX_PLAYERS,
    MAX_STACK,
    PLACES,
    SLOTS,
)

VERSION: Final = 1

EDITIONS: Final = ("2007", "2009-duel", "2018")
ACTION_KINDS: Final = ("build", "build with two cards", "link", "develop", "sell", "loan", "pass")

# As literals of this module, so that mypyc computes all places below when it compiles. Constants
# that depend on other modules are looked up and converted at every use.
DECISION_COUNT: Final = 8
EDITION_COUNT: Final = 3
ACTION_KIND_COUNT: Final = 7
INDUSTRY_COUNT: Final = 5
SEAT_COUNT: Final = 4
CARD_COUNT: Final = 24
PLACE_COUNT: Final = 25
SLOT_COUNT: Final = 43
LINE_COUNT: Final = 36

# What is written of each seat.
PRESENT: Final = 0
TURN: Final = 1
PLACE: Final = 2
CASH: Final = PLACE + SEAT_COUNT
SPENT: Final = CASH + 1
MARKER: Final = SPENT + 1
INCOME: Final = MARKER + 1
SCORE: Final = INCOME + 1
POINTS: Final = SCORE + 1
HELD: Final = POINTS + 1
MARKERS_LEFT: Final = HELD + 1
DEVELOPED: Final = MARKERS_LEFT + 1
NEXT_LEVEL: Final = DEVELOPED + INDUSTRY_COUNT
SEAT_SIZE: Final = NEXT_LEVEL + INDUSTRY_COUNT

# What is written of each slot.
SLOT_OWNER: Final = 0
SLOT_INDUSTRY: Final = SEAT_COUNT
SLOT_LEVEL: Final = SLOT_INDUSTRY + INDUSTRY_COUNT
SLOT_CUBES: Final = SLOT_LEVEL + 1
SLOT_FLIPPED: Final = SLOT_CUBES + 1
SLOT_CHOSEN: Final = SLOT_FLIPPED + 1
SLOT_SIZE: Final = SLOT_CHOSEN + 1

# What is written of each line.
LINE_OWNER: Final = 0
LINE_USABLE: Final = SEAT_COUNT
LINE_CHOSEN: Final = LINE_USABLE + 1
LINE_SIZE: Final = LINE_CHOSEN + 1

DECISION: Final = 0
TO_ANSWER: Final = DECISION + DECISION_COUNT
OVER: Final = TO_ANSWER + 1
EDITION: Final = OVER + 1
OPTIONS: Final = EDITION + EDITION_COUNT
RAIL_PERIOD: Final = OPTIONS + 3
ROUND: Final = RAIL_PERIOD + 1
ROUNDS_LEFT: Final = ROUND + 1
ACTIONS: Final = ROUNDS_LEFT + 1
PHASE: Final = ACTIONS + 1
DECK: Final = PHASE + 3
ASIDE: Final = DECK + 1
COAL: Final = ASIDE + 1
IRON: Final = COAL + 1
COTTON: Final = IRON + 1
DISTANT: Final = COTTON + 1
ACTION: Final = DISTANT + 5
ACTION_INDUSTRY: Final = ACTION + ACTION_KIND_COUNT
LOAN: Final = ACTION_INDUSTRY + INDUSTRY_COUNT
CARDS_DUE: Final = LOAN + 1
COAL_DUE: Final = CARDS_DUE + 1
IRON_DUE: Final = COAL_DUE + 1
REPEATS: Final = IRON_DUE + 1
COAL_FROM: Final = REPEATS + 1
HAND: Final = COAL_FROM + PLACE_COUNT
DISCARDS: Final = HAND + CARD_COUNT
UNSEEN: Final = DISCARDS + CARD_COUNT
SEATS: Final = UNSEEN + CARD_COUNT
SLOTS_FIRST: Final = SEATS + SEAT_COUNT * SEAT_SIZE
LINES_FIRST: Final = SLOTS_FIRST + SLOT_COUNT * SLOT_SIZE
SIZE: Final = LINES_FIRST + LINE_COUNT * LINE_SIZE

MAX_AMOUNT: Final = 9999


def fields() -> list[Field]:
    """All fields in their order; "you" is the seat that observes, others follow by seat."""
    industries = ", ".join(INDUSTRIES)
    return [
        Field("decision", DECISION, (len(DECISIONS),), 0, 1, f"one-hot: {', '.join(DECISIONS)}"),
        Field("to_answer", TO_ANSWER, (1,), 0, 1, "you must answer"),
        Field("over", OVER, (1,), 0, 1, "the game is over"),
        Field("edition", EDITION, (len(EDITIONS),), 0, 1, f"one-hot: {', '.join(EDITIONS)}"),
        Field(
            "options",
            OPTIONS,
            (3,),
            0,
            1,
            "virtual_link, virtual_link_reverse, refill_each_turn",
        ),
        Field("rail_period", RAIL_PERIOD, (1,), 0, 1, "it is the rail period"),
        Field("round", ROUND, (1,), 1, 10, "of the period, from 1"),
        Field("rounds_left", ROUNDS_LEFT, (1,), 0, 9, "of the period, after this one"),
        Field("actions", ACTIONS, (1,), 0, 2, "left in this turn"),
        Field(
            "phase", PHASE, (3,), 0, 1, "one-hot: turns, debts before the turns, debts after them"
        ),
        Field("deck", DECK, (1,), 0, MAX_CARDS, "cards in the deck"),
        Field("aside", ASIDE, (1,), 0, MAX_CARDS, "cards set aside unseen"),
        Field("coal", COAL, (1,), 0, 8, "cubes on the coal track"),
        Field("iron", IRON, (1,), 0, 8, "cubes on the iron track"),
        Field("cotton", COTTON, (1,), 0, 8, "spaces that the demand for cotton has fallen"),
        Field("distant", DISTANT, (5,), 0, 12, "distant market tiles not yet turned, of 0 to 4"),
        Field(
            "action",
            ACTION,
            (len(ACTION_KINDS),),
            0,
            1,
            f"begun, one-hot: {', '.join(ACTION_KINDS)}",
        ),
        Field(
            "action_industry",
            ACTION_INDUSTRY,
            (len(INDUSTRIES),),
            0,
            1,
            f"built or developed by this action, one-hot: {industries}",
        ),
        Field("loan", LOAN, (1,), 0, 30, "amount of the loan that this action takes"),
        Field("cards_due", CARDS_DUE, (1,), 0, 2, "cards still to be discarded"),
        Field("coal_due", COAL_DUE, (1,), 0, 1, "coal must be taken"),
        Field("iron_due", IRON_DUE, (1,), 0, 1, "iron must be taken"),
        Field(
            "repeats",
            REPEATS,
            (1,),
            0,
            24,
            "second rails, second developments or sales already answered in this action",
        ),
        Field("coal_from", COAL_FROM, (PLACES,), 0, 1, "places from which coal is looked for"),
        Field("hand", HAND, (CARD_KINDS,), 0, 8, "your cards of each kind: 19 towns, 5 industries"),
        Field("discards", DISCARDS, (CARD_KINDS,), 0, MAX_CARDS, "discarded cards of each kind"),
        Field(
            "unseen", UNSEEN, (CARD_KINDS,), 0, MAX_CARDS, "cards of each kind that you can't see"
        ),
        Field(
            "seats",
            SEATS,
            (MAX_PLAYERS, SEAT_SIZE),
            -MAX_AMOUNT,
            MAX_AMOUNT,
            "you, then the other seats in their order, of each: is in the game, it is its turn, "
            "one-hot place in the turn order, cash, spent, income space "
            f"(0 to {LAST_SPACE}), income, points scored, points if the period ended now, cards in "
            f"hand, link markers left, tiles gone from the stacks (at most {MAX_STACK}) and level "
            f"of the next tile (0: none) of {industries}",
        ),
        Field(
            "slots",
            SLOTS_FIRST,
            (SLOTS, SLOT_SIZE),
            0,
            8,
            "each slot: one-hot owner (you, then the others in their order), one-hot industry "
            f"({industries}), level, cubes, flipped, the begun action builds here",
        ),
        Field(
            "lines",
            LINES_FIRST,
            (LINES, LINE_SIZE),
            0,
            1,
            "each line: one-hot owner (you, then the others in their order), can be built in this "
            "period, the begun action builds it",
        ),
    ]
