"""Numbers as people read them."""

from __future__ import annotations

from typing import Final

MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """`+3`, or `3` with a true minus sign before it."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"
