"""Numbers as people read them."""

from __future__ import annotations

from typing import Final

from smokestack.presentation.language import DEFAULT_LANGUAGE, language

MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """`+3`, or `3` with a true minus sign before it."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def decimal(number: float, digits: int = 1) -> str:
    """A number with a decimal point or comma, and with a true minus sign."""
    text = f"{abs(number):.{digits}f}"
    sign = MINUS if number < 0 and text.strip("0.") else ""
    return sign + (text if language() == DEFAULT_LANGUAGE else text.replace(".", ","))
