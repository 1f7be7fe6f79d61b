"""Dates and numbers as people of each language write them."""

from __future__ import annotations

from datetime import date

import pytest

from smokestack.presentation.dates import date_text
from smokestack.presentation.language import use_language
from smokestack.presentation.numbers import MINUS, decimal


@pytest.mark.parametrize(
    ("code", "first", "other"),
    [
        ("en", "1 May 2026", "18 November 2026"),
        ("de", "1. Mai 2026", "18. November 2026"),
        ("fr", "1er mai 2026", "18 novembre 2026"),
        ("nl", "1 mei 2026", "18 november 2026"),
    ],
)
def test_dates(code: str, first: str, other: str) -> None:
    with use_language(code):
        assert date_text(date(2026, 5, 1)) == first
        assert date_text(date(2026, 11, 18)) == other


@pytest.mark.parametrize(
    ("code", "number"), [("en", "12.5"), ("de", "12,5"), ("fr", "12,5"), ("nl", "12,5")]
)
def test_decimals(code: str, number: str) -> None:
    with use_language(code):
        assert decimal(12.46) == number
        assert decimal(-12.46) == MINUS + number
        assert decimal(-0.01) == decimal(0.0)
