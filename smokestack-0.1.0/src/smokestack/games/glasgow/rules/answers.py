"""The action space: every answer that Glasgow can ever accept, as one range of integers.

An answer means the same in every state. `formats/decoding.py` has the kind and arguments of each,
`formats/notation.py` its text.
"""

from __future__ import annotations

from typing import Final

MOVE: Final = 0  # + ring index, 16
TAKE: Final = 16  # + good, 3
CONVERT: Final = 19  # + 10 * conversion + 2 * (uses - 1) + (1 with the barrel), 40
MAX_USES: Final = 5
REPLACE: Final = 59  # + architect, 4
ACTIVATE: Final = 63  # + cell, 81
DRAW: Final = 144
BUILD_DRAWN: Final = 145
DISCARD: Final = 146
BUILD: Final = 147  # + place at the architect, 2
PAY: Final = 149
PAY_WHISKY: Final = 150  # + good that the barrel stands for, 3
PLACE: Final = 153  # + cell, 81
RESOLVE: Final = 234  # + cell, 81
PASS: Final = 315
ANSWERS: Final = 316

MAX_LEGAL_ANSWERS: Final = 64  # more than any decision ever has
