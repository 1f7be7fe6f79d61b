"""The numbers of the inputs of Glasgow's networks.

`GROUPS` lists all of them in order; docs/networks.md has the same list. Changing them makes all
trained networks useless, so a change raises `VERSION`.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 2

BUILT: Final = 0
BEHIND: Final = 21
LEAD: Final = 37
OWN_GOODS: Final = 54
OTHERS_GOODS: Final = 71
DOUBLED: Final = 88
OWN_KINDS: Final = 90
OTHERS_KINDS: Final = 118
OWN_BUILDING: Final = 146
OTHERS_BUILDING: Final = 183
OWN_FACTORIES: Final = 220
OTHERS_FACTORIES: Final = 226
OWN_STATIONS: Final = 232
OTHERS_STATIONS: Final = 237
OWN_TENEMENTS: Final = 242
OTHERS_TENEMENTS: Final = 243
OWN_SHOPS: Final = 244
OTHERS_SHOPS: Final = 245
BOUNDS: Final = 246
CORNERS: Final = 271
UNSEEN: Final = 276
OWN_SITE: Final = 283
OTHERS_SITE: Final = 292
OWN_RING: Final = 301
OTHERS_RING: Final = 421
OFFER: Final = 541
OWN_MEANS: Final = 578
OTHERS_MEANS: Final = 615
OWN_SHORT: Final = 652
OTHERS_SHORT: Final = 689
OWN_DISTANCE: Final = 726
OTHERS_DISTANCE: Final = 741
OWN_BEST: Final = 756
OTHERS_BEST: Final = 760
OWN_BEST_SHORT: Final = 764
OTHERS_BEST_SHORT: Final = 768
INPUTS: Final = 772

# Name, first number, how many, highest amount, and what it means.
GROUPS: Final[list[tuple[str, int, int, int, str]]] = [
    ("built", BUILT, 21, 1, "buildings in the city, 0 to 20"),
    ("behind", BEHIND, 16, 1, "steps that the seat is behind, 0 to 15"),
    ("lead", LEAD, 17, 1, "points that the seat is ahead, from -24 to 24 in steps of 3"),
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
    ("corners", CORNERS, 5, 1, "free corners, 0 to 4, once the bounds are those of the full city"),
    ("unseen", UNSEEN, 7, 8, "buildings of each of the 7 kinds that are neither built nor offered"),
    (
        "own site",
        OWN_SITE,
        9,
        1,
        "points for the owner of a tenement on the best cell, in steps of 3",
    ),
    ("other's site", OTHERS_SITE, 9, 1, "the same for the other seat"),
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
    ("own short", OWN_SHORT, 37, 1, "each of them for which the seat lacks one good"),
    ("other's short", OTHERS_SHORT, 37, 1, "each of them for which the other seat lacks one good"),
    ("own distances", OWN_DISTANCE, 15, 2, "buildings to pay at architects 1 to 15 steps ahead"),
    ("other's distances", OTHERS_DISTANCE, 15, 2, "the same for the other seat"),
    (
        "own best",
        OWN_BEST,
        4,
        24,
        "most points of a building to pay, at each architect in the order ahead",
    ),
    ("other's best", OTHERS_BEST, 4, 24, "the same for the other seat"),
    (
        "own best short",
        OWN_BEST_SHORT,
        4,
        24,
        "the same of buildings for which the seat lacks one good",
    ),
    ("other's best short", OTHERS_BEST_SHORT, 4, 24, "the same for the other seat"),
]
