"""Text from outside can't control a terminal or forge a line of a log."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from smokestack.presentation.printable import CUT, escape, printable, printable_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J\x07", "\\x1b[2J\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("a\r\nb\tc", "a\\x0d\\x0ab\\x09c"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("\u2028", "\\u2028"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("Élodie 東京 🚂 a\u00a0b\u202fc", "Élodie 東京 🚂 a\u00a0b\u202fc"),
    ],
)
def test_only_unsafe_characters_are_escaped(text: str, shown: str) -> None:
    assert escape(text) == shown


@given(st.text(), st.integers(2, 40))
def test_the_result_is_short_and_safe(text: str, most: int) -> None:
    shown = printable(text, most)
    assert len(shown) <= most
    assert escape(shown) == shown
    assert len(shown.splitlines()) <= 1


def test_long_text_is_cut_visibly() -> None:
    assert printable("a" * 100, 10) == "a" * 9 + CUT
    assert printable_lines("a\n\x1bb\n" + "c" * 100, 8) == "a\n\\x1bb\ncc" + CUT
