"""Showing a game: as text, as SVG, or as pixels."""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from smokestack.engine.errors import InvalidInput
from smokestack.engine.view import View
from smokestack.games import ui_of

MODES: Final = ["human", "ansi", "svg", "rgb_array"]
TEXT_WIDTH: Final = 120
PIXEL_WIDTH: Final = 800


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise InvalidInput(f"no render mode {mode!r:.40}; possible: {', '.join(MODES)}")


def render(view: View, mode: str | None) -> Any:
    """The view in one of MODES; `human` prints the text and returns nothing."""
    if mode is None:
        return None
    if mode == "svg":
        return ui_of(view.game).to_svg(view)
    if mode == "rgb_array":
        return pixels(view)
    text = board_text(view)
    if mode == "human":
        print(text)
        return None
    return text


def board_text(view: View) -> str:
    output = StringIO()
    console = Console(file=output, width=TEXT_WIDTH, force_terminal=False)
    console.print(ui_of(view.game).draw(view))
    return output.getvalue()


def pixels(view: View) -> NDArray[np.uint8]:
    """The picture in its light colours, as rows of red, green and blue."""
    # Only this mode needs the two libraries, and they take time to load.
    import resvg_py
    from PIL import Image

    svg = plain_svg(ui_of(view.game).to_svg(view))
    png = resvg_py.svg_to_bytes(svg_string=svg, width=PIXEL_WIDTH, background="white")
    return np.asarray(Image.open(BytesIO(png)).convert("RGB"))


def plain_svg(svg: str) -> str:
    """Write out what resvg does not know: variables, colour schemes and transforms in CSS."""
    svg = re.sub(r"light-dark\(([^,()]+),[^()]+\)", r"\1", svg)
    values = dict(re.findall(r"(--[\w-]+):\s*([^;{}]+);", svg))
    while "var(" in svg:
        svg = re.sub(
            r"var\((--[\w-]+)(?:,\s*([^()]*))?\)",
            lambda found: values.get(found[1]) or found[2] or "none",
            svg,
        )
    return re.sub(
        r'style="transform:([^"]*)"',
        lambda found: f'transform="{found[1].replace("px", "")}"',
        svg,
    )
