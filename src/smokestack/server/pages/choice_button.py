"""The button of a choice as HTML.

A page has up to a hundred of them, and nearly every one is new at each turn. A template takes ten
times as long.
"""

from __future__ import annotations

import re
from html import escape
from typing import Final

from smokestack.presentation.table_text import Choice

_SPECIAL: Final = re.compile("[&<>\"']").search
"""Finds what must be escaped."""


def button_markup(choice: Choice, value: str, reveals: str, completion_reveals: str) -> str:
    thing, kind, label, detail = choice.thing, choice.kind, choice.label, choice.detail
    highlights, also_at = " ".join(choice.highlights), " ".join(choice.also_at)
    if _SPECIAL("".join((value, thing, kind, label, detail, highlights, also_at))):  # hardly ever
        value, thing, kind, label, detail, highlights, also_at = map(
            escape, (value, thing, kind, label, detail, highlights, also_at)
        )
    given = f' data-kind="{kind}"' if kind else ""
    if highlights:
        given += f' data-highlights="{highlights}"'
    if also_at:
        given += f' data-also-at="{also_at}"'
    if choice.needs_card:
        given += " data-needs-card"
    if reveals:
        given += f' data-reveals="{escape(reveals)}"'
    if completion_reveals:
        given += f' data-ends="{escape(completion_reveals)}"'
    if choice.unusual:
        given += " data-unusual"
    plain = "" if thing else " plain"
    shown = f' <span class="detail">{detail}</span>' if detail else ""
    return (
        f'<button name="answer" value="{value}" data-thing="{thing}"{given} class="answer{plain}">'
        f'<span class="label">{label}</span>{shown}</button>'
    )
