"""The guide through a first turn: the parts of the board, then the first action."""

from __future__ import annotations

from smokestack.engine.view import View
from smokestack.games.brass.rules.terms import CARD_KINDS, COTTON
from smokestack.games.brass.ui.things import (
    COAL_MARKET,
    COTTON_MARKET,
    INCOME_TRACK,
    card_thing,
    stack_thing,
    table_of,
)
from smokestack.presentation.language import tr
from smokestack.presentation.table_text import GuideStep


def guide(view: View) -> list[GuideStep]:
    return [
        GuideStep(
            "place-manchester",
            tr("Lancashire"),
            tr(
                "Towns have plots for industries. You connect the towns with canals in the first "
                "half of the game and with railways in the second."
            ),
        ),
        GuideStep(
            "slot-manchester.0",
            tr("A plot"),
            tr(
                "It shows what you can build there. A tile scores once it is flipped. Mills and "
                "ports flip when cotton is sold, mines and works when their cubes are used up."
            ),
        ),
        GuideStep(
            _some_card(view),
            tr("Your cards"),
            tr(
                "Every action costs a card. To build, you need a card of the town, or a card of "
                "the industry if the town is in your network. For everything else, any card will "
                "do."
            ),
        ),
        GuideStep(
            stack_thing(COTTON),
            tr("Your tiles"),
            tr(
                "You build the lowest level of each industry first. Here you see its cost, the "
                "coal and iron that it needs, its points and its income. You can remove low levels "
                "by developing."
            ),
        ),
        GuideStep(
            COAL_MARKET,
            tr("Coal and iron"),
            tr(
                "Cubes on tiles are free. If there are none, you buy from these markets, cheapest "
                "first. New iron works sell their cubes here at once, and so do new coal mines "
                "that are connected."
            ),
        ),
        GuideStep(
            COTTON_MARKET,
            tr("Cotton"),
            tr(
                "A mill can sell through a connected port, and then both flip. Or it can sell on "
                "the distant market, where the demand falls with each sale."
            ),
        ),
        GuideStep(
            INCOME_TRACK,
            tr("Income and loans"),
            tr(
                "Flipped tiles raise your income. A loan of £30 early in the game is common: it "
                "costs only three levels of income."
            ),
        ),
        GuideStep(
            "players",
            tr("Turn order"),
            tr(
                "The player who spends the least in a round goes first in the next one. So you can "
                "take two turns in a row."
            ),
        ),
        GuideStep(
            "prompt",
            tr("Your first action"),
            tr(
                "Choose an action, or a card or plot on the board. A coal mine, an iron works, or "
                "a port and a mill that sells through it are good first builds."
            ),
        ),
    ]


def _some_card(view: View) -> str:
    """A card of the seat's hand."""
    table = table_of(view)
    if view.seat >= 0:
        for card in range(CARD_KINDS):
            if table.hands[view.seat * CARD_KINDS + card]:
                return card_thing(card)
    return "prompt"
