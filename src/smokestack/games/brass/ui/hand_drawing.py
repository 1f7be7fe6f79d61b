"""The seat's own cards, each kind as a picture of its own."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.decoding import Answer, Kind, encode
from smokestack.games.brass.formats.notation import to_text
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.terms import CARD_KINDS, FIRST_INDUSTRY_CARD, INDUSTRIES
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.things import card_thing, table_of
from smokestack.presentation.language import cached_per_language, tr
from smokestack.presentation.picture import Picture, card_attribute

WIDTH = 100
HEIGHT = 56
LONG_NAME = 13  # letters


def card_pictures(
    view: View, open_: Collection[str], recent: Collection[str], starts: Collection[str]
) -> list[Picture]:
    """Each kind of card in hand, with its count."""
    table = table_of(view)
    first = view.seat * CARD_KINDS
    pictures = []
    for card in range(CARD_KINDS):
        count = int(table.hands[first + card])
        if count:
            thing = card_thing(card)
            marks = thing in open_, thing in recent, thing in starts
            pictures.append(_card_picture(table.edition, card, count, *marks))
    return pictures


@cached_per_language
def _card_picture(
    edition: Edition, card: int, count: int, is_open: bool, is_recent: bool, is_start: bool
) -> Picture:
    thing = card_thing(card)
    open_, recent, starts = ([thing] if holds else [] for holds in (is_open, is_recent, is_start))
    picture = Picture(WIDTH, HEIGHT, "", open_, recent, starts)
    name = words.card_name(edition, card)
    label = tr("Card {card}", card=name)
    if count > 1:
        label += f" ×{count}"
    picture.thing(thing, label, _card(name, card, count), "hand", turn=_turn(card))
    return picture


@cache
def _turn(card: int) -> str:
    return card_attribute(to_text(encode(Answer(kind=Kind.DISCARD, card=card))))


@cache
def _card(title: str, card: int, count: int) -> str:
    name = escape(title)
    drawn = "".join(
        f'<rect x="{1 + 3 * n}" y="{1 + 3 * n}" width="{WIDTH - 8}" height="{HEIGHT - 8}" rx="7" '
        'class="card"/>'
        for n in range(min(count, 3) - 1, -1, -1)
    )
    middle, badge = (WIDTH - 6) / 2, HEIGHT - 14
    if card >= FIRST_INDUSTRY_CARD:
        industry = INDUSTRIES[card - FIRST_INDUSTRY_CARD]
        drawn += icon(industry, middle - 13, 4, 26)
        drawn += f'<text x="{middle:g}" y="44" class="title">{name}</text>'
        badge = 11
    else:
        drawn += _town_card(card, name, middle)
    if count > 1:
        drawn += (
            f' <circle cx="{WIDTH - 11}" cy="{badge}" r="10" class="badge"/>'
            f'<text x="{WIDTH - 11}" y="{badge + 4.5}" class="badge-text">{count}</text>'
        )
    return drawn


def _lines(name: str) -> list[str]:
    """A long name in two lines of similar length, broken at a space or after a hyphen."""
    breaks = [place.end() for place in re.finditer("[ -]", name)]
    if len(name) <= LONG_NAME or not breaks:
        return [name]
    at = min(breaks, key=lambda place: abs(2 * place - len(name)))
    return [name[:at].rstrip(), name[at:]]


def _town_card(town: int, name: str, middle: float) -> str:
    """The town's name and what can be built there."""
    lines = _lines(name)
    top, size = (19, 20) if len(lines) == 1 else (14, 18)
    drawn = " ".join(  # words of a name
        f'<text x="{middle:g}" y="{top + 13 * n}" class="title">{line}</text>'
        for n, line in enumerate(lines)
    )
    kinds = sorted(
        {INDUSTRIES.index(kind) for slot in facts().places[town]["slots"] for kind in slot}
    )
    pitch = size + 2
    left = middle - pitch * len(kinds) / 2
    return drawn + "".join(
        icon(INDUSTRIES[kind], left + pitch * n + 1, HEIGHT - 9 - size, size, ' class="soft"')
        for n, kind in enumerate(kinds)
    )
