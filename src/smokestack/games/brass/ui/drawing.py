"""The whole table as one picture: map, markets, tracks, players and the seat's own cards."""

from __future__ import annotations

from collections.abc import Collection
from html import escape

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Kind, decode
from smokestack.games.brass.rules.terms import NONE
from smokestack.games.brass.ui import layout, words
from smokestack.games.brass.ui.hand_drawing import HEIGHT, HEIGHT_WITHOUT_HAND, draw_hand
from smokestack.games.brass.ui.icons import icon
from smokestack.games.brass.ui.map_drawing import draw_map
from smokestack.games.brass.ui.market_drawing import draw_markets
from smokestack.games.brass.ui.player_drawing import draw_players
from smokestack.games.brass.ui.score_track_drawing import MARGIN, draw_score_track
from smokestack.games.brass.ui.things import open_things, table_of, thing_of
from smokestack.presentation.language import cached_per_language, tr
from smokestack.presentation.picture import Picture


def draw_picture(view: View, recent: Collection[str] = ()) -> Picture:
    """The board as `view` shows it; things that can be chosen are open."""
    table = table_of(view)
    height = HEIGHT if view.seat >= 0 else HEIGHT_WITHOUT_HAND
    title = tr("Map of Lancashire")
    picture = Picture(layout.SHEET.width, height, title, open_things(view), recent, MARGIN)
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
    """The id of the element to which the page moves the cubes that the pending action takes."""
    action = decode(int(table_of(view).action))
    if action.kind is Kind.DEVELOP and view.actor != view.seat:
        return f"row-{view.actor}"  # only the seat's own stacks are drawn
    return f"thing-{thing_of(action)}"


@cached_per_language
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
