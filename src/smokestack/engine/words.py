"""Small words that every game's sentences need."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """`1 point`, `2 points`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def pounds(amount: int) -> str:
    """`£3`, `-£3`."""
    return f"£{amount}" if amount >= 0 else f"-£{-amount}"
