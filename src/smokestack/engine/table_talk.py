"""What a game tells about itself to whoever draws a table: choices, facts, deeds, explanations.

All texts are in the language spoken now (`language.py`). A *thing* is something on the board that
can be pointed at, named by a short id of the game's own choice, as `ring-7` or `slot-bolton.0`;
the board's picture marks it with `data-thing`.
"""

from __future__ import annotations

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """An answer that may be given now, as a player sees it."""

    answer: int
    notation: str
    group: str
    """A heading for answers of one kind, or empty where there is only one kind."""
    label: str
    """What one does, in a few words, complete without the board."""
    detail: str
    """What it costs and brings."""
    thing: str
    """What to point at on the board, or empty for an answer that is only a button."""
    lights: tuple[str, ...]
    """Other things that it concerns: factories that would fire, mines that would give coal."""


class Fact(msgspec.Struct, frozen=True):
    """Something that a seat has, for its panel: an amount with an icon and a name."""

    icon: str
    """One of the game's icons without `icon-`, or empty."""
    name: str
    value: str
    note: str = ""
    """More about it, as `of 5`."""


class Change(msgspec.Struct, frozen=True):
    """One thing of a seat that became more or less."""

    seat: int
    text: str
    """As `+2 stone`, `-£5`, `+3 points`."""
    cause: str = ""
    icon: str = ""
    """As in `Fact`."""


class Deed(msgspec.Struct, frozen=True):
    """What an answer did."""

    seat: int
    sentence: str
    changes: list[Change]
    things: list[str]
    """Where on the board it happened."""
    headline: str = ""
    """A new round or period that began with it, or empty."""


class About(msgspec.Struct, frozen=True):
    """What a thing on the board is."""

    title: str
    lines: list[str]
    section: str
    """The section of the rules that tells more."""


class Step(msgspec.Struct, frozen=True):
    """A step of the guide through the first turn."""

    thing: str
    """What to look at: a thing, or one of the page's own places: `prompt`, `players`, `log`."""
    title: str
    text: str
