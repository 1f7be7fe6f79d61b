"""The table in parts (map, markets, players, hand, stacks), and all of them as one picture."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Kind, decode
from smokestack.games.brass.rules.terms import NONE
from smokestack.games.brass.ui import layout
from smokestack.games.brass.ui.hand_drawing import card_pictures
from smokestack.games.brass.ui.map_drawing import draw_map
from smokestack.games.brass.ui.market_drawing import market_pictures
from smokestack.games.brass.ui.player_drawing import player_picture
from smokestack.games.brass.ui.stack_drawing import stack_pictures
from smokestack.games.brass.ui.things import (
    open_things,
    stack_thing,
    starting_things,
    table_of,
    thing_of,
)
from smokestack.presentation.language import tr
from smokestack.presentation.picture import BoardPart, Picture

GAP: Final = 10
MARKETS_WIDTH: Final = 116
PLAYERS_WIDTH: Final = 370
CARD_WIDTH: Final = 112
CARDS_IN_ROW: Final = 8


def draw_parts(view: View, recent: Collection[str] = ()) -> list[BoardPart]:
    """The board as `view` shows it; things that can be chosen are open."""
    table = table_of(view)
    open_, starts, recent = open_things(view), starting_things(view), frozenset(recent)
    parts = [
        BoardPart(
            "board",
            tr("Map of Lancashire"),
            [_map(view, open_, recent, starts)],
            target=layout.SHEET.slot,
        ),
        BoardPart("markets", tr("Markets"), market_pictures(table, open_, recent)),
        BoardPart("players", tr("Players"), [player_picture(view, recent)]),
    ]
    if view.seat >= 0:
        cards = card_pictures(view, open_, recent, starts)
        stacks = stack_pictures(view, open_, recent, starts)
        parts.append(BoardPart("hand", tr("Your cards"), cards))
        parts.append(BoardPart("stacks", tr("Your tiles"), stacks))
    return parts


def draw_picture(view: View, recent: Collection[str] = ()) -> Picture:
    """All parts as one picture: the map between markets and players, the hand below."""
    pictures = {part.name: part.pictures for part in draw_parts(view, recent)}
    (board,), (players,) = pictures["board"], pictures["players"]
    left = MARKETS_WIDTH + GAP
    width = left + board.width + GAP + PLAYERS_WIDTH
    own = pictures.get("stacks", [])
    foot = board.height + GAP
    height = foot + MARKETS_WIDTH * own[0].height / own[0].width if own else board.height
    whole = Picture(width, height, tr("Map of Lancashire"))
    y = 0.0
    for market in pictures["markets"]:
        whole.place(market, 0, y, MARKETS_WIDTH)
        y += MARKETS_WIDTH * market.height / market.width + GAP
    whole.place(board, left, 0, board.width)
    whole.place(players, left + board.width + GAP, 0, PLAYERS_WIDTH)
    for number, stack in enumerate(own):
        whole.place(stack, (MARKETS_WIDTH + GAP) * number, foot, MARKETS_WIDTH)
    start = (MARKETS_WIDTH + GAP) * len(own)
    columns = CARDS_IN_ROW // 2
    for number, card in enumerate(pictures.get("hand", [])):
        row, column = divmod(number, columns)
        y = foot + row * (CARD_WIDTH * card.height / card.width + GAP / 2)
        whole.place(card, start + column * (CARD_WIDTH + GAP), y, CARD_WIDTH)
    return whole


def _map(
    view: View, open_: Collection[str], recent: Collection[str], starts: Collection[str]
) -> Picture:
    sheet = layout.SHEET
    corner = (sheet.left, sheet.top)
    picture = Picture(sheet.width, sheet.height, "", open_, recent, starts, corner)
    draw_map(picture, view)
    if table_of(view).action != NONE:
        picture.add(f'<g data-due="{_taker(view)}"/>')
    return picture


def _taker(view: View) -> str:
    """The id of the element to which the page moves the cubes that the pending action takes."""
    action = decode(int(table_of(view).action))
    if action.kind is Kind.DEVELOP:
        if view.actor == view.seat:
            return f"thing-{stack_thing(action.industry)}"
        return f"row-{view.actor}"  # only the seat's own stacks are drawn
    return f"thing-{thing_of(action)}"
