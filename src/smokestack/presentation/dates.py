"""Dates as people read them."""

from __future__ import annotations

from datetime import date
from typing import Final

from smokestack.presentation.language import mark, tr

MONTHS: Final = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


def date_text(day: date) -> str:
    """A day, such as `18 November 2026`, in the language in use."""
    month = tr(MONTHS[day.month - 1])
    if day.day == 1:  # French writes it in another way
        return tr("1 {month} {year}", month=month, year=day.year)
    return tr("{day} {month} {year}", day=day.day, month=month, year=day.year)
