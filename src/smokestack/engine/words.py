"""Small words that every game's sentences need."""

from __future__ import annotations


def pounds(amount: int) -> str:
    """`£3`, `-£3`."""
    return f"£{amount}" if amount >= 0 else f"-£{-amount}"
