"""The sizes of windows that pages are tested in."""

from __future__ import annotations

from typing import Final

from tests.sizes import LONG

PHONES: Final = [(390, 844), (844, 390)]
TABLETS: Final = [(820, 1180), (1180, 820)]
DESKTOP: Final = (1440, 900)
SIZES: Final = [*PHONES, *TABLETS, DESKTOP]
TESTED_SIZES: Final = SIZES if LONG > 1 else [PHONES[0]]
"""`make test` tests the one with the least room, `make test-sizes` all of them."""


def name_of(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
