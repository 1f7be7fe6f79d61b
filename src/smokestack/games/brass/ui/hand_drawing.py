"""The seat's own cards, along the bottom of the picture."""

from __future__ import annotations

import re
from functools import cache
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.rules.edition import Edition
from smokestack.games.brass.rules.terms import CARD_KINDS, FIRST_INDUSTRY_CARD, INDUSTRIES
from smokestack.games.brass.ui import words
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.player_drawing import ROW, STRIP_TOP
from smokestack.games.brass.ui.things import card_thing, table_of
from smokestack.presentation.language import tr
from smokestack.presentation.picture import Picture, layer

HAND_TOP = STRIP_TOP + 4 * ROW + 8
CARD_WIDTH = 116
CARD_HEIGHT = 96
CARD_PITCH = 122
HEIGHT = HAND_TOP + CARD_HEIGHT + 2
HEIGHT_WITHOUT_HAND = HAND_TOP


def draw_hand(picture: Picture, view: View) -> None:
    table = table_of(view)
    first = view.seat * CARD_KINDS
    counts = [(card, int(table.hands[first + card])) for card in range(CARD_KINDS)]
    _draw_cards(picture, table.edition, tuple(held for held in counts if held[1]))


@layer
def _draw_cards(picture: Picture, edition: Edition, held: tuple[tuple[int, int], ...]) -> None:
    """Each kind of card in hand, with its count."""
    for number, (card, count) in enumerate(held):
        label = tr("Card {card}", card=words.card_name(edition, card))
        if count > 1:
            label += f" ×{count}"
        place = f"translate({14 + CARD_PITCH * number}px,{HAND_TOP}px)"
        drawn = _card(words.card_name(edition, card), card, count)
        picture.thing(card_thing(card), label, drawn, "hand moves", moves=place)


@cache
def _card(title: str, card: int, count: int) -> str:
    name = escape(title)
    drawn = "".join(
        f'<rect x="{3 * n}" y="{3 * n}" width="{CARD_WIDTH - 6}" height="{CARD_HEIGHT - 6}" rx="8" '
        'class="card"/>'
        for n in range(min(count, 3) - 1, -1, -1)
    )
    middle = (CARD_WIDTH - 6) / 2
    if card >= FIRST_INDUSTRY_CARD:
        industry = INDUSTRIES[card - FIRST_INDUSTRY_CARD]
        drawn += icon(industry, middle - 21, 10, 42)
        drawn += f'<text x="{middle:g}" y="78" class="title">{name}</text>'
    else:
        drawn += _town_card(card, name, middle)
    if count > 1:
        drawn += (
            f'<circle cx="{CARD_WIDTH - 14}" cy="12" r="11" class="badge"/>'
            f'<text x="{CARD_WIDTH - 14}" y="17" class="badge-text">{count}</text>'
        )
    return drawn


def _lines(name: str) -> list[str]:
    """A long name in two lines of similar length, broken at a space or after a hyphen."""
    breaks = [place.end() for place in re.finditer("[ -]", name)]
    if len(name) <= 14 or not breaks:
        return [name]
    at = min(breaks, key=lambda place: abs(2 * place - len(name)))
    return [name[:at].rstrip(), name[at:]]


def _town_card(town: int, name: str, middle: float) -> str:
    """The town's name and what can be built there."""
    lines = _lines(name)
    drawn = "".join(
        f'<text x="{middle:g}" y="{(36 if len(lines) == 1 else 28) + 18 * n}" '
        f'class="title{" fine" if len(line) > 12 else ""}">{line}</text>'
        for n, line in enumerate(lines)
    )
    kinds = sorted(
        {INDUSTRIES.index(kind) for slot in facts().places[town]["slots"] for kind in slot}
    )
    left = middle - 12 * len(kinds)
    return drawn + "".join(
        icon(INDUSTRIES[kind], left + 24 * n + 1, 56, 22, ' class="soft"')
        for n, kind in enumerate(kinds)
    )
