"""The action space: every answer that Brass can ever accept, as one range of integers.

An answer means the same in every state and edition. `formats/decoding.py` gives its kind and
arguments, `formats/notation.py` its text. A site is a slot together with one of the industries it
may hold, in the order of the map.
"""

from __future__ import annotations

from typing import Final

SITES: Final = 61
MILL_SLOTS: Final = 24  # slots that may hold a cotton mill
PORT_SLOTS: Final = 10

BUILD: Final = 0  # + site, 61
BUILD2: Final = 61  # + site, 61: with two cards
LINK: Final = 122  # + line, 36
DEVELOP: Final = 158  # + industry, 5
SELL: Final = 163
LOAN: Final = 164  # + 0, 1, 2 for 10, 20, 30
PASS: Final = 167
DISCARD: Final = 168  # + card, 24
TAKE_COAL: Final = 192  # + slot, 43
TAKE_IRON: Final = 235  # + slot, 43
SALE: Final = 278  # + 10 * mill + port, 240
DISTANT_SALE: Final = 518  # + mill, 24
LIQUIDATE: Final = 542  # + slot, 43
DONE: Final = 585
ANSWERS: Final = 586

MAX_LEGAL_ANSWERS: Final = 176  # the decision with the most answers is the action: at most 168
