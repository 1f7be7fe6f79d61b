"""The symbols of Brass, drawn by hand in one stroke weight on a grid of 24 units."""

from __future__ import annotations

from functools import cache
from typing import Final

DRAWN: Final = {
    "cotton": (
        '<path d="M12 14v8M12 18c-2-.5-3.5-1.5-4-3M12 19c2-.5 3.5-1.5 4-3"/>'
        '<path d="M8 13a3.5 3.5 0 0 1-1-6.5 5 5 0 0 1 10 0 3.5 3.5 0 0 1-1 6.5z"/>'
        '<path d="M9.5 8.5c.5 1.5 1.5 2 2.5 2s2-.5 2.5-2"/>'
    ),
    "coal": (
        '<path d="M3 10h18l-2.5 7h-13z"/><circle cx="8" cy="19.5" r="2"/>'
        '<circle cx="16" cy="19.5" r="2"/><path d="M5.5 10l2-4 3.5 1 2.5-3 3 2.5 2 3.5"/>'
    ),
    "iron": ('<path d="M2 19l2-6h7l2 6zM11 19l2-6h7l2 6zM6.5 11l2-6h7l2 6z"/>'),
    "port": (
        '<path d="M3 21h18M7 21l2-16h3l2 16M9 5l11-1.5M20 3.5V12M18 12h4v3.5h-4z"/>'
        '<path d="M8.5 10h4.5M8 15h5.5"/>'
    ),
    "shipyard": (
        '<path d="M2 14h20l-3 7H6zM6 14V9h12v5M10 9V3h4v6"/><path d="M9 17.5h0M13 17.5h0'
        'M17 17.5h0"/>'
    ),
    "money": (
        '<circle cx="12" cy="12" r="9.5"/><path d="M15 8.5c-1-2-5-2-5 1 0 2 1 3 .5 5'
        '-.2 1-1 2-1.5 2H15.5M8.5 12.5h5"/>'
    ),
    "income": '<path d="M3 20h18M4 16l5-5 4 3 7-8M15 6h5v5"/>',
    "points": '<path d="M12 2l8.7 5v10L12 22l-8.7-5V7z"/><path d="M8.5 12l2.5 3 4.5-6"/>',
    "cards": '<path d="M8 3h11a1 1 0 0 1 1 1v14H7V4a1 1 0 0 1 1-1zM7 7l-3 1 3 13 9-2"/>',
    "link": ('<path d="M7 2L4 22M17 2l3 20M6 7h12M5.5 12h13M4.8 17h14.4"/>'),
    "loan": ('<path d="M3 10l9-6 9 6zM4 20h16M6 10v10M12 10v10M18 10v10"/>'),
    "develop": '<path d="M4 20h16M4 16h16M4 12h10M19 12V3M15.5 6.5L19 3l3.5 3.5"/>',
    "sell": ('<path d="M3 7h11v11H3zM3 11h11M8.5 7v4M14 11h7M18 8l3 3-3 3"/>'),
    "pass": '<path d="M5 4v16M9 4l10 8-10 8z"/>',
    "spent": ('<path d="M4 14c0-5 4-7 8-7s8 2 8 7-3 7-8 7-8-2-8-7zM9 7L7 3h10l-2 4M8.5 14h7"/>'),
}


@cache
def symbols() -> str:
    """All icons as SVG symbols, for `use` elements."""
    return "".join(
        f'<symbol id="icon-{name}" viewBox="0 0 24 24"><g class="icon">{drawn}</g></symbol>'
        for name, drawn in DRAWN.items()
    )


def icon(name: str, x: float, y: float, size: float, extra: str = "") -> str:
    """An icon of this size with its upper left corner at x, y."""
    return (
        f'<use href="#icon-{name}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"{extra}/>'
    )


def icon_alone(name: str) -> str:
    """An icon as a separate picture, for the rules."""
    return f'<svg class="icon" viewBox="0 0 24 24" xmlns="http://www.w3.org/2000/svg">{DRAWN[name]}</svg>'
