"""A sheet to draw a board on: SVG, from pieces that know what they stand for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache, wraps
from html import escape
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

from smokestack.engine.language import language

MOST_THINGS: Final = 20_000
MOST_SHEETS: Final = 500  # of each kind
INKS: Final = Path(__file__).with_name("inks.css")

P = ParamSpec("P")
_Drawn = tuple[str, str, str, str, str, str]
"""A thing: its name, label, drawing, kind, place and moves."""


class Picture:
    """A drawing built piece by piece; colours are classes, so that a page can be light or dark."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        open_: Collection[str] = (),
        recent: Collection[str] = (),
        margin: float = 0,
    ) -> None:
        """Width and height count from the point 0, 0; a margin lies left, right and above."""
        self.width = width
        self.height = height
        self.title = title
        self.open = open_
        """Things that can be chosen."""
        self.recent = recent
        """Things at which something has just happened."""
        self.margin = margin
        self.parts: list[str] = []
        self._things: dict[str, tuple[int, _Drawn]] = {}

    def add(self, markup: str) -> None:
        """Markup as it stands; whatever comes from people must be escaped before."""
        self.parts.append(_plain(markup))

    def thing(
        self, thing: str, label: str, drawn: str, kind: str = "", place: str = "", moves: str = ""
    ) -> None:
        """A thing that can be pointed at, and chosen if it is open, with the keyboard too.

        It is drawn at `place`, an SVG transform; `moves` is one that changes are animated of.
        """
        all_of_it = (thing, label, drawn, kind, place, moves)
        self._things[thing] = (len(self.parts), all_of_it)
        self.parts.append(_thing(all_of_it, thing in self.open, thing in self.recent))

    def lay(self, layer: Picture) -> None:
        """All of another picture that has nothing open or recent, which may be so here."""
        first = len(self.parts)
        self.parts += layer.parts
        for thing in (*self.open, *self.recent):
            found = layer._things.get(thing)
            if found is not None:
                number, all_of_it = found
                drawn = _thing(all_of_it, thing in self.open, thing in self.recent)
                self.parts[first + number] = drawn

    def markup(self, defs: str = "") -> str:
        """The picture for a page, which brings its own styles."""
        start, width = -self.margin, self.width + 2 * self.margin
        head = (
            f'<svg class="picture" viewBox="{start:g} {start:g} {width:g} {self.height - start:g}" '
            f'xmlns="http://www.w3.org/2000/svg" role="group" aria-label="{escape(self.title)}">'
        )
        return "".join((_plain(head), _plain(defs), *self.parts, "</svg>"))

    def standalone(self, defs: str, style: str) -> str:
        """The picture with all it needs, for a file or a notebook."""
        return self.markup(f"<style>{INKS.read_text('utf-8')}{style}</style><defs>{defs}</defs>")


@cache
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


def layer(draw: Callable[Concatenate[Picture, P], None]) -> Callable[Concatenate[Picture, P], None]:
    """Draw the same only once: most of a board is as it was an answer before.

    All that is drawn must follow from what the function is given, and from the language.
    """

    def on_a_sheet(_: str, *args: P.args, **kwargs: P.kwargs) -> Picture:
        sheet = Picture(0, 0, "")
        draw(sheet, *args, **kwargs)
        return sheet

    sheets: Callable[..., Picture] = lru_cache(MOST_SHEETS)(on_a_sheet)

    @wraps(draw)
    def lay(picture: Picture, /, *args: P.args, **kwargs: P.kwargs) -> None:
        picture.lay(sheets(language(), *args, **kwargs))

    return lay


def _plain(markup: str) -> str:
    """With all but ASCII spelled out: so a page is put together and sent with less ado."""
    if markup.isascii():
        return markup
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")


@lru_cache(MOST_THINGS)
def _thing(all_of_it: _Drawn, is_open: bool, is_recent: bool) -> str:
    thing, label, drawn, kind, place, moves = all_of_it
    kinds = " ".join(
        name
        for name in ("thing", "open" if is_open else "", "recent" if is_recent else "", kind)
        if name
    )
    name, words = escape(thing), escape(label)
    return _plain(
        f'<g id="thing-{name}" class="{kinds}" data-thing="{name}" aria-label="{words}" '
        + ('role="button" tabindex="0"' if is_open else 'role="img"')
        + (f' transform="{place}"' if place else "")
        + (f' style="transform:{moves}"' if moves else "")
        + f"><title>{words}</title>{drawn}</g>"
    )
