"""The whole table as one picture: map and markets, tracks and players, one's own cards."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from smokestack.engine.language import remembered, tr
from smokestack.engine.picture import Picture
from smokestack.engine.view import View
from smokestack.games.brass import map_layout as layout
from smokestack.games.brass import words
from smokestack.games.brass.choices import thing_of
from smokestack.games.brass.hand_drawing import HEIGHT, WATCHED_HEIGHT, draw_hand
from smokestack.games.brass.icons import icon
from smokestack.games.brass.map_drawing import draw_map
from smokestack.games.brass.market_drawing import draw_markets
from smokestack.games.brass.phrases import table_of
from smokestack.games.brass.player_drawing import draw_players
from smokestack.games.brass.score_drawing import MARGIN, draw_score_track
from smokestack.games.brass.terms import NONE


def draw_picture(view: View, recent: Collection[str]) -> Picture:
    table = table_of(view)
    open_ = {thing_of(table, answer) for answer in view.answers} - {""}
    height = HEIGHT if view.seat >= 0 else WATCHED_HEIGHT
    picture = Picture(layout.SHEET.width, height, tr("Map of Lancashire"), open_, recent, MARGIN)
    draw_map(picture, view)
    draw_markets(picture, table)
    rounds, deck = int(table.course.rounds), int(table.deck_count)
    picture.add(_cartouche(int(table.period), int(table.round), rounds, deck))
    draw_score_track(picture, view)
    if table.action != NONE:
        picture.add(f'<g data-due="{_taker(view)}"/>')
    draw_players(picture, view)
    if view.seat >= 0:
        draw_hand(picture, view)
    return picture


def _taker(view: View) -> str:
    """The id of what the action is about: cubes that it takes travel there on a page."""
    table = table_of(view)
    thing = thing_of(table, int(table.action))
    if thing.startswith("stack-") and view.actor != view.seat:
        return f"row-{view.actor}"  # only one's own stacks are drawn
    return f"thing-{thing}"


@remembered
def _cartouche(period: int, number: int, rounds: int, cards: int) -> str:
    """Period, round and deck, in the empty corner of the map."""
    course = tr("Round {round} of {rounds}", round=number, rounds=rounds)
    deck = tr("{n} in the deck", n=cards)
    return (
        '<g transform="translate(716 14)"><rect width="270" height="78" rx="10" class="sheet"/>'
        '<rect x="4" y="4" width="262" height="70" rx="7" class="inner"/>'
        f'<text x="135" y="36" class="heading">{escape(words.period(period))}</text>'
        f'<text x="16" y="62" class="figure">{escape(course)}</text>'
        f"<g><title>{escape(deck)}</title>{icon('cards', 206, 48, 17)}"
        f'<text x="228" y="62" class="figure">{cards}</text></g></g>'
    )
