"""Icons of games in pages."""

from __future__ import annotations

from functools import cache

from markupsafe import Markup


@cache
def icon(name: str) -> Markup:
    """An icon of the game whose `svg_definitions` are on the page."""
    return Markup(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{name}"/></svg>'
    ).format(name=name)
