"""The buttons of the actions with which a turn may begin, as HTML.

What small buttons such as those of loans would bring is new at nearly every turn, and a template
takes many times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from smokestack.presentation.language import tr
from smokestack.presentation.table_text import Action, Choice
from smokestack.server.pages.icons import icon

MAX_CACHED_BUTTONS: Final = 500


def action_bar(actions: Sequence[Action], direct: Sequence[Choice], switch: str) -> Markup:
    """A button for each action, those of `direct` beside their action, and the switch for unusual
    choices if it has a name."""
    buttons = "".join([_with_amounts(action, direct) for action in actions])
    unusual = ""
    if switch:
        box = '<input type="checkbox" id="unusual" hx-morph-skip>'
        unusual = f'<label class="check unusual">{box} {escape(switch)}</label>'
    label = escape(tr("Actions"))
    return Markup(
        f'<div class="actions" role="group" aria-label="{label}">\n{buttons}{unusual}    </div>'
    )


def _with_amounts(action: Action, direct: Sequence[Choice]) -> str:
    amounts = "".join([_amount(choice) for choice in direct if choice.kind == action.kind])
    return f'<span class="split">{_button(action)}{amounts}</span>' if amounts else _button(action)


@lru_cache(MAX_CACHED_BUTTONS)
def _button(action: Action) -> str:
    given = ""
    if action.listed_after:
        given += f' data-listed-after="{escape(" ".join(action.listed_after))}"'
    if action.has_unusual:
        given += " data-unusual"
    disabled = "" if action.possible else " disabled"
    return (
        f'<button type="button" data-action="{escape(action.kind)}"{given} aria-pressed="false"'
        f"{disabled}>{icon(action.icon)}<span>{escape(action.name)}</span></button>"
    )


def _amount(choice: Choice) -> str:
    return (
        f'<button type="button" class="amount" data-give="{escape(choice.notation)}" '
        f'aria-label="{escape(choice.label)}" title="{escape(choice.detail)}">'
        f"{escape(choice.short)}</button>"
    )
