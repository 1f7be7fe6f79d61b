"""Boards as SVG, made of things that can be pointed at and chosen."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache, lru_cache, wraps
from html import escape
from pathlib import Path
from typing import Concatenate, Final, ParamSpec

import msgspec

from smokestack.presentation.language import language

MAX_CACHED_THINGS: Final = 20_000
MAX_CACHED_LAYERS: Final = 3000  # per function; more than the different layers of 200 games
THEME_CSS: Final = Path(__file__).with_name("theme.css")

FILTER: Final = ' data-filter=""'
"""A thing that, when a turn begins with it, leaves only the answers that concern it."""

P = ParamSpec("P")
Point = tuple[float, float]
_Thing = tuple[str, str, str, str, str, str, str, str]
"""The arguments of `Picture.thing`: name, label, drawing, kind, place, moves, turn and figures."""


class Picture:
    """A drawing made piece by piece; colours come from classes, for light and dark themes."""

    def __init__(
        self,
        width: float,
        height: float,
        title: str,
        open_: Collection[str] = (),
        recent: Collection[str] = (),
        starts: Collection[str] = (),
        corner: Point = (0, 0),
    ) -> None:
        """`corner` is the upper left corner, from which width and height count."""
        self.width = width
        self.height = height
        self.title = title
        self.open = open_
        """Things that can be chosen now."""
        self.recent = recent
        """Things that the last answers changed."""
        self.starts = starts
        """Things that answer nothing themselves, but narrow down what can be chosen."""
        self.corner = corner
        self._marked: set[str] | None = None
        """All things in one of the three; collected for the first layer."""
        self.parts: list[str] = []
        self._markup: str | None = None
        """What `markup` returned, until something is added."""
        self._things: dict[str, tuple[int, _Thing]] = {}

    def add(self, markup: str) -> None:
        """Add markup; text from people must be escaped before."""
        self._markup = None
        self.parts.append(ascii_markup(markup))

    def thing(
        self,
        thing: str,
        label: str,
        drawn: str,
        kind: str = "",
        place: str = "",
        moves: str = "",
        turn: str = "",
        figures: str = "",
    ) -> None:
        """Add a thing that can be pointed at and, if it is open, chosen by mouse or keyboard.

        `place` and `moves` are transforms; changes of `moves` are animated. `turn` says what a page
        does if a turn begins with this thing: `FILTER`, or `card_attribute` of the card it is.

        People call a thing by what they read on it, so the label must contain the texts of `drawn`
        in their order. `figures` are drawn over the thing without being part of it, for numbers and
        signs that the label puts into words.
        """
        arguments = (thing, label, drawn, kind, place, moves, turn, figures)
        self._markup = None
        markup = self._draw_thing(thing, arguments)
        known = self._things.get(thing)
        if known is None:
            self._things[thing] = (len(self.parts), arguments)
            self.parts.append(markup)
        else:
            self._things[thing] = (known[0], arguments)
            self.parts[known[0]] = markup

    def redraw(self, base: Picture) -> None:
        """Begin with the parts of another picture; drawing one of its things again replaces it."""
        self._markup = None
        self.parts = base.parts[:]
        self._things = base._things.copy()

    def lay(self, layer: Picture) -> None:
        """Add all parts of a layer, with its things open or recent as they are in this picture."""
        self._markup = None
        if self._marked is None:
            self._marked = {*self.open, *self.recent, *self.starts}
        first = len(self.parts)
        self.parts += layer.parts
        for thing in layer._things.keys() & self._marked:
            number, arguments = layer._things[thing]
            self.parts[first + number] = self._draw_thing(thing, arguments)

    def place(self, other: Picture, x: float, y: float, width: float) -> None:
        """Add a whole picture, scaled to this width, with its corner at a point of this one."""
        height = width * other.height / other.width
        self.add(
            f'<svg x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" '
            f'viewBox="{other.view_box}">'
        )
        self.parts += other.parts
        self.add("</svg>")

    @property
    def view_box(self) -> str:
        x, y = self.corner
        return f"{x:g} {y:g} {self.width:g} {self.height:g}"

    def markup(self, defs: str = "") -> str:
        """The picture for a page that has the style sheets and symbols."""
        if defs:
            return self._write(defs)
        if self._markup is None:
            self._markup = self._write("")
        return self._markup

    def _write(self, defs: str) -> str:
        label = f' role="group" aria-label="{escape(self.title)}"' if self.title else ""
        head = (
            f'<svg class="picture" viewBox="{self.view_box}" '
            f'xmlns="http://www.w3.org/2000/svg"{label}>'
        )
        return "".join((ascii_markup(head), ascii_markup(defs), *self.parts, "</svg>"))

    def _draw_thing(self, thing: str, arguments: _Thing) -> str:
        is_open, is_start = thing in self.open, thing in self.starts
        return _thing(arguments, is_open, thing in self.recent, is_start)

    def standalone(self, defs: str, style: str) -> str:
        """The picture with styles and symbols, for a file or a notebook."""
        return self.markup(
            f"<style>{THEME_CSS.read_text('utf-8')}{style}</style><defs>{defs}</defs>"
        )


def card_attribute(notation: str) -> str:
    """For the thing of a card that may be chosen first; `notation` gives it after the action."""
    return f' data-card="{escape(notation)}"'


class BoardPart(msgspec.Struct, frozen=True):
    """Pictures of a board that belong together, such as a hand of cards.

    A page lays out the parts of a board, and the pictures of a part, as its width allows.
    """

    name: str
    """The map or main board is `board`; style sheets also have places for `hand`, `stacks`,
    `markets` and `players`."""
    title: str
    pictures: list[Picture]
    target: float = 0
    """The size of the smallest thing to hit; where it would be too small, a page zooms in."""


@cache
def seat_patterns() -> str:
    """Fills for what a seat owns, `url(#seat-0)` to `url(#seat-3)`.

    Solid, hatched, dotted and cross-hatched, so that owners differ by more than colour.
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
    """Cache what a function draws: an answer changes only a small part of a board.

    The drawing must depend on the function's arguments and the language only.
    """

    def draw_layer(_: str, *args: P.args, **kwargs: P.kwargs) -> Picture:
        drawn = Picture(0, 0, "")
        draw(drawn, *args, **kwargs)
        return drawn

    cached: Callable[..., Picture] = lru_cache(MAX_CACHED_LAYERS)(draw_layer)

    @wraps(draw)
    def lay(picture: Picture, /, *args: P.args, **kwargs: P.kwargs) -> None:
        picture.lay(cached(language(), *args, **kwargs))

    return lay


def ascii_markup(markup: str) -> str:
    """Markup with character references for non-ASCII, since ASCII pages are faster to build."""
    if markup.isascii():
        return markup
    return markup.encode("ascii", "xmlcharrefreplace").decode("ascii")


@lru_cache(MAX_CACHED_THINGS)
def _thing(arguments: _Thing, is_open: bool, is_recent: bool, is_start: bool) -> str:
    thing, label, drawn, kind, place, moves, turn, figures = arguments
    states = (("open", is_open), ("recent", is_recent), ("start", is_start), (kind, bool(kind)))
    kinds = " ".join(("thing", *(name for name, holds in states if holds)))
    name, words = escape(thing), escape(label)
    # The title is the name of an image, but not of a button.
    button = f'role="button" tabindex="0" aria-label="{words}"'
    at = f' transform="{place}"' if place else ""
    return ascii_markup(
        f'<g id="thing-{name}" class="{kinds}" data-thing="{name}"{turn} '
        + (button if is_open or is_start else 'role="img"')
        + at
        + (f' style="transform:{moves}"' if moves else "")
        + f"><title>{words}</title>{drawn}</g>"
        + (f'<g class="figures" aria-hidden="true"{at}>{figures}</g>' if figures else "")
    )
