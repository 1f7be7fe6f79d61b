"""The texts of a table that `GameUI` returns: choices, facts, log entries, descriptions, scores.

All texts are in the language in use (`language.py`). A *thing* is something on the board that can
be pointed at. Its id is chosen by the game, such as `ring-7` or `slot-bolton.0`, and is the
`data-thing` of its element in the picture.
"""

from __future__ import annotations

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """A legal answer as a player sees it."""

    answer: int
    notation: str
    group: str
    """A heading for answers of one kind, or empty if there is only one kind."""
    label: str
    """What the answer does, in a few words that are clear without the board."""
    detail: str
    """What it costs and brings."""
    thing: str
    """The thing to choose on the board, or empty for an answer that is only a button."""
    highlights: tuple[str, ...]
    """Other things to highlight: factories that would activate, mines that would give coal."""
    kind: str = ""
    """Which of `GameUI.actions` it is, or empty."""
    unusual: bool = False
    """Rarely meant: offered on the board behind a switch only, and confirmed."""
    needs_card: bool = False
    """Of the actor's cards, only those among `highlights` can be given with it."""
    also_at: tuple[str, ...] = ()
    """Other things that offer this answer when they are chosen on the board."""
    short: str = ""
    """A label for a small button beside its action's name, or empty."""
    then: tuple[str, ...] = ()
    """Answers in notation for the decisions after this one, given without asking."""
    completion: tuple[str, ...] = ()
    """Answers that would complete the action; any will do, to know what that would reveal."""


class Action(msgspec.Struct, frozen=True):
    """A kind of action that a turn may begin with."""

    kind: str
    name: str
    icon: str
    possible: bool
    listed_after: tuple[str, ...] = ()
    """What makes a page list its answers at once: choosing the `action` itself, or a `filter`."""
    has_unusual: bool = False
    """The switch for unusual choices is for its answers."""


class Fact(msgspec.Struct, frozen=True):
    """An amount that a seat has, with an icon and a name, for the seat's panel."""

    icon: str
    """One of the game's icons without `icon-`, or empty."""
    name: str
    value: str
    note: str = ""
    """An addition, such as `of 5`."""


class Change(msgspec.Struct, frozen=True):
    """An amount of a seat that grew or shrank."""

    seat: int
    text: str
    """Such as `+2 stone`, `+£5` or `+3 points`."""
    cause: str = ""
    icon: str = ""
    """As in `Fact`."""
    amount: int = 0
    """What `text` says, as a number."""
    settles: bool = False
    """It belongs to the end of a round or period, not to what the player did."""


class LogEntry(msgspec.Struct, frozen=True):
    """What an answer did."""

    seat: int
    sentence: str
    changes: list[Change]
    things: list[str]
    """The things on the board that it concerned."""
    headline: str = ""
    """The round or period that started with it, or empty."""
    starts_action: bool = True
    """False if it completes the action of the answer before it."""
    detail: str | None = None
    """What it adds to the line of its action; None: `sentence`."""
    round_heading: str = ""
    """The round and period in which it was given, or empty if the game has none."""
    next_round_heading: str = ""
    """The same after it; when the game ends, that it is over."""


class ActionEntry(msgspec.Struct, frozen=True):
    """An action in the log: what the answers did together that a player gave for it."""

    first: int
    """The number of its first answer, from 1."""
    last: int
    seat: int
    sentence: str
    details: list[str]
    """Such as the card, and where coal came from."""
    changes: list[Change]
    settled: list[Change]
    """The changes at the end of the round that ended with it."""
    things: list[str]
    round_heading: str
    next_round_heading: str


class ThingDescription(msgspec.Struct, frozen=True):
    """What a thing on the board is."""

    title: str
    lines: list[str]
    section: str
    """The section of the rulebook to read."""


class GuideStep(msgspec.Struct, frozen=True):
    """A step of the guide through the first turn."""

    thing: str
    """A thing, or a part of the page: `prompt`, `players`, `log`."""
    title: str
    text: str


class ScoreLine(msgspec.Struct, frozen=True):
    """Points of one seat and their source."""

    seat: int
    item: str
    """What scores, in notation: a tile's id, a link."""
    points: int
    bonus: int
    text: str
    """Why."""
    name: str = ""
    """What scores, in words, if the notation alone is not clear."""
    group: str = ""
    """A key of `GameUI.score_groups`."""
    period: str = ""
    """A key of `GameUI.score_periods`."""

    @property
    def title(self) -> str:
        return self.name or self.item

    @property
    def total(self) -> int:
        return self.points + self.bonus
