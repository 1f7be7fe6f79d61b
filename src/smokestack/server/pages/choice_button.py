"""The button of a choice as HTML.

A page has up to a hundred of them, and nearly every one is new at each turn. A template takes ten
times as long.
"""

from __future__ import annotations

from html import escape

from markupsafe import Markup

from smokestack.presentation.table_text import Choice


def button_markup(choice: Choice, value: str, reveals: str, completion_reveals: str) -> Markup:
    attributes = {
        "data-kind": choice.kind,
        "data-lights": " ".join(choice.lights),
        "data-reveals": reveals,
        "data-ends": completion_reveals,
    }
    given = "".join(f' {name}="{escape(text)}"' for name, text in attributes.items() if text)
    unusual = " data-unusual" if choice.unusual else ""
    plain = "" if choice.thing else " plain"
    detail = f' <span class="detail">{escape(choice.detail)}</span>' if choice.detail else ""
    return Markup(
        f'<button name="answer" value="{escape(value)}" data-thing="{escape(choice.thing)}"'
        f'{given}{unusual} class="answer{plain}">'
        f'<span class="label">{escape(choice.label)}</span>{detail}</button>'
    )
