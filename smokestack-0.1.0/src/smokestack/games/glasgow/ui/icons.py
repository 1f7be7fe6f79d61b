"""The icons of Glasgow, drawn in one stroke weight on a grid of 24 units.

The style sheet may fill the body of an icon (`--icon-fill`); its lines have the text's colour.
"""

from __future__ import annotations

from functools import cache
from typing import Final

# The first path of each icon is its body, the second its lines.
_PATHS: Final = {
    "stone": ("M3 8.5 12 4l9 4.5v7.6L12 20.5l-9-4.4z", "M3 8.5l9 4.3 9-4.3M12 12.8v7.7"),
    "steel": ("M6.5 3.5h11v4L14 9v6.2l5 2v3.3H5v-3.3l5-2V9L6.5 7.5z", ""),
    "gold": (
        "M12 3.2a8.8 8.8 0 1 0 0 17.6 8.8 8.8 0 0 0 0-17.6z",
        "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10z",
    ),
    "whisky": (
        "M7.2 3.5h9.6c2.3 4.6 2.3 12.4 0 17H7.2c-2.3-4.6-2.3-12.4 0-17z",
        "M6 7.8h12M6 16.2h12M12 11.2v1.6",
    ),
    "factory": ("M2.8 20.5v-9l4.7 3v-3l4.7 3v-3l3.6 2.3.7-10h3.2l1.5 16.7z", "M6.5 17.5h2m3 0h2"),
    "shop": (
        "M4.5 12v8.5h15V12M5.2 4h13.6l2.2 5.6a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0z",
        "M3 9.6h18M9.5 20.5v-5h5v5",
    ),
    "park": (
        "M8 4.2a4.9 4.9 0 1 0 0 9.8 4.9 4.9 0 0 0 0-9.8zM17 5.5l3.4 5.6h-1.9l2.7 5h-8.4l2.7-5"
        "h-1.9z",
        "M8 10v10.5m9-4.4v4.4M2.8 20.5h18.4",
    ),
    "tenement": (
        "M4.5 20.5V7.2h2V4.5h2.6v2.7h5.8V4.5h2.6v2.7h2v13.3z",
        "M8.3 10.3v2m3.7-2v2m3.7-2v2m-7.4 2.8v2m7.4-2v2m-4.9 3.4v-4.2h2.4v4.2",
    ),
    "station": (
        "M2.8 20.5v-8.3a9.2 8.4 0 0 1 18.4 0v8.3z",
        "M12 6.6a2.9 2.9 0 1 0 0 5.8 2.9 2.9 0 0 0 0-5.8zm0 1.5v1.5l1 .7M7.2 20.5v-2a4.8 3.6 0 0 1"
        " 9.6 0v2",
    ),
    "bank": (
        "M2.8 9 12 3.5 21.2 9zM2.8 18h18.4v2.5H2.8z",
        "M5.6 9.2v8.6m4.3-8.6v8.6m4.2-8.6v8.6m4.3-8.6v8.6",
    ),
    "landmark": (
        "M12 4.6l2.6 7.2h1.2v3.4h3.4v5.3H4.8v-5.3h3.4v-3.4h1.2z",
        "M12 2.4v2.2M10.5 20.5v-3a1.5 1.5 0 0 1 3 0v3M8.2 15.2h7.6",
    ),
    "convert": ("", "M4 8.2h15M15.6 4.8 19 8.2l-3.4 3.4M20 15.8H5m3.4-3.4L5 15.8l3.4 3.4"),
    "replace": (
        "",
        "M4.6 11a7.6 7.6 0 0 1 13.2-4.2l2 2.2m0-4.8V9H15M19.4 13a7.6 7.6 0 0 1-13.2 4.2l-2-2.2m0 "
        "4.8V15H9",
    ),
    "activate": (
        "M9 9h6v6H9z",
        "M12 6.5v-4m-2 2 2-2 2 2M12 17.5v4m-2-2 2 2 2-2M6.5 12h-4m2-2-2 2 2 2M17.5 12h4m-2-2 2 2-2"
        " 2",
    ),
    "draw": ("M6 9.5h12v11H6z", "M8.2 6.6h7.6M10.2 3.8h3.6M12 17.6v-5m-2.2 2.2 2.2-2.2 2.2 2.2"),
    "double": (
        "",
        "M3.5 9.5l6 6m0-6-6 6M13.4 9.2c0-2.4 1.6-4 3.7-4s3.7 1.5 3.7 3.8c0 3.6-7.4 5.4-7.4 9.4h7.6",
    ),
    "choice": (
        "M8.5 3.4h7v6.2h-7zM6.6 13.4a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.2zM17.3 13.4l4 7.2h-8z",
        "",
    ),
    "architect": (
        "M12 3.6a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2z",
        "M11.1 7.7 6 20.6m6.9-12.9L18 20.6M8 15.4a9 6 0 0 0 8 0M12 3.6V2",
    ),
    "points": (
        "M12 3l2.7 5.7 6.2.8-4.5 4.3 1.1 6.2-5.5-3-5.5 3 1.1-6.2-4.5-4.3 6.2-.8z",
        "",
    ),
    "merchant": (
        "M12 3a3.7 3.7 0 0 0-2.4 6.5C7 10.7 5.7 14.5 5 20.5h14c-.7-6-2-9.8-4.6-11A3.7 3.7 0 0 0 12 "
        "3z",
        "",
    ),
    "pile": ("M12 3.4l9 4.4-9 4.4-9-4.4z", "M3 12.1l9 4.4 9-4.4M3 16.3l9 4.4 9-4.4"),
}


@cache
def symbols() -> str:
    """All icons as SVG symbols, to be placed with `use`."""
    return "".join(
        f'<symbol id="icon-{name}" viewBox="0 0 24 24" class="icon">'
        + (f'<path class="icon-body" d="{body}"/>' if body else "")
        + (f'<path d="{lines}"/>' if lines else "")
        + "</symbol>"
        for name, (body, lines) in _PATHS.items()
    )


def names() -> list[str]:
    return list(_PATHS)


@cache
def icon(name: str, x: float, y: float, size: float) -> str:
    """An icon in a picture, its middle at x, y."""
    half = size / 2
    return (
        f'<use href="#icon-{name}" class="of-{name}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{size:g}" height="{size:g}"/>'
    )
