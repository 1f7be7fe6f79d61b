"""Where each number of an observation of Glasgow is. A change here raises VERSION."""

from __future__ import annotations

from typing import Final

from smokestack.engine.core.encoder import Field
from smokestack.games.glasgow.rules.terms import (
    BUILDINGS,
    CITY_SIZE,
    CONTRACT_KINDS,
    DECISIONS,
    KINDS,
    RING_SIZE,
)

VERSION: Final = 1

# As literals of this module, so that mypyc computes all places below when it compiles. Constants
# that depend on other modules are looked up and converted at every use.
DECISION_COUNT: Final = 11
CONTRACT_KIND_COUNT: Final = 7
BUILDING_COUNT: Final = 37
RING_TILE_COUNT: Final = 16

# Kinds of buildings as a builder sees them: factories by what they give, then the other kinds.
FACTORY_CLASSES: Final = 6
CLASSES: Final = FACTORY_CLASSES + 6  # shop, park, tenement, station, bank, landmark

# A tile on offer.
TILE_NUMBER: Final = 0
TILE_CLASS: Final = 1
TILE_COST: Final = TILE_CLASS + CLASSES
TILE_LEFTMOST: Final = TILE_COST + 3
TILE_POINTS: Final = TILE_LEFTMOST + 3
TILE_BANK_COUNTS: Final = TILE_POINTS + 1
TILE_BONUS: Final = TILE_BANK_COUNTS + 4
TILE_SIZE: Final = TILE_BONUS + 1
TILE_ROWS: Final = 10
DRAWN_ROW: Final = 8
CHOSEN_ROW: Final = 9

# A tile of the ring.
RING_ARCHITECT: Final = 0
RING_KIND: Final = 1
RING_GOODS: Final = RING_KIND + CONTRACT_KIND_COUNT
RING_TILE_SIZE: Final = RING_GOODS + 4

# The city: one plane of 9 x 9 cells after the other.
PLANE: Final = 81
OWNER_PLANE: Final = 0
WAITING_PLANE: Final = 1
FIRST_CLASS_PLANE: Final = 2
PLANES: Final = FIRST_CLASS_PLANE + CLASSES

DECISION: Final = 0
TO_ANSWER: Final = DECISION + DECISION_COUNT
OWN_TURN: Final = TO_ANSWER + 1
OVER: Final = OWN_TURN + 1
BUILT: Final = OVER + 1
TURNS_LEFT: Final = BUILT + 1
PILE: Final = TURNS_LEFT + 1
STORES: Final = PILE + 1
POINTS: Final = STORES + 8
POSITION: Final = POINTS + 2
LEAD: Final = POSITION + 2 * RING_TILE_COUNT
BEHIND: Final = LEAD + 1
DOUBLED: Final = BEHIND + 1
ACTING: Final = DOUBLED + 2
USES: Final = ACTING + 1
SURCHARGE: Final = USES + 1
PAID: Final = SURCHARGE + 1
SOURCE: Final = PAID + 1
WHISKY_CONVERTS: Final = SOURCE + 9
UNSEEN: Final = WHISKY_CONVERTS + 1
OWNED: Final = UNSEEN + BUILDING_COUNT
TILES: Final = OWNED + BUILDING_COUNT
RING: Final = TILES + TILE_ROWS * TILE_SIZE
CITY: Final = RING + RING_TILE_COUNT * RING_TILE_SIZE
SIZE: Final = CITY + PLANES * PLANE

MAX_POINTS: Final = 999
MAX_TURNS: Final = 10_000


def fields() -> list[Field]:
    """All fields in their order; "you" is the seat that observes."""
    return [
        Field("decision", DECISION, (len(DECISIONS),), 0, 1, f"one-hot: {', '.join(DECISIONS)}"),
        Field("to_answer", TO_ANSWER, (1,), 0, 1, "you must answer"),
        Field("own_turn", OWN_TURN, (1,), 0, 1, "it is your turn"),
        Field("over", OVER, (1,), 0, 1, "the game is over"),
        Field("built", BUILT, (1,), 0, CITY_SIZE, "buildings in the city"),
        Field("turns_left", TURNS_LEFT, (1,), 0, MAX_TURNS, "turns until the turn limit"),
        Field("pile", PILE, (1,), 0, BUILDINGS, "buildings in the pile"),
        Field("stores", STORES, (2, 4), 0, 5, "you, other: stone, steel, gold, whisky"),
        Field("points", POINTS, (2,), 0, MAX_POINTS, "you, other: points if the game ended now"),
        Field("position", POSITION, (2, RING_SIZE), 0, 1, "you, other: one-hot place on the ring"),
        Field("lead", LEAD, (1,), -15, 15, "your steps minus those of the other"),
        Field("behind", BEHIND, (1,), 0, 1, "both on the same tile, and you move next"),
        Field("doubled", DOUBLED, (2,), 0, 1, "you, other: the next tile is used twice"),
        Field("acting", ACTING, (1,), 0, 1, "the action of the tile is not finished"),
        Field("uses", USES, (1,), 0, 2, "uses of the tile that are left"),
        Field("surcharge", SURCHARGE, (1,), 0, CITY_SIZE, "gold on top of the next building"),
        Field("paid", PAID, (1,), 0, 1, "the chosen building is paid and waits for its cell"),
        Field("source", SOURCE, (9,), 0, 1, "one-hot: which of 8 offers was chosen, or the drawn"),
        Field("whisky_converts", WHISKY_CONVERTS, (1,), 0, 1, "the option of this name"),
        Field("unseen", UNSEEN, (BUILDINGS,), 0, 1, "each building: can be in the pile"),
        Field("owned", OWNED, (BUILDINGS,), -1, 1, "each building: 1 yours, -1 the other's"),
        Field(
            "tiles",
            TILES,
            (TILE_ROWS, TILE_SIZE),
            0,
            MAX_POINTS,
            "8 offers (2 at each architect), the drawn, the chosen building; of each: number + 1, "
            "one-hot class, cost in stone, steel, gold, one-hot leftmost good of the cost, points, "
            "one-hot what a bank counts (stone, steel, gold, factories), points for each of them",
        ),
        Field(
            "ring",
            RING,
            (RING_SIZE, RING_TILE_SIZE),
            0,
            5,
            f"each tile: architect; one-hot contract: {', '.join(CONTRACT_KINDS)}; "
            "stone, steel, gold, whisky that it grants",
        ),
        Field(
            "city",
            CITY,
            (PLANES, 9, 9),
            -1,
            2,
            "planes: owner (1 you, -1 the other), factory state (1 waits to be resolved, 2 asks "
            "its owner now), then one plane for each class: factories that give stone, steel, "
            f"gold, whisky, a conversion, a replacement, then {', '.join(KINDS[1:])}",
        ),
    ]
