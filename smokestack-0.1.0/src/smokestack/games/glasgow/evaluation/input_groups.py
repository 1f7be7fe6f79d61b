"""The numbers of the inputs of Glasgow's networks.

`GROUPS` lists all of them in order; docs/networks.md has the same list. Changing them makes all
trained networks useless, so a change raises `VERSION`.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 1

BUILT: Final = 0
NEXT: Final = 21
LEAD: Final = 23
OWN_GOODS: Final = 48
OTHERS_GOODS: Final = 65
DOUBLED: Final = 82
OWN_KINDS: Final = 84
OTHERS_KINDS: Final = 112
OWN_BUILDING: Final = 140
OTHERS_BUILDING: Final = 177
OWN_FACTORIES: Final = 214
OTHERS_FACTORIES: Final = 220
OWN_STATIONS: Final = 226
OTHERS_STATIONS: Final = 231
OWN_TENEMENTS: Final = 236
OTHERS_TENEMENTS: Final = 237
OWN_SHOPS: Final = 238
OTHERS_SHOPS: Final = 239
BOUNDS: Final = 240
OWN_RING: Final = 265
OTHERS_RING: Final = 385
OFFER: Final = 505
OWN_MEANS: Final = 542
OTHERS_MEANS: Final = 579
OWN_DISTANCE: Final = 616
OTHERS_DISTANCE: Final = 631
INPUTS: Final = 646

# Name, first number, how many, highest amount, and what it means.
GROUPS: Final[list[tuple[str, int, int, int, str]]] = [
    ("built", BUILT, 21, 1, "buildings in the city, 0 to 20"),
    ("next", NEXT, 2, 1, "the seat moves next; the other seat does"),
    ("lead", LEAD, 25, 1, "steps that the seat is ahead, from -12 to 12"),
    ("own goods", OWN_GOODS, 17, 1, "stone 0 to 5, steel 0 to 4, gold 0 to 3, whisky 0 to 1"),
    ("other's goods", OTHERS_GOODS, 17, 1, "the same for the other seat"),
    ("doubled", DOUBLED, 2, 1, "the own next tile is used twice; the other's"),
    ("own kinds", OWN_KINDS, 28, 1, "1, 2, 3, 4 and more own buildings of each of the 7 kinds"),
    ("other's kinds", OTHERS_KINDS, 28, 1, "the same for the other seat"),
    ("own buildings", OWN_BUILDING, 37, 1, "each building of the tile set, if the seat owns it"),
    ("other's buildings", OTHERS_BUILDING, 37, 1, "the same for the other seat"),
    (
        "own factories",
        OWN_FACTORIES,
        6,
        24,
        "free cells in line with own factories, by what these give",
    ),
    ("other's factories", OTHERS_FACTORIES, 6, 24, "the same for the other seat"),
    ("own stations", OWN_STATIONS, 5, 1, "kinds that the set of own stations lacks, 0 to 4"),
    ("other's stations", OTHERS_STATIONS, 5, 1, "the same for the other seat"),
    ("own tenements", OWN_TENEMENTS, 1, 24, "free cells beside own tenements"),
    ("other's tenements", OTHERS_TENEMENTS, 1, 24, "the same for the other seat"),
    ("own shops", OWN_SHOPS, 1, 3, "own shops in corners of the city as it is"),
    ("other's shops", OTHERS_SHOPS, 1, 3, "the same for the other seat"),
    ("bounds", BOUNDS, 25, 1, "width of the city, 1 to 5, and height, 1 to 5"),
    (
        "own ring",
        OWN_RING,
        120,
        1,
        "each of the next 8 tiles ahead: one of 14 contracts, an architect",
    ),
    ("other's ring", OTHERS_RING, 120, 1, "the same ahead of the other seat"),
    ("offers", OFFER, 37, 1, "each building that an architect offers"),
    ("own means", OWN_MEANS, 37, 1, "each of them that the seat can pay"),
    ("other's means", OTHERS_MEANS, 37, 1, "each of them that the other seat can pay"),
    ("own distances", OWN_DISTANCE, 15, 2, "buildings to pay at architects 1 to 15 steps ahead"),
    ("other's distances", OTHERS_DISTANCE, 15, 2, "the same for the other seat"),
]
