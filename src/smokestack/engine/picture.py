"""A sheet to draw a board on: SVG, from pieces that know what they stand for."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache, lru_cache
from html import escape as escape_html
from pathlib import Path
from typing import Final

SEATS: Final = 4
INKS: Final = Path(__file__).with_name("inks.css")

escape = lru_cache(20_000)(escape_html)  # boards say the same again and again


class Group:
    """What is drawn within `with` belongs together; a board has hundreds of these."""

    __slots__ = ("_parts",)

    def __init__(self, parts: list[str]) -> None:
        self._parts = parts

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self._parts.append("</g>")


class Picture:
    """A drawing built piece by piece; colours are classes, so that a page can be light or dark."""

    def __init__(self, width: float, height: float, title: str, margin: float = 0) -> None:
        """Width and height count from the point 0, 0; a margin lies left, right and above."""
        self.width = width
        self.height = height
        self.title = title
        self.margin = margin
        self.parts: list[str] = []

    def add(self, markup: str) -> None:
        """Markup as it stands; whatever comes from people must be escaped before."""
        self.parts.append(markup)

    def element(self, name: str, text: str | None = None, /, **attributes: object) -> None:
        """One element; `class_` is class, other underscores are hyphens, None is left out."""
        self.parts.append(element(name, text, **attributes))

    def group(self, **attributes: object) -> Group:
        self.parts.append(f"<g{_attributes(attributes)}>")
        return Group(self.parts)

    def thing(
        self,
        thing: str,
        label: str,
        *,
        open_: Collection[str] = (),
        recent: Collection[str] = (),
        **attributes: object,
    ) -> Group:
        """A thing that can be pointed at; one in `open_` can be chosen, with the keyboard too."""
        kinds = ["thing"]
        if thing in open_:
            kinds.append("open")
        if thing in recent:
            kinds.append("recent")
        if "class_" in attributes:
            kinds.append(str(attributes.pop("class_")))
        attributes["id"] = f"thing-{thing}"
        attributes["class_"] = " ".join(kinds)
        attributes["data_thing"] = thing
        attributes["aria_label"] = label
        attributes["role"] = "button" if thing in open_ else "img"
        if thing in open_:
            attributes["tabindex"] = 0
        group = self.group(**attributes)
        self.parts.append(f"<title>{escape(label, quote=False)}</title>")
        return group

    def markup(self, defs: str = "") -> str:
        """The picture for a page, which brings its own styles."""
        start, width = -self.margin, self.width + 2 * self.margin
        return (
            f'<svg class="picture" viewBox="{start:g} {start:g} {width:g} {self.height - start:g}" '
            f'xmlns="http://www.w3.org/2000/svg" role="group" aria-label="{escape(self.title)}">'
            f"{defs}{''.join(self.parts)}</svg>"
        )

    def standalone(self, defs: str, style: str) -> str:
        """The picture with all it needs, for a file or a notebook."""
        return self.markup(f"<style>{INKS.read_text('utf-8')}{style}</style><defs>{defs}</defs>")


def seat_patterns() -> str:
    """Fills for what a seat owns, `url(#seat-0)` and so on: each with lines of its own.

    So that nobody needs colour to tell owners apart: solid, hatched, dotted, cross-hatched.
    """
    marks = (
        "",
        '<path d="M-1 7 7-1M3 11 11 3" class="seat-mark"/>',
        '<circle cx="2" cy="2" r="1.1" class="seat-dot"/><circle cx="6" cy="6" r="1.1" '
        'class="seat-dot"/>',
        '<path d="M0 0 8 8M8 0 0 8" class="seat-mark"/>',
    )
    return "".join(
        f'<pattern id="seat-{seat}" width="8" height="8" patternUnits="userSpaceOnUse">'
        f'<rect width="8" height="8" class="seat-{seat}-fill"/>{drawn}</pattern>'
        for seat, drawn in enumerate(marks)
    )


def element(name: str, text: str | None = None, /, **attributes: object) -> str:
    opened = f"<{name}{_attributes(attributes)}"
    return f"{opened}/>" if text is None else f"{opened}>{escape(text, quote=False)}</{name}>"


def _attributes(attributes: dict[str, object]) -> str:
    return "".join(
        [
            f'{_start(name)}{_value(value)}"'
            for name, value in attributes.items()
            if value is not None
        ]
    )


@cache
def _start(name: str) -> str:
    return f' {name.rstrip("_").replace("_", "-")}="'


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:g}"
    return str(value) if isinstance(value, int) else escape(str(value))
