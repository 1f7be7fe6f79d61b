"""The numbers of the inputs of Brass's networks.

`GROUPS` lists all of them in order; docs/networks.md has the same list. Changing them makes all
trained networks useless, so a change raises `VERSION`.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 2

ACTIONS_LEFT: Final = 0
EDITION: Final = 21
BEFORE_NEXT_ACTION: Final = 27
SPENT_LESS: Final = 35
CASH_AMOUNT: Final = 39
CASH_STEP: Final = 40
INCOME: Final = 62
INCOME_STEP: Final = 63
CARD_HELD: Final = 84
CARD_AGAIN: Final = 108
STACK: Final = 132
OWN_UNFLIPPED: Final = 197
OWN_FLIPPED: Final = 216
OWN_COAL: Final = 235
OWN_IRON: Final = 236
SELLABLE_MILL: Final = 237
SLOT: Final = 241
LINE: Final = 413
NETWORK: Final = 485
COAL_MARKET: Final = 510
IRON_MARKET: Final = 519
COTTON_DEMAND: Final = 528
DISTANT_TILES: Final = 537
DISTANT_SUM: Final = 538
OTHERS_COAL: Final = 539
OTHERS_IRON: Final = 540
OTHERS_MILLS: Final = 541
OTHERS_PORTS: Final = 542
OWN_LINKS: Final = 543
LINK_END_EMPTY: Final = 544
LINK_END_OWN: Final = 545
LINK_END_OTHERS: Final = 546
OPEN_LINE: Final = 547
BEST_OPEN_LINE: Final = 555
TOWN_CARD_SITE: Final = 563
INDUSTRY_CARD_SITE: Final = 578
NETWORK_SITE: Final = 593
OTHERS_CASH: Final = 598
OTHERS_INCOME: Final = 613
REACHED_COAL: Final = 628
REACHED_MARKET: Final = 635
INPUTS: Final = 636

# Name, first number, how many, highest amount, and what it means.
GROUPS: Final[list[tuple[str, int, int, int, str]]] = [
    ("actions left", ACTIONS_LEFT, 21, 1, "actions that the seat has left in the period, 0 to 20"),
    ("edition", EDITION, 6, 1, "2007, 2009-duel or 2018; then 2, 3 or 4 players"),
    ("turns before", BEFORE_NEXT_ACTION, 8, 1, "turns of others before the next action, 0 to 7"),
    ("spent less", SPENT_LESS, 4, 1, "opponents who have spent less in this round, 0 to 3"),
    ("cash", CASH_AMOUNT, 1, 120, "pounds, at most 120"),
    ("cash step", CASH_STEP, 22, 1, "pounds in steps of 3, from 0 to 63 and more"),
    ("income", INCOME, 1, 40, "income level plus 10"),
    ("income step", INCOME_STEP, 21, 1, "the same in steps of 2"),
    ("card", CARD_HELD, 24, 1, "a card of each kind in hand: 19 towns, 5 industries"),
    ("further cards", CARD_AGAIN, 24, 7, "further cards of the same kind"),
    ("stack", STACK, 65, 1, "tiles gone from each stack, 0 to 12, for each industry"),
    ("own unflipped", OWN_UNFLIPPED, 19, 6, "own unflipped tiles of each kind"),
    ("own flipped", OWN_FLIPPED, 19, 6, "own flipped tiles of each kind"),
    ("own coal", OWN_COAL, 1, 30, "cubes on own coal mines"),
    ("own iron", OWN_IRON, 1, 20, "cubes on own iron works"),
    ("sellable mills", SELLABLE_MILL, 4, 3, "own mills of each level that could be sold now"),
    ("slot", SLOT, 172, 1, "each slot: own unflipped, own flipped, others' unflipped, flipped"),
    ("line", LINE, 72, 1, "each line: own link, link of others"),
    ("network", NETWORK, 25, 1, "each place in the own network"),
    ("coal market", COAL_MARKET, 9, 1, "cubes in the coal market, 0 to 8"),
    ("iron market", IRON_MARKET, 9, 1, "cubes in the iron market, 0 to 8"),
    ("cotton demand", COTTON_DEMAND, 9, 1, "spaces that cotton demand has fallen, 0 to 8"),
    ("distant tiles", DISTANT_TILES, 1, 12, "distant tiles that have not been turned"),
    ("distant sum", DISTANT_SUM, 1, 40, "by how much they would lower the demand in all"),
    ("others' coal", OTHERS_COAL, 1, 60, "cubes on coal mines of others"),
    ("others' iron", OTHERS_IRON, 1, 40, "cubes on iron works of others"),
    ("others' mills", OTHERS_MILLS, 1, 24, "unflipped cotton mills of others"),
    ("others' ports", OTHERS_PORTS, 1, 10, "unflipped ports of others"),
    ("own links", OWN_LINKS, 1, 14, "own links"),
    ("empty at links", LINK_END_EMPTY, 1, 60, "empty slots at the ends of own links"),
    ("own at links", LINK_END_OWN, 1, 60, "own unflipped tiles at the ends of own links"),
    ("others at links", LINK_END_OTHERS, 1, 60, "others' unflipped tiles at these ends"),
    ("open lines", OPEN_LINE, 8, 36, "free lines at the network that would score 0 to 7 and more"),
    ("best open line", BEST_OPEN_LINE, 8, 1, "what the best of them would score, 0 to 7 and more"),
    ("by town card", TOWN_CARD_SITE, 15, 1, "1, 2, 3 empty sites of each industry by town card"),
    ("by industry card", INDUSTRY_CARD_SITE, 15, 1, "1, 2, 4 such sites by an industry card"),
    ("at the network", NETWORK_SITE, 5, 43, "empty sites of each industry in the network"),
    ("others' cash", OTHERS_CASH, 15, 1, "pounds of all others together, in steps of 12"),
    ("others' income", OTHERS_INCOME, 15, 1, "income level of others plus 10 each, in steps of 6"),
    ("reached coal", REACHED_COAL, 7, 1, "cubes on mines linked to the network, 0 to 6 and more"),
    ("reached market", REACHED_MARKET, 1, 1, "the network is connected to the coal market"),
]
