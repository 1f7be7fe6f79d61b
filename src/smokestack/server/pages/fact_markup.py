"""What a seat has, as HTML.

Nearly every answer changes some of it, and a template takes twenty times as long.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from markupsafe import Markup, escape

from smokestack.presentation.table_text import Fact
from smokestack.server.pages.icons import icon

MAX_OWN_FACTS: Final = 4
"""Beside the prompt."""
MAX_CACHED_FACTS: Final = 5000


def fact_list(facts: Sequence[Fact]) -> Markup:
    """All facts, for the panel of a seat."""
    return Markup(f'<dl class="facts">{"".join(map(_item, facts))}</dl>')


def own_facts(number: int, name: str, facts: Sequence[Fact]) -> Markup:
    """The first facts of the reader's seat, in one line."""
    shown = "".join(map(_own_fact, facts[:MAX_OWN_FACTS]))
    dot = f'<span class="dot seat-{number}" aria-hidden="true"></span>'
    return Markup(f'<p class="own-facts"><b>{dot}{escape(name)}</b>{shown}</p>')


@lru_cache(MAX_CACHED_FACTS)
def _item(fact: Fact) -> str:
    note = escape(fact.note)
    title = f"{escape(fact.name)} {note}" if note else escape(fact.name)
    shown = f"{escape(fact.value)} <small>{note}</small>" if note else escape(fact.value)
    return f'<div title="{title}"><dt>{_name(fact)}</dt><dd>{shown}</dd></div>'


@lru_cache(MAX_CACHED_FACTS)
def _own_fact(fact: Fact) -> str:
    return f'<span title="{escape(fact.name)}">{_name(fact)} {escape(fact.value)}</span>'


def _name(fact: Fact) -> str:
    """The icon, if it has one."""
    name = escape(fact.name)
    if not fact.icon:
        return name
    return f'{icon(fact.icon)}<span class="visually-hidden">{name}</span>'
